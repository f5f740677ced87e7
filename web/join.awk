# Puts each module into the one that alone needs it, for fewer requests and because what is
# compressed together is smaller: `awk -f join.awk DIR/*.js` writes into DIR, and prints the files
# that are done with.
#
# Modules import names, in one line, from modules beside them. A name that two joined modules both
# have at their top is a fault.

FNR == 1 {
    file = FILENAME
    sub(/.*\//, "", file)
    dir = substr(FILENAME, 1, length(FILENAME) - length(file))
    files[++count] = file
    home[file] = file
}

/^import \{ .* \} from '\.\/[a-z-]+\.js';$/ {
    from = $0; sub(/.*'\.\//, "", from); sub(/';$/, "", from)
    names = $0; sub(/^import \{ /, "", names); sub(/ \} from .*/, "", names)
    needs[file] = needs[file] from " "
    taken[file, from] = names
    next
}
/^import[ {]/ { fault(file ": an import of another form: " $0) }
{ text[file] = text[file] $0 "\n" }

function fault(words) { print "web: " words > "/dev/stderr"; failed = 1; exit 1 }

function needed(who, whom) { return index(" " needs[who], " " whom " ") > 0 }

# The only one in whose file a module is needed, if there is one.
function keeper(module,    i, other, found) {
    found = ""
    for (i = 1; i <= count; i++) {
        other = home[files[i]]
        if (!needed(files[i], module) || other == module || other == found) continue
        if (found != "") return ""
        found = other
    }
    return found
}

# What a module needs of its file comes before it.
function visit(module, place,    i, all, number) {
    if (seen[module]++) return
    number = split(needs[module], all, " ")
    for (i = 1; i <= number; i++) if (home[all[i]] == place) visit(all[i], place)
    else take(place, all[i], taken[module, all[i]])
    own(place, module)
    joined = joined (module == place ? text[module] : plain)
}

# Names from other files, each once.
function take(place, from, names,    i, all, number) {
    number = split(names, all, ", ")
    for (i = 1; i <= number; i++) {
        if ((place, all[i], from) in had) continue
        had[place, all[i], from] = 1
        declare(place, all[i], from)
        imports[from] = imports[from] (imports[from] == "" ? "" : ", ") all[i]
    }
}

function declare(place, name, from) {
    if ((place, name) in source) fault(place ": " name " of " source[place, name] " and of " from)
    source[place, name] = from
}

# The names that a module has at its top; without `export`, it is `plain`.
function own(place, module,    i, all, number, line) {
    plain = ""
    number = split(text[module], all, "\n")
    for (i = 1; i < number; i++) {
        line = all[i]
        sub(/^export /, "", line)
        plain = plain line "\n"
        if (line !~ /^(async function|function|class|const|let) [A-Za-z_]/) continue
        sub(/^(async function|function|class|const|let) /, "", line)
        sub(/[^A-Za-z0-9_].*/, "", line)
        declare(place, line, module)
    }
}

END {
    if (failed) exit 1
    do {
        changed = 0
        for (i = 1; i <= count; i++) {
            if (home[files[i]] != files[i] || (other = keeper(files[i])) == "") continue
            for (j = 1; j <= count; j++) if (home[files[j]] == files[i] && files[j] != files[i]) home[files[j]] = other
            home[files[i]] = other
            changed = 1
        }
    } while (changed)
    for (i = 1; i <= count; i++) {
        place = files[i]
        if (home[place] != place) { print dir place; continue }
        joined = ""
        split("", imports)
        visit(place, place)
        out = dir place
        printf "" > out
        for (from in imports) printf "import { %s } from './%s';\n", imports[from], from > out
        printf "%s", joined > out
        close(out)
    }
}
