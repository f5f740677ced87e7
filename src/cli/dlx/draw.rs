//! `dlx draw`: pictures of a search.

use crate::cli::{Failure, Process, exit, input};
use crate::picture::shape::{Shape, read_layers, read_profile, read_shape};
use crate::picture::{profile, tree};
use crate::text::shown;
use std::path::{Path, PathBuf};

/// Draws the tree or the profile of a search as SVG
///
/// Reads what the word S of dlx3 wrote, and draws a small search as a tree: nodes by level,
/// solutions and dead ends marked. A larger one is drawn as its profile: a bar for each
/// level, with the number of nodes, of solutions, and the mean number of branches (the
/// degree). Several searches stand beside each other, with one scale.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  dlx3 v0 Sa.shape < a.dlx && dlx draw a.shape > a.svg

Exit status: 0 drawn; 1 a file is not as it should be, or failing output; 2 bad usage.")]
pub struct Arguments {
    /// What the word S of dlx3 wrote; - for stdin. Up to four of them
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
/// A tree of more nodes is drawn as its profile, unless `--tree` is there.
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
    let read = |file: &PathBuf| read(file, arguments, most);
    let shapes = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
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

fn read(file: &Path, arguments: &Arguments, most: usize) -> Result<Shape, Failure> {
    let reader = input::open(file)?;
    let shape = match (arguments.v128, arguments.layers) {
        (true, _) => read_profile(reader),
        (_, true) => read_layers(reader),
        _ => read_shape(reader, most),
    };
    shape.map_err(|error| Failure::new(format_args!("{}: {error}", file.display())))
}

/// The name that stands above a picture: without its folder.
fn name(file: &Path) -> &[u8] {
    file.file_name()
        .unwrap_or(file.as_os_str())
        .as_encoded_bytes()
}
