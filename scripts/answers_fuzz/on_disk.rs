//! Counts whose states go to a store: all of them fit into some KB, so that each layer is written.

use super::checks::{Asked, Checked, is};
use dlx3::answers::on_disk::count_with_store;
use dlx3::answers::states::disk::{Fault, Store};
use dlx3::answers::{Limits, Stopped};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Cursor, Read, Write};
use std::rc::Rc;

/// Runs in memory, by part and name.
#[derive(Clone, Default)]
struct Shelf(Rc<RefCell<HashMap<String, Vec<u8>>>>);

/// The runs of a part.
struct Room {
    shelf: Shelf,
    part: usize,
}

impl Room {
    fn place(&self, name: &str) -> String {
        format!("{}/{name}", self.part)
    }
}

/// A run that is being written.
struct Growing(Shelf, String);

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.0.borrow_mut();
        all.entry(self.1.clone())
            .or_default()
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Store for Room {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>> {
        let place = self.place(name);
        self.shelf.0.borrow_mut().insert(place.clone(), Vec::new());
        Ok(Box::new(Growing(self.shelf.clone(), place)))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        let all = self.shelf.0.borrow();
        let run = all.get(&self.place(name)).cloned();
        Ok(Box::new(Cursor::new(run.ok_or(io::ErrorKind::NotFound)?)))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        let removed = self.shelf.0.borrow_mut().remove(&self.place(name));
        removed.map(|_| ()).ok_or(io::ErrorKind::NotFound.into())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        let place = self.place("note");
        self.shelf.0.borrow_mut().insert(place, text.into());
        Ok(())
    }

    fn noted(&self) -> io::Result<Option<String>> {
        let all = self.shelf.0.borrow();
        let text = all.get(&self.place("note")).cloned();
        Ok(text.map(|text| String::from_utf8(text).expect("it is a text")))
    }
}

/// A count that ends after some looks, if `looks` says how many.
fn count(asked: &Asked<'_>, shelf: &Shelf, mut looks: Option<u32>) -> Result<String, Fault> {
    let mut stop = || match &mut looks {
        Some(left) => {
            *left = left.saturating_sub(1);
            *left == 0
        }
        None => false,
    };
    let mut store = |part| {
        Box::new(Room {
            shelf: shelf.clone(),
            part,
        }) as Box<dyn Store>
    };
    let mut limits = Limits {
        stop: &mut stop,
        tuning: asked.case.tuning,
        ..Limits::new(1 << (8 + asked.case.seed % 6))
    };
    let counted = count_with_store(&asked.problem, &mut store, &mut limits)?;
    Ok(counted.number.to_string())
}

/// Stopped again and again, it continues where it was; a byte that is flipped is seen.
pub fn counts(asked: &Asked<'_>) -> Checked {
    if !asked.case.seed.is_multiple_of(4) {
        return Ok(());
    }
    let number = asked.solutions.len().to_string();
    let shelf = Shelf::default();
    for round in 0..100_000u32 {
        // Each time it comes farther: a layer takes one look for a few states.
        let looks = (round < 99_999).then_some(2 + round / 4 + asked.case.seed as u32 % 5);
        match count(asked, &shelf, looks) {
            Ok(found) => {
                is(found == number, || format!("{found} and not {number}"))?;
                break;
            }
            Err(Fault::TooWide) => return Ok(()),
            Err(Fault::Stopped(Stopped::Limit)) => damage(asked, &shelf, &number)?,
            Err(fault) => return Err(fault.to_string()),
        }
    }
    Ok(())
}

/// Flips a byte of what is there: the count ends with a message, or does not need it.
fn damage(asked: &Asked<'_>, shelf: &Shelf, number: &str) -> Checked {
    let copy = Shelf(Rc::new(RefCell::new(shelf.0.borrow().clone())));
    let mut places: Vec<String> = copy.0.borrow().keys().cloned().collect();
    places.sort();
    let Some(place) = places.get(asked.case.seed as usize % places.len().max(1)) else {
        return Ok(());
    };
    if let Some(bytes) = copy.0.borrow_mut().get_mut(place)
        && !bytes.is_empty()
    {
        let at = asked.case.seed as usize % bytes.len();
        bytes[at] ^= if place.ends_with("note") { 1 } else { 16 };
    }
    match count(asked, &copy, None) {
        Ok(found) => is(found == number, || {
            format!("with a flipped byte of {place}, {found} and not {number}")
        }),
        Err(Fault::Damaged(_)) => Ok(()),
        Err(fault) => Err(fault.to_string()),
    }
}
