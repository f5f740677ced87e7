//! The outputs of all solvers are read, and faults name their place.
//!
//! The outputs follow the solvers' manuals, or what they printed for such a problem.

use crate::common::problems::dice::Dice;
use crate::common::problems::random::mutate;
use dlx3::Problem;
use dlx3::convert::Format;
use dlx3::convert::read::{Checker, ModelError, ModelReader, Verdict};

/// Its solutions are options 1 and 2, 3 and 4, and 5.
const PROBLEM: &str = "A B C\nA B\nC\nB C\nA\nA B C\n";

/// The options of each model, and the verdict; or the fault.
fn read(format: Format, output: &str) -> Result<(Vec<Vec<u32>>, Verdict), String> {
    read_of(PROBLEM, format, output)
}

fn read_of(
    problem: &str,
    format: Format,
    output: &str,
) -> Result<(Vec<Vec<u32>>, Verdict), String> {
    let problem: Problem = problem.parse().unwrap();
    let mut reader = ModelReader::new(format, &problem, output.as_bytes());
    let mut models = Vec::new();
    while let Some(model) = reader.next().map_err(|error| error.to_string())? {
        let options = model.options.iter().map(|(option, _)| option.0 + 1);
        models.push(options.collect());
    }
    Ok((models, reader.verdict()))
}

fn reads(format: Format, output: &str, models: &[&[u32]], verdict: Verdict) {
    let models: Vec<Vec<u32>> = models.iter().map(|model| model.to_vec()).collect();
    assert_eq!(read(format, output), Ok((models, verdict)), "\n{output}");
}

fn refuses(format: Format, output: &str, told: &str) {
    assert_eq!(read(format, output), Err(told.to_owned()), "\n{output}");
}

const CNF: Format = Format::Cnf;
const OPB: Format = Format::Opb;
const LP: Format = Format::Lp;
const MZN: Format = Format::Mzn;

#[test]
fn lines_of_sat_solvers() {
    use Verdict::*;
    reads(
        CNF,
        "c hi\ncomment\n\ns SATISFIABLE\nv 1 2 -3\nv -4 -5 6 0\n",
        &[&[1, 2]],
        Satisfiable,
    );
    reads(
        CNF,
        "v -1 -2 -3 -4 5 0\r\nc\nv 3 4 0\ns SATISFIABLE\r\n",
        &[&[5], &[3, 4]],
        Satisfiable,
    );
    reads(CNF, "SAT\n-1 -2 -3 -4 5 -6 0\n", &[&[5]], Satisfiable);
    reads(CNF, "s SATISFIABLE\nv 0\n", &[&[]], Satisfiable);
    reads(CNF, "UNSAT\n", &[], Unsatisfiable);
    reads(CNF, "INDET\n", &[], Stopped);
    reads(CNF, "s UNSATISFIABLE\n", &[], Unsatisfiable);
    reads(CNF, "s UNKNOWN\n", &[], Stopped);
    reads(CNF, "c nothing\n", &[], Unsaid);
    reads(
        Format::Wcnf,
        "o 3\ns OPTIMUM FOUND\nv 110000\n",
        &[&[1, 2]],
        Complete,
    );
    reads(
        Format::Wcnf,
        "o 9\no 3\nv -1 -2 3 4 -5\ns OPTIMUM FOUND\n",
        &[&[3, 4]],
        Complete,
    );
    reads(
        Format::Wcnf,
        "v 110000\nv 001100\n",
        &[&[1, 2], &[3, 4]],
        Unsaid,
    );
    refuses(
        CNF,
        "s SAT\nv 1 2",
        "line 3, column 1: the model that begins on line 2 does not end in 0",
    );
    refuses(
        Format::Wcnf,
        "s OPTIMUM FOUND\nv 1 -2 3 -4",
        "line 3, column 1: the model that begins on line 2 does not end in 0",
    );
    refuses(
        CNF,
        "v 1 2\nc\n",
        "line 2, column 1: the model that begins on line 1 does not end in 0",
    );
    refuses(
        CNF,
        "v 1 x2 0\n",
        "line 1, column 5: `x2' stands where a literal such as 3 or -3 is expected",
    );
    refuses(
        CNF,
        "v 1 99999999999999999999 0\n",
        "line 1, column 5: `99999999999999999999' stands where a literal such as 3 or -3 is expected",
    );
    refuses(
        CNF,
        "v 1 0 2\n",
        "line 1, column 7: `2' stands where the end of the line is expected",
    );
    refuses(
        CNF,
        "v 1 -2\nv 2 0\n",
        "line 2, column 3: variable 2 has another value before",
    );
    refuses(
        CNF,
        "s PERHAPS\n",
        "line 1, column 3: `PERHAPS' stands where SATISFIABLE, UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN is expected",
    );
    refuses(
        CNF,
        "s\n",
        "line 1, column 2: `' stands where SATISFIABLE, UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN is expected",
    );
    refuses(
        CNF,
        "1 2 0\n",
        "line 1, column 1: `1' stands where a line that begins with c, s, o or v is expected",
    );
    refuses(
        CNF,
        "v 5 0\ns UNSATISFIABLE\n",
        "line 1, column 1: the solver says that there is no model, but one stands here",
    );
    refuses(
        CNF,
        "s SATISFIABLE\n",
        "line 2, column 1: the solver has found a model, but none is here: is it in another file?",
    );
}

