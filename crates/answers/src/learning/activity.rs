//! Chooses the next variable to decide: the one with the highest activity.
//!
//! Each conflict raises the activity of the variables that took part in it, and each raise is a
//! little larger than the last one (VSIDS: Moskewicz and others, Chaff, 2001). All variables
//! without a value are in the heap; some with a value may be, too.

/// A raise is larger than the last one by this factor.
const GROWTH: f64 = 1.0 / 0.95;

/// Activities above this are scaled down.
const MOST_ACTIVITY: f64 = 1e150;

/// A heap of variables.
#[derive(Clone, Debug)]
pub struct Activity {
    scores: Vec<f64>,
    heap: Vec<u32>,
    /// The place of each variable in the heap; [`OUT`] if it is not there.
    places: Vec<u32>,
    raise: f64,
}

const OUT: u32 = u32::MAX;

impl Activity {
    /// A heap of all variables with these activities, which are at most 1.
    pub fn new(scores: Vec<f64>) -> Self {
        let count = scores.len();
        let mut activity = Activity {
            scores,
            heap: (0..count as u32).collect(),
            places: (0..count as u32).collect(),
            raise: 1.0,
        };
        for place in (0..count / 2).rev() {
            activity.down(place);
        }
        activity
    }

    /// Raises the activity of a variable.
    pub fn raise(&mut self, variable: u32) {
        let score = &mut self.scores[variable as usize];
        *score += self.raise;
        if *score > MOST_ACTIVITY {
            self.scale();
        }
        let place = self.places[variable as usize];
        if place != OUT {
            self.up(place as usize);
        }
    }

    fn scale(&mut self) {
        self.scores
            .iter_mut()
            .for_each(|score| *score /= MOST_ACTIVITY);
        self.raise /= MOST_ACTIVITY;
    }

    /// Makes later raises larger.
    pub fn grow(&mut self) {
        self.raise *= GROWTH;
    }

    /// The variable with the highest activity.
    pub fn top(&self) -> Option<u32> {
        self.heap.first().copied()
    }

    /// The activity of a variable.
    pub fn score(&self, variable: u32) -> f64 {
        self.scores[variable as usize]
    }

    /// Removes the variable on top.
    pub fn pop(&mut self) {
        let Some(last) = self.heap.pop() else { return };
        match self.heap.first_mut() {
            Some(first) => {
                self.places[*first as usize] = OUT;
                *first = last;
                self.places[last as usize] = 0;
                self.down(0);
            }
            None => self.places[last as usize] = OUT,
        }
    }

    /// Puts a variable back.
    pub fn put(&mut self, variable: u32) {
        if self.places[variable as usize] == OUT {
            self.places[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
            self.up(self.heap.len() - 1);
        }
    }

    fn up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[variable as usize];
        while place > 0 {
            let above = (place - 1) / 2;
            let other = self.heap[above];
            if self.scores[other as usize] >= score {
                break;
            }
            self.heap[place] = other;
            self.places[other as usize] = place as u32;
            place = above;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn down(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[variable as usize];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.heap.len() {
                break;
            }
            let score_of = |place: usize| self.scores[self.heap[place] as usize];
            if below + 1 < self.heap.len() && score_of(below + 1) > score_of(below) {
                below += 1;
            }
            if score_of(below) <= score {
                break;
            }
            let other = self.heap[below];
            self.heap[place] = other;
            self.places[other as usize] = place as u32;
            place = below;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.scores.len() * 16
    }
}
