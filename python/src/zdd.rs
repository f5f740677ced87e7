//! `dlx3.Zdd`: the decision diagram of all solutions.

use crate::numbers::{from_int, to_int};
use crate::options::Reduced;
use dlx3::OptionId;
use dlx3::answers::zdd::{Decision, Zdd};
use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// All solutions as a decision diagram: at each node an option that is in the solution or not.
///
/// Node 0 says that there is no solution here, node 1 that this is one. Decision `d` is node
/// `d + 2`: a triple of an option and the nodes to go to without it and with it, which have
/// smaller numbers. `root` is the node at which all paths begin. No path meets an option twice,
/// but two paths may meet options in different orders.
///
/// >>> import dlx3
/// >>> zdd = dlx3.Problem("A B\nA\nB\nA B\n").zdd()
/// >>> zdd.root, zdd.decisions
/// (4, [(1, 0, 1), (2, 0, 1), (0, 3, 2)])
#[pyclass(frozen, module = "dlx3", name = "Zdd")]
pub struct PyZdd {
    zdd: Zdd,
    /// The user's numbers of options.
    labels: Vec<u32>,
    number: BigUint,
}

type Decisions = Vec<(u32, u64, u64)>;

/// What `__reduce__` keeps of a diagram.
type Parts<'py> = (Decisions, u64, Vec<u32>, Bound<'py, PyAny>);

impl PyZdd {
    pub fn new(zdd: Zdd, labels: Vec<u32>, number: BigUint) -> Self {
        PyZdd {
            zdd,
            labels,
            number,
        }
    }
}

#[pymethods]
impl PyZdd {
    /// The decisions, as triples (option, low, high).
    #[getter]
    fn decisions(&self) -> Decisions {
        let decisions = self.zdd.decisions.iter();
        let triple = |decision: &Decision| {
            let option = self.labels[decision.option.index()];
            (option, decision.low, decision.high)
        };
        decisions.map(triple).collect()
    }

    /// The node at which all paths begin.
    #[getter]
    fn root(&self) -> u64 {
        self.zdd.root
    }

    /// The number of solutions.
    #[getter]
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_int(py, &self.number)
    }

    /// The diagram as Knuth's DLX6 writes it, a line `NODE: (~OPTION?LOW:HIGH)` for each decision:
    /// nodes in hexadecimal, options counted from 1 without those that are in no solution.
    fn text(&self) -> String {
        let mut text = Vec::new();
        self.zdd.write(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The diagram for Graphviz's dot; nodes are labeled with the indices of options.
    fn dot(&self) -> String {
        let mut text = Vec::new();
        self.zdd.begin_dot(&mut text);
        for (place, decision) in self.zdd.decisions.iter().enumerate() {
            let label = self.labels[decision.option.index()].to_string();
            self.zdd.put_dot(place, label.as_bytes(), &mut text);
        }
        self.zdd.end_dot(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The number of decisions.
    fn __len__(&self) -> usize {
        self.zdd.decisions.len()
    }

    /// A diagram is true, even if it has no decisions.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let decisions = self.zdd.decisions.len();
        format!(
            "<dlx3.Zdd: {} solutions, {decisions} decisions>",
            self.number
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyZdd>().is_ok_and(|other| {
            let other = other.get();
            self.zdd.root == other.zdd.root && self.decisions() == other.decisions()
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, Parts<'py>>> {
        let this = slf.get();
        let decisions = this.zdd.decisions.iter();
        let decisions = decisions
            .map(|one| (one.option.0, one.low, one.high))
            .collect();
        let number = to_int(slf.py(), &this.number)?;
        let parts = (decisions, this.zdd.root, this.labels.clone(), number);
        Ok((slf.get_type().getattr("_restore")?, parts))
    }

    /// What `pickle` calls.
    #[staticmethod]
    fn _restore(
        decisions: Decisions,
        root: u64,
        labels: Vec<u32>,
        number: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let broken = || PyValueError::new_err("this is not a pickled diagram");
        let fits = decisions
            .iter()
            .zip(2..)
            .all(|(&(option, low, high), node)| {
                (option as usize) < labels.len() && low < node && high < node
            });
        if !fits || root >= decisions.len() as u64 + 2 {
            return Err(broken());
        }
        let decisions = decisions.into_iter().map(|(option, low, high)| Decision {
            option: OptionId(option),
            low,
            high,
        });
        Ok(PyZdd {
            zdd: Zdd {
                decisions: decisions.collect(),
                root,
            },
            labels,
            number: from_int("a number of solutions", number)?.ok_or_else(broken)?,
        })
    }
}
