//! The recorded runs of the C programs in `testdata`.

use std::fs;
use std::path::{Path, PathBuf};

/// A recorded run.
#[derive(Default)]
pub struct Case {
    pub name: String,
    pub words: Vec<String>,
    pub status: i32,
    pub input: Vec<u8>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub shape: Option<Vec<u8>>,
}

fn read_cases(path: &Path) -> Vec<Case> {
    let text = fs::read(path).unwrap();
    let mut cases: Vec<Case> = Vec::new();
    for line in text.split(|&byte| byte == b'\n') {
        let string = || String::from_utf8(line.to_vec()).unwrap();
        if line.starts_with(b"case ") {
            cases.push(Case {
                name: string()[5..].to_owned(),
                ..Case::default()
            });
            continue;
        }
        let Some((&tag, content)) = line.split_first() else {
            continue;
        };
        let case = cases.last_mut().expect("a case comes first");
        let part = match tag {
            b'<' => &mut case.input,
            b'1' => &mut case.stdout,
            b'2' => &mut case.stderr,
            b'@' => case.shape.as_mut().expect("`shape' comes first"),
            b'w' => {
                case.words.push(string()["word ".len()..].to_owned());
                continue;
            }
            b's' if line == b"shape" => {
                case.shape = Some(Vec::new());
                continue;
            }
            _ => {
                case.status = string()["status ".len()..].parse().unwrap();
                continue;
            }
        };
        part.extend_from_slice(content);
        part.push(b'\n');
    }
    cases
}

/// All recorded runs of DLX3, in order.
pub fn all() -> Vec<Case> {
    of("cases")
}

/// All recorded runs in a folder of `testdata`, in order.
pub fn of(folder: &str) -> Vec<Case> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files.iter().flat_map(|file| read_cases(file)).collect()
}
