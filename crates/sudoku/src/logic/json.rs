//! Steps as JSON: one form for programs, the page and other languages.

use super::explain::{Candidate, Explanation};
use super::houses::house_cells;
use super::inference::Inference;
use super::step::Mark;
use dlx3_base::text::json::{put_list, put_text};
use dlx3_base::text::output::Put;

/// Writes an object. Cells count from 0, row by row; a candidate is `[cell, digit]`, a mark of a
/// chain `[cell, digit, 1 if it is right]`, and a house the list of its cells.
///
/// | field | |
/// |---|---|
/// | `technique`, `name`, `names` | the technique as a title and as a name, and what else it is called |
/// | `usual` | the name that most players use, as a title |
/// | `tenths` | its rating, in tenths |
/// | `placed`, `removed` | the candidate that it places, or null; those that it takes away |
/// | `cells`, `houses`, `candidates` | its pattern |
/// | `pivot`, `wings` | of an XY-wing or XYZ-wing: the pivot, or null, and the wings |
/// | `starts`, `chains` | where chains begin, and their links, pairs of marks |
/// | `inferences` | the steps of each chain: `from`, `to`, the `reason`, and what is `within` it |
/// | `place`, `sentence`, `lines`, `effect` | the same as text |
/// | `text` | all of it as lines, with the reason of each link |
pub fn put_step(out: &mut impl Put, step: &Explanation) {
    out.put(b"{\"technique\":");
    put_text(out, step.technique.title().as_bytes());
    out.put(b",\"name\":");
    put_text(out, step.technique.name().as_bytes());
    out.put(b",\"names\":");
    texts(out, step.names.iter().copied());
    out.put(b",\"usual\":");
    put_text(out, step.usual_name().as_bytes());
    out.put(format!(",\"tenths\":{},\"placed\":", step.tenths).as_bytes());
    match step.placed {
        Some(placed) => candidate(out, placed),
        None => out.put(b"null"),
    }
    out.put(b",\"removed\":");
    put_list(out, step.removed.iter().copied(), candidate);
    out.put(b",\"cells\":");
    numbers(out, &step.cells);
    out.put(b",\"houses\":");
    put_list(out, &step.houses, |out, &house| {
        numbers(out, &house_cells(house))
    });
    out.put(b",\"candidates\":");
    put_list(out, step.candidates.iter().copied(), candidate);
    out.put(b",\"pivot\":");
    match step.pivot {
        Some(cell) => out.put_number(cell.into()),
        None => out.put(b"null"),
    }
    out.put(b",\"wings\":");
    numbers(out, &step.wings);
    out.put(b",\"starts\":");
    put_list(out, step.starts.iter().copied(), mark);
    out.put(b",\"chains\":");
    put_list(out, &step.chains, |out, chain| {
        put_list(out, chain, |out, link| {
            put_list(out, [link.from, link.to], mark)
        });
    });
    out.put(b",\"inferences\":");
    put_list(out, &step.inferences, |out, chain| {
        put_list(out, chain, inference)
    });
    for (name, text) in [
        ("place", &step.place),
        ("sentence", &step.sentence),
        ("effect", &step.effect),
        ("text", &step.text(4)),
    ] {
        out.put(format!(",\"{name}\":").as_bytes());
        put_text(out, text.as_bytes());
    }
    out.put(b",\"lines\":");
    texts(out, step.lines.iter().map(String::as_str));
    out.put(b"}");
}

fn inference<P: Put>(out: &mut P, step: &Inference) {
    out.put(b"{\"from\":");
    put_list(out, step.from.iter().copied(), mark);
    out.put(b",\"to\":");
    mark(out, step.to);
    out.put(b",\"reason\":");
    put_text(out, step.reason.as_bytes());
    out.put(b",\"house\":");
    match step.house() {
        Some(house) => numbers(out, &house_cells(house)),
        None => out.put(b"null"),
    }
    out.put(b",\"within\":");
    texts(out, step.within.iter().map(String::as_str));
    out.put(b"}");
}

fn candidate<P: Put>(out: &mut P, it: Candidate) {
    numbers(out, &[it.cell, it.digit]);
}

fn mark<P: Put>(out: &mut P, it: Mark) {
    numbers(out, &[it.cell, it.digit, it.on.into()]);
}

fn numbers<P: Put>(out: &mut P, list: &[u8]) {
    put_list(out, list, |out, &number| out.put_number(number.into()));
}

fn texts<'t, P: Put>(out: &mut P, list: impl Iterator<Item = &'t str>) {
    put_list(out, list, |out, text| put_text(out, text.as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Ladder, Technique};

    #[test]
    fn a_wing_as_json_has_its_pivot_and_its_names() {
        let marks = Technique::XyWing.example().marks();
        let step = Ladder::new().next(&marks).unwrap();
        let mut text = Vec::new();
        put_step(&mut text, &Explanation::new(&step, &marks));
        let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(value["technique"], "XY-wing");
        assert_eq!(value["names"][0], "Y-wing");
        assert_eq!(value["usual"], "XY-wing");
        assert_eq!(value["wings"].as_array().unwrap().len(), 2);
        assert!(value["pivot"].is_u64() && value["inferences"] == serde_json::json!([]));
    }

    #[test]
    fn a_chain_as_json_has_a_reason_for_each_link() {
        let marks = Technique::ForcingChain.example().marks();
        let step = Ladder::new().next(&marks).unwrap();
        let mut text = Vec::new();
        put_step(&mut text, &Explanation::new(&step, &marks));
        let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(value["usual"], "AIC");
        let chain = value["inferences"][0].as_array().unwrap();
        assert_eq!(chain.len(), value["chains"][0].as_array().unwrap().len());
        assert!(
            chain
                .iter()
                .all(|one| !one["reason"].as_str().unwrap().is_empty())
        );
        let last = chain.last().unwrap()["reason"].as_str().unwrap();
        let text = value["text"].as_str().unwrap();
        assert!(text.ends_with(&format!(": {last}\n")), "{text}");
    }
}
