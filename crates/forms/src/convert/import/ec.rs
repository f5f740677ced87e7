//! The exact cover benchmark of Junttila and Kaski: `c` for comments, `p ec N`, `s ELEMENT...`.

use super::draft::{Draft, Kind};
use super::words::{end, lines, words};
use super::{FEW, Fault, ImportRow, Imported};
use dlx3_base::text::plural::counted;
use dlx3_format::Bounds;

pub const EC: ImportRow = ImportRow {
    name: "ec",
    about: "The exact cover benchmark of Junttila and Kaski",
    read: "lines `p ec N' and `s ELEMENT...'",
    options: &[],
    reader: |text, _| read(text),
};

fn read(text: &[u8]) -> Result<Imported, Fault> {
    let mut draft = Draft::new();
    let mut size = None;
    for (number, line) in lines(text) {
        let end = end(number, line);
        let mut words = words(number, line);
        let Some(first) = words.next() else { continue };
        match (first.text, size) {
            (b"c", _) => {}
            (b"p", None) => {
                let ec = words.next();
                if ec.is_none_or(|word| word.text != b"ec") {
                    let (place, text) = ec.map_or((end, &b""[..]), |word| (word.place, word.text));
                    return Err(Fault::unexpected(place, text, "the word ec"));
                }
                let what = "the number of elements";
                let word = words.next();
                let word = word.ok_or_else(|| Fault::unexpected(end, b"", what))?;
                let elements = word.count(what)?;
                // Unless each element is named, which takes a byte, there is no solution.
                if elements > text.len().max(FEW) {
                    let told =
                        format!("the text is too short for {}", counted(elements, "element"));
                    return Err(word.fault(told));
                }
                draft.numbered(elements, Kind::Primary(Bounds::ONE), word.place)?;
                if let Some(more) = words.next() {
                    return Err(more.unexpected("the end of the line"));
                }
                size = Some(elements);
            }
            (b"s", Some(elements)) => {
                draft.begin(first.place);
                for word in words {
                    if !draft.node(word.index(elements, "an element")? as u32, None) {
                        return Err(word.fault("the set has this element twice"));
                    }
                }
                draft.end();
            }
            (_, None) => return Err(first.unexpected("c or a line `p ec N'")),
            (_, Some(_)) => return Err(first.unexpected("c or s")),
        }
    }
    match size {
        Some(_) => draft.build(),
        None => Err(Fault::nowhere("there is no line `p ec N'")),
    }
}
