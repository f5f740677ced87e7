use dlx3::peg::{*, solve::*};
use std::time::Instant;
#[test]
fn scratch() {
    for spec in ["latin", "greek", "fireplace", "up-arrow", "pyramid", "diamond", "lamp", "inclined-square", "central", "triangle", "3x4", "french:c1:e7", "wiegleb:e5"] {
        let p = parse_spec(spec).unwrap();
        for (method, bounds) in [(Method::Auto, true), (Method::Forward, true), (Method::Forward, false), (Method::ForwardBackward, false)] {
        let t = Instant::now();
        let o = Options { method, bounds, table: true, most_nodes: 10_000_000, effort: feasible::Effort { threads: 1, most_keys: 1 << 24 } };
        let mut s = String::new();
        let f = solve(&p, o, |stage| s += &format!("{stage:?} {:?}; ", t.elapsed()));
        println!("{spec} {method:?} {bounds} {} {s}", match f { Err(e) => e.to_string(), Ok(Answer::Solution(j)) => { assert_eq!(p.replay(&j), Ok(p.finish)); "ok".into() }, Ok(o) => format!("{o:?}") });
    }}
}
