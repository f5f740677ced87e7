//! The values of the options' variables in the model that is being read.

use super::{LineFault, Model, ModelFault, Place};
use dlx3_format::OptionId;

/// A value for each option, if known.
pub struct Values {
    values: Vec<Option<bool>>,
    /// The options with a value.
    set: Vec<usize>,
    chosen: Vec<(OptionId, Place)>,
    /// The line where the model begins.
    line: Option<u64>,
    /// The largest variable allowed.
    most: u64,
}

impl Values {
    /// No values yet; `most` is the largest variable that may have a value, if there is a limit.
    pub fn new(options: usize, most: Option<u64>) -> Self {
        Values {
            values: vec![None; options],
            set: Vec::new(),
            chosen: Vec::new(),
            line: None,
            most: most.unwrap_or(u64::MAX),
        }
    }

    pub fn options(&self) -> usize {
        self.values.len()
    }

    /// Begins a model, if none has begun.
    pub fn begin(&mut self, line: u64) {
        self.line.get_or_insert(line);
    }

    /// The line where the model began.
    pub fn begun(&self) -> Option<u64> {
        self.line
    }

    /// Whether a variable has a value.
    pub fn has(&self, variable: u64) -> bool {
        self.index(variable)
            .is_some_and(|index| self.values[index].is_some())
    }

    /// Whether each option has a value.
    pub fn has_all(&self) -> bool {
        self.set.len() == self.values.len()
    }

    fn index(&self, variable: u64) -> Option<usize> {
        let index = usize::try_from(variable.checked_sub(1)?).ok()?;
        (index < self.values.len()).then_some(index)
    }

    /// Refuses a variable that the problem does not have.
    pub fn check(&self, variable: u64, before: usize) -> Result<(), LineFault> {
        let most = self.most;
        match variable <= most {
            true => Ok(()),
            false => Err((ModelFault::NoVariable { variable, most }, before)),
        }
    }

    /// Sets a variable. Variables that are not options are skipped.
    pub fn set(&mut self, variable: u64, value: bool, place: Place) -> Result<(), LineFault> {
        self.begin(place.line);
        self.check(variable, place.column as usize - 1)?;
        let Some(index) = self.index(variable) else {
            return Ok(());
        };
        match self.values[index] {
            Some(before) if before != value => {
                return Err((
                    ModelFault::Contradiction(variable),
                    place.column as usize - 1,
                ));
            }
            Some(_) => return Ok(()),
            None => self.values[index] = Some(value),
        }
        self.set.push(index);
        if value {
            self.chosen.push((OptionId(index as u32), place));
        }
        Ok(())
    }

    /// The model, if one has begun.
    pub fn take(&mut self) -> Option<Model> {
        let line = self.line.take()?;
        for index in self.set.drain(..) {
            self.values[index] = None;
        }
        let mut options = std::mem::take(&mut self.chosen);
        options.sort_unstable();
        Some(Model { line, options })
    }
}
