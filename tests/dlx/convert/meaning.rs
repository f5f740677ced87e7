//! Texts for other solvers mean the same as the problem. Every set of options is checked, without
//! any solver.

use super::forms::{Form, supported, text};
use super::random::{Case, cases, colored_cases};
use dlx3::convert::Format;
use dlx3::convert::cardinality::Encoding;
use dlx3::convert::names::Escape;

/// All formats with all encodings.
const FORMS: [(Format, Encoding); 9] = [
    (Format::Cnf, Encoding::Auto),
    (Format::Cnf, Encoding::Pairwise),
    (Format::Cnf, Encoding::Ladder),
    (Format::Cnf, Encoding::Product),
    (Format::Cnf, Encoding::Totalizer),
    (Format::Wcnf, Encoding::Auto),
    (Format::Opb, Encoding::Auto),
    (Format::Lp, Encoding::Auto),
    (Format::Mzn, Encoding::Auto),
];

#[test]
fn a_set_of_options_is_a_model_if_and_only_if_it_is_a_solution_and_all_else_follows() {
    let mut with_some = 0;
    for case in cases(0, 500) {
        with_some += usize::from(!case.solutions.is_empty());
        for form in FORMS {
            means_the_same(&case, form, form.0.row().supports);
        }
    }
    assert!(with_some > 200, "only {with_some} problems have solutions");
}

#[test]
fn that_colors_support_each_other_changes_no_model() {
    let (mut with_some, mut supported_forms) = (0, 0);
    for case in colored_cases(0, 500) {
        with_some += usize::from(!case.solutions.is_empty());
        for form in FORMS {
            let [without, with] =
                [false, true].map(|supports| means_the_same(&case, form, supports));
            supported_forms += usize::from(without != with);
        }
    }
    assert!(with_some > 100, "only {with_some} problems have solutions");
    assert!(supported_forms > 2000, "{supported_forms}");
}

/// Checks each set of options. Returns the text.
fn means_the_same(case: &Case, form: (Format, Encoding), supports: bool) -> String {
    let options = case.problem.option_count();
    let text = supported(&case.problem, false, form, supports);
    let read = Form::read(form.0, &text);
    assert!(read.variables >= options);
    for set in 0..1u32 << options {
        let given: Vec<bool> = (0..options).map(|option| set >> option & 1 == 1).collect();
        let chosen = (1..=options as u32).filter(|option| given[*option as usize - 1]);
        let chosen: Vec<u32> = chosen.collect();
        let context = || format!("{chosen:?} in {form:?}:\n{}\n{text}", case.text);
        let Some(values) = read.propagate(&given) else {
            assert!(!case.solutions.contains(&chosen), "{}", context());
            continue;
        };
        assert!(case.solutions.contains(&chosen), "{}", context());
        // A program without options has a variable that means nothing.
        let is_dummy = options == 0 && form.0 == Format::Lp;
        let all_follow = values[1..].iter().all(Option::is_some);
        assert!(all_follow || is_dummy, "{}", context());
    }
    text
}

#[test]
fn pairs_need_no_more_variables_than_options_and_auto_is_never_larger_than_others() {
    for case in cases(500, 700).chain(colored_cases(500, 600)) {
        let size = |encoding| {
            let text = text(&case.problem, false, (Format::Cnf, encoding));
            let header = text
                .lines()
                .find(|line| line.starts_with("p cnf "))
                .unwrap();
            let numbers = header[6..].split(' ').map(|word| word.parse().unwrap());
            let numbers: Vec<usize> = numbers.collect();
            (numbers[0], numbers[0] + numbers[1])
        };
        assert_eq!(size(Encoding::Pairwise).0, case.problem.option_count());
        let auto = size(Encoding::Auto).1;
        let others = Encoding::ALL.iter().copied();
        // Rows and columns are for problems with colors.
        let has_colors = case.problem.has_colors();
        for encoding in others.filter(|&own| own != Encoding::Product || has_colors) {
            assert!(auto <= size(encoding).1, "{encoding:?} {}", case.text);
        }
    }
}

#[test]
fn objectives_are_what_solutions_cost() {
    let mut priced = 0;
    for case in cases(700, 1100) {
        let has_costs = case.problem.costs().is_some();
        priced += usize::from(has_costs);
        for format in [Format::Wcnf, Format::Opb, Format::Lp, Format::Mzn] {
            for most in [false, true] {
                let to = (format, Encoding::Auto);
                let text = text(&case.problem, most, to);
                let read = Form::read(format, &text);
                for solution in &case.solutions {
                    let paid = read
                        .objective
                        .iter()
                        .map(|&(factor, x)| factor * i64::from(solution.contains(&(x as u32))));
                    let sign = if most { -1 } else { 1 };
                    assert_eq!(paid.sum::<i64>(), sign * case.cost(solution));
                }
                let has_objective = read.objective.iter().any(|(factor, _)| *factor != 0);
                assert_eq!(has_objective, has_costs, "{text}");
            }
        }
    }
    assert!(priced > 50, "only {priced} problems have costs");
}

#[test]
fn names_come_back_from_the_comments() {
    for case in cases(0, 200) {
        for format in [Format::Cnf, Format::Opb, Format::Lp, Format::Mzn] {
            let text = text(&case.problem, false, (format, Encoding::Ladder));
            assert!(
                text.bytes()
                    .all(|byte| byte.is_ascii_graphic() || b" \n".contains(&byte))
            );
            let names = Form::read(format, &text).names;
            let options = case.problem.option_ids();
            assert!(names.len() >= options.len());
            for (option, name) in options.zip(&names) {
                let start = format!("option {} = ", option.index() + 1);
                let name = name.strip_prefix(&start).unwrap();
                let back = Escape::Comment.undo(name.as_bytes()).unwrap();
                let mut line = Vec::new();
                case.problem.put_option(option, &mut line);
                assert_eq!(back, line);
            }
        }
    }
}
