//! What must hold for all bytes whatever. The fuzz targets feed these, and so does
//! `tests/filters/bad_input.rs`.

use dlx3::Problem;
use dlx3::format::solution::SolutionReader;

/// Reading ends in a problem no larger than its text, or in a fault whose place is
/// in the text.
pub fn reading_ends_well(bytes: &[u8]) {
    match Problem::from_bytes(bytes) {
        Ok(problem) => {
            assert!(problem.primary_count() >= 1);
            assert!(problem.item_count() + problem.node_count() <= bytes.len());
            for option in problem.option_ids() {
                let mut items: Vec<_> = problem.option(option).collect();
                items.sort_unstable();
                items.dedup_by_key(|(item, _)| *item);
                assert_eq!(items.len(), problem.nodes_of(option).len());
                assert!(items[0].0.index() < problem.primary_count());
            }
        }
        Err(fault) => {
            let line = bytes
                .split(|&byte| byte == b'\n')
                .nth(fault.line.max(1) as usize - 1);
            assert!(fault.position <= line.expect("the line exists").len());
            assert!(fault.excerpt.len() <= 99);
            let page = fault.to_bytes();
            let lines = page.iter().filter(|&&byte| byte == b'\n').count();
            assert!((3..=4).contains(&lines), "{fault}");
        }
    }
}

/// What is written is read as an equal problem, and written the same again.
pub fn writing_is_undone_by_reading(bytes: &[u8]) {
    let Ok(problem) = Problem::from_bytes(bytes) else {
        return;
    };
    let write = |problem: &Problem| {
        let mut written = Vec::new();
        problem.write(&mut written).expect("memory takes all");
        written
    };
    let written = write(&problem);
    let again = Problem::from_bytes(&written).expect("what is written can be read");
    assert_eq!(again, problem);
    assert_eq!(write(&again), written);
}

/// Reading a solution stream ends, with at most one error, at its end.
pub fn a_solution_stream_ends(bytes: &[u8]) {
    let mut lines = 0;
    let mut solutions = SolutionReader::new(bytes);
    while let Some(Ok(solution)) = solutions.next() {
        assert_eq!(solution.line, lines + 1);
        lines += 1 + solution.levels.len() as u64;
    }
    assert!(solutions.next().is_none());
    assert!(lines as usize <= bytes.len());
}
