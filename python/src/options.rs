//! Problems from options of any hashable items.
//!
//! The library knows items by names of at most 255 bytes, and colors as bytes. An item that is a
//! string and such a name keeps it; any other gets a short one. A color that is a single
//! printable character, or a digit as an `int`, is that byte if no other color of its item is;
//! any other gets a byte that is free. Colors are told apart within their item only, so items do
//! not share these bytes.

use crate::faults::{refused, shown, wrong};
use crate::given::{Colors, Given, Labels, listed};
use crate::numbers::{self, index_of};
use dlx3::format::Costs;
use dlx3::{Bounds, BuildError, ItemId, Name, OptionId, Problem};
use pyo3::exceptions::{PyTypeError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyMapping, PyString, PyTuple};
use std::collections::{HashMap, HashSet};
use std::ffi::CString;
use std::fmt::Display;

/// How many options, items or words are read until signals are looked for.
const BREATH: usize = 1 << 12;

/// A secondary item with a color, as an option names it.
///
/// Several options of a solution may contain the item if all of them give it the same color.
///
/// >>> import dlx3
/// >>> dlx3.Color("x", 1)
/// Color('x', 1)
#[pyclass(frozen, module = "dlx3")]
pub struct Color {
    /// The item: any hashable object.
    #[pyo3(get)]
    item: Py<PyAny>,
    /// Its color: any hashable object.
    #[pyo3(get)]
    color: Py<PyAny>,
}

#[pymethods]
impl Color {
    #[new]
    pub fn new(item: Py<PyAny>, color: Py<PyAny>) -> Self {
        Color { item, color }
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("item", "color")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (item, color) = (self.item.bind(py).repr()?, self.color.bind(py).repr()?);
        Ok(format!("Color({item}, {color})"))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Color>() else {
            return Ok(false);
        };
        let other = other.get();
        let has_item = self.item.bind(py).eq(&other.item)?;
        Ok(has_item && self.color.bind(py).eq(&other.color)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyTuple::new(py, [&self.item, &self.color])?.hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, (Py<PyAny>, Py<PyAny>)>> {
        let (py, this) = (slf.py(), slf.get());
        let arguments = (this.item.clone_ref(py), this.color.clone_ref(py));
        Ok((slf.get_type().into_any(), arguments))
    }
}

/// What `pickle` is told: a class or function, and its arguments.
pub type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Primary,
    Secondary,
}

/// The items that have been seen, by the numbers in which they came.
struct Items<'py> {
    objects: Vec<Bound<'py, PyAny>>,
    roles: Vec<Role>,
    numbers: Bound<'py, PyDict>,
}

impl<'py> Items<'py> {
    fn find(&self, item: &Bound<'py, PyAny>) -> PyResult<Option<usize>> {
        let number = self.numbers.get_item(item)?;
        number.map(|number| number.extract()).transpose()
    }

    fn add(&mut self, item: Bound<'py, PyAny>, role: Role) -> PyResult<usize> {
        let number = self.objects.len();
        self.numbers.set_item(&item, number)?;
        self.objects.push(item);
        self.roles.push(role);
        Ok(number)
    }

    /// Adds the items of a list, which is called `name`.
    fn add_all(&mut self, name: &str, items: &Bound<'py, PyAny>, role: Role) -> PyResult<()> {
        let py = items.py();
        for item in listed(format_args!("{name} is a list of items"), items)? {
            let item = item?;
            let found = self.find(&item);
            if found
                .map_err(|error| unhashable(name, &item, error))?
                .is_some()
            {
                let told = format!("the item {} is listed twice", item.repr()?);
                return Err(refused(py, told, None));
            }
            if self.add(item, role)? % BREATH == 0 {
                py.check_signals()?;
            }
        }
        Ok(())
    }
}

/// A node as it was given.
type Node<'py> = (usize, Option<Bound<'py, PyAny>>);

/// `TypeError` if an item or color has no hash, with its place; else what its methods raise.
fn unhashable(place: impl Display, object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = object.py();
    match error.is_instance_of::<PyTypeError>(py) && object.hash().is_err() {
        true => wrong(
            format_args!("{place}: items and colors are hashable"),
            object,
        ),
        false => error,
    }
}

/// What a word of an option names: an item, and its color.
fn node<'py>(
    items: &Items<'py>,
    option: usize,
    word: Bound<'py, PyAny>,
    reads_colons: bool,
) -> PyResult<(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)> {
    let py = word.py();
    if let Ok(color) = word.cast::<Color>() {
        let Color { item, color } = color.get();
        let color = color.bind(py);
        color
            .hash()
            .map_err(|error| unhashable(format_args!("option {option}"), color, error))?;
        return Ok((item.bind(py).clone(), Some(color.clone())));
    }
    // Half of a surrogate pair has no UTF-8: Python looks for the colon then.
    if reads_colons
        && let Ok(text) = word.cast::<PyString>()
        && text.to_cow().map_or(true, |text| text.contains(':'))
    {
        let parts = word.call_method1("rpartition", (":",))?;
        let (name, _, color): (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>) =
            parts.extract()?;
        if name.is_truthy()? && color.is_truthy()? && items.find(&word)?.is_none() {
            return Ok((name, Some(color)));
        }
    }
    Ok((word, None))
}

