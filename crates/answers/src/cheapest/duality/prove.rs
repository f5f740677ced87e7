//! Proves that no solution is cheaper than a given one, as lines of a [proof](crate::proof).
//!
//! The taxes of a relaxation give a line: the objective plus the rows, each multiplied by its tax,
//! limits the net costs of a solution's options. From this line, the checker's unit propagation
//! derives what the bound says: that a node has no solution, or which options no solution has
//! there. The line holds for all nodes. It is kept while the nodes below are searched.
//!
//! ```text
//! prove(node, path):                               path: the decisions above it, as literals
//!     line: 2^shift times the objective, plus each row times its tax
//!     if bound > cutoff: clause: some literal of the path is false
//!     otherwise: divide, prove both children; their clauses imply the clause of the node
//! ```
//!
//! If two items divide a node, one child has no options with only one of them, and the other no
//! options with both. The clause of the node is the sum of the first child's clause, twice the
//! second child's clause, and the constraints that each of the two items occurs at most once.
//!
//! Cuts are added to the relaxation of the root. Half a sum of constraints, rounded up, is a step of
//! the checker, too.
//!
//! Invariant: that an option is not open in a node follows from the node's path by unit
//! propagation.

use super::cuts::Rounds;
use super::probe::Split;
use super::relaxation::Prices;
use super::{Duality, Node, Set, list, remove};
use crate::cheapest::search::{BestSearch, Priced};
use crate::problem::model::Demand;
use crate::proof::{Numbering, Proof, Signed, Sum, variable};
use crate::{Limits, Stopped};
use dlx3_format::Problem;
use dlx3_lp::Ending;
use dlx3_lp::pool::Origin;
use std::time::{Duration, Instant};

/// The time to solve the relaxation of the root when time is up.
const GRACE: Duration = Duration::from_secs(2);

/// A divided node.
struct ProofFrame {
    /// The literals of its path.
    path: Vec<Signed>,
    /// The lines of its relaxations.
    lines: Vec<u64>,
    /// The two items that divide it, if items do.
    items: Option<(u32, u32)>,
    /// The clause of the first child, once it is done.
    near: Option<u64>,
    /// The other child, until it is visited.
    far: Option<(Node, Vec<Signed>)>,
}

/// The result of visiting a node.
enum Visited {
    /// It has no solution. The number of its clause.
    Closed(u64),
    /// It is divided. The first child comes next.
    Divided(Box<(ProofFrame, Node, Vec<Signed>)>),
}

/// The constraints of the rows of a part. 0 means none.
struct Constraints {
    at_least: Vec<u64>,
    at_most: Vec<u64>,
}

/// Writes the lines of a part.
pub struct Prover<'p> {
    search: Duality,
    constraints: Constraints,
    problem: &'p Problem,
    proof: &'p mut Proof,
    /// The constraint that a solution is cheaper than the best one.
    cheaper: u64,
}

impl<'p> Prover<'p> {
    /// A prover for the whole problem as one part.
    pub fn new(
        search: Duality,
        problem: &'p Problem,
        numbering: &Numbering,
        proof: &'p mut Proof,
    ) -> Self {
        let origins = search.part.origins(problem);
        let of = |numbers: &[u64]| {
            let rows = search.part.demands.iter().zip(&origins);
            rows.map(|(demand, origin)| match (demand, origin) {
                // A color is no sum of options.
                (Demand::Agree { colors: 1.. }, _) | (_, None) => 0,
                (_, Some(origin)) => numbers[origin.item.index()],
            })
            .collect()
        };
        Prover {
            constraints: Constraints {
                at_least: of(&numbering.at_least),
                at_most: of(&numbering.at_most),
            },
            search,
            problem,
            proof,
            cheaper: 0,
        }
    }

    /// The taxes of the last relaxation, without those of rows that are no constraints.
    fn taxes(&mut self) -> Vec<i128> {
        let mut taxes = self.search.taxes();
        for (row, tax) in taxes.iter_mut().enumerate() {
            let constraints = match *tax > 0 {
                true => &self.constraints.at_least,
                false => &self.constraints.at_most,
            };
            if constraints[row] == 0 {
                *tax = 0;
            }
        }
        taxes
    }

