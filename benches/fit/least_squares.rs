//! Weighted least squares, drawn to what is known before.

/// A linear problem: coefficients whose products with the numbers of each row come near its goal.
pub struct Problem {
    rows: Vec<(Vec<f64>, f64, f64)>,
}

impl Problem {
    pub fn new() -> Self {
        Problem { rows: Vec::new() }
    }

    /// Adds a row: its numbers, what their products are to add up to, and how much it counts.
    pub fn row(&mut self, numbers: Vec<f64>, goal: f64, weight: f64) {
        self.rows.push((numbers, goal, weight));
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The coefficients with the least sum of weighted squares, and of the squares of how far they are from `before`, times `pull`.
    /// Found coordinate by coordinate; those from the `signed`th on are not negative.
    pub fn solve(&self, before: &[f64], pull: impl Fn(usize) -> f64, signed: usize) -> Vec<f64> {
        let mut found = before.to_vec();
        let mut left: Vec<f64> = self.rows.iter().map(|(numbers, goal, _)| goal - dot(numbers, &found)).collect();
        for _ in 0..SWEEPS {
            for at in 0..found.len() {
                let (mut slope, mut curve) = (pull(at) * (before[at] - found[at]), pull(at));
                for ((numbers, _, weight), left) in self.rows.iter().zip(&left) {
                    slope += weight * weight * numbers[at] * left;
                    curve += weight * weight * numbers[at] * numbers[at];
                }
                let mut to = found[at] + slope / curve;
                if at >= signed {
                    to = to.max(0.0);
                }
                let step = to - found[at];
                found[at] = to;
                for ((numbers, ..), left) in self.rows.iter().zip(&mut left) {
                    *left -= step * numbers[at];
                }
            }
        }
        found
    }
}

const SWEEPS: usize = 3000;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