/// Three options and 120 items with colors, each of which has a variable.
fn with_many_variables() -> String {
    let items =
        |color: &str| -> String { (1..=120).map(|item| format!(" X{item}{color}")).collect() };
    let (none, one, two) = (items(""), items(":1"), items(":2"));
    format!("A B |{none}\nA B{one}\nA{one}\nB{two}\n")
}

#[test]
fn a_literal_of_zeros_and_ones_is_a_literal() {
    let problem = with_many_variables();
    for output in [
        "v 1 -2 -3 -4 -5 99 100 -101 0\n",
        "v 100 110 1 -2 -3 -4 -5 0\n",
        "v 1 -2 -3 -4 -5 99\nv 100\nv 101 0\n",
        "v -99 100\nv 1 -2 0\n",
        "v 1 -2 -3 -4 -5\nv 100\ns OPTIMUM FOUND\n",
    ] {
        let cnf = output.replace("s OPTIMUM FOUND\n", "v 0\n");
        let (models, _) = read_of(&problem, CNF, &cnf).unwrap();
        assert_eq!(models, [[1]], "{cnf}");
        let of_weights = read_of(&problem, Format::Wcnf, output).unwrap();
        assert_eq!(of_weights.0, models, "{output}");
    }
}

/// These are variables of colors, whose values follow from the options.
#[test]
fn variables_that_are_no_options_are_passed_over() {
    let problem = with_many_variables();
    for (format, output) in [
        (CNF, "s SATISFIABLE\nv 1 -2 -3 4 123 0\n"),
        (OPB, "s SATISFIABLE\nv x1 -x2 -x3 x4 x123\n"),
        (
            LP,
            "Optimal - objective value 0\n 0 x1 1 0\n 122 x123 0.5 0\n",
        ),
    ] {
        let (models, _) = read_of(&problem, format, output).unwrap();
        assert_eq!(models, [[1]], "{output}");
        let beyond = output.replace("123", "9999");
        let told = read_of(&problem, format, &beyond).unwrap_err();
        assert!(
            told.contains("variable 9999 is of another problem"),
            "{told}"
        );
    }
}

#[test]
fn lines_of_pseudo_boolean_solvers() {
    use Verdict::*;
    reads(
        OPB,
        "o 3\ns OPTIMUM FOUND\nv x1 x2 -x3\nv -x4 -x5\n",
        &[&[1, 2]],
        Complete,
    );
    // Nothing but the variables tells where the second model begins.
    reads(
        OPB,
        "v x1 x2 -x3 -x4 -x5\nv -x1 -x2 x3 x4 -x5\n",
        &[&[1, 2], &[3, 4]],
        Unsaid,
    );
    reads(
        OPB,
        "c Answer: 1\nv x5\nc Answer: 2\nv x3 x4\ns SATISFIABLE\n",
        &[&[5], &[3, 4]],
        Satisfiable,
    );
    reads(OPB, "s SATISFIABLE\nv\n", &[&[]], Satisfiable);
    reads(OPB, "s UNSUPPORTED\n", &[], Stopped);
    refuses(
        OPB,
        "v x1 2\n",
        "line 1, column 6: `2' stands where a literal such as x3 or -x3 is expected",
    );
    refuses(
        OPB,
        "v x1 -x1\n",
        "line 1, column 6: variable 1 has another value before",
    );
}

