//! The problems on which speed is measured are as their lists say.

use crate::common::problems::covers::wide;
use crate::common::problems::yardsticks::{
    EVERY_MTH, LONG_TO_READ, LONG_TO_SEARCH, OTHER_SHAPES, STATES_COME_BACK, WITHOUT_BOUNDS,
    YARDSTICKS,
};
use dlx3::Original;
use dlx3::Problem;
use dlx3::search::Variant;
use std::collections::BTreeSet;

#[test]
fn every_yardstick_can_be_read() {
    for yardstick in YARDSTICKS
        .iter()
        .chain(OTHER_SHAPES)
        .chain(STATES_COME_BACK)
        .chain(WITHOUT_BOUNDS)
        .chain(LONG_TO_SEARCH)
        .chain(EVERY_MTH)
    {
        let problem: Result<Problem, _> = (yardstick.text)().parse();
        let problem = problem.unwrap_or_else(|fault| panic!("{}: {fault}", yardstick.name));
        assert!(problem.option_count() > 0, "{}", yardstick.name);
    }
}

#[test]
fn the_long_text_has_as_many_options_and_items_as_it_should() {
    let problem: Problem = wide(1000, 6, 300).parse().unwrap();
    assert_eq!((problem.option_count(), problem.item_count()), (1000, 300));
    for option in problem.option_ids() {
        assert_eq!(problem.option(option).count(), 6);
    }
    let names: Vec<&str> = LONG_TO_READ.iter().map(|one| one.name).collect();
    assert_eq!(names, ["reading a million options"]);
}

/// Means are taken over consecutive problems of one class.
#[test]
fn the_yardsticks_of_a_class_stand_together_and_have_names_of_their_own() {
    for list in [YARDSTICKS, OTHER_SHAPES] {
        let classes = list.chunk_by(|one, other| one.class == other.class);
        let classes: Vec<&str> = classes.map(|class| class[0].class).collect();
        assert_eq!(classes.iter().collect::<BTreeSet<_>>().len(), classes.len());
    }
    for list in [
        YARDSTICKS,
        OTHER_SHAPES,
        STATES_COME_BACK,
        WITHOUT_BOUNDS,
        LONG_TO_SEARCH,
        EVERY_MTH,
    ] {
        let names: BTreeSet<&str> = list.iter().map(|one| one.name).collect();
        assert_eq!(names.len(), list.len());
    }
}

#[test]
fn dlx2_takes_the_yardsticks_that_it_is_compared_on() {
    for yardstick in WITHOUT_BOUNDS {
        let problem: Problem = (yardstick.text)().parse().unwrap();
        let variant = Variant::of(Original::Dlx2);
        assert!(variant.accepts(&problem), "{}", yardstick.name);
    }
}
