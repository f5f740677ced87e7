//! The journal of a search in parts. Its lines get checksums that fit, as a forger would make them.

use super::{Read, Reader};
use dlx3::parts::journal;
use dlx3::parts::merge::Gathered;
use dlx3::parts::record::hash_of;
use std::fs;

pub const READERS: &[Reader] = &[Reader {
    name: "journal",
    around: ("part 1/1\n", ""),
    fragments: &[
        "part 1{n}/999999999\n",
        "part 1{n}/1000\n",
        "part 1/1{n}\n",
        "cube 1{n} - 1 0 1 1 1 0 1 1 0 0 0 0000000000000000\n",
        "cube 1{n} 1.{n} 2.1{n} 0 1 1 1 0 1 1 0 0 0 0000000000000000\n",
        "cube 1 @1.{n} @1.1{n} 0 1 1 1 0 1 1 0 0 0 0000000000000000\n",
        "9",
        "1.1.1.1.1",
        ".1",
        " ",
        "\n",
        "1:1,",
        "0",
        "x\n",
    ],
    recipes: &[
        "part 1/1\n«cube 1{n} - 1 0 1 1 1 0 1 1 0 0 0 0000000000000000\n»",
        "part 1/1\n«cube 1{n} 1.1{n} 2.1{n} 0 1 1 1 0 1 1 0 0 0 0000000000000000\n»",
        "«part 1{n}/999999999\n»",
        "«part 1{n}/2000000\n»«cube 1{n} - 1 0 1 1 1 0 1 1 0 0 0 0000000000000000\n»",
        "«part 1/1{n}\n»",
        "«part 1/1\n»",
        "cube 1 -« 1» 0 0\n",
        "cube 1 - 1«.1» 0 1 1 1 0 1 1 0 0 0 0000000000000000\n",
        "cube 1 - 1 0 1 1 «9» 0 1 1 0 0 0 0000000000000000\n",
        "cube 1 - 1 0 1 1 1 0 1 1:1«,1» 0 0 0 0000000000000000\n",
        "cube 1 - @1.1 0 1 1 1 0 1 1 0 0 0 0000000000000000\n\
         «cube 1 @1.1{n} @1.2{n} 0 1 1 1 0 1 1 0 0 0 0000000000000000\n»",
    ],
    read,
}];

/// Writes the lines into a folder, and reads and gathers its journal.
fn read(text: &[u8]) -> bool {
    let heading = [
        "dlx3 journal 4 of version 0.2.0",
        "problem 9999999 bytes, 0000000000000000",
        "words m1",
        "grain default",
        "cubes 99999999 0000000000000000",
    ];
    let job = format!("{:016x}", hash_of(heading.join("\n").as_bytes()));
    let mut sealed = Vec::new();
    let mut seal = |line: &[u8], more: &str| {
        let start = sealed.len();
        sealed.extend_from_slice(line);
        sealed.extend_from_slice(more.as_bytes());
        let sum = hash_of(&sealed[start..]);
        sealed.extend_from_slice(format!(" *{sum:016x}\n").as_bytes());
    };
    for line in heading {
        seal(line.as_bytes(), "");
    }
    let lines = text
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty());
    lines.for_each(|line| seal(line, &format!(" {job}")));
    let folder = tempfile::tempdir().expect("there is room");
    let name = folder.path().join("journal");
    fs::write(name, sealed).expect("there is room");
    let Ok(gathered) = Gathered::read(&[folder.path().to_owned()]) else {
        return false;
    };
    // Missing records are reported as trouble.
    let troubles = gathered.troubles().len();
    gathered.missing().is_some() && troubles < text.len() && journal::read(folder.path()).is_right()
}