    fn add_rows(&self, sum: &mut Sum, taxes: &[i128]) {
        for (row, &tax) in taxes.iter().enumerate() {
            match tax {
                0 => {}
                1.. => sum.add(self.constraints.at_least[row], tax),
                _ => sum.add(self.constraints.at_most[row], -tax),
            }
        }
    }

    /// Writes the line of some taxes.
    fn line(&mut self, taxes: &[i128]) -> u64 {
        let mut sum = Sum::new();
        sum.add(self.cheaper, self.search.scale.up(1));
        self.add_rows(&mut sum, taxes);
        self.proof.sum(&sum)
    }

    /// Solves the relaxation of a node.
    fn relax(&mut self, node: &Node, limits: &mut Limits<'_>) -> Result<(Prices, Ending), Stopped> {
        let search = &mut self.search;
        search
            .program
            .fix(|option| super::has(&node.open, option), &node.chosen);
        search.program.load(&node.basis);
        let cutoff = search.cutoff();
        let mut is_over = false;
        let mut stop = || {
            is_over = limits.is_over();
            is_over
        };
        let early = search.program.cutoff(cutoff);
        let mut ending = search.program.simplex.run(early, &mut stop);
        let mut prices = self.prices(node);
        if prices.bound <= cutoff && ending == Ending::Cutoff {
            // The cutoff was near, but is not proved.
            let late = self.search.program.cutoff(self.search.top);
            ending = self.search.program.simplex.run(late, &mut stop);
            prices = self.prices(node);
        }
        match is_over || self.proof.has_failed() {
            true => Err(Stopped::Limit),
            false => Ok((prices, ending)),
        }
    }

    fn prices(&mut self, node: &Node) -> Prices {
        let taxes = self.taxes();
        let (rows, costs) = (&self.search.rows, &self.search.costs);
        Prices::new(rows, costs, taxes, &list(&node.open), &node.chosen)
    }

    /// Solves the relaxation of the root, with all options and with cuts.
    fn root(&mut self, stop: &mut dyn FnMut() -> bool) {
        let search = &mut self.search;
        let late = search.program.cutoff(search.top);
        let mut rounds = Rounds::default();
        let known = &self.constraints.at_most;
        loop {
            let is_optimal = search.program.simplex.run(late, stop) == Ending::Optimal;
            if !is_optimal || !search.cut(&mut rounds, |row| known[row] != 0) {
                if is_optimal {
                    search.drop_loose();
                }
                break;
            }
            search.program.add_rows(&search.rows);
        }
        self.derive_cuts();
        let search = &mut self.search;
        search.root_basis = search.program.basis();
        let node = self.whole();
        self.search.root = self.prices(&node);
    }

    /// Writes the cuts, and those that they follow from.
    fn derive_cuts(&mut self) {
        let rows = &self.search.rows;
        let pool = rows.cuts.pool();
        // The constraint of each row of the pool, as far as it is written.
        let mut constraints = vec![0; pool.len()];
        let mut derived = Vec::new();
        for row in self.constraints.at_most.len()..rows.rows.len() {
            let number = rows.cuts.number(row).expect("cuts are the only new rows");
            let mut stack = vec![number];
            while let Some(&number) = stack.last() {
                let place = number as usize;
                match pool.origin(number) {
                    _ if constraints[place] != 0 => {}
                    &Origin::Given(row) => {
                        constraints[place] = self.constraints.at_most[row as usize];
                    }
                    Origin::Half {
                        rows: halved,
                        raised,
                    } => {
                        let open = halved.iter().copied();
                        let before = stack.len();
                        stack.extend(open.filter(|&row| constraints[row as usize] == 0));
                        if stack.len() > before {
                            continue;
                        }
                        let mut sum = Sum::new();
                        let mut members = Vec::new();
                        for &row in halved {
                            sum.add(constraints[row as usize], 1);
                            members.extend_from_slice(&pool.row(row).members);
                        }
                        members.sort_unstable();
                        // A constraint is a sum of negations that is large enough. Odd coefficients
                        // are rounded up, unless they are even first.
                        let odd = members.chunk_by(|one, other| one == other);
                        let odd = odd.filter(|equal| equal.len() % 2 == 1);
                        for equal in odd.filter(|equal| raised.binary_search(&equal[0]).is_err()) {
                            let choice = &self.search.part.choices[equal[0] as usize];
                            sum.add_literal(variable(choice.option), 1);
                        }
                        sum.divide(2);
                        constraints[place] = self.proof.sum(&sum);
                        derived.push(constraints[place]);
                    }
                }
                stack.pop();
            }
        }
        for row in self.constraints.at_most.len()..rows.rows.len() {
            let number = rows.cuts.number(row).expect("cuts are the only new rows");
            self.constraints.at_most.push(constraints[number as usize]);
            self.constraints.at_least.push(0);
        }
        // Those that only others follow from are not used again.
        let kept = &self.constraints.at_most;
        derived.retain(|number| !kept.contains(number));
        self.proof.delete(&derived);
    }

