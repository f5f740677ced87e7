//! A problem from data: each line is a shift with its cost, and the hours that it covers.

use dlx3::Answers;
use dlx3::{Bounds, Problem};
use std::error::Error;

const SHIFTS: &str = "30,9 10 11\n18,12 13\n22,11 12 13\n19,9 10\n";

pub fn main() -> Result<(), Box<dyn Error>> {
    let (mut builder, mut costs) = (Problem::builder(), Vec::new());
    let hours: Vec<_> = (9..14)
        .map(|h| builder.item(format!("h{h}"), Bounds::ONE))
        .collect::<Result<_, _>>()?;
    for line in SHIFTS.lines() {
        let (cost, covered) = line.split_once(',').ok_or("no comma")?;
        let covered = covered
            .split(' ')
            .map(|hour| Ok((hours[hour.parse::<usize>()? - 9], None)));
        builder.option(&covered.collect::<Result<Vec<_>, Box<dyn Error>>>()?)?;
        costs.push(cost.parse()?);
    }
    let problem = builder.build()?.with_costs(costs)?;
    for (cost, shifts) in problem.best(1)? {
        println!("{cost}: {shifts:?}");
    }
    Ok(())
}
