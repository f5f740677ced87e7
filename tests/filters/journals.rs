//! Damaged journals of searches in parts: a few cases of `make fuzz-journals`.

#[path = "../../scripts/journal_fuzz/case.rs"]
mod case;
#[path = "../../scripts/journal_fuzz/damage.rs"]
mod damage;

use case::Verdict;

#[test]
fn a_damaged_journal_leads_to_the_right_result_or_to_a_message() {
    let verdicts = case::run(17, 1500, 2, None);
    let count = |verdict: Verdict| verdicts.iter().filter(|&&other| other == verdict).count();
    assert_eq!(count(Verdict::Wrong), 0);
    // Some damage is repaired, some is refused, and some journals are forged.
    for verdict in [Verdict::Right, Verdict::Refused, Verdict::Forged] {
        assert!(count(verdict) > 100, "{verdict:?}: {}", count(verdict));
    }
}
