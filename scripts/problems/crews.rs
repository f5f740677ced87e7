//! Crew schedules: flights, and pairings (rows of flights that one crew can fly), which have costs.
//! Each flight is in one pairing. Airlines solve such problems, whose linear relaxations are near
//! their optima.

use super::dice::Dice;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Further conditions on flights and pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    Plain,
    /// Some flights need two or three crews, and some need none but have room for two.
    Bounded,
    /// Pairings that end away from home need a hotel, and all crews in a town have the same one.
    Colored,
}

/// A flight: towns, and minutes. Crews live in towns 0 and 1.
struct Flight {
    from: usize,
    to: usize,
    begin: usize,
    end: usize,
}

const TOWNS: usize = 8;
const HOMES: usize = 2;

/// A schedule of `flights` flights with `pairings` pairings of at most `longest` flights each. At
/// least one choice of pairings is a solution.
pub fn crews(flights: usize, pairings: usize, longest: usize, kind: Kind, seed: u64) -> String {
    let dice = &mut Dice::new(seed, 12);
    let flights = timetable(flights, dice);
    let follows: Vec<Vec<usize>> = flights
        .iter()
        .map(|flight| following(flight, &flights))
        .collect();
    let mut text = String::new();
    for number in 0..flights.len() {
        let bounds = match (kind, number % 7) {
            (Kind::Bounded, 2) => "2:3|",
            (Kind::Bounded, 5) => "0:2|",
            _ => "",
        };
        write!(text, "{bounds}f{number} ").unwrap();
    }
    if kind == Kind::Colored {
        text += "|";
        (HOMES..TOWNS).for_each(|town| write!(text, " h{town}").unwrap());
    }
    text += "\n";
    let mut known = BTreeSet::new();
    let mut left = pairings;
    let mut add = |pairing: Vec<usize>, hotel: usize, dice: &mut Dice| {
        let town = flights[pairing[pairing.len() - 1]].to;
        if !known.insert((pairing.clone(), hotel)) {
            return false;
        }
        for number in &pairing {
            write!(text, "f{number} ").unwrap();
        }
        if kind == Kind::Colored && town >= HOMES {
            write!(text, "h{town}:{hotel} ").unwrap();
        }
        writeln!(text, "|{}", cost(&pairing, &flights) + dice.below(12)).unwrap();
        true
    };
    // Plants a solution.
    let mut open: Vec<bool> = vec![true; flights.len()];
    for first in 0..flights.len() {
        if !open[first] {
            continue;
        }
        let mut pairing = vec![first];
        open[first] = false;
        while pairing.len() < longest {
            let next = &follows[pairing[pairing.len() - 1]];
            let Some(&next) = next.iter().find(|&&next| open[next]) else {
                break;
            };
            open[next] = false;
            pairing.push(next);
        }
        left = left.saturating_sub(usize::from(add(pairing, 0, dice)));
    }
    for number in (2..flights.len()).step_by(7) {
        if kind == Kind::Bounded {
            left = left.saturating_sub(usize::from(add(vec![number], 0, dice)));
        }
    }
    let mut tries = 100 * pairings;
    while left > 0 && tries > 0 {
        tries -= 1;
        let mut pairing = vec![dice.below(flights.len())];
        let length = dice.between(1, longest);
        while pairing.len() < length {
            let next = &follows[pairing[pairing.len() - 1]];
            if next.is_empty() {
                break;
            }
            pairing.push(*dice.pick(next));
        }
        // Most pairings end where they have begun.
        let ends_at_home = flights[pairing[pairing.len() - 1]].to == flights[pairing[0]].from;
        let hotel = if kind == Kind::Colored {
            dice.below(2)
        } else {
            0
        };
        if (ends_at_home || dice.chance(1, 4)) && add(pairing, hotel, dice) {
            left -= 1;
        }
    }
    text
}

/// Planes fly back and forth between homes and other towns for two days.
fn timetable(count: usize, dice: &mut Dice) -> Vec<Flight> {
    let mut flights = Vec::new();
    while flights.len() < count {
        let (mut at, mut time) = (dice.below(HOMES), dice.between(300, 900));
        while flights.len() < count && time < 2 * 1440 {
            let to = match at < HOMES {
                true => dice.between(HOMES, TOWNS - 1),
                false => dice.below(HOMES),
            };
            let end = time + 50 + 17 * (at + to) % 60 + dice.below(15);
            flights.push(Flight {
                from: at,
                to,
                begin: time,
                end,
            });
            (at, time) = (to, end + 35 + dice.below(60));
        }
    }
    flights.sort_by_key(|flight| flight.begin);
    flights
}

/// The flights that a crew can take next, the soonest first.
fn following(flight: &Flight, flights: &[Flight]) -> Vec<usize> {
    let next = flights.iter().enumerate().filter(|(_, next)| {
        next.from == flight.to && (25..600).contains(&next.begin.wrapping_sub(flight.end))
    });
    next.map(|(number, _)| number).take(5).collect()
}

/// A crew is paid for the time that it flies, or for a part of the time that it is away, whichever
/// is more; and for a night away from home.
fn cost(pairing: &[usize], flights: &[Flight]) -> usize {
    let (first, last) = (&flights[pairing[0]], &flights[pairing[pairing.len() - 1]]);
    let flown = pairing
        .iter()
        .map(|&number| flights[number].end - flights[number].begin);
    let away = (last.end - first.begin) * 4 / 7;
    let nights = usize::from(last.to != first.from) + usize::from(first.from >= HOMES);
    60 + flown.sum::<usize>().max(away) + 120 * nights
}
