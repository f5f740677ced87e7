//! Pictures of a search: its tree, or its profile.

use crate::out::{Out, say};
use crate::{Ended, Failure, Fields};
use dlx3::picture::shape::{Shape, read_profile, read_shape};
use dlx3::picture::{profile, tree};

/// A tree of more nodes is drawn as its profile.
const MOST_NODES: usize = 400;

/// `draw HOW (NAME TEXT)...`: the searches beside each other, as `dlx draw` does. HOW is `tree` for
/// what the word `S` wrote, a tree if all of them are small; `profile` for the same as profiles;
/// `v128` for what is on stderr with that word.
pub fn draw(fields: &Fields) -> Ended {
    let how = fields.text(0)?;
    let mut shapes: Vec<(&[u8], Shape)> = Vec::new();
    for [name, text] in fields.from(1).as_chunks().0 {
        let shape = match how {
            "v128" => read_profile(*text),
            "profile" => read_shape(*text, 0),
            _ => read_shape(*text, MOST_NODES),
        };
        shapes.push((name, shape.map_err(Failure::new)?));
    }
    let named = || shapes.iter().map(|(name, shape)| (*name, shape));
    let trees: Option<Vec<tree::Named<'_>>> = named()
        .map(|(name, shape)| Some((name, shape, &shape.nodes.as_ref()?[..])))
        .collect();
    say(
        Out::Output,
        match trees {
            Some(trees) => tree::draw(&trees),
            None => profile::draw(&named().collect::<Vec<_>>()),
        },
    );
    Ok(0)
}
