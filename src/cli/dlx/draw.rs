//! `dlx draw`: pictures of an earlier search, or of one that it runs itself.

use crate::cli::files::input;
use crate::cli::process::deep::with_deep_stack;
use crate::cli::{Failure, Process, catch_signals, exit};
use crate::format::{Problem, ReadError, Reader};
use crate::picture::shape::{Shape, read_layers, read_profile, read_shape};
use crate::picture::{profile, tree};
use crate::report::{End, Reporter, Settings, ShapeFile, Verbose};
use crate::search::{Engine, Search};
use crate::text::shown;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Draws the tree or the profile of a search as SVG
///
/// Reads what the word S of dlx3 wrote, and draws a small search as a tree: nodes by level,
/// solutions and dead ends marked. A larger one is drawn as its profile: a bar for each
/// level, with the number of nodes, of solutions, and the mean number of branches (the
/// degree). Several searches stand beside each other, with one scale.
///
/// A FILE whose name ends in .dlx is a problem: then its search is made first.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  dlx draw a.dlx > a.svg
  dlx3 v0 Sa.shape < a.dlx && dlx draw a.shape > a.svg

Exit status: 0 drawn; 1 a file cannot be drawn, or failing output; 2 bad usage; 102 a
FILE.dlx is no problem.")]
pub struct Arguments {
    /// What the word S of dlx3 wrote, or FILE.dlx; - for stdin. Up to four of them
    #[arg(value_name = "FILE", required = true, num_args = 1..=MOST_FILES)]
    files: Vec<PathBuf>,

    /// Draw trees, also of more than 400 nodes; of 5000 at most
    #[arg(long)]
    tree: bool,

    /// Draw profiles, also of small trees
    #[arg(long, conflicts_with = "tree")]
    profile: bool,

    /// The files are what dlx3 wrote on stderr with v128: the profile of any search, also of
    /// one with a memo. Solutions and degrees are not in it
    #[arg(long, conflicts_with = "tree")]
    v128: bool,

    /// The files are what dlx count --layers wrote on stderr: the states of each layer
    #[arg(long, conflicts_with_all = ["tree", "v128"])]
    layers: bool,
}

/// The most searches in a picture.
const MOST_FILES: usize = 4;
/// A tree of more nodes is drawn as its profile, unless `--tree` is given.
const MOST_NODES: usize = 400;
/// A tree of more nodes is not drawn node by node.
const MOST_TREE: usize = 5000;

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let most = match (arguments.tree, arguments.profile) {
        (true, _) => MOST_TREE,
        (_, true) => 0,
        _ => MOST_NODES,
    };
    let files = &arguments.files;
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        return Err(Failure::new("only one FILE can be -").with_status(exit::BAD_USAGE));
    }
    let mut shapes = Vec::new();
    for file in files {
        shapes.push(read(file, arguments, most, process)?);
    }
    let named = || files.iter().map(|file| name(file)).zip(&shapes);
    let trees: Option<Vec<tree::Named<'_>>> = named()
        .map(|(name, shape)| Some((name, shape, &shape.nodes.as_ref()?[..])))
        .collect();
    let picture = match trees {
        Some(trees) => tree::draw(&trees),
        None if arguments.tree => {
            let mut named = named();
            let large = named.find(|(_, shape)| shape.nodes.is_none());
            let file = large.map(|(name, _)| shown(name));
            let file = file.unwrap_or_default();
            return Err(Failure::new(format_args!(
                "{file}: more than {MOST_TREE} nodes: too large for --tree; without it, the \
                 profile is drawn"
            )));
        }
        None => profile::draw(&named().collect::<Vec<_>>()),
    };
    process.out().put(picture.as_bytes());
    Ok(exit::DONE)
}

fn read(
    file: &Path,
    arguments: &Arguments,
    most: usize,
    process: &mut Process,
) -> Result<Shape, Failure> {
    let reader = input::open(file)?;
    if !arguments.v128 && !arguments.layers && is_named(file) {
        let problem = read_problem(file, reader)?;
        return search(&problem, most, process).map_err(|failure| failure.in_file(Some(file)));
    }
    let shape = match (arguments.v128, arguments.layers) {
        (true, _) => read_profile(reader),
        (_, true) => read_layers(reader),
        _ => read_shape(reader, most),
    };
    shape.map_err(|error| Failure::new(format_args!("{}: {error}", file.display())))
}

/// Whether the name of a file says that it is a problem.
fn is_named(file: &Path) -> bool {
    file.extension().is_some_and(|name| name == "dlx")
}

fn read_problem(file: &Path, reader: impl Read) -> Result<Problem, Failure> {
    match Reader::new().read(reader) {
        Ok(text) => Ok(text.problem),
        Err(ReadError::Fault(fault)) => Err(Failure::bad_input(&fault)),
        Err(ReadError::Io(error)) => Err(input::cannot_read(file, &error)),
    }
}

/// The most bytes that a search may write. A larger shape needs a file of the user's own.
const MOST_BYTES: u64 = 1 << 30;

/// The shape of the search of a problem.
fn search(problem: &Problem, most: usize, process: &mut Process) -> Result<Shape, Failure> {
    let failed = |error: io::Error| Failure::writing("a temporary file", &error);
    let file = tempfile::tempfile().map_err(failed)?;
    let written = Limited {
        file: file.try_clone().map_err(failed)?,
        left: MOST_BYTES,
    };
    let mut lines = ShapeFile::new(written);
    let settings = Settings {
        verbose: Verbose(0),
        delta: Some(0),
        ..Settings::default()
    };
    let signals = catch_signals()?;
    let end = with_deep_stack(|stack| {
        let mut search = Search::new(problem, Engine::Auto).with_stack(stack);
        let streams = &mut process.streams;
        let mut reporter = Reporter::new(&settings, streams, Some(&mut lines), signals);
        reporter.run(&mut search, 1);
        reporter.end()
    });
    if let Some(End::Interrupted(signal)) = end {
        return Err(Failure::page(exit::SIGNAL + signal as u8, []));
    }
    lines.finish().map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => Failure::new(format_args!(
            "the search has so many nodes that a list of them takes more than {MOST_BYTES} bytes; \
             dlx3 can write it to a file, with the word S, or the profile alone, with v128"
        )),
        _ => failed(error),
    })?;
    drop(lines);
    let mut file = file;
    file.rewind().map_err(failed)?;
    read_shape(file, most).map_err(Failure::new)
}

/// A file that takes a limited number of bytes.
struct Limited {
    file: File,
    left: u64,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        self.file.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The name that stands above a picture: without its folder.
fn name(file: &Path) -> &[u8] {
    file.file_name()
        .unwrap_or(file.as_os_str())
        .as_encoded_bytes()
}
