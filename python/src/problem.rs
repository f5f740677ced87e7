//! `dlx3.Problem`: a method for each verb.

use crate::best::{Wanted, best};
use crate::element::Ones;
use crate::estimates;
use crate::faults::{self, Known, wrong};
use crate::given::{Colors, Given, Labels};
use crate::matrix;
use crate::named::Named;
use crate::numbers::{self, amount, to_int, to_list};
use crate::options::{self, Color};
use crate::progress::Progress;
use crate::proof::{Lines, ProofFile, failed};
use crate::run::{Asked, Control, MARGIN, MEMORY, STACK, run_quietly, within};
use crate::solutions::Solutions;
use crate::zdd::PyZdd;
use dlx3::answers::best::{NotCheapest, Sense};
use dlx3::answers::by_cost::{NotCounted, count_by_cost};
use dlx3::answers::certificate::certify;
use dlx3::answers::conflict::conflict;
use dlx3::answers::count::count;
use dlx3::answers::dlx3::{MEMO, short};
use dlx3::answers::family::Family;
use dlx3::answers::find::find;
use dlx3::answers::problem::reduce::Reduction;
use dlx3::answers::within::{Within, all_within};
use dlx3::answers::zdd::Zdd;
use dlx3::answers::{Stopped, Unfinished};
use dlx3::convert::Format;
use dlx3::convert::cardinality::Encoding;
use dlx3::convert::short::shortened;
use dlx3::convert::write::{Source, Writer};
use dlx3::format::Costs;
use dlx3::picture::{profile, shape};
use dlx3::search::{Counters, Engine, Memo, Outcome, State, read_charged};
use dlx3::text::output::Output;
use dlx3::{Bounds, Count, ItemId, Observer, OptionId, Problem, ReadError, Reader, Search};
use num_bigint::BigUint;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// An exact covering problem with multiplicities and colors.
///
/// `Problem(text)` reads one in Knuth's `.dlx` format from a `str` or `bytes`: the first line names
/// the items, the secondary ones after a `|`, and each further line is an option. A word such as
/// `|7` or `|118.66` says what an option costs.
///
/// A solution is a sorted list of option indices, which are numbers from 0. Options without a
/// primary item are in no solution; in a text they are not counted. A problem does not change.
///
/// Verbs take `time` (seconds), `memory` (bytes of states that may be kept, 1 GiB by default)
/// and `threads`, and raise `Stopped` with what is known when a limit is reached. (`conflict` takes
/// no `threads`, and `estimate` takes `time` alone.) They release the lock of the interpreter, and
/// Ctrl-C ends them.
///
/// Raises `Fault` if the text is not a problem.
///
/// >>> import dlx3
/// >>> problem = dlx3.Problem("A B C\nA B\nC\nB C\nA\n")
/// >>> list(problem.solutions())
/// [[0, 1], [2, 3]]
#[pyclass(frozen, module = "dlx3", name = "Problem")]
pub struct PyProblem {
    problem: Arc<Problem>,
    labels: Labels,
    /// What the options cost, if anybody has said so.
    costs: Option<Costs>,
    /// The user's items, by their numbers; none if they are the names of a text.
    items: Option<Vec<Py<PyAny>>>,
    /// The user's colors, by items and bytes.
    colors: Colors,
    /// The mems of reading the text.
    imems: Option<u64>,
    /// What the user calls the options of the user's list, if anything.
    names: Option<Py<PyTuple>>,
    /// An `int` for each option.
    numbers: PyOnceLock<Arc<Vec<Py<PyAny>>>>,
    /// All solutions, once they are known.
    family: Mutex<Option<Arc<Family>>>,
}

/// What `__reduce__` keeps of a problem.
type Parts<'py> = (
    Bound<'py, PyBytes>,
    (Vec<u32>, usize),
    bool,
    Option<Vec<Py<PyAny>>>,
    Colors,
    Option<u64>,
    Option<Py<PyTuple>>,
);

impl PyProblem {
    fn new(given: Given) -> Self {
        let (problem, costs) = match given.costs {
            None => (given.problem, None),
            Some(costs) => {
                let free = Costs::free(given.problem.option_count());
                let problem = given.problem.priced(costs);
                // In the largest unit, so that equal costs are equal.
                let costs = problem.costs().cloned();
                (problem, Some(costs.unwrap_or(free)))
            }
        };
        PyProblem {
            problem: Arc::new(problem),
            labels: given.labels,
            costs,
            items: given.items,
            colors: given.colors,
            imems: given.imems,
            names: given.names,
            numbers: PyOnceLock::new(),
            family: Mutex::new(None),
        }
    }

    /// A problem of the library.
    pub fn of(problem: Problem) -> Self {
        PyProblem::new(Given {
            costs: problem.costs().cloned(),
            labels: Labels::all(problem.option_count()),
            problem,
            items: None,
            colors: HashMap::new(),
            imems: None,
            names: None,
        })
    }

    /// The problem of a text.
    pub fn read(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let read = py.detach(|| read_charged(Reader::new().extended(), bytes));
        let (text, imems) = read.map_err(|error| match error {
            ReadError::Fault(fault) => faults::fault(py, &fault),
            error => PyValueError::new_err(error.to_string()),
        })?;
        Ok(PyProblem {
            imems: Some(imems),
            ..PyProblem::of(text.problem)
        })
    }

