//! Reads growing texts, and finds readers whose processor time, memory or allocated bytes grow
//! faster than the text. For each reader, prints the cost of the worst text of 4 MB, and keeps each
//! recipe whose cost grows too fast.
//!
//!     cargo run --release --example growth-fuzz -- \
//!         [--cases N] [--only READER] [--seconds S] [--threads N] [--keep FOLDER]
//!     cargo run --release --example growth-fuzz -- --only READER --recipe TEXT [--text SIZE]
//!
//! A recipe says how a text is made: see `scripts/growth_fuzz/recipe.rs`. The second command
//! measures the texts of one recipe, or prints one of them. A kept file has the recipe in its third
//! line, and then a short text.

mod growth_fuzz;

use clap::Parser;
use growth_fuzz::growth::{self, Grown};
use growth_fuzz::meter::{Meter, Taken};
use growth_fuzz::readers::{self, Reader};
use growth_fuzz::recipe::Recipe;
use std::any::Any;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[global_allocator]
static METER: Meter = Meter;

/// Looks at what readers take for texts that grow
#[derive(Parser)]
struct Arguments {
    /// How many recipes each reader gets
    #[arg(long, default_value_t = 500)]
    cases: u64,
    /// The number of the first recipe
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Only readers whose names contain this
    #[arg(long, default_value = "")]
    only: String,
    /// What 4 MB of the worst text may take, in seconds
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// How many readers run at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// No reader may take longer for one text, in seconds of the clock
    #[arg(long, default_value_t = 120)]
    longest: u64,
    /// Where to keep recipes of texts that take too much
    #[arg(long, default_value = "target/growth-faults")]
    keep: PathBuf,
    /// One recipe instead of many
    #[arg(long)]
    recipe: Option<String>,
    /// The text of the recipe, of about so many bytes, on stdout
    #[arg(long, requires = "recipe", value_name = "SIZE")]
    text: Option<usize>,
}

/// Texts are doubled up to `MANY` bytes, and the worst of them up to `WORST`.
const MANY: usize = 1 << 20;
const WORST: usize = 1 << 22;
/// The number of worst recipes of a reader that are measured up to `WORST`.
const SLOWEST: usize = 3;

/// The recipe that each reader reads at the moment, and since when.
type Now = Mutex<HashMap<&'static str, (Recipe, Instant)>>;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let (Some(recipe), Some(size)) = (&arguments.recipe, arguments.text) {
        let written = io::stdout().write_all(&Recipe::of_line(recipe).text(size));
        return ExitCode::from(u8::from(written.is_err()));
    }
    let all: Vec<&Reader> = match readers::are_built() {
        true => readers::all().collect(),
        false => {
            eprintln!("skipped: programs, as they are not built");
            readers::of_the_library().collect()
        }
    };
    // A panic is a fault like any other.
    std::panic::set_hook(Box::new(|_| {}));
    let readers = all
        .into_iter()
        .filter(|reader| reader.name.contains(&arguments.only));
    let readers: Vec<&Reader> = readers.collect();
    let (next, faults) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let now = Now::default();
    println!("seconds  bytes/byte  right    reader, and its worst recipe at {WORST} bytes");
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    while let Some(reader) = readers.get(next.fetch_add(1, Ordering::Relaxed)) {
                        faults.fetch_add(look_at(reader, &arguments, &now), Ordering::Relaxed);
                    }
                })
            })
            .collect();
        while !workers.iter().all(|worker| worker.is_finished()) {
            end_if_endless(&now, &arguments);
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let faults = faults.into_inner();
    println!(
        "{} readers, {faults} recipes that take too much",
        readers.len()
    );
    ExitCode::from(u8::from(faults > 0))
}

