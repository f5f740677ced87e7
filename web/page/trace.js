// The search step by step. What is chosen comes from the library's own run (`dlx3 v6`); which options
// are left at a step is computed here, by the rules of the DLX3 text.

/** What `dlx3 v6` says, line by line: choices of items, branches, solutions. */
export function parseTrace(messages) {
    const events = [];
    const lines = messages.split('\n');
    // The last one has no end, or none of its letters.
    lines.pop();
    for (const line of lines) {
        const found = /^Level (\d+): ?(.*)$/s.exec(line);
        const branch = /^L(\d+):(.*) \((\d+) of (\d+)\)$/s.exec(line);
        if (found && found[2] === 'solution') events.push({ kind: 'solution', level: Number(found[1]) });
        else if (found) {
            const [list, best] = found[2].split(/ ?branching on /);
            const items = list.split(' ').filter(Boolean).map(parseItem);
            events.push({ kind: 'choose', level: Number(found[1]), items, best: parseItem(best) });
        } else if (branch) {
            const [, level, text, number, of] = branch;
            const isNull = text.startsWith(' null ');
            events.push({ kind: 'branch', level: Number(level), text: text.trim(), isNull, number: Number(number), of: Number(of) });
        }
    }
    return events;
}

/** `A(2)`, or `C(1:2,5)`: a name, how often it must and may still occur, and how many options it has. */
function parseItem(word) {
    const [, name, lower, upper, length] = /^(.*)\((?:(-?\d+):(\d+),)?(-?\d+)\)$/s.exec(word);
    return { name, lower: lower === undefined ? 1 : Number(lower), upper: upper === undefined ? 1 : Number(upper), length: Number(length) };
}

function copy({ live, upper, active, colors, chosen }) {
    return { live: new Set(live), upper: [...upper], active: new Set(active), colors: new Map(colors), chosen: [...chosen] };
}

/** A walk through the events of a problem. */
export class Walk {
    constructor({ items, options }, events) {
        this.items = items.map(([name, lower, upper]) => ({ name, lower, upper, isPrimary: upper !== undefined }));
        this.options = options;
        this.events = events;
        this.byName = new Map(items.map(([name], index) => [name, index]));
        /** What a reader steps through: an event, or one operation of a branch. */
        this.steps = [];
        /** For each event, the places of the branches that lead to it. */
        this.paths = [];
        let path = [];
        let item = null;
        const chosen = [];
        const states = [this.#begin()];
        for (const [index, event] of events.entries()) {
            path = path.slice(0, event.level);
            if (event.kind === 'choose') {
                item = this.byName.get(event.best.name);
                chosen[event.level] = item;
            }
            this.steps.push({ event: index, operation: 0 });
            if (event.kind === 'branch') {
                event.item = chosen[event.level];
                // From the state of the parent, not from the root: the page must not wait for this.
                const state = copy(states[event.level]);
                event.operations = this.#take(state, event);
                states[event.level + 1] = state;
                path = [...path, index];
                for (let operation = 1; operation <= event.operations.length; operation += 1) {
                    this.steps.push({ event: index, operation });
                }
            }
            this.paths.push(path);
        }
    }

    #begin() {
        return {
            live: new Set(this.options.map((_, index) => index).filter((option) => this.options[option].some(([item]) => this.items[item].isPrimary))),
            upper: this.items.map(({ upper }) => upper),
            active: new Set(this.items.keys()),
            colors: new Map(),
            chosen: [],
        };
    }

    #after(path) {
        const state = this.#begin();
        for (const index of path) this.#take(state, this.events[index]);
        return state;
    }

    /** The state before a step, or after some operations of a branch. */
    state({ event: index, operation }) {
        const event = this.events[index];
        const path = event.kind === 'branch' ? this.paths[index].slice(0, -1) : this.paths[index];
        const state = this.#after(path);
        if (event.kind === 'branch' && operation > 0) this.#take(state, event, operation);
        return state;
    }

    /** Takes a branch, or begins to; returns what was done, in the order of the program. */
    #take(state, event, most = Infinity) {
        const done = [];
        const act = (text, change) => {
            if (done.length < most) {
                change();
                done.push(text);
            }
        };
        const name = (item) => this.items[item].name;
        const list = [...state.live].filter((option) => this.#has(option, event.item));
        const remove = (options) => options.forEach((option) => state.live.delete(option));
        const cover = (item) => {
            state.active.delete(item);
            remove([...state.live].filter((option) => this.#has(option, item)));
        };
        if (event.isNull) {
            act(`${name(event.item)} occurs often enough: cover ${name(event.item)}`, () => cover(event.item));
            return done;
        }
        const option = list[event.number - 1];
        event.option ??= option;
        const place = this.options[option].findIndex(([item]) => item === event.item);
        state.chosen.push(option);
        act(state.upper[event.item] === 1 ? `cover ${name(event.item)}` : `tweak ${name(event.item)}: it may occur ${state.upper[event.item] - 1} more`, () => {
            state.upper[event.item] -= 1;
            if (state.upper[event.item] === 0) cover(event.item);
            else remove(list.slice(0, event.number));
            state.live.delete(option);
        });
        const around = this.options[option].slice(place + 1).concat(this.options[option].slice(0, place));
        for (const [item, color] of around) {
            if (this.items[item].isPrimary) {
                const left = state.upper[item] - 1;
                act(left === 0 ? `cover ${name(item)}` : `commit ${name(item)}: it may occur ${left} more`, () => {
                    state.upper[item] = left;
                    if (left === 0) cover(item);
                });
            } else if (color === undefined) {
                act(`cover ${name(item)}`, () => cover(item));
            } else if (state.colors.has(item)) {
                act(`${name(item)} has color ${color} already`, () => {});
            } else {
                act(`purify ${name(item)}: only color ${color} stays`, () => {
                    state.colors.set(item, color);
                    remove([...state.live].filter((other) => this.options[other].some(([its, its_color]) => its === item && its_color !== color)));
                });
            }
        }
        return done;
    }

    #has(option, item) {
        return this.options[option].some(([its]) => its === item);
    }

    /** A step in a sentence. */
    tell({ event: index, operation }) {
        const event = this.events[index];
        if (event.kind === 'solution') return `Level ${event.level}: nothing is left to cover: a solution`;
        if (event.kind === 'choose') {
            const { name, length } = event.best;
            if (length <= 0) return `Level ${event.level}: ${name} cannot be covered any more: back`;
            return `Level ${event.level}: choose ${name}, which has the fewest branches (${length})`;
        }
        if (operation > 0) return `Level ${event.level}: ${event.operations[operation - 1]}`;
        return `Level ${event.level}: take ${event.text} (${event.number} of ${event.of})`;
    }
}