    /// The indices of the options as Python objects: a solution only points to them.
    fn numbers(&self, py: Python<'_>) -> PyResult<&Arc<Vec<Py<PyAny>>>> {
        self.numbers.get_or_try_init(py, || {
            let number = |row: usize| Ok(row.into_pyobject(py)?.into_any().unbind());
            let numbers: PyResult<Vec<Py<PyAny>>> = self.labels.kept().map(number).collect();
            Ok(Arc::new(numbers?))
        })
    }

    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// A solution as the user's indices of its options.
    pub fn list<'py>(
        &self,
        py: Python<'py>,
        solution: &[OptionId],
    ) -> PyResult<Bound<'py, PyList>> {
        let options = solution.iter().map(|option| option.index());
        to_list(py, self.numbers(py)?, options)
    }

    fn item<'py>(&self, py: Python<'py>, item: ItemId) -> PyResult<Bound<'py, PyAny>> {
        match &self.items {
            Some(items) => Ok(items[item.index()].bind(py).clone()),
            None => decode(py, self.problem.name(item)),
        }
    }

    /// How an item shows itself, and its color if it has one.
    fn name(&self, py: Python<'_>, item: ItemId, color: Option<u8>) -> PyResult<String> {
        let node = self.node(py, item, color)?;
        match node.cast::<Color>() {
            Ok(node) => {
                let (item, color) = (node.getattr("item")?, node.getattr("color")?);
                Ok(format!("{}:{}", item.str()?, color.str()?))
            }
            Err(_) => Ok(node.str()?.to_string()),
        }
    }

    /// An item of an option, with its color if it has one.
    fn node<'py>(
        &self,
        py: Python<'py>,
        item: ItemId,
        color: Option<u8>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let object = self.item(py, item)?;
        let Some(byte) = color else {
            return Ok(object);
        };
        let color = match self.colors.get(&(item.0, byte)) {
            Some(color) => color.clone_ref(py),
            None => decode(py, &[byte])?.unbind(),
        };
        Ok(Bound::new(py, Color::new(object.unbind(), color))?.into_any())
    }

    fn options_at<'py>(&self, py: Python<'py>, option: OptionId) -> PyResult<Bound<'py, PyList>> {
        let nodes = self.problem.option(option);
        let nodes = nodes.map(|(item, color)| self.node(py, item, color));
        PyList::new(py, nodes.collect::<PyResult<Vec<_>>>()?)
    }

    /// The items of these numbers.
    fn items_of<'py>(
        &self,
        py: Python<'py>,
        numbers: std::ops::Range<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let items = numbers.map(|number| self.item(py, ItemId(number as u32)));
        PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)
    }

    /// All solutions. What is found is kept with the problem.
    fn family<'py>(
        &self,
        py: Python<'py>,
        asked: Asked,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Arc<Family>> {
        let progress = Progress::new(progress)?;
        let known = || self.family.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(family) = &*known() {
            return Ok(Arc::clone(family));
        }
        let (family, is_ended) =
            progress.within(py, asked, |limits| Family::new(&self.problem, limits))?;
        let family = family
            .map_err(|stopped| faults::stopped(py, why(stopped, is_ended), Known::default()))?;
        let family = Arc::new(family);
        *known() = Some(Arc::clone(&family));
        Ok(family)
    }

    /// The same problem with options left out and items in another order.
    fn smaller(&self, py: Python<'_>, reduction: &Reduction) -> PyProblem {
        let left = reduction.problem(&self.problem);
        let before: HashMap<&[u8], ItemId> = self
            .problem
            .item_ids()
            .map(|item| (self.problem.name(item), item))
            .collect();
        let old = |item: ItemId| before[left.name(item)];
        let items = self.items.as_ref().map(|items| {
            let all = left.item_ids();
            all.map(|item| items[old(item).index()].clone_ref(py))
                .collect()
        });
        let mut colors = HashMap::new();
        for option in left.option_ids() {
            for (item, color) in left.option(option) {
                let color = color.and_then(|byte| {
                    let color = self.colors.get(&(old(item).0, byte))?;
                    Some((byte, color))
                });
                if let Some((byte, color)) = color {
                    colors
                        .entry((item.0, byte))
                        .or_insert_with(|| color.clone_ref(py));
                }
            }
        }
        let options = reduction.options.iter();
        let labels = Labels {
            rows: options
                .clone()
                .map(|option| self.labels.rows[option.index()])
                .collect(),
            total: self.labels.total,
        };
        let costs = self.costs.as_ref();
        let costs = costs.map(|costs| costs.some(options.copied()));
        PyProblem::new(Given {
            problem: left,
            labels,
            costs,
            items,
            colors,
            imems: None,
            names: self.names.as_ref().map(|names| names.clone_ref(py)),
        })
    }

    /// What each option costs, by the user's list or by the problem's own.
    fn costs_or(&self, py: Python<'_>, costs: Option<&Bound<'_, PyAny>>) -> PyResult<Costs> {
        match (costs, &self.costs) {
            (Some(costs), _) => {
                let names = self.names.as_ref().map(|names| names.bind(py));
                let all = numbers::costs(costs, self.labels.total, names)?;
                let kept = self.labels.kept();
                Ok(all.some(kept.map(|row| OptionId(row as u32))))
            }
            (None, Some(costs)) => Ok(costs.clone()),
            (None, None) => Err(PyValueError::new_err(
                "the problem has no costs: give them as `costs=`, one for each option",
            )),
        }
    }
}

/// Bytes as a string. What is not UTF-8 becomes surrogates, as in the names of files.
fn decode<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(PyString::new(py, text).into_any()),
        Err(_) => {
            let bytes = PyBytes::new(py, bytes);
            bytes.call_method1("decode", ("utf-8", "surrogateescape"))
        }
    }
}

/// The bytes of a string, or of bytes.
fn encode<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(bytes.clone());
    }
    let Ok(text) = text.cast::<PyString>() else {
        let told = format!(
            "a problem is a str or bytes, not {}: see Problem.from_options",
            text.get_type().name()?
        );
        return Err(PyTypeError::new_err(told));
    };
    let bytes = text.call_method1("encode", ("utf-8", "surrogateescape"))?;
    Ok(bytes.cast_into::<PyBytes>()?)
}

#[pymethods]
impl PyProblem {
    #[new]
    fn from_text(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        PyProblem::read(py, encode(text)?.as_bytes())
    }