const GLPSOL: &str = "\
Problem:    
Rows:       3
Columns:    5 (5 integer, 5 binary)
Non-zeros:  9
Status:     INTEGER OPTIMAL
Objective:  cost = 0 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 exactly.A                   1             1             = 
     2 exactly.x1_7cyz
                                   1             1             = 

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 x1           *              1             0             1 
     2 x2           *              1             0             1 
     3 x3           *              0             0             1 
     4 x4           *              0             0             1 
     5 x5           *              0             0             1 

Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0
End of output
";

const GLPSOL_RAW: &str = "\
c Problem:    
c Status:     INTEGER OPTIMAL
c
s mip 3 5 o 0
i 1 1
i 2 1
i 3 1
j 1 0
j 2 0
j 3 1
j 4 1
j 5 0
e o f
";

const HIGHS: &str = "\
Model status
Optimal

# Primal solution values
Feasible
Objective 0
# Columns 5
x1 0
x2 -0
x3 0
x4 0
x5 0.9999999999
# Rows 3
exactly.A 1
exactly.B 1

# Dual solution values
Feasible
# Columns 5
x1 1
x2 0.5
# Rows 3
exactly.A 0

# Basis
HiGHS v1
";

const SCIP: &str = "\
solution status: optimal solution found
objective value:                                    4
x3                                                  1 \t(obj:4)
x4                                   1.00000000000002 \t(obj:0)
";

const GUROBI: &str =
    "# Solution for model cost\n# Objective value = 2\nx1 1\nx2 1.0\nx3 0\nx4 0e0\nx5 0\n";

const CBC: &str = "\
Optimal - objective value 0.00000000
      2 x3                     1                       0
      3 x4                     1                       0
";

#[test]
fn files_of_solvers_of_integer_programs() {
    use Verdict::*;
    reads(LP, GLPSOL, &[&[1, 2]], Complete);
    reads(
        LP,
        &GLPSOL.replace("INTEGER OPTIMAL", "INTEGER NON-OPTIMAL"),
        &[&[1, 2]],
        Satisfiable,
    );
    reads(
        LP,
        &GLPSOL.replace("INTEGER OPTIMAL", "INTEGER EMPTY"),
        &[],
        Unsatisfiable,
    );
    reads(LP, "Status:     INTEGER UNDEFINED\n", &[], Stopped);
    reads(LP, GLPSOL_RAW, &[&[3, 4]], Complete);
    reads(LP, &GLPSOL_RAW.replace(" o 0", " n 0"), &[], Unsatisfiable);
    reads(
        LP,
        &GLPSOL_RAW.replace(" o 0", " f 0"),
        &[&[3, 4]],
        Satisfiable,
    );
    reads(LP, HIGHS, &[&[5]], Complete);
    reads(
        LP,
        "Model status\nInfeasible\n\n# Primal solution values\nNone\n",
        &[],
        Unsatisfiable,
    );
    reads(
        LP,
        "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
        &[],
        Stopped,
    );
    reads(LP, SCIP, &[&[3, 4]], Complete);
    reads(
        LP,
        "solution status: infeasible\nno solution available\n",
        &[],
        Unsatisfiable,
    );
    reads(
        LP,
        "solution status: time limit reached\nno solution available\n",
        &[],
        Stopped,
    );
    reads(
        LP,
        &SCIP.replace("optimal solution found", "time limit reached"),
        &[&[3, 4]],
        Stopped,
    );
    reads(LP, GUROBI, &[&[1, 2]], Satisfiable);
    let without_status = SCIP.split_once('\n').unwrap().1;
    reads(LP, without_status, &[&[3, 4]], Satisfiable);
    reads(LP, "objective value:  0\n", &[&[]], Satisfiable);
    reads(LP, "no solution available\n", &[], Stopped);
    reads(LP, CBC, &[&[3, 4]], Complete);
    reads(LP, "Optimal - objective value 0\n", &[&[]], Complete);
    reads(
        LP,
        "Integer infeasible - objective value 1.5\n 0 x1 0.5 0\n",
        &[],
        Unsatisfiable,
    );
    reads(
        LP,
        "Infeasible - objective value 2\n 0 x1 1 0\n** 2 x3 2 0\n",
        &[],
        Unsatisfiable,
    );
    reads(
        LP,
        "Stopped on time - objective value 1\n 0 x1 1 0\n 1 x2 0.25 0\n",
        &[],
        Stopped,
    );
    reads(LP, "", &[], Unsaid);
    refuses(
        LP,
        "Optimal - objective value 0\n 0 x1 0.5 0\n",
        "line 2, column 7: variable 1 is 0.5, where 0 or 1 is expected",
    );
    refuses(
        LP,
        "Optimal - objective value 0\n 0 x1 NaN 0\n",
        "line 2, column 7: variable 1 is NaN, where 0 or 1 is expected",
    );
    refuses(
        LP,
        "x1 one\n",
        "line 1, column 4: `one' stands where a number is expected",
    );
    refuses(
        LP,
        "x1\n",
        "line 1, column 3: `' stands where a number is expected",
    );
    refuses(
        LP,
        "x1 1\nx1 0\n",
        "line 2, column 1: variable 1 has another value before",
    );
    refuses(
        LP,
        "s mip 3 5 q 0\n",
        "line 1, column 11: `q' stands where o, f, n or u, the status of an integer solution is expected",
    );
    refuses(
        LP,
        "s mip 3 5 o 0\nj one 1\n",
        "line 2, column 3: `one' stands where a column is expected",
    );
}

