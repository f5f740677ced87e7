//! Each kind of rules beside a condition on grids that is written down by itself: of all 288 grids
//! of order 4, the same ones satisfy both. Also the exact cover, which must have one solution for
//! each of them.

use super::Cell;
use super::conflict::why;
use super::make::{make, redundant};
use super::solve::Rules;
use super::words;
use super::{Shape, Variant};
use crate::links::{fpuzzles, fpuzzles_link, iss, iss_link, read};
use crate::never;
use dlx3_answers::Answers;

/// The digit in a row and column, from 1.
type At<'g> = &'g dyn Fn(usize, usize) -> i32;

/// The solutions of a Sudoku, sorted.
fn solutions(variant: &Variant) -> Vec<Vec<u8>> {
    let mut found = Rules::new(variant)
        .unwrap()
        .solutions(10_000, &never)
        .unwrap();
    found.sort();
    found
}

fn all_grids() -> Vec<Vec<u8>> {
    let found = solutions(&iss::read(".Shape~4x4").unwrap());
    assert_eq!(found.len(), 288);
    found
}

/// Distinct numbers.
fn differ(numbers: &[i32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|two| two[0] < two[1])
}

/// Pairs of cells that share a side, as their digits.
fn neighbors(at: At<'_>) -> Vec<(i32, i32)> {
    let across = (1..=4).flat_map(|r| (1..=3).map(move |c| (r, c)));
    let across = across.map(|(r, c)| (at(r, c), at(r, c + 1)));
    let down = (1..=3).flat_map(|r| (1..=4).map(move |c| (r, c)));
    across
        .chain(down.map(|(r, c)| (at(r, c), at(r + 1, c))))
        .collect()
}

/// How many are seen from the first.
fn seen(row: &[i32]) -> usize {
    (0..row.len())
        .filter(|&place| row[..place].iter().all(|&other| other < row[place]))
        .count()
}

/// The sum strictly between two digits of a row.
fn between(row: &[i32], a: i32, b: i32) -> i32 {
    let mut ends = [a, b].map(|end| row.iter().position(|&digit| digit == end).unwrap());
    ends.sort_unstable();
    row[ends[0] + 1..ends[1]].iter().sum()
}

/// A text, and whether a grid satisfies it.
type Case<'c> = (&'c str, &'c dyn Fn(At<'_>) -> bool);

