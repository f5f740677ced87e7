//! Tables, as problems.

use crate::json::{object, quoted};
use crate::out::{Out, Writer, say};
use crate::{Ended, Failure, Fields};
use dlx3::convert::import::{Columns, csv};

/// `import-csv TEXT COST ITEMS ID HEADER`: the problem of a table, as `dlx import csv` prints it, or
/// its fault and the place of that. The three in the middle are names of columns, or nothing. The
/// last one is `yes` if the first line names the columns, `no` if it does not, and nothing if the
/// text is to tell.
pub fn import(fields: &Fields) -> Ended {
    let column = |place| match fields.text(place)? {
        "" => Ok(None),
        name => Ok::<_, Failure>(Some(name.to_owned())),
    };
    let columns = Columns {
        cost: column(1)?,
        items: column(2)?,
        id: column(3)?,
        header: match fields.text(4)? {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        },
        ..Columns::default()
    };
    match csv(fields.bytes(0), &columns) {
        Ok(imported) => {
            let mut out = Writer::new(Out::Output);
            imported.problem.write(&mut out).map_err(Failure::new)?;
            for note in &imported.notes {
                say(Out::Messages, format!("{note}\n"));
            }
        }
        Err(fault) => {
            let values = object! {
                fault: quoted(&fault.told),
                line: fault.line,
                position: fault.column.saturating_sub(1),
            };
            say(Out::Values, values);
        }
    }
    Ok(0)
}