    fn whole(&self) -> Node {
        let count = self.search.costs.len();
        let mut open: Set = vec![!0; count.div_ceil(64)].into_boxed_slice();
        if let (Some(last), 1..) = (open.last_mut(), count % 64) {
            *last = (1 << (count % 64)) - 1;
        }
        Node {
            bound: i128::MIN,
            number: 0,
            open,
            chosen: Vec::new(),
            basis: self.search.root_basis.clone(),
        }
    }

    /// The best known solution.
    pub fn best(&self) -> Option<Priced> {
        self.search.best()
    }

    /// Proves the lower bound of the root's relaxation. Returns the bound and the number of its
    /// constraint. If the relaxation is not solved yet, it gets [`GRACE`]; the bound is valid even
    /// for taxes that are not optimal.
    pub fn bound(&mut self) -> (i128, u64) {
        if self.search.root.net.is_empty() {
            let began = Instant::now();
            self.root(&mut || began.elapsed() > GRACE);
        }
        let root = std::mem::take(&mut self.search.root);
        let scale = self.search.scale;
        let mut sum = Sum::new();
        self.add_rows(&mut sum, &root.taxes);
        for (choice, &net) in self.search.part.choices.iter().zip(&root.net) {
            let variable = variable(choice.option);
            match net {
                0 => {}
                1.. => sum.add_literal(variable, net),
                _ => sum.add_literal(-variable, -net),
            }
        }
        sum.divide(scale.grain());
        sum.multiply(scale.down(scale.grain()));
        let number = match sum.is_empty() {
            true => self.proof.trivial(),
            false => self.proof.sum(&sum),
        };
        (scale.bound(root.bound), number)
    }

    /// Proves that no solution is cheaper than the best one, which the search already knows.
    /// Returns the number of the contradiction.
    ///
    /// # Errors
    /// If the limits end it, or a line cannot be written.
    pub fn run(&mut self, limits: &mut Limits<'_>) -> Result<u64, Stopped> {
        self.improve();
        self.root(&mut || limits.is_over());
        if limits.is_over() {
            return Err(Stopped::Limit);
        }
        let mut stack: Vec<ProofFrame> = Vec::new();
        let mut visit = Some((self.whole(), Vec::new()));
        let mut clause = 0;
        loop {
            if let Some((node, path)) = visit.take() {
                match self.visit(node, path, limits)? {
                    Visited::Closed(number) => clause = number,
                    Visited::Divided(divided) => {
                        let (frame, near, path) = *divided;
                        stack.push(frame);
                        visit = Some((near, path));
                        continue;
                    }
                }
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(clause);
            };
            match frame.near {
                None => {
                    frame.near = Some(clause);
                    visit = frame.far.take();
                }
                Some(near) => {
                    let frame = stack.pop().expect("it is there");
                    clause = self.close(&frame, near, clause);
                }
            }
        }
    }

    /// From now on, only cheaper solutions than the best one are searched for.
    fn improve(&mut self) {
        let (_, solution) = self.search.best().expect("one is known");
        self.cheaper = self.proof.improve(self.problem, &solution);
        let scale = self.search.scale;
        let grain = scale.down(scale.grain());
        if grain > 1 {
            let mut sum = Sum::new();
            sum.add(self.cheaper, 1);
            sum.divide(grain);
            sum.multiply(grain);
            self.cheaper = self.proof.sum(&sum);
        }
    }

    /// Writes a clause: not all literals of the path hold.
    fn refute(&mut self, path: &[Signed]) -> u64 {
        self.proof.clause(path.iter().map(|&literal| -literal))
    }