#[test]
fn each_kind_of_rules_demands_what_it_says() {
    let cases: &[Case<'_>] = &[
        (".Thermo~R1C1~R2C2~R3C2", &|at| {
            at(1, 1) < at(2, 2) && at(2, 2) < at(3, 2)
        }),
        (".Whisper~2~R1C1~R1C2~R2C3", &|at| {
            (at(1, 1) - at(1, 2)).abs() >= 2 && (at(1, 2) - at(2, 3)).abs() >= 2
        }),
        (".Renban~R1C1~R2C3~R4C4", &|at| {
            let cells = [at(1, 1), at(2, 3), at(4, 4)];
            differ(&cells) && cells.iter().max().unwrap() - cells.iter().min().unwrap() == 2
        }),
        (".Between~R1C1~R2C2~R3C3~R4C4", &|at| {
            let (low, high) = (at(1, 1).min(at(4, 4)), at(1, 1).max(at(4, 4)));
            [at(2, 2), at(3, 3)]
                .iter()
                .all(|&digit| low < digit && digit < high)
        }),
        (".Lockout~2~R1C1~R2C2~R4C3", &|at| {
            let (low, high) = (at(1, 1).min(at(4, 3)), at(1, 1).max(at(4, 3)));
            high - low >= 2 && !(low..=high).contains(&at(2, 2))
        }),
        (".Palindrome~R1C1~R2C2~R3C3~R4C4", &|at| {
            at(1, 1) == at(4, 4) && at(2, 2) == at(3, 3)
        }),
        (".Zipper~R1C1~R1C2~R2C3~R3C4~R4C4", &|at| {
            at(1, 1) + at(4, 4) == at(2, 3) && at(1, 2) + at(3, 4) == at(2, 3)
        }),
        (".Zipper~R1C1~R1C2~R2C3~R3C4", &|at| {
            at(1, 1) + at(3, 4) == at(1, 2) + at(2, 3)
        }),
        (".RegionSumLine~R1C1~R2C2~R2C3~R1C4", &|at| {
            at(1, 1) + at(2, 2) == at(2, 3) + at(1, 4)
        }),
        (".SumLine~5~R1C1~R1C2~R2C3~R3C3", &|at| {
            let cells = [at(1, 1), at(1, 2), at(2, 3), at(3, 3)];
            let mut sum = 0;
            let good = cells.iter().all(|digit| {
                sum = if sum == 5 { *digit } else { sum + digit };
                sum <= 5
            });
            good && sum == 5
        }),
        (".SumLine~5~R1C1~R1C2~R2C2~R2C1~LOOP", &|at| {
            let cells = [at(1, 1), at(1, 2), at(2, 2), at(2, 1)];
            (0..4).any(|start| {
                let mut sum = 0;
                let good = (0..4).all(|step| {
                    let digit = cells[(start + step) % 4];
                    sum = if sum == 5 { digit } else { sum + digit };
                    sum <= 5
                });
                good && sum == 5
            })
        }),
        (".Modular~2~R1C1~R1C2~R2C3", &|at| {
            at(1, 1) % 2 != at(1, 2) % 2 && at(1, 2) % 2 != at(2, 3) % 2
        }),
        (".WhiteDot~R1C1~R1C2~R2C2", &|at| {
            (at(1, 1) - at(1, 2)).abs() == 1 && (at(1, 2) - at(2, 2)).abs() == 1
        }),
        (".BlackDot~R3C3~R3C4", &|at| {
            at(3, 3) == 2 * at(3, 4) || 2 * at(3, 3) == at(3, 4)
        }),
        (".V~R2C2~R2C3", &|at| at(2, 2) + at(2, 3) == 5),
        (".GreaterThan~R2C2~R2C1~R3C2", &|at| {
            at(2, 2) > at(2, 1) && at(2, 2) > at(3, 2)
        }),
        (".StrictXV.V~R1C2~R1C3", &|at| {
            let fives = neighbors(at).iter().filter(|(a, b)| a + b == 5).count();
            at(1, 2) + at(1, 3) == 5 && fives == 1
        }),
        (".WhiteDot~R1C2~R1C3.StrictKropki", &|at| {
            let is_dot = |&&(a, b): &&(i32, i32)| (a - b).abs() == 1 || a == 2 * b || b == 2 * a;
            (at(1, 2) - at(1, 3)).abs() == 1 && neighbors(at).iter().filter(is_dot).count() == 1
        }),
        (".Cage~6~R1C1~R1C2~R2C1", &|at| {
            at(1, 1) + at(1, 2) + at(2, 1) == 6
        }),
        (".Cage~0~R1C1~R2C3~R3C2~R4C4", &|at| {
            differ(&[at(1, 1), at(2, 3), at(3, 2), at(4, 4)])
        }),
        (".Sum~8~R1C1~R2C3~R3C2", &|at| {
            at(1, 1) + at(2, 3) + at(3, 2) == 8
        }),
        (".Sum~0_=_1_1_-2~R1C1~R2C3~R3C2", &|at| {
            at(1, 1) + at(2, 3) == 2 * at(3, 2)
        }),
        (".RellikCage~5~R1C1~R1C2~R2C1", &|at| {
            let cells = [at(1, 1), at(1, 2), at(2, 1)];
            (1..8).all(|some| {
                (0..3)
                    .filter(|k| some >> k & 1 == 1)
                    .map(|k| cells[k])
                    .sum::<i32>()
                    != 5
            })
        }),
        (".EqualityCage~R1C1~R2C3", &|at| {
            let (a, b) = (at(1, 1), at(2, 3));
            a % 2 != b % 2 && (a > 2) != (b > 2)
        }),
        (".Lunchbox~3~R1C1~R1C2~R1C3", &|at| {
            let row = [at(1, 1), at(1, 2), at(1, 3)];
            between(&row, *row.iter().min().unwrap(), *row.iter().max().unwrap()) == 3
        }),
        (".ContainAtLeast~1_1_2~R1C1~R2C3~R3C2~R4C4", &|at| {
            let cells = [at(1, 1), at(2, 3), at(3, 2), at(4, 4)];
            let count = |digit| cells.iter().filter(|&&own| own == digit).count();
            count(1) >= 2 && count(2) >= 1
        }),
        (".ContainExact~1_2~R1C1~R2C3~R3C2~R4C4", &|at| {
            let cells = [at(1, 1), at(2, 3), at(3, 2), at(4, 4)];
            let count = |digit| cells.iter().filter(|&&own| own == digit).count();
            count(1) == 1 && count(2) == 1
        }),
        (".LookAndSay~2304~R1C1~R2C3~R3C2~R4C4", &|at| {
            let cells = [at(1, 1), at(2, 3), at(3, 2), at(4, 4)];
            let count = |digit| cells.iter().filter(|&&own| own == digit).count();
            count(3) == 2 && count(4) == 0
        }),
        (".Quad~R2C2~1~4", &|at| {
            let cells = [at(2, 2), at(2, 3), at(3, 2), at(3, 3)];
            cells.contains(&1) && cells.contains(&4)
        }),
        (".SameValues~2~R1C1~R2C3~R3C2~R4C4", &|at| {
            let sorted = |mut two: [i32; 2]| {
                two.sort_unstable();
                two
            };
            sorted([at(1, 1), at(2, 3)]) == sorted([at(3, 2), at(4, 4)])
        }),
        (".EqualSum~R1C1~R2C3~-~R3C2~-~R4C4", &|at| {
            at(1, 1) + at(2, 3) == at(3, 2) && at(3, 2) == at(4, 4)
        }),
        (".Arrow~R1C1~R1C2~R2C3", &|at| {
            at(1, 1) == at(1, 2) + at(2, 3)
        }),
        (".PillArrow~2~R1C1~R1C2~R2C1~R2C2~R3C3~R3C4~R4C3", &|at| {
            let shaft = at(2, 1) + at(2, 2) + at(3, 3) + at(3, 4) + at(4, 3);
            10 * at(1, 1) + at(1, 2) == shaft
        }),
        (".DoubleArrow~R1C1~R1C2~R2C3~R3C3", &|at| {
            at(1, 1) + at(3, 3) == at(1, 2) + at(2, 3)
        }),
        (".LittleKiller~7~R1C3", &|at| {
            at(1, 3) + at(2, 2) + at(3, 1) == 7
        }),
        (".Sandwich~5~R2", &|at| {
            between(&[at(2, 1), at(2, 2), at(2, 3), at(2, 4)], 1, 4) == 5
        }),
        (".Skyscraper~C2~3~2", &|at| {
            let mut column = [at(1, 2), at(2, 2), at(3, 2), at(4, 2)];
            let down = seen(&column);
            column.reverse();
            down == 3 && seen(&column) == 2
        }),
        (".HiddenSkyscraper~R1~2~", &|at| {
            let row = [at(1, 1), at(1, 2), at(1, 3), at(1, 4)];
            let is_hidden = |&place: &usize| row[..place].iter().any(|&other| other > row[place]);
            (0..4).find(is_hidden).is_some_and(|place| row[place] == 2)
        }),
        (".XSum~R1~~6", &|at| {
            let row = [at(1, 4), at(1, 3), at(1, 2), at(1, 1)];
            row[..row[0] as usize].iter().sum::<i32>() == 6
        }),
        (".NumberedRoom~C3~2~", &|at| at(at(1, 3) as usize, 3) == 2),
        (".FullRank~R1~7~", &|at| full_rank(at, 0) == Some(7)),
        (".FullRank~R1~7~.FullRankTies~none", &|at| {
            full_rank(at, 0) == Some(7) && differ(&lines(at))
        }),
        (".Diagonal~1", &|at| {
            differ(&[at(1, 4), at(2, 3), at(3, 2), at(4, 1)])
        }),
        (".Diagonal~-1", &|at| {
            differ(&[at(1, 1), at(2, 2), at(3, 3), at(4, 4)])
        }),
        (".DisjointSets", &|at| {
            [(1, 1), (1, 2), (2, 1), (2, 2)]
                .iter()
                .all(|&(r, c)| differ(&[at(r, c), at(r, c + 2), at(r + 2, c), at(r + 2, c + 2)]))
        }),
        (".AntiKnight", &|at| {
            let all = (1..=4usize).flat_map(|r| (1..=4usize).map(move |c| (r, c)));
            all.clone().all(|(r, c)| {
                all.clone().all(|(s, d)| {
                    let (up, side) = (r.abs_diff(s), c.abs_diff(d));
                    up * side != 2 || at(r, c) != at(s, d)
                })
            })
        }),
        (".AntiKing", &|at| {
            (1..=3).all(|r| {
                (1..=3).all(|c| at(r, c) != at(r + 1, c + 1) && at(r, c + 1) != at(r + 1, c))
            })
        }),
        (".AntiConsecutive", &|at| {
            neighbors(at).iter().all(|(a, b)| (a - b).abs() != 1)
        }),
        (".AntiTaxicab", &|at| {
            let all = (1..=4usize).flat_map(|r| (1..=4usize).map(move |c| (r, c)));
            all.clone().all(|(r, c)| {
                all.clone().all(|(s, d)| {
                    let steps = r.abs_diff(s) + c.abs_diff(d);
                    steps == 0 || at(r, c) != at(s, d) || at(r, c) as usize != steps
                })
            })
        }),
        (".Indexing~C~R2C3", &|at| at(2, at(2, 3) as usize) == 3),
        (".Indexing~R~R2C3~R4C4", &|at| {
            at(at(2, 3) as usize, 3) == 2 && at(at(4, 4) as usize, 4) == 4
        }),
        (".ValueIndexing~R1C1~R1C2~R2C2~R3C3~R4C4", &|at| {
            let cells = [at(2, 2), at(3, 3), at(4, 4)];
            cells.get(at(1, 2) as usize - 1) == Some(&at(1, 1))
        }),
        (".CountingCircles~R1C1~R2C3~R3C2", &|at| {
            let cells = [at(1, 1), at(2, 3), at(3, 2)];
            cells
                .iter()
                .all(|&own| cells.iter().filter(|&&other| other == own).count() as i32 == own)
        }),
        (".CountDistinct~R1C1~R2C3~R3C2~R4C4", &|at| {
            let cells = [at(2, 3), at(3, 2), at(4, 4)];
            (1..=4).filter(|digit| cells.contains(digit)).count() as i32 == at(1, 1)
        }),
        (".Regex~WzEyXSszKg~R1C1~R1C2~R1C3", &|at| {
            // [12]+3*
            let row = [at(1, 1), at(1, 2), at(1, 3)];
            let begun = row.iter().take_while(|&&digit| digit < 3).count();
            begun > 0 && row[begun..].iter().all(|&digit| digit == 3)
        }),
        (".Or.Thermo~R1C1~R2C2~R3C3.Cage~7~R4C3~R4C4.End", &|at| {
            (at(1, 1) < at(2, 2) && at(2, 2) < at(3, 3)) || at(4, 3) + at(4, 4) == 7
        }),
        (".Or.And.~R1C1_1.V~R4C3~R4C4.End.~R2C2_3_4.End", &|at| {
            (at(1, 1) == 1 && at(4, 3) + at(4, 4) == 5) || at(2, 2) >= 3
        }),
        (".Replicate~BB.GreaterThan~R1C1~R1C2.End", &|at| {
            at(1, 1) > at(1, 2) && at(2, 3) > at(2, 4)
        }),
    ];
    let grids = all_grids();
    for (text, holds) in cases {
        let variant =
            iss::read(&format!(".Shape~4x4{text}")).unwrap_or_else(|why| panic!("{text}: {why}"));
        let meets = |grid: &&Vec<u8>| {
            let at = |row: usize, column: usize| i32::from(grid[(row - 1) * 4 + column - 1]);
            holds(&at)
        };
        let expected: Vec<&Vec<u8>> = grids.iter().filter(meets).collect();
        let found = solutions(&variant);
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{text}");
        let rules = Rules::new(&variant).unwrap();
        if let Some(cover) = rules.cover().unwrap() {
            assert_eq!(
                cover.problem.count().to_string(),
                expected.len().to_string(),
                "{text}"
            );
        }
        assert!(expected.len() < 288, "{text} demands nothing");
    }
}