    /// A problem from options, each of which is a list of items; or a `dict` from names to these.
    ///
    /// An item is any hashable object. All items are primary, unless `primary` is given: then the
    /// others are secondary. With `secondary` alone, the others are primary; with both, no other
    /// items are allowed. An option gives a secondary item a color by `Color(item, color)`, or by
    /// a string `"name:color"`, unless there is an item of that whole name or `colors` is false.
    ///
    /// `bounds` maps primary items to how often a solution contains them: a number, or a pair of
    /// the least and the largest one; without a `dict`, the number or pair is for all primary items.
    /// `None` as the largest one means no limit, so `(1, None)` is at least once.
    ///
    /// `costs` has a number for each option: an `int`, a `decimal.Decimal`, or a `float`, which
    /// counts as the decimal number that it shows. If any of them has decimals, sums are
    /// `decimal.Decimal`s.
    ///
    /// `names` has a name for each option, if `options` is a list; see `named`. With names, `costs`
    /// may be a `dict` from them to costs.
    ///
    /// The indices of solutions are those of `options`. An option without a primary item is in no
    /// solution.
    ///
    /// Raises `Fault`, which names the option and the item, if an option names an item twice or one
    /// that is unknown, a primary item has a color or a secondary one has bounds, if bounds are
    /// out of order, or if there is no primary item; `TypeError` if an item is not hashable.
    ///
    /// >>> import dlx3
    /// >>> options = [[(0, 0), (0, 1)], [(0, 0)], [(0, 1)]]
    /// >>> dlx3.Problem.from_options(options).count()
    /// 2
    #[staticmethod]
    #[pyo3(signature = (options, primary=None, secondary=None, bounds=None, costs=None, *, colors=true, names=None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's")]
    fn from_options(
        py: Python<'_>,
        options: &Bound<'_, PyAny>,
        primary: Option<&Bound<'_, PyAny>>,
        secondary: Option<&Bound<'_, PyAny>>,
        bounds: Option<&Bound<'_, PyAny>>,
        costs: Option<&Bound<'_, PyAny>>,
        colors: bool,
        names: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let named = Named::new(options, names, costs)?;
        let (options, costs) = (&named.options, named.costs.as_ref());
        let given = options::from_options(py, options, primary, secondary, bounds, costs, colors)?;
        let names = named.names_of(given.labels.total)?;
        Ok(PyProblem::new(Given { names, ..given }))
    }