    /// Derives the clause of a node from those of its children.
    fn close(&mut self, frame: &ProofFrame, near: u64, far: u64) -> u64 {
        let mut used = frame.lines.clone();
        used.extend([near, far]);
        if let Some((one, other)) = frame.items {
            let mut sum = Sum::new();
            sum.add(near, 1);
            sum.add(far, 2);
            sum.add(self.constraints.at_most[one as usize], 1);
            sum.add(self.constraints.at_most[other as usize], 1);
            used.push(self.proof.sum(&sum));
        }
        let clause = self.refute(&frame.path);
        self.proof.delete(&used);
        clause
    }

    /// Closes a node, or divides it.
    fn visit(
        &mut self,
        mut node: Node,
        path: Vec<Signed>,
        limits: &mut Limits<'_>,
    ) -> Result<Visited, Stopped> {
        let mut lines = Vec::new();
        let close = |prover: &mut Self, lines: &[u64]| {
            let clause = prover.refute(&path);
            prover.proof.delete(lines);
            Ok(Visited::Closed(clause))
        };
        loop {
            let (prices, ending) = self.relax(&node, limits)?;
            let cutoff = self.search.cutoff();
            lines.push(self.line(&prices.taxes));
            if prices.bound > cutoff {
                return close(self, &lines);
            }
            for option in list(&node.open) {
                if prices.bound + prices.net[option as usize].max(0) > cutoff {
                    remove(&mut node.open, option);
                    if path.is_empty() {
                        let option = self.search.part.choices[option as usize].option;
                        self.proof.clause([-variable(option)]);
                    }
                }
            }
            // The nodes below start from this basis.
            node.basis = self.search.program.basis();
            let mut options = node.chosen.clone();
            let open = list(&node.open);
            let is_whole = ending == Ending::Optimal && self.search.is_whole(&node);
            let program = &self.search.program;
            options.extend(
                open.iter()
                    .filter(|&&option| is_whole && program.value(option) > 0.5),
            );
            let before = self.search.least();
            if (is_whole || open.is_empty()) && self.search.holds(&options) {
                self.search.keep(options);
            }
            if self.search.least() != before {
                // A cheaper solution, which the search had not found.
                self.improve();
                continue;
            }
            if open.is_empty() {
                return close(self, &lines);
            }
            if path.is_empty() {
                self.search.root = prices;
                self.search.root_basis = node.basis.clone();
                self.search.shrink();
            }
            let split = self.split(&open, limits)?;
            return Ok(self.divide(node, path, lines, (&open, split)));
        }
    }

    /// The split of a node whose relaxation was solved last.
    fn split(&mut self, open: &[u32], limits: &mut Limits<'_>) -> Result<Split, Stopped> {
        let splits = self.search.splits(open);
        let mut probing = self.search.begin_probes(splits);
        loop {
            if let Some(split) = self.search.step_of_probes(&mut probing, open) {
                return Ok(split);
            }
            if limits.is_over() {
                return Err(Stopped::Limit);
            }
        }
    }

    fn divide(
        &mut self,
        node: Node,
        path: Vec<Signed>,
        lines: Vec<u64>,
        (open, split): (&[u32], Split),
    ) -> Visited {
        let search = &self.search;
        let variable = |option: u32| variable(search.part.choices[option as usize].option);
        let child = || Node {
            bound: node.bound,
            number: 0,
            open: node.open.clone(),
            chosen: node.chosen.clone(),
            basis: node.basis.clone(),
        };
        let (mut near, mut far) = (child(), child());
        let (mut near_path, mut far_path) = (path.clone(), path.clone());
        let items = match split {
            Split::Items(one, other) => {
                let lost = search.lost(split, open);
                for option in lost.0 {
                    remove(&mut near.open, option);
                    near_path.push(-variable(option));
                }
                for option in lost.1 {
                    remove(&mut far.open, option);
                    far_path.push(-variable(option));
                }
                Some((one, other))
            }
            Split::Option(option) => {
                remove(&mut far.open, option);
                far_path.push(-variable(option));
                search.choose(&mut near, option);
                near_path.push(variable(option));
                None
            }
        };
        let frame = ProofFrame {
            path,
            lines,
            items,
            near: None,
            far: Some((far, far_path)),
        };
        Visited::Divided(Box::new((frame, near, near_path)))
    }
}