/// All rows and columns from both ends as numbers, the first row first.
fn lines(at: At<'_>) -> Vec<i32> {
    let number = |digits: [i32; 4]| digits.iter().fold(0, |all, digit| 10 * all + digit);
    let mut lines = Vec::new();
    for k in 1..=4 {
        let row = [at(k, 1), at(k, 2), at(k, 3), at(k, 4)];
        let column = [at(1, k), at(2, k), at(3, k), at(4, k)];
        for mut digits in [row, column] {
            lines.push(number(digits));
            digits.reverse();
            lines.push(number(digits));
        }
    }
    lines
}

/// The place of a line in the order of all; none if another one is equal to it.
fn full_rank(at: At<'_>, line: usize) -> Option<usize> {
    let lines = lines(at);
    let own = lines[line];
    let is_alone = lines.iter().filter(|&&other| other == own).count() == 1;
    is_alone.then(|| 1 + lines.iter().filter(|&&other| other < own).count())
}

#[test]
fn puzzles_that_are_made_have_one_solution_and_no_needless_clue() {
    let text = ".Shape~6x6.Thermo~R1C1~R2C2~R3C3.Arrow~R6C6~R5C6~R4C6.Whisper~2~R1C6~R2C6~R3C5";
    let variant = read(text).unwrap();
    for number in 0..3 {
        let (puzzle, solution) = make(&variant, 7, number, &never).unwrap();
        assert_eq!(solutions(&puzzle), [&solution[..]]);
        assert!(redundant(&puzzle, false, &never).unwrap().cells.is_empty());
        assert_eq!(
            make(&variant, 7, number, &never).unwrap(),
            (puzzle, solution)
        );
    }
}

