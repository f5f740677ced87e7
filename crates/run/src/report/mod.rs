//! Prints what a run prints, byte for byte as the C program does. There is a file for each kind of
//! output; [`Reporter`] watches a search and calls them. Nothing here knows how an engine stores
//! things.

mod details;
mod json;
mod listing;
mod option;
mod path;
mod profile;
mod progress;
mod reporter;
mod settings;
mod shape;
mod state;
mod statistics;
mod totals;
mod view;
mod words;

pub use details::write_choice;
pub use json::{
    Level, Run, Step, write_cost_count, write_count, write_estimate, write_option_count, write_run,
    write_solution,
};
pub use listing::Listing;
pub use path::{OptionTexts, PathText};
pub use profile::write_profile;
pub use progress::share_done;
pub use reporter::{End, Reporter, details_from, write_number};
pub use settings::{Form, Settings, Verbose};
pub use shape::{ShapeFile, write_node};
pub use statistics::{write_input_summary, write_max_degree, write_statistics};
pub use totals::{write_totals, write_totals_of};
pub use view::ProgressView;
pub use words::{Words, usage};
