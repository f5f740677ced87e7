//! `--tuning` chooses techniques. It is for tests and measurements, and not in help pages.

#[cfg(feature = "answers")]
use crate::answers::tuning::Tuning as AnswerTuning;
#[cfg(feature = "answers")]
use crate::cli::{Failure, exit};
use crate::search::bits::Tuning as SearchTuning;
use dlx3_base::techniques::Technique;

/// A technique, and the number that stands for its value.
pub type Setting = (&'static Technique, u64);

/// Reads a setting of the search.
pub fn of_search(text: &str) -> Result<Setting, String> {
    Technique::read(SearchTuning::TECHNIQUES.iter(), text)
}

/// Reads a setting of the search or of answers.
#[cfg(feature = "answers")]
fn of_both(text: &str) -> Result<Setting, String> {
    let both = SearchTuning::TECHNIQUES.iter();
    Technique::read(both.chain(AnswerTuning::TECHNIQUES), text)
}

/// The techniques of the search with these settings. Of equal names, the last counts.
pub fn search_with(settings: &[Setting]) -> SearchTuning {
    let mut tuning = SearchTuning::default();
    for (technique, number) in settings {
        tuning.set(technique.name, *number);
    }
    tuning
}

/// The settings of a program that answers.
#[cfg(feature = "answers")]
#[derive(clap::Args, Debug)]
pub struct TuningArgument {
    /// Techniques and their values, for tests
    #[arg(long, hide = true, value_name = "NAME=VALUE", value_delimiter = ',')]
    #[arg(value_parser = of_both)]
    tuning: Vec<Setting>,
}

#[cfg(feature = "answers")]
impl TuningArgument {
    /// The techniques of the search.
    pub fn search(&self) -> SearchTuning {
        search_with(&self.tuning)
    }

    /// The techniques of answers.
    ///
    /// # Errors
    /// If the settings leave no way to an answer.
    pub fn answers(&self) -> Result<AnswerTuning, Failure> {
        let mut tuning = AnswerTuning::default();
        for (technique, number) in &self.tuning {
            tuning.set(technique.name, *number);
        }
        match tuning.has_ways() {
            true => Ok(tuning),
            false => {
                let what = "--tuning leaves no way to an answer";
                Err(Failure::new(what).with_status(exit::BAD_USAGE))
            }
        }
    }
}

#[cfg(all(test, feature = "answers"))]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_techniques_have_the_same_name() {
        let both = SearchTuning::TECHNIQUES.iter();
        let names: Vec<&str> = both
            .chain(AnswerTuning::TECHNIQUES)
            .map(|technique| technique.name)
            .collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for name in names {
            assert!(of_both(&format!("{name}=")).unwrap_err().starts_with(name));
        }
    }

    #[test]
    fn the_last_setting_of_a_technique_counts() {
        let settings =
            ["memo=0", "portable", "memo", "options=7"].map(|text| of_search(text).unwrap());
        let tuning = search_with(&settings);
        assert_eq!((tuning.memo, tuning.most_options), (true, 7));
        assert_eq!(tuning.vectors, crate::search::bits::Vectors::Portable);
        assert!(of_search("walk=0").is_err());
    }
}