#[test]
fn a_conflict_has_no_solution_and_without_any_of_its_parts_there_is_one() {
    let texts = [
        ".Shape~4x4.~R1C1_1~R4C4_2~R1C2_2.Thermo~R2C1~R2C2~R2C3~R2C4.Thermo~R3C4~R3C3~R3C2~R3C1.Cage~7~R1C3~R1C4",
        ".Shape~6x6.~R1C1_6~R6C6_1.Thermo~R1C1~R2C2~R3C3.Arrow~R6C6~R5C6~R4C6",
        ".Shape~4x4.~R1C1_1~R2C1_1",
        ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R2C1~R2C2.Cage~8~R3C1~R3C2~R3C3",
    ];
    for text in texts {
        let variant = read(text).unwrap();
        let rules = Rules::new(&variant).unwrap();
        let found = why(&rules, &never).unwrap();
        assert_eq!(found.is_none(), !solutions(&variant).is_empty());
        let Some(found) = found else { continue };
        assert!(found.is_minimal);
        let of = |cells: &[Cell], rules: &[usize]| {
            let mut less = variant.clone();
            less.rules = rules
                .iter()
                .map(|&place| variant.rules[place].clone())
                .collect();
            for cell in 0..less.sets.len() as Cell {
                if !cells.contains(&cell) {
                    less.sets[usize::from(cell)] = variant.shape.digits();
                }
            }
            solutions(&less)
        };
        assert!(of(&found.cells, &found.rules).is_empty());
        for cell in &found.cells {
            let less: Vec<Cell> = found.cells.iter().copied().filter(|c| c != cell).collect();
            assert!(!of(&less, &found.rules).is_empty(), "{text}: {found:?}");
        }
        for rule in &found.rules {
            let less: Vec<usize> = found.rules.iter().copied().filter(|r| r != rule).collect();
            assert!(!of(&found.cells, &less).is_empty(), "{text}: {found:?}");
        }
    }
}