/// The problem of these options; see `Problem.from_options`.
pub fn from_options<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyAny>,
    primary: Option<&Bound<'py, PyAny>>,
    secondary: Option<&Bound<'py, PyAny>>,
    bounds: Option<&Bound<'py, PyAny>>,
    costs: Option<&Bound<'py, PyAny>>,
    colors: bool,
) -> PyResult<Given> {
    let mut items = Items {
        objects: Vec::new(),
        roles: Vec::new(),
        numbers: PyDict::new(py),
    };
    // What an item is that nobody has listed. With both lists, there is none.
    let unlisted = match (primary, secondary) {
        (Some(_), Some(_)) => None,
        (Some(_), None) => Some(Role::Secondary),
        (None, _) => Some(Role::Primary),
    };
    if let Some(primary) = primary {
        items.add_all("primary", primary, Role::Primary)?;
    }
    if let Some(secondary) = secondary {
        items.add_all("secondary", secondary, Role::Secondary)?;
    }
    let mut nodes: Vec<Node<'py>> = Vec::new();
    let mut ends = Vec::new();
    let wanted = "options is a list of options, each a list of items";
    for (number, option) in listed(wanted, options)?.enumerate() {
        if number % BREATH == 0 {
            py.check_signals()?;
        }
        for word in listed(format_args!("option {number} is a list of items"), &option?)? {
            let (item, color) = node(&items, number, word?, colors)?;
            let found = items.find(&item);
            let found =
                found.map_err(|error| unhashable(format_args!("option {number}"), &item, error))?;
            let found = match (found, unlisted) {
                (Some(found), _) => found,
                (None, Some(role)) => items.add(item, role)?,
                (None, None) => {
                    let told = format!("option {number}: unknown item {}", item.repr()?);
                    return Err(refused(py, told, Some(number)));
                }
            };
            nodes.push((found, color));
            // An iterator may have no end.
            if nodes.len().is_multiple_of(BREATH) {
                py.check_signals()?;
            }
        }
        ends.push(nodes.len());
    }
    let bounds = read_bounds(&items, &nodes, bounds)?;
    let costs = costs
        .map(|costs| numbers::costs(costs, ends.len(), None))
        .transpose()?;
    warn_of_uncovered(py, &items, &nodes, &bounds)?;
    build(py, items, &nodes, &ends, &bounds, costs)
}

/// The bounds of items, by their numbers.
fn read_bounds<'py>(
    items: &Items<'py>,
    nodes: &[Node<'py>],
    given: Option<&Bound<'py, PyAny>>,
) -> PyResult<HashMap<usize, Bounds>> {
    let mut all = HashMap::new();
    let Some(given) = given else {
        return Ok(all);
    };
    let py = given.py();
    let mut counts = vec![0; items.objects.len()];
    for &(item, _) in nodes {
        counts[item] += 1;
    }
    let Ok(mapping) = given.cast::<PyMapping>() else {
        let wanted = "bounds is a dict from items to numbers or pairs of numbers, or a number or pair \
                      for all primary items";
        let bounds = bounds_of("all items", given).map_err(|error| {
            match error.is_instance_of::<PyTypeError>(py) {
                true => wrong(wanted, given),
                false => error,
            }
        })?;
        let primary = items.roles.iter().enumerate();
        let primary = primary.filter(|&(_, &role)| role == Role::Primary);
        let each = primary.map(|(number, _)| (number, bounds.of(counts[number])));
        return Ok(each.collect());
    };
    for pair in mapping.items()?.iter() {
        let (item, bounds): (Bound<'py, PyAny>, Bound<'py, PyAny>) = pair.extract()?;
        let name = item.repr()?.to_string();
        let number = items.find(&item)?;
        let number =
            number.ok_or_else(|| refused(py, format!("bounds of an unknown item {name}"), None))?;
        if items.roles[number] == Role::Secondary {
            let told = format!("only primary items have bounds, and {name} is secondary");
            return Err(refused(py, told, None));
        }
        all.insert(number, bounds_of(&name, &bounds)?.of(counts[number]));
    }
    Ok(all)
}

/// Bounds as they are given: without an upper one, an item may be in all its options.
#[derive(Clone, Copy)]
struct GivenBounds {
    lower: u32,
    upper: Option<u32>,
}

