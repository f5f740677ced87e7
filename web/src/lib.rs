//! What the page calls: a verb and its words in, bytes out, as of a filter.
//!
//! A request is a list of fields, each a length (32 bits, little endian) and as many bytes. The
//! first one is the verb. The caller asks for [`room`], writes the request there, and calls
//! [`run`]. Whatever there is to say goes out through [`Out`] while the work is done; the result is
//! the exit status that the program of that name would have. No state stays between two calls, but
//! for the searches that `list-open` has begun.

mod advice;
mod answers;
mod apart;
mod generate;
mod json;
mod out;
mod pack;
#[cfg(feature = "package")]
mod package;
mod peg;
mod pictures;
mod problem;
mod rules;
mod sieve;
mod sudoku;
mod tables;

use out::{Out, say};
use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Why a request has no answer: a message and the exit status.
pub struct Failure {
    message: Vec<u8>,
    status: i32,
}

/// A request without its verb.
pub struct Fields<'r>(Vec<&'r [u8]>);

/// What a verb ends with.
pub type Ended = Result<i32, Failure>;

impl Failure {
    /// A failure with the status of bad input that is no problem.
    pub fn new(message: impl ToString) -> Self {
        Failure {
            message: message.to_string().into_bytes(),
            status: 1,
        }
    }

    /// The same with a page as the program prints it.
    pub fn page(status: i32, message: impl Into<Vec<u8>>) -> Self {
        Failure {
            message: message.into(),
            status,
        }
    }
}

impl<'r> Fields<'r> {
    /// Takes a request apart; `None` if it ends within a field.
    fn parse(mut request: &'r [u8]) -> Option<Self> {
        let mut fields = Vec::new();
        while !request.is_empty() {
            let (length, rest) = request.split_first_chunk::<4>()?;
            let (field, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            fields.push(field);
            request = rest;
        }
        Some(Fields(fields))
    }

    /// A field as it is; empty if it is not there.
    pub fn bytes(&self, place: usize) -> &'r [u8] {
        self.0.get(place).copied().unwrap_or_default()
    }

    /// A field as text.
    ///
    /// # Errors
    /// If it is not UTF-8.
    pub fn text(&self, place: usize) -> Result<&'r str, Failure> {
        std::str::from_utf8(self.bytes(place)).map_err(Failure::new)
    }

    /// A number, or what it is if the field is empty.
    ///
    /// # Errors
    /// If it is no such number.
    pub fn number<T: std::str::FromStr>(&self, place: usize, otherwise: T) -> Result<T, Failure> {
        match self.text(place)? {
            "" => Ok(otherwise),
            text => text
                .parse()
                .map_err(|_| Failure::new(format_args!("`{text}' is no number that fits here"))),
        }
    }

    /// Whether a field says yes.
    pub fn is(&self, place: usize) -> bool {
        self.bytes(place) == b"1"
    }

    /// The fields from this one on.
    pub fn from(&self, place: usize) -> &[&'r [u8]] {
        self.0.get(place..).unwrap_or_default()
    }
}

/// Makes room for a request of this many bytes, and returns where to write it.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Does what the request asks for, and returns the exit status.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> i32 {
    std::panic::set_hook(Box::new(|fault| say(Out::Panic, fault.to_string())));
    let request = REQUEST.take();
    let Some(fields) = Fields::parse(&request) else {
        say(Out::Messages, "the request ends within a field");
        return 2;
    };
    match verb(&fields) {
        Ok(status) => status,
        Err(failure) => {
            say(Out::Messages, &failure.message);
            failure.status
        }
    }
}

fn verb(fields: &Fields) -> Ended {
    let (verb, rest) = (fields.text(0)?, Fields(fields.from(1).to_vec()));
    match verb {
        "check" => problem::check(&rest),
        "dlx3" => problem::dlx3(&rest),
        "names" => problem::names(&rest),
        "import-csv" => tables::import(&rest),
        "count" => answers::count(&rest),
        "find" => answers::find(&rest),
        "why" => answers::why(&rest),
        "sample" => answers::sample(&rest),
        "best" => answers::best(&rest),
        "gen" => generate::generate(&rest),
        "draw" => pictures::draw(&rest),
        "sudoku-board" => sudoku::show(&rest),
        "sudoku-read" => sudoku::take(&rest),
        "sudoku-solve" => sudoku::solve(&rest),
        "sudoku-candidates" => rules::plain_candidates(&rest),
        "sudoku-make" => sudoku::make(&rest),
        "sudoku-advise" => advice::advise(&rest),
        "sudoku-all" => advice::all(&rest),
        "sudoku-path" => advice::path(&rest),
        "sudoku-ratings" => advice::ratings(&rest),
        "sudoku-techniques" => advice::techniques(&rest),
        "sudoku-technique" => advice::technique(&rest),
        "sudoku-why" => sudoku::why(&rest),
        "sudoku-killer" => sudoku::killer(&rest),
        "sudoku-rate" => sudoku::measure(&rest),
        "rules-of" => rules::of_board(&rest),
        "rules-board" => rules::board(&rest),
        "rules-check" => rules::check(&rest),
        "rules-solve" => rules::solve(&rest),
        "rules-candidates" => rules::candidates(&rest),
        "rules-make" => rules::make(&rest),
        "rules-redundant" => rules::redundant(&rest),
        "rules-why" => rules::why(&rest),
        "rules-write" => rules::write(&rest),
        "rules-add" => rules::add(&rest),
        "rules-remove" => rules::remove(&rest),
        "pack-problem" => pack::problem(&rest),
        "pack-draw" => pack::draw(&rest),
        "pack-levels" => apart::levels(&rest),
        "pack-apart" => apart::moves(&rest),
        "peg-board" => peg::board(&rest),
        "peg-solve" => peg::solve(&rest),
        "sieve-solve" => sieve::solve(&rest),
        _ => {
            #[cfg(feature = "package")]
            if let Some(answer) = package::answering(verb) {
                return answer(&rest);
            }
            Err(Failure::new(format_args!("there is no verb `{verb}'")))
        }
    }
}