#[test]
fn signs_stay_in_a_conflict_if_all_of_them_are_given_and_go_if_that_is_idle() {
    let told = |text: &str| {
        let variant = read(text).unwrap();
        let found = why(&Rules::new(&variant).unwrap(), &never)
            .unwrap()
            .unwrap();
        words::conflict(&variant, &found)
    };
    // No grid has the V, no other sum of 5 or 10, and this 4.
    assert_eq!(
        told(".Shape~6x6.StrictXV.V~R1C2~R1C3.~R3C3_1~R3C4_4"),
        "these, or some of them, contradict each other: r3c4=4, \
         all V and X are given and V r1c2 r1c3"
    );
    assert_eq!(
        told(".Shape~6x6.StrictXV.V~R1C2~R1C3.~R1C1_1~R1C4_1"),
        "these contradict each other: r1c1=1 and r1c4=1"
    );
    assert_eq!(
        told(".Shape~4x4.~R2C3_1~R2C3_2.V~R1C2~R1C3"),
        "the clues leave r2c3 no digit"
    );
}

#[test]
fn candidates_are_the_digits_of_all_solutions_and_equal_cells_are_equal() {
    let variant = read(".Shape~4x4.~R1C1_1~R2C3_2.Palindrome~R1C2~R3C4").unwrap();
    let all = solutions(&variant);
    assert!(all.len() > 2);
    let rules = Rules::new(&variant).unwrap();
    for most in [1, 2, 1000] {
        let found = rules.candidates(most, &never).unwrap();
        for (cell, counts) in found.counts.iter().enumerate() {
            for digit in 1..=4 {
                let count = all.iter().filter(|grid| grid[cell] == digit).count() as u64;
                let own = counts
                    .iter()
                    .find(|own| own.0 == digit)
                    .map_or(0, |own| own.1);
                assert_eq!(own, count.min(most), "{cell} {digit}");
            }
        }
        for a in 0..16u16 {
            for b in a + 1..16 {
                let [x, y] = [a, b].map(usize::from);
                let is_open = [x, y].iter().all(|&cell| found.counts[cell].len() > 1);
                let is_equal = is_open && all.iter().all(|grid| grid[x] == grid[y]);
                assert_eq!(found.equal.contains(&[a, b]), is_equal, "{a} {b}");
            }
        }
    }
}