#[test]
fn what_minizinc_prints() {
    use Verdict::*;
    let end = "----------\n==========\n";
    reads(MZN, &format!("options 1 2\n{end}"), &[&[1, 2]], Complete);
    reads(
        MZN,
        "% hello\noptions 1 2\n----------\noptions 5\n----------\n",
        &[&[1, 2], &[5]],
        Satisfiable,
    );
    reads(MZN, &format!("options\n{end}"), &[&[]], Complete);
    let dzn = "x = [false, false, true, true, false];\nc1 = 1;\nx1 = [true];\n";
    reads(MZN, &format!("{dzn}{end}"), &[&[3, 4]], Complete);
    reads(
        MZN,
        &format!("x=array1d(1..5,[0,0,0,0,1]);\n{end}"),
        &[&[5]],
        Complete,
    );
    let json = "{\n  \"x\" : [false, false, false, false, true],\n  \"c1\" : 1\n}\n";
    reads(MZN, &format!("{json}{end}"), &[&[5]], Complete);
    for json in [
        "{\"x\": [false, false, false, false, true], \"c1\": 1}\n",
        "{\"c1\": \"x\", \"_objective\" : [3], \"x\":[0,0,0,0,1]}\n",
        "{ \"c1\" : 1\n, \"x\" : [0,0,0,0,1]\n}\n",
    ] {
        reads(MZN, &format!("{json}{end}"), &[&[5]], Complete);
    }
    reads(MZN, "=====UNSATISFIABLE=====\n", &[], Unsatisfiable);
    reads(MZN, "=====UNKNOWN=====\n", &[], Stopped);
    refuses(
        MZN,
        end,
        "line 1, column 1: no line `options ...' and no array x stand before this line",
    );
    refuses(
        MZN,
        "options 1 6\n",
        "line 1, column 11: there is no option 6: the problem has 5",
    );
    refuses(
        MZN,
        "options 0\n",
        "line 1, column 9: there is no option 0: the problem has 5",
    );
    refuses(
        MZN,
        "options 1 4 4\n",
        "line 1, column 13: option 4 stands twice in the solution",
    );
    reads(
        MZN,
        &format!("x = [0, 0, 0, 0, 1];\noptions 5\n{end}"),
        &[&[5]],
        Complete,
    );
    refuses(
        MZN,
        "options all\n",
        "line 1, column 9: `all' stands where the number of an option is expected",
    );
    refuses(
        MZN,
        "x = [true, maybe];\n",
        "line 1, column 12: `maybe' stands where true or false is expected",
    );
    refuses(
        MZN,
        "x = [true, false];\n",
        "line 1, column 6: 2 values where 5 are expected, one for each option",
    );
    refuses(
        MZN,
        "x = [true,\n",
        "line 1, column 11: `' stands where ] is expected",
    );
    refuses(
        MZN,
        "x = {1, 2};\n",
        "line 1, column 12: `' stands where [ and values is expected",
    );
    refuses(
        MZN,
        "options 5\n",
        "line 2, column 1: `' stands where a line of ten dashes after the solution is expected",
    );
}

