//! Compares solving with a plain search: small boards, random problems.

use dlx3::Solve;
use dlx3::peg::bounds::{Upper, is_real_feasible, upper_bounds};
use dlx3::peg::decode::decode_options;
use dlx3::peg::encode::{Encoding, encode, encode_game};
use dlx3::peg::feasible::{Feasible, Resources, feasible, feasible_to_any, reached};
use dlx3::peg::solve::{
    Answer, Method, Options, Reason, SolveError, solve, solve_game, solve_game_until,
};
use dlx3::peg::{
    Board, Game, Jump, PegProblem, Position, board_named, parse_game_spec, parse_spec,
};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

const EFFORT: Resources = Resources {
    threads: 1,
    most_keys: 10_000_000,
};

const OPTIONS: Options = Options {
    method: Method::Auto,
    bounds: true,
    table: true,
    most_nodes: 1_000_000,
    effort: EFFORT,
};

/// Small random numbers, the same on every machine.
struct Dice(Pcg64Mcg);

impl Dice {
    fn new(seed: u128) -> Self {
        Dice(Pcg64Mcg::new(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64() >> 32) * n as u128) >> 32) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// All sequences of jumps from start to finish.
fn all_sequences(problem: &PegProblem) -> Vec<Vec<Jump>> {
    fn visit(
        problem: &PegProblem,
        position: Position,
        made: &mut Vec<Jump>,
        out: &mut Vec<Vec<Jump>>,
    ) {
        if made.len() == problem.length() {
            if position == problem.finish {
                out.push(made.clone());
            }
            return;
        }
        for jump in problem.board.jumps() {
            if let Some(after) = position.after(jump) {
                made.push(*jump);
                visit(problem, after, made, out);
                made.pop();
            }
        }
    }
    let mut out = Vec::new();
    visit(problem, problem.start, &mut Vec::new(), &mut out);
    out
}

/// The layers of a sequence: each jump as early as its holes allow.
fn layers_of(board: &Board, sequence: &[Jump]) -> BTreeSet<(usize, String)> {
    let mut last = vec![0; board.len()];
    let place = |jump: &Jump| {
        let holes = [jump.from, jump.over, jump.to].map(|hole| hole.index());
        let layer = 1 + holes.map(|hole| last[hole]).into_iter().max().unwrap();
        holes.into_iter().for_each(|hole| last[hole] = layer);
        (layer, board.jump_name(jump))
    };
    sequence.iter().map(place).collect()
}

/// A random start and a finish; half of the finishes can be reached.
fn random_problem(board: &Board, dice: &mut Dice, most_jumps: usize) -> PegProblem {
    let pegs = 2 + dice.below(board.len() - 2);
    let random = |dice: &mut Dice, pegs: usize| {
        let mut position = Position(0);
        while (position.pegs() as usize) < pegs {
            position.0 |= 1 << dice.below(board.len());
        }
        position
    };
    let start = random(dice, pegs);
    let wanted = 1 + dice.below(most_jumps);
    let mut finish = start;
    for _ in 0..wanted {
        let after: Vec<_> = board
            .jumps()
            .iter()
            .filter_map(|jump| finish.after(jump))
            .collect();
        if !after.is_empty() {
            finish = *dice.pick(&after);
        }
    }
    if dice.below(2) == 0 {
        finish = random(dice, finish.pegs() as usize);
    }
    PegProblem {
        board: board.clone(),
        start,
        finish,
    }
}

fn boards() -> Vec<Board> {
    let names = ["3x4", "4x4", "T4", "3x3", "1x6"];
    names.map(|name| board_named(name).unwrap()).to_vec()
}

#[test]
fn every_method_finds_a_solution_just_where_there_is_one() {
    let mut dice = Dice::new(1);
    let mut counts = [0; 2];
    for board in boards() {
        for _ in 0..60 {
            let problem = random_problem(&board, &mut dice, 7);
            let solvable = !all_sequences(&problem).is_empty();
            counts[usize::from(solvable)] += 1;
            for method in [Method::Auto, Method::Forward, Method::ForwardBackward] {
                for (bounds, table) in [(false, false), (false, true), (true, false), (true, true)]
                {
                    let options = Options {
                        method,
                        bounds,
                        table,
                        ..OPTIONS
                    };
                    match solve(&problem, options, |_| {}).unwrap() {
                        Answer::Solution(jumps) => {
                            assert!(solvable);
                            assert_eq!(jumps.len(), problem.length());
                            assert_eq!(problem.replay(&jumps), Ok(problem.finish));
                        }
                        Answer::Infeasible(_) => assert!(!solvable, "{problem:?} {options:?}"),
                        Answer::Unknown => panic!("there are few positions"),
                    }
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

#[test]
fn no_solution_makes_a_jump_more_often_than_its_bound() {
    let mut dice = Dice::new(2);
    for board in boards() {
        for _ in 0..40 {
            let problem = random_problem(&board, &mut dice, 6);
            let sequences = all_sequences(&problem);
            match upper_bounds(&problem).unwrap() {
                Upper::Infeasible => assert!(sequences.is_empty()),
                Upper::Bounds(upper) => {
                    for sequence in &sequences {
                        for (jump, &bound) in board.jumps().iter().zip(&upper) {
                            let made = sequence.iter().filter(|&made| made == jump).count();
                            assert!(made <= bound as usize, "{problem:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn both_forms_have_the_solutions_that_plain_search_finds() {
    let mut dice = Dice::new(3);
    let mut most = 0;
    for board in boards() {
        for _ in 0..25 {
            let problem = random_problem(&board, &mut dice, 6);
            if problem.length() == 0 {
                continue;
            }
            let sequences = all_sequences(&problem);
            let layered: HashSet<_> = sequences
                .iter()
                .map(|sequence| layers_of(&board, sequence))
                .collect();
            let form = |form| {
                let encoded = encode(&problem, form, None).unwrap();
                let decode = |solution: dlx3::Solution| {
                    decode_options(&problem, &encoded, &solution.options).unwrap()
                };
                encoded.solutions().map(decode).collect::<Vec<_>>()
            };
            let steps = form(Encoding::Steps);
            assert_eq!(steps.len(), sequences.len());
            let steps: HashSet<_> = steps.into_iter().collect();
            assert!(sequences.iter().all(|sequence| steps.contains(sequence)));
            let layers = form(Encoding::Layers(problem.length()));
            assert_eq!(layers.len(), layered.len());
            let layers: HashSet<_> = layers
                .iter()
                .map(|sequence| layers_of(&board, sequence))
                .collect();
            assert_eq!(layers, layered);
            most = most.max(sequences.len() - layered.len());
        }
    }
    assert!(
        most > 5,
        "some sequences must differ by exchanges only: {most}"
    );
}

#[test]
fn a_smaller_number_of_layers_keeps_just_what_fits() {
    let problem = parse_spec("3x4").unwrap();
    let sequences = all_sequences(&problem);
    let depth = |sequence: &Vec<Jump>| layers_of(&problem.board, sequence).last().unwrap().0;
    for layers in 1..=problem.length() {
        let fitting = sequences
            .iter()
            .filter(|&sequence| depth(sequence) <= layers);
        let fitting: HashSet<_> = fitting
            .map(|sequence| layers_of(&problem.board, sequence))
            .collect();
        let encoded = encode(&problem, Encoding::Layers(layers), None).unwrap();
        assert_eq!(
            encoded.solutions().count(),
            fitting.len(),
            "{layers} layers"
        );
    }
}

#[test]
fn positions_and_sequences_are_those_of_plain_search() {
    let mut dice = Dice::new(4);
    for board in boards() {
        for round in 0..40 {
            let problem = random_problem(&board, &mut dice, 7);
            // Plain search of all positions.
            let mut positions = HashSet::from([problem.start]);
            let mut layer = positions.clone();
            while !layer.is_empty() {
                let next = layer.iter().flat_map(|position| {
                    board.jumps().iter().filter_map(|jump| position.after(jump))
                });
                layer = next.collect();
                positions.extend(&layer);
            }
            let pegs = problem.finish.pegs();
            let found = reached(&board, problem.start, pegs, EFFORT).unwrap();
            assert_eq!(found.positions, positions.len() as u64, "{problem:?}");
            let mut finishes: Vec<_> = positions
                .into_iter()
                .filter(|position| position.pegs() == pegs)
                .collect();
            finishes.sort_unstable();
            assert_eq!(found.finishes, finishes);

            let sequences = all_sequences(&problem);
            let mut on_solutions = HashSet::new();
            for sequence in &sequences {
                on_solutions.insert(problem.start);
                let mut position = problem.start;
                for jump in sequence {
                    position = position.after(jump).unwrap();
                    on_solutions.insert(position);
                }
            }
            let effort = Resources {
                threads: 1 + round % 2,
                ..EFFORT
            };
            let found = feasible(&problem, effort, true).unwrap();
            assert_eq!(
                found.sequences,
                Some(sequences.len() as u128),
                "{problem:?}"
            );
            assert_eq!(found.positions, on_solutions.len() as u64);
        }
    }
}

/// A game whose finish is open, and all sequences that leave one peg.
fn random_open_game(board: &Board, dice: &mut Dice) -> (Game, Vec<Vec<Jump>>) {
    let pegs = 2 + dice.below(6.min(board.len() - 2));
    let mut start = Position(0);
    while (start.pegs() as usize) < pegs {
        start.0 |= 1 << dice.below(board.len());
    }
    let game = Game {
        board: board.clone(),
        start,
        finish: None,
    };
    let ends = board.holes().map(|hole| game.to(Position(1 << hole.0)));
    let sequences = ends.flat_map(|problem| all_sequences(&problem)).collect();
    (game, sequences)
}

#[test]
fn open_games_are_solved_counted_and_encoded_as_plain_search_finds() {
    let mut dice = Dice::new(7);
    let mut counts = [0; 2];
    for board in boards() {
        for _ in 0..40 {
            let (game, sequences) = random_open_game(&board, &mut dice);
            counts[usize::from(!sequences.is_empty())] += 1;
            for method in [Method::Auto, Method::Forward, Method::ForwardBackward] {
                let options = Options { method, ..OPTIONS };
                match solve_game(&game, options, |_, _| {}).unwrap() {
                    Answer::Solution(jumps) => assert!(sequences.contains(&jumps), "{game:?}"),
                    Answer::Infeasible(_) => assert!(sequences.is_empty(), "{game:?}"),
                    Answer::Unknown => panic!("there are few positions"),
                }
            }
            let mut on_solutions = HashSet::new();
            for sequence in &sequences {
                let mut position = game.start;
                on_solutions.insert(position);
                for jump in sequence {
                    position = position.after(jump).unwrap();
                    on_solutions.insert(position);
                }
            }
            let found = feasible_to_any(&board, game.start, 1, EFFORT).unwrap();
            assert_eq!(found.sequences, Some(sequences.len() as u128), "{game:?}");
            assert_eq!(found.positions, on_solutions.len() as u64, "{game:?}");
            let upper = match game.upper_bounds().unwrap() {
                Upper::Bounds(upper) => upper,
                Upper::Infeasible => vec![0; board.jumps().len()],
            };
            for upper in [None, Some(&upper[..])] {
                let steps = encode_game(&game, Encoding::Steps, upper).unwrap();
                assert_eq!(steps.solutions().count(), sequences.len(), "{game:?}");
                let layered: HashSet<_> = sequences
                    .iter()
                    .map(|sequence| layers_of(&board, sequence))
                    .collect();
                let layers = encode_game(&game, Encoding::Layers(game.length()), upper).unwrap();
                assert_eq!(layers.solutions().count(), layered.len(), "{game:?}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn a_problem_and_its_complement_have_equally_many_solutions() {
    // Backward from the complement's finish is forward from the start.
    let mut dice = Dice::new(5);
    let board = board_named("4x4").unwrap();
    let count = |problem: &PegProblem| -> Feasible { feasible(problem, EFFORT, true).unwrap() };
    for _ in 0..30 {
        let problem = random_problem(&board, &mut dice, 9);
        let full = board.full().0;
        let complement = PegProblem {
            board: board.clone(),
            start: Position(full ^ problem.finish.0),
            finish: Position(full ^ problem.start.0),
        };
        let (one, other) = (count(&problem), count(&complement));
        assert_eq!(one.sequences, other.sequences);
        assert!(one.classes.iter().eq(other.classes.iter().rev()));
    }
}

#[test]
fn boards_of_rank_above_32_are_searched_with_wide_keys() {
    let problem = parse_spec("T8:a1,b2,c3:a1,a2,a3").unwrap();
    let mut narrow = problem.clone();
    narrow.start = Position(problem.start.0 & 0x3ff_ffff);
    // Ten jumps forward, so that there is a solution.
    let mut finish = narrow.start;
    for _ in 0..10 {
        let after = problem
            .board
            .jumps()
            .iter()
            .find_map(|jump| finish.after(jump));
        finish = after.expect("many jumps are possible");
    }
    narrow.finish = finish;
    assert!(dlx3::peg::Span::of(&narrow.board).rank() > 32);
    for method in [Method::Auto, Method::Forward, Method::ForwardBackward] {
        let options = Options {
            method,
            bounds: false,
            ..OPTIONS
        };
        let answer = solve(&narrow, options, |_| {}).unwrap();
        let Answer::Solution(jumps) = answer else {
            panic!("{method:?}: {answer:?}");
        };
        assert_eq!(narrow.replay(&jumps), Ok(finish));
    }
}

#[test]
#[ignore = "long"]
fn each_test_of_the_paper_is_stronger_than_the_one_before() {
    // Random starts and finishes of one class on the English board.
    let board = board_named("english").unwrap();
    let mut dice = Dice::new(6);
    let mut stronger = [0; 3];
    for _ in 0..1500 {
        let mut random = |pegs: usize| {
            let mut position = Position(0);
            while (position.pegs() as usize) < pegs {
                position.0 |= 1 << dice.below(board.len());
            }
            position
        };
        let problem = PegProblem {
            board: board.clone(),
            start: random(9),
            finish: random(2),
        };
        if !problem.same_class() {
            continue;
        }
        let real = is_real_feasible(&problem).unwrap();
        let relaxed = upper_bounds(&problem).unwrap() != Upper::Infeasible;
        let options = Options {
            bounds: false,
            ..OPTIONS
        };
        let solvable = match solve(&problem, options, |_| {}).unwrap() {
            Answer::Solution(_) => true,
            Answer::Infeasible(reason) => {
                assert_eq!(reason, Reason::Searched);
                false
            }
            Answer::Unknown => panic!("few pegs have few positions"),
        };
        assert!(relaxed || !solvable);
        assert!(real || !relaxed);
        stronger[0] += usize::from(!real);
        stronger[1] += usize::from(real && !relaxed);
        stronger[2] += usize::from(relaxed && !solvable);
    }
    assert!(stronger.iter().all(|&count| count > 0), "{stronger:?}");
}

#[test]
fn searches_stop_at_their_limits() {
    let problem = parse_spec("central").unwrap();
    let options = Options {
        method: Method::Forward,
        bounds: false,
        most_nodes: 10,
        ..OPTIONS
    };
    assert_eq!(solve(&problem, options, |_| {}), Ok(Answer::Unknown));
    let effort = Resources {
        threads: 2,
        most_keys: 1000,
    };
    assert!(feasible(&problem, effort, false).is_err());
    assert!(reached(&problem.board, problem.start, 1, effort).is_err());
}

#[test]
fn a_game_that_is_told_to_end_has_no_answer_whenever_it_is_told() {
    let game = parse_game_spec("central").unwrap();
    for (method, threads) in [
        (Method::Auto, 1),
        (Method::Forward, 1),
        (Method::ForwardBackward, 1),
        (Method::ForwardBackward, 2),
    ] {
        let options = Options {
            method,
            bounds: method == Method::Auto,
            // No limit on nodes, so that only the question can end the search.
            most_nodes: u64::MAX,
            effort: Resources { threads, ..EFFORT },
            ..OPTIONS
        };
        for last in [0, 1, 2, 7, 30] {
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= last;
            match solve_game_until(&game, options, &stop, |_, _| {}) {
                Err(SolveError::Stopped) => {}
                // The search may finish before it has asked that often.
                Ok(Answer::Solution(jumps)) => {
                    assert_eq!(jumps.len(), 31);
                    assert!(asked.into_inner() <= last, "{method:?} {threads} {last}");
                }
                other => panic!("{method:?} {threads} {last}: {other:?}"),
            }
        }
    }
}