#[test]
fn texts_and_links_of_other_programs_are_written_and_read_back() {
    let texts = [
        ".~R1C1_3~R2C2_1_2.Thermo~R1C1~R2C2.Whisper~5~R1C3~R1C4.WhiteDot~R1C1~R1C2.Diagonal~1",
        ".Shape~6x6.Sandwich~7~C3.Skyscraper~R1~3~.Skyscraper~R1~~2.LittleKiller~9~R1C4.AntiKnight",
        ".Cage~0~R1C1~R1C2.Cage~9~R2C1~R2C2.Arrow~R3C3~R4C4~R5C5.Quad~R1C1~1~2.XSum~C9~~20",
    ];
    for text in texts {
        let variant = read(text).unwrap();
        assert_eq!(
            iss::write(&variant).unwrap(),
            text.replace("~R2C2_1_2", ".~R2C2_1_2")
        );
        assert_eq!(read(&iss_link(&variant).unwrap()).unwrap(), variant);
        let json = fpuzzles::write(&variant).unwrap();
        let mut back = read(&json).unwrap();
        // JSON has its fields in an order of its own.
        let key = |rule: &super::Rule| format!("{rule:?}");
        let mut sorted = variant.clone();
        sorted.rules.sort_by_key(key);
        back.rules.sort_by_key(key);
        assert_eq!(back, sorted, "{json}");
        let mut link = read(&fpuzzles_link(&variant).unwrap()).unwrap();
        link.rules.sort_by_key(key);
        assert_eq!(link, sorted);
        let packed = fpuzzles_link(&variant).unwrap();
        let pad = packed.replace(
            "https://www.f-puzzles.com/?load=",
            "https://sudokupad.app/fpuz",
        );
        assert!(read(&pad).is_ok());
    }
}