impl GivenBounds {
    /// The bounds of an item of this number of options.
    fn of(self, options: u32) -> Bounds {
        let all = options.clamp(1, Bounds::MAX).max(self.lower);
        Bounds {
            lower: self.lower,
            upper: self.upper.unwrap_or(all),
        }
    }
}

/// The bounds of an item: a number, or a pair of numbers.
fn bounds_of(item: &str, given: &Bound<'_, PyAny>) -> PyResult<GivenBounds> {
    let (lower, upper) = match index_of(given)? {
        Some(both) => (both.clone(), Some(both)),
        None => pair_of(item, given)?,
    };
    let number_of = |bound: &Bound<'_, PyAny>| {
        let told = || format!("the bounds of {item} are from 0 to {}", Bounds::MAX);
        bound
            .extract::<u32>()
            .map_err(|_| refused(given.py(), told(), None))
    };
    Ok(GivenBounds {
        lower: number_of(&lower)?,
        upper: upper.as_ref().map(number_of).transpose()?,
    })
}

/// The bounds of an item as a pair of integers, in a tuple or list. The second may be `None`.
fn pair_of<'py>(
    item: &str,
    bounds: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)> {
    let is_pair = bounds.is_instance_of::<PyTuple>() || bounds.is_instance_of::<PyList>();
    if is_pair && bounds.len()? == 2 {
        let (lower, upper) = (bounds.get_item(0)?, bounds.get_item(1)?);
        let is_open = upper.is_none();
        match (index_of(&lower)?, index_of(&upper)?) {
            (Some(lower), None) if is_open => return Ok((lower, None)),
            (Some(lower), upper @ Some(_)) => return Ok((lower, upper)),
            _ => {}
        }
    }
    let wanted =
        format_args!("the bounds of {item} are an int or a pair such as (1, 2) or (1, None)");
    Err(wrong(wanted, bounds))
}

/// Warns if a primary item that has to be covered is in no option: it may be misspelled, and then
/// there is no solution.
fn warn_of_uncovered<'py>(
    py: Python<'py>,
    items: &Items<'py>,
    nodes: &[Node<'py>],
    bounds: &HashMap<usize, Bounds>,
) -> PyResult<()> {
    let mut is_covered = vec![false; items.objects.len()];
    for &(item, _) in nodes {
        is_covered[item] = true;
    }
    let mut uncovered = (0..items.objects.len()).filter(|&item| {
        let lower = bounds.get(&item).map_or(1, |bounds| bounds.lower);
        items.roles[item] == Role::Primary && !is_covered[item] && lower > 0
    });
    let Some(first) = uncovered.next() else {
        return Ok(());
    };
    let first = shown(&items.objects[first]);
    let who = match uncovered.count() {
        0 => format!("primary item {first} is"),
        others => format!("primary item {first} and {others} more are"),
    };
    let told = format!("{who} in no option, so there is no solution");
    // What is shown has no NUL, unless somebody wants it.
    let told = CString::new(told.replace('\0', "?"))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &told, 1)
}

fn build<'py>(
    py: Python<'py>,
    items: Items<'py>,
    nodes: &[Node<'py>],
    ends: &[usize],
    bounds: &HashMap<usize, Bounds>,
    costs: Option<Costs>,
) -> PyResult<Given> {
    let names = names(&items.objects)?;
    let mut builder = Problem::builder();
    let mut ids = vec![ItemId(0); names.len()];
    let mut objects = Vec::with_capacity(names.len());
    for role in [Role::Primary, Role::Secondary] {
        for (number, name) in names.iter().enumerate() {
            if items.roles[number] != role {
                continue;
            }
            let object = &items.objects[number];
            let own = bounds.get(&number).copied().unwrap_or(Bounds::ONE);
            let added = match role {
                Role::Primary => builder.item(name, own),
                Role::Secondary => builder.secondary(name),
            };
            ids[number] = added.map_err(|error| told(py, error, Some(object), None))?;
            objects.push(object.clone().unbind());
        }
    }
    let mut palette = Palette {
        taken: HashMap::new(),
        known: PyDict::new(py),
        objects: HashMap::new(),
    };
    let mut labels = Labels::new(ends.len());
    let mut kept = Vec::new();
    let mut option: Vec<(ItemId, Option<u8>)> = Vec::new();
    let mut start = 0;
    for (number, &end) in ends.iter().enumerate() {
        option.clear();
        for (item, color) in &nodes[start..end] {
            let id = ids[*item];
            let object = &items.objects[*item];
            let byte = match color {
                None => None,
                Some(_) if items.roles[*item] == Role::Primary => {
                    let error = BuildError::ColoredPrimary;
                    return Err(told(py, error, Some(object), Some(number)));
                }
                Some(color) => Some(palette.byte(id, object, color, number)?),
            };
            option.push((id, byte));
        }
        start = end;
        match builder.option(&option) {
            Ok(_) => {
                labels.keep(number);
                kept.push(OptionId(number as u32));
            }
            // It is in no solution.
            Err(BuildError::NoPrimaryItem) => {}
            Err(error) => {
                let mut seen = HashSet::new();
                let twice = option.iter().position(|(item, _)| !seen.insert(*item));
                let item = twice.map(|place| nodes[end - option.len() + place].0);
                let object = item.map(|item| &items.objects[item]);
                return Err(told(py, error, object, Some(number)));
            }
        }
    }
    let problem = builder
        .build()
        .map_err(|error| told(py, error, None, None))?;
    Ok(Given {
        problem,
        labels,
        costs: costs.map(|costs| costs.some(kept.into_iter())),
        items: Some(objects),
        colors: palette.objects,
        imems: None,
        names: None,
    })
}