#[test]
fn a_model_that_is_no_solution_is_told_with_its_option_and_place() {
    let text = "A 2:3|B | X\nA B X:1\nB\nB X:2\nB X\nA X:1\nB\nB\n";
    let problem: Problem = text.parse().unwrap();
    let mut checker = Checker::new(&problem);
    let mut told = |output: &str| {
        let mut reader = ModelReader::new(CNF, &problem, output.as_bytes());
        let model = reader.next().unwrap().unwrap();
        let wrong = checker.check(&model).err();
        wrong.map_or(String::new(), |wrong| wrong.to_string())
    };
    assert_eq!(told("v 1 2 0\n"), "");
    assert_eq!(
        told("v 1 0\n"),
        "line 1, column 1: item B occurs 1 time, not 2 to 3"
    );
    assert_eq!(
        told("\nv 2 6 0\n"),
        "line 2, column 1: item A occurs 0 times, not 1"
    );
    assert_eq!(
        told("v 1\nv -4 5 2 0\n"),
        "line 2, column 6: option 5, `A X:1': item A occurs 2 times, not 1"
    );
    assert_eq!(
        told("v 2 6 7 1 0\n"),
        "line 1, column 7: option 7, `B': item B occurs 4 times, not 2 to 3"
    );
    assert_eq!(
        told("v 1 3 0\n"),
        "line 1, column 5: option 3, `B X:2': item X has color 2 here, but color 1 before"
    );
    assert_eq!(
        told("v 4 5 6 0\n"),
        "line 1, column 5: option 5, `A X:1': item X has color 1 here, but no color before"
    );
    assert_eq!(
        told("v 1 4 0\n"),
        "line 1, column 5: option 4, `B X': item X has no color here, but color 1 before"
    );
}

#[test]
fn whatever_the_bytes_are_there_are_models_or_a_fault() {
    let problem: Problem = PROBLEM.parse().unwrap();
    let sat = "c x\ns SATISFIABLE\nv 1 2 -3\nv -4 -5 6 0\nSAT\n3 4 0\n";
    let opb = "o 3\ns OPTIMUM FOUND\nv x1 x2 -x3\nv -x4 -x5 -x6\n";
    let mzn = "options 1 2\n----------\nx = [false, true];\n\"x\" : [0]\n==========\n";
    let mut faults = 0;
    for (format, output) in [
        (CNF, sat),
        (Format::Wcnf, sat),
        (OPB, opb),
        (LP, GLPSOL),
        (LP, GLPSOL_RAW),
        (LP, HIGHS),
        (LP, SCIP),
        (LP, CBC),
        (LP, GUROBI),
        (MZN, mzn),
    ] {
        let mut dice = Dice::new(31, output.len() as u64);
        for _ in 0..400 {
            let bytes = mutate(output.as_bytes().to_vec(), &mut dice);
            let mut reader = ModelReader::new(format, &problem, &bytes[..]);
            let lines = bytes.split(|&byte| byte == b'\n').count() as u64 + 1;
            loop {
                match reader.next() {
                    Ok(Some(model)) => assert!((1..=lines).contains(&model.line)),
                    Ok(None) => break,
                    Err(ModelError::Fault { place, .. }) => {
                        faults += 1;
                        assert!((1..=lines).contains(&place.line) && place.column > 0);
                        break;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    assert!(faults > 400, "{faults}");
}