#[test]
fn what_is_not_known_is_refused_by_its_name() {
    for (text, why) in [
        (".Foo~R1C1~R2C2", "the rule Foo R1C1 R2C2 is not known"),
        (
            ".Thermo~R1C1~R1Cz",
            "Thermo R1C1 R1Cz: there is no cell \"R1Cz\"",
        ),
        (
            ".WhiteDot~R1C1~R3C3",
            "WhiteDot R1C1 R3C3: no two of its cells are neighbors",
        ),
        (
            ".Shape~20x20",
            "Shape 20x20: a grid has at most 16 rows and columns",
        ),
        (".Or.Thermo~R1C1~R1C2", "Or has no End"),
        (
            ".Thermo~R1C1~R1C2.End",
            "there is an End without a beginning",
        ),
        (".~R1C1_12", " R1C1_12: \"12\" is no digit of this grid"),
        ("3x3::k:1:2", "the killer Sudoku has 2 cells, not 81"),
        (
            "https://f-puzzles.com/?load=!!",
            "the link is damaged, or cut off",
        ),
        ("{\"grid\":[[{}]],\"fog\":[1]}", "the rule fog is not known"),
        (
            "{\"grid\":[[{}]],\"thermometer\":[{\"lines\":[[\"R1C1\",\"R9C9\"]]}]}",
            "thermometer: there is no cell \"R9C9\"",
        ),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), why, "{text}");
    }
    // JSON with numbers is a plain Sudoku, which is read elsewhere.
    assert!(!crate::links::is_one("{\"grid\": [[5,3,0,0,7,0,0,0,0]]}"));
    assert!(read("{\"grid\":[[{},1],[{},{}]]}").is_err());
    // What is only drawn is told.
    let drawn = read("{\"grid\":[[{}]],\"line\":[{\"lines\":[[\"R1C1\"]]}]}").unwrap();
    assert_eq!(drawn.remarks, ["1 of line: drawn only, no rule"]);
}

#[test]
fn random_texts_are_read_or_refused() {
    let mut random = crate::Random::new(3, 0);
    let words = [
        ".",
        "~",
        "Shape",
        "6x6",
        "9x9~0-8",
        "Thermo",
        "R1C1",
        "R2C9",
        "_",
        "3",
        "Or",
        "End",
        "And",
        "Replicate",
        "BE",
        "Cage",
        "Sum",
        "0",
        "-5",
        "NFA",
        "VgGv",
        "Regex",
        "KDEp",
        "Jigsaw",
        "Var",
        "A",
        "VA1",
        "3x3::k:",
        "{\"grid\":",
        "[[{}]]",
        "}",
        "?q=",
        "?load=",
        "http://",
        "fpuz",
        "%2",
    ];
    for _ in 0..20_000 {
        let count = 1 + random.below(12);
        let text: String = (0..count)
            .map(|_| words[random.below(words.len() as u32) as usize])
            .collect();
        if let Ok(variant) = read(&text) {
            _ = Rules::new(&variant);
            _ = iss::write(&variant);
        }
    }
}