/// Why the library refuses something, in the user's words.
fn told(
    py: Python<'_>,
    error: BuildError,
    item: Option<&Bound<'_, PyAny>>,
    option: Option<usize>,
) -> PyErr {
    let place = option.map_or(String::new(), |option| format!("option {option}: "));
    let name = match item.map(|item| item.repr()) {
        None => String::new(),
        Some(Ok(name)) => format!(" ({name})"),
        Some(Err(error)) => return error,
    };
    refused(py, format!("{place}{error}{name}"), option)
}

/// Whether a string can be the name of an item as it is.
fn is_name(text: &str) -> bool {
    Name::new(text.as_bytes()).is_ok() && !text.contains([':', '|'])
}

/// A name for each item.
pub fn names(objects: &[Bound<'_, PyAny>]) -> PyResult<Vec<String>> {
    let mut names = Vec::with_capacity(objects.len());
    for object in objects {
        let name = match object.cast::<PyString>() {
            Ok(text) => {
                // Half of a surrogate pair has no UTF-8.
                let text = text.to_cow().unwrap_or_default().into_owned();
                is_name(&text).then_some(text)
            }
            Err(_) if object.is_exact_instance_of::<PyInt>() => {
                let text = object.str()?.to_cow()?.into_owned();
                is_name(&text).then_some(text)
            }
            Err(_) => None,
        };
        names.push(name);
    }
    // `1` and `"1"` are two items.
    let mut taken = HashSet::new();
    for name in &mut names {
        if let Some(text) = name
            && !taken.insert(text.clone())
        {
            *name = None;
        }
    }
    let mut free = (0u32..).map(|number| format!("#{number}"));
    let mut next = || loop {
        let name = free.next().expect("there are more names than items");
        if !taken.contains(&name) {
            return name;
        }
    };
    Ok(names
        .into_iter()
        .map(|name| name.unwrap_or_else(&mut next))
        .collect())
}

/// The colors of all items as bytes, and what they stand for.
struct Palette<'py> {
    /// Of each item, which bytes are taken.
    taken: HashMap<ItemId, [bool; 256]>,
    /// By items and colors.
    known: Bound<'py, PyDict>,
    objects: Colors,
}

impl<'py> Palette<'py> {
    fn byte(
        &mut self,
        item: ItemId,
        object: &Bound<'py, PyAny>,
        color: &Bound<'py, PyAny>,
        option: usize,
    ) -> PyResult<u8> {
        let py = color.py();
        let key = (item.0, color);
        if let Some(byte) = self.known.get_item(key)? {
            return byte.extract();
        }
        let taken = self.taken.entry(item).or_insert([false; 256]);
        let is_free = |byte: &u8| !taken[usize::from(*byte)] && is_color(*byte);
        let wanted = wanted(color)?.filter(is_free);
        // Printable ones first.
        let byte = wanted.or_else(|| (b'!'..=b'~').chain(1..=255).find(is_free));
        let Some(byte) = byte else {
            let told = format!("option {option}: too many colors of {}", object.repr()?);
            return Err(refused(py, told, Some(option)));
        };
        taken[usize::from(byte)] = true;
        self.known.set_item(key, byte)?;
        self.objects.insert((item.0, byte), color.clone().unbind());
        Ok(byte)
    }
}

/// Whether a byte can be a color: it is neither NUL nor white space.
fn is_color(byte: u8) -> bool {
    byte != 0 && !byte.is_ascii_whitespace() && byte != 0x0b
}

/// The byte that a color looks like.
fn wanted(color: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
    let is_plain = color.is_instance_of::<PyString>() || color.is_exact_instance_of::<PyInt>();
    if !is_plain {
        return Ok(None);
    }
    let text = color.str()?;
    Ok(match text.to_cow().unwrap_or_default().as_bytes() {
        [byte] if byte.is_ascii_graphic() => Some(*byte),
        _ => None,
    })
}