/// Measures recipes of one reader. Returns how many cost too much.
fn look_at(reader: &'static Reader, arguments: &Arguments, now: &Now) -> usize {
    let grow = |recipe: &Recipe, most| {
        let began = (recipe.clone(), Instant::now());
        now.lock()
            .expect("no one panics with it")
            .insert(reader.name, began);
        let grown = catch_unwind(|| growth::grow(reader, recipe, most));
        now.lock()
            .expect("no one panics with it")
            .remove(reader.name);
        grown
    };
    let last = arguments.first.saturating_add(arguments.cases);
    let recipes: Vec<Recipe> = match &arguments.recipe {
        Some(recipe) => vec![Recipe::of_line(recipe)],
        None => (arguments.first..last)
            .map(|number| reader.recipe(number))
            .collect(),
    };
    let mut all: Vec<(Recipe, Grown)> = Vec::new();
    let mut faults = 0;
    for recipe in recipes {
        let told = match grow(&recipe, MANY) {
            Ok(Grown {
                fault: Some(fault), ..
            }) => fault.to_string(),
            Ok(grown) => {
                all.push((recipe, grown));
                continue;
            }
            Err(panic) => format!("it panics: {}", words_of(&*panic)),
        };
        faults += 1;
        keep(&arguments.keep, reader, &recipe, &told);
    }
    let count = all.len();
    let right = all.iter().filter(|(_, grown)| grown.is_right).count();
    let per_byte = |grown: &Grown| grown.taken.time.as_secs_f64() / grown.size.max(1) as f64;
    let mut memory = all
        .iter()
        .filter(|(_, grown)| grown.size >= 1 << 16)
        .map(|(_, grown)| grown.taken.most / grown.size)
        .max()
        .unwrap_or(0);
    all.sort_by(|(_, one), (_, other)| per_byte(other).total_cmp(&per_byte(one)));
    all.truncate(SLOWEST);
    let mut worst: Option<(f64, Recipe)> = None;
    for (recipe, _) in all {
        let Ok(grown) = grow(&recipe, WORST) else {
            continue;
        };
        let seconds = per_byte(&grown) * WORST as f64;
        memory = memory.max(grown.taken.most / grown.size.max(1 << 16));
        let told = match &grown.fault {
            Some(fault) => Some(fault.to_string()),
            None if seconds > arguments.seconds => Some(slow(&grown.taken, grown.size)),
            None => None,
        };
        if let Some(told) = told {
            faults += 1;
            keep(&arguments.keep, reader, &recipe, &told);
        }
        if worst.as_ref().is_none_or(|(most, _)| seconds > *most) {
            worst = Some((seconds, recipe));
        }
    }
    if let Some((seconds, recipe)) = worst {
        let recipe = beginning(&recipe);
        println!(
            "{seconds:7.3} {memory:11} {right:3}/{count:<5} {}: {recipe}",
            reader.name
        );
    }
    faults
}

/// The message of a panic.
fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("without words")
}

fn slow(taken: &Taken, size: usize) -> String {
    format!("time: {size} bytes take {:.3} s", taken.time.as_secs_f64())
}

/// A recipe in one line that is not too long.
fn beginning(recipe: &Recipe) -> String {
    let line = recipe.line();
    match line.char_indices().nth(100) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

/// Writes a recipe, what is wrong with it, and a short text of it.
fn keep(folder: &Path, reader: &Reader, recipe: &Recipe, told: &str) {
    println!("{}: {told}: {}", reader.name, beginning(recipe));
    let number = recipe.to_string().bytes().fold(0u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(byte))
    });
    let file = folder.join(format!(
        "{}-{number:08x}",
        reader.name.replace([' ', ','], "-")
    ));
    let again = format!(
        "{told}\n\n--only '{}' --recipe followed by\n{recipe}\n\n",
        reader.name
    );
    let short = recipe.text(1 << 9);
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&file, [again.as_bytes(), &short].concat()));
    if let Err(error) = written {
        eprintln!("cannot keep {}: {error}", file.display());
    }
}

/// Ends this program if a text takes too long: nothing else ends its reader.
fn end_if_endless(now: &Now, arguments: &Arguments) {
    let now = now.lock().expect("no one panics with it");
    for (name, (recipe, began)) in now.iter() {
        if began.elapsed() > Duration::from_secs(arguments.longest) {
            let reader = readers::all().find(|reader| reader.name == *name);
            let told = format!("no end after {} s", arguments.longest);
            keep(
                &arguments.keep,
                reader.expect("it has this name"),
                recipe,
                &told,
            );
            std::process::exit(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use growth_fuzz::growth::steep_in_bytes;
    use std::collections::BTreeSet;

    /// Sizes whose ratio is eight.
    const SIZES: [usize; 2] = [1 << 13, 1 << 16];

    /// Measures bytes alone, so that the speed of the machine does not matter.
    #[test]
    fn memory_follows_the_length_of_what_is_read() {
        let (mut right, mut faults) = (BTreeSet::new(), Vec::new());
        for reader in readers::of_the_library() {
            for number in 0..reader.recipes.len() as u64 + 24 {
                let recipe = reader.recipe(number);
                let measured =
                    catch_unwind(|| SIZES.map(|size| growth::measure(reader, &recipe, size)));
                let told = match measured {
                    Ok([small, large]) => {
                        if large.2 {
                            right.insert(reader.name);
                        }
                        let fault = steep_in_bytes([small.0, large.0], [small.1, large.1]);
                        fault.map(|fault| fault.to_string())
                    }
                    Err(panic) => Some(words_of(&*panic).to_owned()),
                };
                let told = told.map(|told| format!("{}: {told}: {}", reader.name, recipe.line()));
                faults.extend(told);
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let count = right.len();
        assert!(count > 30, "only {count} readers are right about a text");
    }

    #[test]
    fn each_reader_has_its_own_name() {
        let names: BTreeSet<&str> = readers::all().map(|reader| reader.name).collect();
        assert_eq!(names.len(), readers::all().count());
    }

    #[test]
    fn what_grows_faster_than_its_text_is_seen() {
        let taken = |bytes| Taken {
            all: bytes,
            most: 1,
            ..Taken::default()
        };
        let least = growth::least_bytes(SIZES[1]);
        let seen = |before, after| steep_in_bytes(SIZES, [taken(before), taken(after)]).is_some();
        assert!(seen(least, 64 * least) && seen(least / 60, least + 1));
        assert!(!seen(least, 8 * least) && !seen(1, least) && !seen(least, 20 * least));
    }
}
