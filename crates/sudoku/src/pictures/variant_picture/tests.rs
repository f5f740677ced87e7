use super::*;
use crate::links;
use crate::rules::kinds::{cages, dots, edges, lines};
use crate::rules::{Rule, Shape};

fn read(text: &str) -> Variant {
    links::read(text).unwrap()
}

fn count(picture: &str, what: &str) -> usize {
    picture.matches(what).count()
}

#[test]
fn lines_and_arrows_have_their_colors_and_their_ends() {
    let text = ".Shape~4x4.Thermo~R1C1~R2C1~R3C2.Between~R1C2~R1C3~R2C4.Lockout~2~R4C1~R4C2~R4C3\
                .Whisper~2~R2C2~R2C3.Arrow~R3C4~R3C3~R4C4";
    insta::assert_snapshot!(grid_svg(&read(text), None));
}

#[test]
fn dots_letters_angles_and_circles_stand_where_cells_meet() {
    let mut variant =
        read(".Shape~4x4.V~R1C1~R1C2.X~R1C2~R2C2.GreaterThan~R3C2~R3C1.Quad~R2C3~1~4");
    let dot = |kind, number| Rule::new(kind, [14, 15]).with([number]);
    variant.rules.push(Rule::new(&dots::WHITE_DOT, [12, 13]));
    variant.rules.push(dot(&dots::WHITE_DOT, 3));
    variant.rules.push(dot(&dots::BLACK_DOT, 3));
    insta::assert_snapshot!(grid_svg(&variant, None));
}

#[test]
fn cages_and_clues_beside_the_grid_of_several_kinds_differ_in_color() {
    let text = ".Shape~4x4.Cage~5~R1C1~R1C2.RellikCage~4~R4C3~R4C4.Sandwich~3~C1.Skyscraper~C1~2~3\
                .LittleKiller~6~R2C1.LittleKiller~9~R1C4.~R3C3_2~R4C1_1_3";
    let solution = *b"\x02\x03\x04\x01\x04\x01\x03\x02\x01\x04\x02\x03\x03\x02\x01\x04";
    insta::assert_snapshot!(svg(&read(text), Some(&solution)));
}

#[test]
fn cells_that_rules_color_or_shade_are_below_all_lines() {
    let mut variant =
        read(".Shape~4x4.Windoku.Diagonal~1.Indexing~C~R1C1.CountingCircles~R2C1~R3C1");
    variant.rules.push(Rule::new(&cages::ODD, [1]));
    variant.rules.push(Rule::new(&cages::EVEN, [2]));
    variant.rules.push(Rule::new(&cages::MINIMUM, [15]));
    let clones = |a: Cell, b: Cell| Rule::of_parts(&cages::CLONES, vec![vec![a], vec![b]]);
    variant.rules.extend([clones(4, 9), clones(5, 12)]);
    insta::assert_snapshot!(grid_svg(&variant, None));
}

#[test]
fn a_grid_may_be_no_square_and_have_cells_beside_it() {
    let text = ".Shape~4x6~0-5.Var~S~~2.Sum~7~VS1~R1C1~R2C2.Or.Thermo~R1C2~R1C3.Renban~R3C1~R4C2.End\
                .Regex~MSoy~R3C4~R3C5.~R4C6_0~R4C5_1_2.Skyscraper~R1~2~3.Skyscraper~C2~1~4";
    let variant = read(text);
    insta::assert_snapshot!(super::text(&variant, None));
    let picture = svg(&variant, None);
    for part in [
        ">VS1<",
        ">VS2<",
        "class=\"unsure\"",
        "Digits are 0 to 5.",
        ">expression 1*2<",
    ] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
}

#[test]
fn each_kind_is_told_in_a_sentence_once() {
    let variant = read(".Thermo~R1C1~R1C2.Thermo~R2C1~R2C2.AntiKnight.StrictXV");
    let picture = svg(&variant, None);
    for kind in [&lines::THERMOMETER, &whole::KNIGHT, &dots::NO_OTHER_XV] {
        let name = format!(">{}<", Escaped(kind.name.as_bytes()));
        assert_eq!(count(&picture, &name), 1, "{name}");
    }
    assert_eq!(count(&grid_svg(&variant, None), "tspan"), 0);
}

