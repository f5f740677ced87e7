//! Sums of lines.

use super::super::constraint::Constraint;
use super::super::{Cell, Digits};
use super::builder::refuse;
use super::lines::one;
use super::{Kind, Look};

/// A number in a circle or pill is the sum of a line.
pub static ARROW: Kind = Kind {
    name: "arrow",
    says: "the digits along the arrow add up to the digit in the circle, or to the number in the \
           pill, which is read from left to right or from top to bottom",
    look: Look::Arrow,
    build: |builder, rule| {
        let [circle, shaft] = &rule.parts[..] else {
            return refuse("it has no circle or no shaft");
        };
        if circle.is_empty() || circle.len() > 4 || shaft.is_empty() {
            return refuse("its circle has not 1 to 4 cells, or it has no shaft");
        }
        let mut weight = 10i32.pow(circle.len() as u32 - 1);
        let mut terms: Vec<(Cell, i32)> = Vec::new();
        let mut constraints = Vec::new();
        for (place, &cell) in circle.iter().enumerate() {
            terms.push((cell, weight));
            weight /= 10;
            // Numbers of two digits stand only in front.
            if place > 0 && builder.last() > 9 {
                let ten: Digits = (1 << 10) - 1;
                constraints.push(Constraint::Only(cell, builder.variant.shape.digits() & ten));
            }
        }
        terms.extend(shaft.iter().map(|&cell| (cell, -1)));
        constraints.push(builder.weighted(&terms, 0)?);
        Ok(constraints)
    },
};

/// The ends of a line have the sum of what is between.
pub static DOUBLE_ARROW: Kind = Kind {
    name: "double arrow",
    says: "the digits between the circles add up to the sum of those in the circles",
    look: Look::Line("#bbbbbb", super::Ends::Circles),
    build: |builder, rule| {
        let cells = super::lines::line(rule)?;
        let [first, inner @ .., last] = cells else {
            return refuse("it has one cell");
        };
        let mut terms = vec![(*first, 1), (*last, 1)];
        terms.extend(inner.iter().map(|&cell| (cell, -1)));
        one(builder.weighted(&terms, 0))
    },
};
