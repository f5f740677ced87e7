//! Reads what `minizinc` prints: after each solution a line of dashes, and perhaps a line of equals
//! signs at the end. A solution is a line `options 1 5 7`, or the array `x` in MiniZinc's own
//! syntax or in JSON.

use super::values::Values;
use super::{Dialect, Line, LineFault, Model, ModelFault, Models, Verdict, number, unexpected};

pub const MZN: Models = Models {
    about: "Solutions of MiniZinc models",
    read: "what minizinc prints, also with --output-mode dzn or json",
    says_best: true,
    dialect: || Box::new(Mzn::default()),
};

#[derive(Default)]
struct Mzn {
    verdict: Option<Verdict>,
}

fn verdict(text: &[u8]) -> Option<Verdict> {
    Some(match text {
        b"==========" => Verdict::Complete,
        b"=====UNSATISFIABLE=====" | b"=====UNSATorUNBOUNDED=====" => Verdict::Unsatisfiable,
        b"=====UNKNOWN=====" | b"=====UNBOUNDED=====" | b"=====ERROR=====" => Verdict::Stopped,
        _ => return None,
    })
}

/// Where the values of the array `x` begin, if the line has them: after `x =` in MiniZinc's own
/// syntax, or after `"x":` in JSON, where other names may be in the same line.
fn array_start(text: &[u8]) -> Option<usize> {
    let blanks = text.len() - text.trim_ascii_start().len();
    let is_next = |start: usize, sign: &[u8]| text[start..].trim_ascii_start().starts_with(sign);
    if text[blanks..].starts_with(b"x") && is_next(blanks + 1, b"=") {
        return Some(blanks + 1);
    }
    let is_json = matches!(text.get(blanks), Some(b'{' | b'"' | b','));
    let mut names = memchr::memmem::find_iter(text, b"\"x\"").map(|start| start + 3);
    names.find(|&start| is_json && is_next(start, b":"))
}

fn options(values: &mut Values, line: Line<'_>) -> Result<(), LineFault> {
    // The array may have given the options, too.
    let is_first = values.begun().is_none();
    values.begin(line.number);
    for word in line.words().skip(1) {
        let number = number(word.1).ok_or_else(|| unexpected(word, "the number of an option"))?;
        let options = values.options();
        if number == 0 || number > options as u64 {
            return Err((ModelFault::NoOption { number, options }, word.0));
        }
        if is_first && values.has(number) {
            return Err((ModelFault::Twice(number), word.0));
        }
        values.set(number, true, line.place(word.0))?;
    }
    Ok(())
}

fn array(values: &mut Values, line: Line<'_>, start: usize) -> Result<(), LineFault> {
    values.begin(line.number);
    let end = |expected| unexpected((line.text.len(), b""), expected);
    let open = memchr::memchr(b'[', &line.text[start..]).ok_or_else(|| end("[ and values"))?;
    let start = start + open + 1;
    let length = memchr::memchr(b']', &line.text[start..]).ok_or_else(|| end("]"))?;
    let inside = &line.text[start..start + length];
    let mut found = 0;
    let mut before = start;
    for piece in inside.split(|&byte| byte == b',') {
        let blanks = piece.len() - piece.trim_ascii_start().len();
        let word = (before + blanks, piece.trim_ascii());
        before += piece.len() + 1;
        let value = match word.1 {
            b"true" | b"1" => true,
            b"false" | b"0" => false,
            // Also for an empty list.
            b"" if length == piece.len() => break,
            _ => return Err(unexpected(word, "true or false")),
        };
        found += 1;
        values.set(found as u64, value, line.place(word.0))?;
    }
    let expected = values.options();
    match found == expected {
        true => Ok(()),
        false => Err((ModelFault::Length { found, expected }, start)),
    }
}

impl Dialect for Mzn {
    fn line(&mut self, values: &mut Values, line: Line<'_>) -> Result<Option<Model>, LineFault> {
        let text = line.text.trim_ascii();
        if let Some(verdict) = verdict(text) {
            self.verdict = Some(verdict);
        } else if text == b"----------" {
            self.verdict = Some(Verdict::Satisfiable);
            let model = values.take().ok_or((ModelFault::NoValues, 0))?;
            return Ok(Some(model));
        } else if text == b"options" || text.starts_with(b"options ") {
            options(values, line)?;
        } else if let Some(start) = array_start(line.text) {
            array(values, line, start)?;
        }
        Ok(None)
    }

    /// A solution without its last line was cut off.
    fn end(&mut self, values: &mut Values) -> Result<Option<Model>, ModelFault> {
        match values.begun() {
            Some(_) => Err(ModelFault::Unexpected {
                found: String::new(),
                expected: "a line of ten dashes after the solution",
            }),
            None => Ok(None),
        }
    }

    fn verdict(&self) -> Verdict {
        self.verdict.unwrap_or(Verdict::Unsaid)
    }
}