    /// A problem from a `DataFrame` of pandas or Polars, whose rows are options.
    ///
    /// `items` is the column of their items, each a list of items or a text with their names, as
    /// `dlx import csv` reads it: with blanks, commas or semicolons between them, or a list as Python
    /// writes it. `separator` says what stands between names (`""`: a text is one name); it is one
    /// text or a list of them. Or `items` is a list of columns: of zeros and ones, whose names are
    /// the items; or of names, of which an option has those of its row. If `prefix` is true, these
    /// are called `column.name`; if it is false, a name in two columns is one item.
    ///
    /// `cost` is the column of the costs, and `id` that of the names of the options; without it, the
    /// index has the names, if there is one. `primary`, `secondary` and `bounds` are as in
    /// `from_options`.
    ///
    /// A row without items, such as one whose cell is `None` or NaN, is in no solution: a
    /// `UserWarning` says so.
    ///
    /// Raises `ValueError` if there is no such column, if names can be read in two ways, and as
    /// `from_options`.
    ///
    /// >>> import dlx3, pandas
    /// >>> crews = pandas.DataFrame({"name": ["Ada", "Blaise", "Carl"], "cost": [4, 3, 6],
    /// ...                           "flights": ["1 2", "3", "1 2 3"]})
    /// >>> problem = dlx3.Problem.from_frame(crews, items="flights", cost="cost", id="name")
    /// >>> [(cost, problem.named(chosen)) for cost, chosen in problem.best(2)]
    /// [(6, ['Carl']), (7, ['Ada', 'Blaise'])]
    #[staticmethod]
    #[pyo3(signature = (frame, *, items, cost=None, id=None, primary=None, secondary=None, bounds=None, separator=None, prefix=None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's")]
    fn from_frame<'py>(
        py: Python<'py>,
        frame: &Bound<'py, PyAny>,
        items: &Bound<'py, PyAny>,
        cost: Option<&Bound<'py, PyAny>>,
        id: Option<&Bound<'py, PyAny>>,
        primary: Option<&Bound<'py, PyAny>>,
        secondary: Option<&Bound<'py, PyAny>>,
        bounds: Option<&Bound<'py, PyAny>>,
        separator: Option<&Bound<'py, PyAny>>,
        prefix: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = py.import("dlx3._frames")?;
        let kinds = (primary, secondary, bounds);
        let arguments = (frame, items, cost, id, kinds, separator, prefix);
        module.getattr("from_frame")?.call1(arguments)
    }

    /// Solutions as a `DataFrame`: a row for each option of each solution, with the columns
    /// `solution` (from 0), `option` (its index), `name`, if options have names, `cost`, if they
    /// have costs, and `items`.
    ///
    /// `solutions` is a list of them, or of pairs of a cost and a solution, as `best` gives; without
    /// it, all are listed. `like` is the package whose `DataFrame` it is: `pandas` if nothing is
    /// said.
    ///
    /// >>> import dlx3
    /// >>> problem = dlx3.Problem.from_options({"x": ["a"], "y": ["b"], "z": ["a", "b"]})
    /// >>> problem.solutions_frame()[["solution", "name"]].values.tolist()
    /// [[0, 'x'], [0, 'y'], [1, 'z']]
    #[pyo3(signature = (solutions=None, *, like=None))]
    fn solutions_frame<'py>(
        slf: &Bound<'py, Self>,
        solutions: Option<&Bound<'py, PyAny>>,
        like: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("dlx3._frames")?;
        let arguments = (slf, solutions, like);
        module.getattr("solutions_frame")?.call1(arguments)
    }

    /// The names of the options of a solution; their indices, if they have no names.
    ///
    /// Raises `IndexError` if there is no such option.
    ///
    /// >>> import dlx3
    /// >>> problem = dlx3.Problem.from_options({"x": ["a"], "y": ["b"], "z": ["a", "b"]})
    /// >>> [problem.named(solution) for solution in problem.solutions()]
    /// [['x', 'y'], ['z']]
    fn named<'py>(
        &self,
        py: Python<'py>,
        solution: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let indices = solution.extract::<Vec<usize>>();
        let solution =
            indices.map_err(|_| wrong("a solution is a list of option indices", solution))?;
        let names = self.names.as_ref().map(|names| names.bind(py));
        let name = |&option: &usize| {
            if option >= self.labels.total {
                let told = format!(
                    "there is no option {option}: there are {}",
                    self.labels.total
                );
                return Err(PyIndexError::new_err(told));
            }
            match names {
                Some(names) => names.get_item(option),
                None => Ok(option.into_pyobject(py)?.into_any()),
            }
        };
        PyList::new(py, solution.iter().map(name).collect::<PyResult<Vec<_>>>()?)
    }

    /// How large DLX3's search for all solutions will be, and how many there may be, from random
    /// samples of its tree: an `Estimate`. `samples` says how many, 16 if there is no limit of
    /// `time` either. The same seed draws the same samples; it is 0 if none is given, and `None` is
    /// another one each time.
    ///
    /// >>> import dlx3
    /// >>> estimate = dlx3.Problem("A B\nA\nB\nA B\n").estimate()
    /// >>> estimate.is_exact, estimate.solutions
    /// (True, 2.0)
    #[pyo3(signature = (*, samples=None, seed=0, time=None))]
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        samples: Option<u64>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked::new(time, MEMORY, 1)?;
        estimates::values(py, &self.problem, samples, seed, asked)
    }

    /// All solutions that cost at most this, the cheapest first: a list of pairs of a cost and a
    /// solution, as `best` gives them.
    ///
    /// `Stopped.best` has those that were found, and `Stopped.bound` a cost that no other one is
    /// below. Raises `ValueError` without costs, or if they are not as many as options.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A B\nA\nB\nA B\n").within(4, costs=[1, 3, 5])
    /// [(4, [0, 1])]
    #[pyo3(signature = (at_most, *, costs=None, time=None, memory=MEMORY, threads=1))]
    fn within<'py>(
        &self,
        py: Python<'py>,
        at_most: Bound<'py, PyAny>,
        costs: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        let asked = Asked::new(time, memory, threads)?;
        let costs = self.costs_or(py, costs)?;
        let most = numbers::in_units("at_most", &at_most, Sense::Cheapest, &costs)?;
        let found = run_quietly(py, asked, |control| {
            let ceiling = Within::Cost(most);
            within(control, |limits| {
                all_within(&self.problem, costs.values(), &ceiling, limits)
            })
        })?;
        let list = |solutions: &[(i128, Vec<OptionId>)]| {
            let pairs = solutions.iter().map(|(cost, solution)| {
                let cost = amount(py, &costs, *cost)?;
                PyTuple::new(py, [cost, self.list(py, solution)?.into_any()])
            });
            PyList::new(py, pairs.collect::<PyResult<Vec<_>>>()?)
        };
        match found {
            Ok(cheapest) => list(&cheapest.solutions),
            Err(NotCheapest::TooDear(error)) => Err(PyValueError::new_err(error.to_string())),
            Err(NotCheapest::Unfinished(unfinished)) => {
                let known = Known {
                    best: Some(list(&unfinished.solutions)?.into_any().unbind()),
                    bound: Some(amount(py, &costs, unfinished.bound)?.unbind()),
                    ..Known::default()
                };
                Err(faults::stopped(py, unfinished.why, known))
            }
        }
    }

    /// A problem from a matrix of shape (options, items): a 1 says that the option of its row
    /// contains the item of its column.
    ///
    /// The matrix is a NumPy array (read in place), a SciPy sparse matrix, a `DataFrame` of pandas or
    /// Polars, or a list of lists. Its elements are the numbers 0 and 1, or booleans. Items are the
    /// numbers of the columns, all primary; those of a `DataFrame` are the names of its columns, and
    /// its index has the names of the options: see `names`. `costs` has a number for each row.
    ///
    /// Raises `TypeError` for elements that are no numbers, and `ValueError` for other numbers, for
    /// masked elements, and if the matrix has not two dimensions or rows differ in length. Both name
    /// the row and the column. Raises `Fault` without columns.
    ///
    /// >>> import dlx3
    /// >>> list(dlx3.Problem.from_matrix([[1, 0], [0, 1], [1, 1]]).solutions())
    /// [[0, 1], [2]]
    #[staticmethod]
    #[pyo3(signature = (matrix, costs=None))]
    fn from_matrix(
        py: Python<'_>,
        matrix: &Bound<'_, PyAny>,
        costs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given = matrix::from_matrix(py, matrix, costs, Ones::One)?;
        Ok(PyProblem::new(given))
    }

    /// Reads all numbers that are not 0 as 1, as the package `exact_cover` does.
    #[staticmethod]
    fn _from_numbers(py: Python<'_>, matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let given = matrix::from_matrix(py, matrix, None, Ones::NotZero)?;
        Ok(PyProblem::new(given))
    }

    /// The solutions one by one, in DLX3's order: an iterator over lists of option indices.
    ///
    /// A small problem is solved at once, within about 0.1 milliseconds. Otherwise a thread of its own
    /// searches a little ahead, and waits if nobody takes what it finds. Drop the iterator to end
    /// it. `Stopped.at_least` is how many solutions were found. `progress` is as for `count`; it is
    /// told when solutions are taken or waited for, and knows how many were `taken`.
    ///
    /// >>> import dlx3
    /// >>> next(dlx3.Problem("A B\nA\nB\n").solutions())
    /// [0, 1]
    #[pyo3(signature = (*, progress=None, time=None, memory=MEMORY, threads=1))]
    fn solutions(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Solutions> {
        let asked = Asked::new(time, memory, threads)?;
        let listener = Progress::new(progress)?.listener();
        let numbers = Arc::clone(self.numbers(py)?);
        Solutions::new(Arc::clone(&self.problem), numbers, listener, asked)
    }

    /// The number of solutions, however large.
    ///
    /// It is not the search of DLX3 that counts, but whatever is fastest. `progress` is a function
    /// that is told every fifth of a second how far it has come, a `Progress`, and ends it by returning
    /// `True`; or `True` for a bar of tqdm, if that is installed. `Stopped.at_least` is a
    /// number of solutions that there are at least.
    ///
    /// `certificate` is the name of a file for a proof of the number, which `dlx-check --diagram`
    /// checks. Then it counts in a way of its own, which takes longer.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A B\nA\nB\nA B\n").count()
    /// 2
    #[pyo3(signature = (*, progress=None, certificate=None, time=None, memory=MEMORY, threads=1))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        progress: Option<&Bound<'py, PyAny>>,
        certificate: Option<PathBuf>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked::new(time, memory, threads)?;
        let progress = Progress::new(progress)?;
        // A thread takes longer to begin than a short search takes.
        if certificate.is_none()
            && !asked.is_late()
            && let Some(number) = short::count(&self.problem)
        {
            return to_int(py, &number.to_big());
        }
        let (counted, is_ended) = match certificate {
            None => progress.within(py, asked, |limits| count(&self.problem, limits))?,
            Some(path) => {
                let file = Lines::create(path.clone())?;
                let mut file = Output::new(file);
                let done = progress.within(py, asked, |limits| {
                    let at_least = Count::ZERO;
                    let counted = certify(&self.problem, limits, &mut file);
                    counted.map_err(|why| Unfinished { why, at_least })
                });
                file.finish().map_err(|error| failed(&error, path))?;
                done?
            }
        };
        match counted {
            Ok(counted) => to_int(py, &counted.number.to_big()),
            Err(unfinished) => {
                let known = Known {
                    at_least: Some(unfinished.at_least.to_big()),
                    ..Known::default()
                };
                Err(faults::stopped(py, why(unfinished.why, is_ended), known))
            }
        }
    }

    /// A solution, or `None` if there is none. Which one depends on the problem alone.
    ///
    /// `proof` is the name of a file for a proof that there is none, which VeriPB checks together
    /// with what `to("opb")` gives. Only searches take part that can prove what they find.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A B\nA\nA B\n").find()
    /// [1]
    #[pyo3(signature = (*, progress=None, proof=None, time=None, memory=MEMORY, threads=1))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        progress: Option<&Bound<'py, PyAny>>,
        proof: Option<PathBuf>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let asked = Asked::new(time, memory, threads)?;
        let progress = Progress::new(progress)?;
        if proof.is_none()
            && !asked.is_late()
            && let Some(found) = short::find(&self.problem)
        {
            return found.map(|solution| self.list(py, &solution)).transpose();
        }
        let (found, is_ended) = match proof {
            None => progress.within(py, asked, |limits| find(&self.problem, limits))?,
            Some(path) => {
                let mut file = ProofFile::create(py, path, &self.problem)?;
                let done = progress.within(py, asked, |limits| file.find(&self.problem, limits));
                file.finish()?;
                done?
            }
        };
        let found = found
            .map_err(|stopped| faults::stopped(py, why(stopped, is_ended), Known::default()))?;
        found
            .solution
            .map(|solution| self.list(py, &solution))
            .transpose()
    }

    /// Why there is no solution: a `Conflict`, items that contradict each other; or `None` if there
    /// is a solution.
    ///
    /// If time is up when some items are known to contradict each other, these are the result, and
    /// `is_minimal` is false. It works on one thread.
    ///
    /// >>> import dlx3
    /// >>> roster = dlx3.Problem.from_options(
    /// ...     [["early", "Ada"], ["late", "Ada"], ["late", "Bo"], ["night", "Ada"]],
    /// ...     primary=["early", "late", "night"])
    /// >>> print(roster.conflict())
    /// early: at least 1 of 1 option
    /// night: at least 1 of 1 option
    /// Ada: at most 1 of 3 options
    ///   early Ada
    ///   night Ada
    #[pyo3(signature = (*, time=None, memory=MEMORY))]
    fn conflict<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let asked = Asked::new(time, memory, 1)?;
        let found = run_quietly(py, asked, |control| {
            within(control, |limits| conflict(&self.problem, limits))
        })?;
        let found = found.map_err(|why| faults::stopped(py, why, Known::default()))?;
        let Some(found) = found else { return Ok(None) };
        let needs = PyDict::new(py);
        for own in &found.items {
            needs.set_item(self.item(py, own.item)?, (own.least, own.most))?;
        }
        let options = self.list(py, &found.options(&self.problem))?;
        let class = py.import("dlx3._conflict")?.getattr("Conflict")?;
        let mut failed = Ok(());
        let text = found.text_with(&self.problem, |item, color| {
            let name = self.name(py, item, color);
            name.unwrap_or_else(|error| {
                failed = Err(error);
                String::new()
            })
            .into()
        });
        failed?;
        let text = String::from_utf8_lossy(&text);
        let arguments = (needs, options, found.is_minimal, text.trim_end());
        class.call1(arguments).map(Some)
    }

    /// How many solutions there are at each cost: a `dict` from costs, the lowest first, to
    /// numbers.
    ///
    /// `costs` has a number for each option, as for `best`. With `at_most`, only costs up to that
    /// are in it.
    ///
    /// Raises `ValueError` without costs, or if they are not as many as options, or too large.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A B\nA\nB\nA B\n").by_cost(costs=[1, 3, 5])
    /// {4: 1, 5: 1}
    #[pyo3(signature = (*, costs=None, at_most=None, time=None, memory=MEMORY, threads=1))]
    fn by_cost<'py>(
        &self,
        py: Python<'py>,
        costs: Option<&Bound<'py, PyAny>>,
        at_most: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let asked = Asked::new(time, memory, threads)?;
        let costs = self.costs_or(py, costs)?;
        let most = at_most.map(|most| numbers::in_units("at_most", &most, Sense::Cheapest, &costs));
        let (most, values) = (most.transpose()?, costs.values());
        let counted = run_quietly(py, asked, |control| {
            within(control, |limits| {
                count_by_cost(&self.problem, values, most, limits)
            })
        })?;
        let counted = counted.map_err(|fault| match fault {
            NotCounted::TooDear(error) => PyValueError::new_err(error.to_string()),
            NotCounted::Stopped(why) => faults::stopped(py, why, Known::default()),
        })?;
        let numbers = PyDict::new(py);
        for (cost, number) in &counted.numbers {
            numbers.set_item(amount(py, &costs, *cost)?, to_int(py, &number.to_big())?)?;
        }
        Ok(numbers)
    }

    /// `n` solutions drawn at random, each as likely as any other, with replacement, in the order
    /// of their numbers (see `nth`). The same seed draws the same solutions; it is 0 if none is
    /// given, and `None` is another one each time. Without solutions, the list is empty.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A B\nA\nB\nA B\n").sample(3, seed=1)
    /// [[0, 1], [0, 1], [2]]
    #[pyo3(signature = (n=1, seed=0, *, progress=None, time=None, memory=MEMORY, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's")]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::n)] n: u64,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        progress: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        let asked = Asked::new(time, memory, threads)?;
        let family = self.family(py, asked, progress)?;
        // Each number, and a pointer to it.
        let each = family.number().to_big().bits() / 8 + 32;
        let most = memory as u64 / each;
        if n > most {
            return Err(PyMemoryError::new_err(format!(
                "n is at most {most} with a memory of {memory} bytes: see `memory`"
            )));
        }
        let drawn = run_quietly(py, asked, |_| family.draw(n, seed))?;
        let samples = PyList::empty(py);
        for numbers in drawn.chunks(family.at_a_time(memory)) {
            let solutions = run_quietly(py, asked, |control| {
                within(control, |limits| family.solutions(numbers, limits))
            })?;
            let solutions = solutions.map_err(|why| faults::stopped(py, why, Known::default()))?;
            for solution in solutions {
                samples.append(self.list(py, &solution)?)?;
            }
        }
        Ok(samples)
    }

    /// The solution of a number, from 0, in an order that depends on the problem alone. The
    /// solutions before it are counted, not listed.
    ///
    /// The diagram of all solutions that this needs is kept with the problem, so further calls are
    /// fast. Raises `IndexError` if there are not so many solutions.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A B\nA\nB\nA B\n").nth(1)
    /// [2]
    #[pyo3(signature = (k, *, time=None, memory=MEMORY, threads=1))]
    fn nth<'py>(
        &self,
        py: Python<'py>,
        k: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        let number: Option<BigUint> = numbers::from_int("k", k)?;
        let family = self.family(py, Asked::new(time, memory, threads)?, None)?;
        let solution = number.and_then(|number| family.solution(&number.into()));
        match solution {
            Some(solution) => self.list(py, &solution),
            None => Err(PyIndexError::new_err(format!(
                "there is no solution {}: there are {}",
                faults::shown(k),
                family.number()
            ))),
        }
    }

    /// The `k` cheapest solutions, the cheapest first: a list of pairs of a cost and a solution.
    /// The cost of a solution is the sum of those of its options.
    ///
    /// `costs` has a number for each option, which may be negative, as in `from_options`; without it,
    /// the costs of the problem count. With `most`, the dearest solutions are wanted, the dearest first.
    ///
    /// `bound` is the largest cost that is wanted (with `most` the least). With `gap`, it is enough
    /// if the best solution is proved to be no farther than this from the optimum, in percent of its
    /// cost, as for `dlx best`: `1`, `0.5` or `"0.5%"`; `k` is 1 then.
    ///
    /// `callback(best, bound)` is called while it searches, when one of them has changed: the cost
    /// of the best solution so far, or `None`, and a cost that no solution is below (above with
    /// `most`). If it returns `True`, the search stops; what it raises is passed on. `progress` is
    /// as for `count`, and is told both, too.
    ///
    /// `proof` is the name of a file for a proof that none is cheaper: VeriPB checks it, together
    /// with what `to("opb", most=most)` gives. It is about the problem's own costs and one solution.
    /// If the time is up before the proof is done, `Stopped` is raised, too, with the bound that it
    /// proves.
    ///
    /// `Stopped.best` is the list of what was found, `Stopped.bound` a cost that no solution is
    /// below (above with `most`), and `Stopped.gap` how far the first one may be from the optimum, in
    /// percent of its cost.
    ///
    /// Raises `ValueError` without costs, or if they are not as many as options, or too large.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A B\nA\nB\nA B\n").best(2, costs=[1, 3, 5])
    /// [(4, [0, 1]), (5, [2])]
    #[pyo3(signature = (k=1, *, costs=None, most=false, bound=None, gap=None, callback=None, progress=None, proof=None, time=None, memory=MEMORY, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's")]
    fn best<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::k)] k: usize,
        costs: Option<&Bound<'py, PyAny>>,
        most: bool,
        bound: Option<Bound<'py, PyAny>>,
        gap: Option<Bound<'py, PyAny>>,
        callback: Option<Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        proof: Option<PathBuf>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        let asked = Asked::new(time, memory, threads)?;
        let (is_own, is_bounded) = (costs.is_none(), bound.is_some());
        let costs = self.costs_or(py, costs)?;
        let wanted = Wanted::new(k, most, costs, bound.as_ref(), gap.as_ref(), callback)?;
        let progress = Progress::new(progress)?;
        let refusal = match k {
            _ if proof.is_none() => None,
            _ if !is_own => {
                Some("proof is for the costs of the problem, which `to` writes, not for costs=")
            }
            1 if is_bounded => Some("proof is for the best solution, not for a bound"),
            1 => None,
            _ => Some("proof is for one solution, not for several"),
        };
        if let Some(told) = refusal {
            return Err(PyValueError::new_err(told));
        }
        let proof = proof.map(|path| ProofFile::create(py, path, &self.problem));
        best(py, self, &wanted, &progress, proof.transpose()?, asked)
    }

    /// The decision diagram of all solutions: see `Zdd`.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A B\nA\nB\nA B\n").zdd()
    /// <dlx3.Zdd: 2 solutions, 3 decisions>
    #[pyo3(signature = (*, progress=None, time=None, memory=MEMORY, threads=1))]
    fn zdd<'py>(
        &self,
        py: Python<'py>,
        progress: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<PyZdd> {
        let asked = Asked::new(time, memory, threads)?;
        let family = self.family(py, asked, progress)?;
        let zdd = run_quietly(py, asked, |control| {
            within(control, |limits| Zdd::new(&family, limits))
        })?;
        let zdd = zdd.map_err(|why| faults::stopped(py, why, Known::default()))?;
        Ok(PyZdd::new(
            zdd,
            self.labels.rows.clone(),
            family.number().to_big(),
        ))
    }

    /// A smaller problem with the same solutions: options that cannot be in one are left out, and
    /// primary items that another one implies are secondary. The options that are left keep their
    /// indices.
    ///
    /// If time is up, what has been found until then is left out.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A B C\nA B\nC\nB C\n").reduce().indices
    /// [0, 1]
    #[pyo3(signature = (*, time=None, memory=MEMORY, threads=1))]
    fn reduce(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<PyProblem> {
        let asked = Asked::new(time, memory, threads)?;
        let reduction = run_quietly(py, asked, |control| {
            Reduction::new(&self.problem, &mut || control.must_stop())
        })?;
        Ok(self.smaller(py, &reduction))
    }

    /// The problem for another solver, as a string: `"cnf"` (DIMACS), `"wcnf"` (MaxSAT), `"opb"`
    /// (pseudo-Boolean), `"lp"` (integer programs), `"mzn"` (MiniZinc), or `"dlx"`. Variable `i + 1`
    /// is the `i`-th option of the problem, see `indices`.
    ///
    /// `encoding` says how clauses count: `"auto"`, `"pairwise"`, `"ladder"` or `"totalizer"`. With
    /// `most` the dearest solution is asked for, and without `names` no comments say what the
    /// variables are. Costs become an objective, in units of their last decimal, but
    /// not in `"cnf"`.
    ///
    /// Raises `ValueError` for an unknown format or encoding, or if the problem is too large for such
    /// solvers.
    ///
    /// >>> import dlx3
    /// >>> print(dlx3.Problem("A\nA\nA\n").to("cnf", names=False), end="")
    /// p cnf 2 2
    /// 1 2 0
    /// -1 -2 0
    #[pyo3(signature = (format, *, encoding="auto", most=false, names=true, time=None, memory=MEMORY, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's")]
    fn to<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        encoding: &str,
        most: bool,
        names: bool,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked::new(time, memory, threads)?;
        let unknown = |what: &str, name: &str, known: String| {
            PyValueError::new_err(format!("unknown {what} {name:?}: it is one of {known}"))
        };
        let Some(encoding) = Encoding::named(encoding) else {
            let known = Encoding::names(|_| true, ", ");
            return Err(unknown("encoding", encoding, known));
        };
        let written_as = Format::named(format);
        if written_as.is_none() && format != "dlx" {
            let known = Format::names(|_| true, ", ") + ", dlx";
            return Err(unknown("format", format, known));
        }
        let written = run_quietly(py, asked, |control| -> Result<Vec<u8>, Unwritten> {
            let mut text = Text {
                text: Vec::new(),
                control,
            };
            match written_as {
                None => self.problem.write(&mut text)?,
                Some(format) => {
                    let source = Source {
                        problem: &self.problem,
                        most,
                        names,
                        supports: format.row().supports,
                    };
                    let writer = Writer::new(source, format, encoding);
                    let writer = writer.map_err(|error| Unwritten::Refused(error.to_string()))?;
                    writer.write(&mut text)?;
                }
            }
            Ok(text.text)
        })?;
        match written {
            Ok(text) => decode(py, &text),
            Err(Unwritten::Stopped) => Err(faults::stopped(py, Stopped::Limit, Known::default())),
            Err(Unwritten::Refused(told)) => Err(PyValueError::new_err(told)),
        }
    }

    /// The counters of DLX3's search for all solutions, exactly: see `Stats`.
    ///
    /// >>> import dlx3
    /// >>> stats = dlx3.Problem("A B\nA\nB\nA B\n").stats()
    /// >>> stats.solutions, stats.nodes, stats.profile
    /// (2, 4, [1, 2, 1])
    #[pyo3(signature = (*, time=None, memory=MEMORY, threads=1))]
    fn stats<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
        #[pyo3(from_py_with = numbers::memory)] memory: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked::new(time, memory, threads)?;
        let problem = &*self.problem;
        let (counters, imems, outcome) = run_quietly(py, asked, |control| {
            let imems = self.imems.unwrap_or_else(|| {
                // As DLX3 would read it: without costs, and with names that it knows.
                let mut text = Vec::new();
                let short = shortened(problem);
                short.write(&mut text).expect("memory can be written");
                let read = read_charged(Reader::new(), &text[..]);
                read.expect("what is written can be read").1
            });
            let memo = Memo::new(problem, asked.memory.min(MEMO), true);
            let search = Search::new(problem, Engine::Auto).with_stack(STACK - MARGIN);
            let mut search = search.with_memo(&memo);
            let outcome = search.run_on_threads(asked.threads, &mut Counting(control));
            (search.counters().clone(), imems, outcome)
        })?;
        if outcome == Outcome::Paused {
            let known = Known {
                at_least: Some(counters.solutions.to_big()),
                ..Known::default()
            };
            return Err(faults::stopped(py, Stopped::Limit, known));
        }
        let named = PyDict::new(py);
        let Counters {
            solutions,
            mems,
            choice_mems,
            updates,
            cleansings,
            nodes,
            profile,
            ..
        } = &counters;
        named.set_item("input_mems", imems)?;
        for (name, number) in [
            ("solutions", solutions),
            ("mems", mems),
            ("choice_mems", choice_mems),
            ("updates", updates),
            ("cleansings", cleansings),
            ("nodes", nodes),
        ] {
            named.set_item(name, to_int(py, &number.to_big())?)?;
        }
        let profile = profile.iter().map(|nodes| to_int(py, &nodes.to_big()));
        named.set_item("profile", profile.collect::<PyResult<Vec<_>>>()?)?;
        py.import("dlx3._stats")?
            .getattr("Stats")?
            .call((), Some(&named))
    }

    /// All items, the primary ones first.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.items_of(py, 0..self.problem.item_count())
    }

    /// The primary items.
    #[getter]
    fn primary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.items_of(py, 0..self.problem.primary_count())
    }

    /// The secondary items.
    #[getter]
    fn secondary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.items_of(py, self.problem.primary_count()..self.problem.item_count())
    }

    /// How often a solution contains each primary item: pairs of the least and the largest number.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bounds = PyDict::new(py);
        for item in self.problem.item_ids() {
            if let Some(Bounds { lower, upper }) = self.problem.bounds(item) {
                bounds.set_item(self.item(py, item)?, (lower, upper))?;
            }
        }
        Ok(bounds)
    }

    /// What the options of `indices` cost, or `None` if the problem has no costs.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(costs) = &self.costs else {
            return Ok(None);
        };
        let values = costs.values().iter();
        let values: PyResult<Vec<_>> = values.map(|&value| amount(py, costs, value)).collect();
        PyList::new(py, values?).map(Some)
    }

    /// The indices of the options that may be in a solution, in order.
    #[getter]
    fn indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let numbers = self.numbers(py)?;
        to_list(py, numbers, 0..numbers.len())
    }

    /// The items of the option of an index; those with a color as `Color(item, color)`.
    ///
    /// Raises `KeyError` if the problem has no such option.
    ///
    /// >>> import dlx3
    /// >>> dlx3.Problem("A | X\nA X:1\n").option(0)
    /// ['A', Color('X', '1')]
    fn option<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let number = numbers::from_int("index", index)?;
        let number = number.and_then(|number| usize::try_from(number).ok());
        match number.map(|number| (number, self.labels.find(number))) {
            Some((_, Some(option))) => self.options_at(py, option),
            Some((number, None)) if number < self.labels.total => Err(PyKeyError::new_err(
                format!("option {number} is in no solution and not part of the problem"),
            )),
            _ => Err(PyKeyError::new_err(format!(
                "there is no option {}",
                faults::shown(index)
            ))),
        }
    }

    /// What the options are called, if they were the rows of a table with an index: a tuple with a
    /// name for each row, also for those that are in no solution; else `None`.
    ///
    /// `[problem.names[index] for index in problem.find()]` are the names of a solution.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyTuple>> {
        self.names.as_ref().map(|names| names.bind(py).clone())
    }

    /// The number of options that may be in a solution.
    fn __len__(&self) -> usize {
        self.problem.option_count()
    }

    /// The matrix of items and options, or a summary if it is large, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("dlx3._show")?;
        module.getattr("problem_html")?.call1((slf,))
    }

    fn __repr__(&self) -> String {
        let problem = &self.problem;
        let primary = problem.primary_count();
        format!(
            "<dlx3.Problem: {} options, {primary}+{} items>",
            problem.option_count(),
            problem.item_count() - primary
        )
    }

    /// Whether items, bounds, options, their names, colors and costs are the same, in the same order.
    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = slf.py();
        let Ok(other) = other.cast::<PyProblem>() else {
            return Ok(false);
        };
        let (one, other) = (slf.get(), other.get());
        let is_like = one.labels == other.labels
            && one.costs == other.costs
            && one.problem.primary_count() == other.problem.primary_count()
            && one.problem.node_count() == other.problem.node_count();
        if !is_like || !one.items(py)?.eq(other.items(py)?)? {
            return Ok(false);
        }
        if !one.names(py).into_pyobject(py)?.eq(other.names(py))? {
            return Ok(false);
        }
        let (mine, others) = (&one.problem, &other.problem);
        if mine
            .item_ids()
            .any(|item| mine.bounds(item) != others.bounds(item))
        {
            return Ok(false);
        }
        for option in mine.option_ids() {
            if mine.option(option).len() != others.option(option).len() {
                return Ok(false);
            }
            for (mine, others) in mine.option(option).zip(others.option(option)) {
                let is_same = mine.0 == others.0
                    && mine.1.is_some() == others.1.is_some()
                    && (mine.1.is_none()
                        || one
                            .node(py, mine.0, mine.1)?
                            .eq(other.node(py, others.0, others.1)?)?);
                if !is_same {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let (py, this) = (slf.py(), slf.get());
        let mut text = Vec::new();
        this.problem.write(&mut text)?;
        let clone = |object: &Py<PyAny>| object.clone_ref(py);
        let parts = (
            PyBytes::new(py, &text),
            (this.labels.rows.clone(), this.labels.total),
            this.costs.is_some(),
            this.items
                .as_ref()
                .map(|items| items.iter().map(clone).collect()),
            this.colors
                .iter()
                .map(|(&key, color)| (key, clone(color)))
                .collect(),
            this.imems,
            this.names.as_ref().map(|names| names.clone_ref(py)),
        );
        Ok((slf.get_type().getattr("_restore")?, parts))
    }

    /// What `pickle` calls.
    #[staticmethod]
    #[pyo3(signature = (text, labels, has_costs, items, colors, imems, names=None))]
    #[expect(clippy::too_many_arguments, reason = "they are what is kept")]
    fn _restore(
        py: Python<'_>,
        text: &[u8],
        labels: (Vec<u32>, usize),
        has_costs: bool,
        items: Option<Vec<Py<PyAny>>>,
        colors: Colors,
        imems: Option<u64>,
        names: Option<Py<PyTuple>>,
    ) -> PyResult<Self> {
        let problem = Problem::from_bytes(text).map_err(|fault| faults::fault(py, &fault))?;
        let (rows, total) = labels;
        let fits = rows.len() == problem.option_count()
            && rows.is_sorted_by(|one, other| one < other)
            && rows.last().is_none_or(|&last| (last as usize) < total)
            && items
                .as_ref()
                .is_none_or(|items| items.len() == problem.item_count())
            && names
                .as_ref()
                .is_none_or(|names| names.bind(py).len() == total);
        if !fits {
            return Err(PyValueError::new_err("this is not a pickled problem"));
        }
        let labels = Labels { rows, total };
        let free = || Costs::free(problem.option_count());
        let costs = has_costs.then(|| problem.costs().cloned().unwrap_or_else(free));
        Ok(PyProblem::new(Given {
            problem,
            labels,
            costs,
            items,
            colors,
            imems,
            names,
        }))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let items = self.items.iter().flatten();
        items
            .chain(self.colors.values())
            .try_for_each(|object| visit.call(object))?;
        visit.call(&self.names)
    }
}

/// What ended something: a limit, or the function that is told of the progress.
fn why(stopped: Stopped, is_ended: bool) -> faults::Reason {
    match is_ended {
        true => faults::Reason::Callback,
        false => stopped.into(),
    }
}

/// Why there is no text.
enum Unwritten {
    Stopped,
    Refused(String),
}

/// Memory refuses nothing: only [`Text`] does.
impl From<io::Error> for Unwritten {
    fn from(_: io::Error) -> Self {
        Unwritten::Stopped
    }
}

/// A text in memory. Once its writer is to stop, it takes no more.
struct Text<'c> {
    text: Vec<u8>,
    control: &'c Control,
}

impl Write for Text<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.control.must_stop() {
            return Err(io::ErrorKind::Other.into());
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Wants no solutions, only their number.
struct Counting<'c>(&'c Control);

impl Observer for Counting<'_> {
    fn wants_solutions(&self) -> bool {
        false
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        match self.0.must_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A profile as an SVG picture: how many nodes each level has.
#[pyfunction]
pub fn draw_profile(name: &str, nodes: Vec<Bound<'_, PyAny>>) -> PyResult<String> {
    let level = |nodes: &Bound<'_, PyAny>| {
        let number = numbers::from_int("a number of nodes", nodes)?;
        let nodes =
            number.ok_or_else(|| PyValueError::new_err("a level has no less than 0 nodes"))?;
        Ok(shape::Level { nodes, kinds: None })
    };
    let levels: PyResult<Vec<shape::Level>> = nodes.iter().map(level).collect();
    let shape = shape::Shape {
        levels: levels?,
        ..shape::Shape::default()
    };
    Ok(profile::draw(&[(name.as_bytes(), &shape)]))
}