#[test]
fn a_grid_of_digits_that_are_not_all_in_a_row_is_solved() {
    // Rows of four digits out of five.
    let variant = read(".Shape~4x4~0-4.NoBoxes.Sandwich~5~R1.RegionSameValues").unwrap();
    assert_eq!(
        variant.shape,
        Shape {
            rows: 4,
            columns: 4,
            first: 0,
            last: 4
        }
    );
    let found = solutions(&variant);
    for grid in &found {
        let missing: Vec<u8> = grid
            .chunks(4)
            .map(|row| 10 - row.iter().sum::<u8>())
            .collect();
        assert!(missing.iter().all(|&digit| digit == missing[0]));
    }
    let rules = Rules::new(&variant).unwrap();
    assert_eq!(
        rules.cover().unwrap().unwrap().problem.count().to_string(),
        found.len().to_string()
    );
    assert!(!found.is_empty());
}

#[test]
fn a_grid_of_f_puzzles_without_boxes_has_rows_for_regions() {
    // As in puzzles of order 7 whose text tells only the cells that belong elsewhere.
    let cell = |region: &str| format!("{{{region}}}");
    let mut rows = vec![vec![cell(""); 5]; 5];
    rows[0][4] = cell("\"region\":1");
    rows[1][0] = cell("\"region\":0");
    let rows: Vec<String> = rows
        .iter()
        .map(|row| format!("[{}]", row.join(",")))
        .collect();
    let variant = read(&format!("{{\"grid\":[{}]}}", rows.join(","))).unwrap();
    assert_eq!(variant.regions.len(), 5);
    assert_eq!(variant.regions[0], [0, 1, 2, 3, 5]);
}

#[test]
fn killers_are_read_as_numbers_and_as_arrows() {
    // A row a cage, and the last one divided.
    let rows = format!("j{}", "<".repeat(8)).repeat(8);
    let circle = read(&format!("{rows}A><<Z<<<<")).unwrap_err().to_string();
    assert_eq!(circle, "r9c2: its arrows lead to no sum");
    let arrows = read(&format!("{rows}A<<<Z<<<<")).unwrap();
    assert_eq!(arrows.rules.len(), 10);
    assert_eq!(
        (arrows.rules[8].numbers[0], arrows.rules[9].numbers[0]),
        (10, 35)
    );
    let numbers = (0..81).map(|cell| match cell {
        0..72 => 45 * 256 + cell / 9 + 1,
        72..76 => 10 * 256 + 20,
        _ => 35 * 256 + 21,
    });
    let numbers: Vec<String> = numbers.map(|number: u32| number.to_string()).collect();
    let numbers = read(&format!("3x3::k:{}:", numbers.join(":"))).unwrap();
    assert_eq!(numbers, arrows);
    assert_eq!(
        read(&format!("3x3:d:k{}", ":0".repeat(81)))
            .unwrap()
            .rules
            .len(),
        2
    );
}

#[test]
fn rules_with_too_many_cases_are_refused() {
    let cells: String = (1..=9)
        .flat_map(|r| (1..=9).map(move |c| format!("~R{r}C{c}")))
        .collect();
    let weights: String = (20..=100).map(|weight| format!("_{weight}")).collect();
    let sum = format!(".Sum~30000_={weights}{cells}");
    let why = |text: &str| Rules::new(&read(text).unwrap()).err().unwrap().why;
    assert_eq!(why(&sum), "it has too many cases");
    let smaller: String = (0..81).map(|place| format!("_{}", 1 + place % 2)).collect();
    let many = format!(".Sum~600_={smaller}{cells}").repeat(150);
    assert_eq!(why(&many), "with it, the rules have too many cases");
}
