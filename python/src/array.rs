//! Arrays of NumPy, read in place: each element is looked at once.
//!
//! The buffers of Python itself are not part of the stable interface of 3.9, so the array tells by
//! NumPy's own protocol where its data is.

use crate::element::{Axes, Ones};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// An array of numbers, or of booleans.
pub struct Array<'py> {
    /// Keeps the data where it is.
    array: Bound<'py, PyAny>,
    data: *const u8,
    shape: Vec<usize>,
    /// In bytes.
    strides: Vec<isize>,
    /// Bytes of an element.
    size: usize,
    /// The bytes of an element that is 1. Others may be equal to it, too.
    one: Vec<u8>,
    /// Whether all elements are ones that have a bit.
    all_are_ones: bool,
    is_signed: bool,
    is_little: bool,
}

/// What an element looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Zero,
    One,
    /// It has bits, but they are not those of a 1: it is asked.
    Other,
}

/// An array as it is given to [`Array::new`].
pub enum Read<'py> {
    Numbers(Array<'py>),
    /// Objects, or something else that has to be asked one by one.
    Objects(Bound<'py, PyAny>),
}

impl<'py> Array<'py> {
    /// Whatever NumPy makes an array of.
    pub fn read(given: &Bound<'py, PyAny>, ones: Ones) -> PyResult<Read<'py>> {
        let py = given.py();
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (given,))?;
        let dtype = array.getattr("dtype")?;
        let kind: String = dtype.getattr("kind")?.extract()?;
        if !matches!(kind.as_str(), "b" | "i" | "u" | "f" | "c") {
            return Ok(Read::Objects(array));
        }
        let one = numpy.call_method1("ones", ((), &dtype))?;
        let one = one.call_method0("tobytes")?;
        let interface = array.getattr("__array_interface__")?;
        let (data, _): (usize, bool) = interface.get_item("data")?.extract()?;
        let order: String = dtype.getattr("byteorder")?.extract()?;
        Ok(Read::Numbers(Array {
            data: data as *const u8,
            shape: array.getattr("shape")?.extract()?,
            strides: array.getattr("strides")?.extract()?,
            size: array.getattr("itemsize")?.extract()?,
            one: one.cast::<PyBytes>()?.as_bytes().to_vec(),
            // A boolean is one with any bit.
            all_are_ones: kind == "b" || (ones == Ones::NotZero && kind != "f" && kind != "c"),
            is_signed: kind == "i",
            is_little: match order.as_str() {
                "<" => true,
                ">" => false,
                _ => cfg!(target_endian = "little"),
            },
            array,
        }))
    }

    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    #[inline]
    fn look_at(&self, bytes: &[u8]) -> Look {
        if bytes == self.one {
            Look::One
        } else if bytes.iter().all(|&byte| byte == 0) {
            Look::Zero
        } else if self.all_are_ones {
            Look::One
        } else {
            Look::Other
        }
    }

    /// The bytes of an element of an array of one dimension; none beyond its end.
    fn element(&self, place: usize) -> Option<&[u8]> {
        let is_inside = self.shape.len() == 1 && place < self.shape[0];
        is_inside.then(|| {
            let offset = place as isize * self.strides[0];
            // SAFETY: `array` is an array of NumPy's own (`asarray` makes sure), which is alive, and
            // says that each element within its shape stands at the sum of its strides. Nobody
            // writes to it or changes its size, as the lock of the interpreter is held.
            unsafe { std::slice::from_raw_parts(self.data.offset(offset), self.size) }
        })
    }

    /// What an element of an array of one dimension looks like.
    pub fn look(&self, place: usize) -> Option<Look> {
        self.element(place).map(|bytes| self.look_at(bytes))
    }

    /// An element of an array of one dimension, if it is an integer that may be negative.
    pub fn integer(&self, place: usize) -> Option<i64> {
        let bytes = self.element(place).filter(|_| self.is_signed)?;
        let little = self.is_little;
        Some(match bytes.len() {
            4 => {
                let bytes: [u8; 4] = bytes.try_into().ok()?;
                let value = match little {
                    true => i32::from_le_bytes(bytes),
                    false => i32::from_be_bytes(bytes),
                };
                value.into()
            }
            8 => {
                let bytes: [u8; 8] = bytes.try_into().ok()?;
                match little {
                    true => i64::from_le_bytes(bytes),
                    false => i64::from_be_bytes(bytes),
                }
            }
            _ => return None,
        })
    }

    /// Whether these are integers in one dimension, as SciPy has indices.
    pub fn has_indices(&self) -> bool {
        self.shape.len() == 1 && self.is_signed && matches!(self.size, 4 | 8)
    }

    /// Calls `set` with each column of a row, of two dimensions, that is not zero.
    pub fn each_set(&self, row: usize, mut set: impl FnMut(usize, Look)) {
        let columns = self.shape[1];
        if columns == 0 {
            return;
        }
        let stride = self.strides[1];
        let start = row as isize * self.strides[0];
        if stride == self.size as isize {
            let length = columns * self.size;
            // SAFETY: as in `element`; the elements of this row stand side by side.
            let row = unsafe { std::slice::from_raw_parts(self.data.offset(start), length) };
            each_set_in(row, self.size, |column| {
                let element = &row[column * self.size..][..self.size];
                set(column, self.look_at(element));
            });
            return;
        }
        for column in 0..columns {
            let place = start + column as isize * stride;
            // SAFETY: as in `element`.
            let element = unsafe { std::slice::from_raw_parts(self.data.offset(place), self.size) };
            match self.look_at(element) {
                Look::Zero => {}
                look => set(column, look),
            }
        }
    }
}

impl<'py> Read<'py> {
    /// Numbers in one dimension, of which SciPy makes indices.
    ///
    /// # Errors
    /// If they are not, under this name.
    pub fn indices(of: &Bound<'py, PyAny>, name: &str) -> PyResult<Array<'py>> {
        let given = of.getattr(name)?;
        match Array::read(&given, Ones::One)? {
            Read::Numbers(array) if array.has_indices() => Ok(array),
            _ => Err(PyValueError::new_err(format!(
                "{name} of a sparse matrix has integers in one dimension"
            ))),
        }
    }

    /// The shape of a matrix.
    ///
    /// # Errors
    /// If it has not two dimensions.
    pub fn sides(&self) -> PyResult<[usize; 2]> {
        let shape = match self {
            Read::Numbers(array) => array.shape.clone(),
            Read::Objects(array) => array.getattr("shape")?.extract()?,
        };
        shape[..].try_into().map_err(|_| {
            PyValueError::new_err(format!("a matrix has 2 dimensions, not {}", shape.len()))
        })
    }

    /// The element at a place, as an object.
    pub fn object<P: IntoPyObject<'py>>(&self, place: P) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Read::Numbers(array) => array.array.get_item(place),
            Read::Objects(array) => array.get_item(place),
        }
    }

    /// Adds the columns of a row that are ones, in order.
    ///
    /// # Errors
    /// If an element is refused.
    pub fn ones_of(
        &self,
        row: usize,
        columns: usize,
        axes: &Axes<'py>,
        set: &mut Vec<usize>,
    ) -> PyResult<()> {
        match self {
            Read::Numbers(array) => {
                let mut others = Vec::new();
                array.each_set(row, |column, look| match look {
                    Look::Other => others.push(column),
                    _ => set.push(column),
                });
                for &column in &others {
                    if axes.is_one(row, column, &self.object((row, column))?)? {
                        set.push(column);
                    }
                }
                if !others.is_empty() {
                    set.sort_unstable();
                }
            }
            Read::Objects(_) => {
                for column in 0..columns {
                    if axes.is_one(row, column, &self.object((row, column))?)? {
                        set.push(column);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Calls `set` with each element of `size` bytes that is not zero. Most are zero: 64 bytes are
/// looked at together, then eight.
fn each_set_in(bytes: &[u8], size: usize, mut set: impl FnMut(usize)) {
    let mut last = usize::MAX;
    let mut see = |at: usize| {
        let element = at / size;
        if element != last {
            last = element;
            set(element);
        }
    };
    for (number, line) in bytes.chunks(64).enumerate() {
        if let Ok(line) = <&[u8; 64]>::try_from(line)
            && line.iter().fold(0, |all, byte| all | byte) == 0
        {
            continue;
        }
        let start = 64 * number;
        let (words, rest) = line.as_chunks::<8>();
        for (number, word) in words.iter().enumerate() {
            let mut bits = u64::from_le_bytes(*word);
            while bits != 0 {
                let byte = bits.trailing_zeros() as usize / 8;
                see(start + 8 * number + byte);
                bits &= !(0xff << (8 * byte));
            }
        }
        for (at, &byte) in rest.iter().enumerate() {
            if byte != 0 {
                see(start + 8 * words.len() + at);
            }
        }
    }
}