#[test]
fn a_picture_has_the_styles_of_its_own_classes_only() {
    let picture = grid_svg(&Variant::new(Shape::square(4)), None);
    assert!(picture.contains(".thin{") && !picture.contains(".cage{"));
    let cage = Rule::new(&cages::CAGE, [0, 1]);
    let mut variant = Variant::new(Shape::square(4));
    variant.rules.push(cage);
    assert!(grid_svg(&variant, None).contains(".cage{"));
}

#[test]
fn what_a_user_writes_is_escaped() {
    let mut variant = Variant::new(Shape::square(4));
    variant.add_extra("<&\u{1}".to_owned());
    let own = Custom::Expression("<\"\u{2}".to_owned());
    let rule = Rule::new(&crate::rules::kinds::custom::EXPRESSION, [0, 1]).saying(own);
    variant.rules.push(rule);
    let picture = svg(&variant, None);
    assert!(picture.contains("&lt;&amp;\u{fffd}") && picture.contains("&lt;\\&quot;\\u{2}"));
    assert!(!super::text(&variant, None).contains('\u{2}'));
}

#[test]
fn rules_with_cells_missing_or_strange_are_drawn_as_far_as_they_go() {
    // Rules are not checked before they are drawn.
    let parts: [&[&[Cell]]; 6] = [
        &[],
        &[&[]],
        &[&[0]],
        &[&[0, 0]],
        &[&[16, 0]],
        &[&[0], &[], &[17]],
    ];
    let numbers: [&[i32]; 3] = [&[], &[-3], &[100, 2, 3, 4, 5]];
    for (rows, columns) in [(1, 1), (1, 4), (4, 4), (16, 16)] {
        let shape = Shape {
            rows,
            columns,
            first: 0,
            last: 16,
        };
        for kind in crate::rules::kinds::KINDS {
            for parts in parts {
                let mut variant = Variant::new(shape);
                while variant.sets.len() < 18 {
                    variant.add_extra("V".to_owned());
                }
                for numbers in numbers {
                    let parts = parts.iter().map(|part| part.to_vec()).collect();
                    variant
                        .rules
                        .push(Rule::of_parts(kind, parts).with(numbers));
                }
                let solution = vec![3; variant.sets.len() / 2];
                let picture = svg(&variant, Some(&solution));
                assert!(
                    !picture.contains("NaN") && !picture.contains("inf"),
                    "{picture}"
                );
                _ = super::text(&variant, Some(&solution));
            }
        }
    }
}

#[test]
fn diagonals_have_their_clue_where_they_begin() {
    let shape = Shape::square(4);
    let mut variant = Variant::new(shape);
    let places: [(&[Cell], (f64, f64)); 4] = [
        (&[0, 5, 10, 15], (-19.0, -14.0)),
        (&[1, 4], (99.0, -14.0)),
        (&[8, 13], (-14.0, 61.0)),
        (&[15], (101.0, 174.0)),
    ];
    for (cells, _) in places {
        variant
            .rules
            .push(Rule::new(&edges::LITTLE_KILLER, cells).with([9]));
    }
    let clues = around::clues(&variant);
    for (clue, (cells, place)) in clues.iter().zip(places) {
        assert_eq!((clue.x, clue.y), place, "{cells:?}");
    }
}

#[test]
fn thousands_of_rules_at_one_place_are_drawn() {
    // Each of them looks at no other.
    let mut variant = Variant::new(Shape::square(4));
    for number in 0..20_000 {
        let clue = Rule::new(&edges::SANDWICH, variant.shape.row_cells(0)).with([number]);
        let dot = Rule::new(&dots::WHITE_DOT, [0, 1]);
        let clones = Rule::of_parts(&cages::CLONES, vec![vec![0], vec![5]]);
        let own = Custom::Expression(number.to_string());
        let line = Rule::new(&crate::rules::kinds::custom::EXPRESSION, [0, 1]).saying(own);
        let diagonal = Rule::whole(&whole::DIAGONAL_UP);
        variant.rules.extend([clue, dot, clones, line, diagonal]);
    }
    variant
        .rules
        .push(Rule::new(&cages::CAGE, vec![0; 100_000]).with([1]));
    assert_eq!(count(&svg(&variant, None), "class=\"white\""), 20_000);
    assert!(super::text(&variant, None).lines().count() > 100_000);
}
