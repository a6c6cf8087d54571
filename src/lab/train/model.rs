//! Tables of numbers that share what they have in common, and the descent that fits them.
//!
//! An entry of a table is the sum of a few shared numbers (of its patterns, say) and of one of its
//! own. The own number is drawn to zero, so that an entry that is hardly ever seen takes the value
//! that its shared parts give it.

/// How one table is made of shared numbers.
#[derive(Clone, Debug)]
pub struct Spec {
    /// For each entry the shared numbers that it adds up, counted from 0 within this table.
    pub parts: Vec<Vec<u16>>,
    /// How many shared numbers there are.
    pub shared: usize,
    /// How strongly the own numbers are drawn to zero: as much as so many quiet samples.
    pub pull: f32,
}

/// All tables of one model.
#[derive(Debug)]
pub struct Model {
    specs: Vec<Spec>,
    /// Where each table begins in `values`.
    starts: Vec<usize>,
    /// What the tables hold: own and shared numbers added up.
    pub values: Vec<f32>,
    own: Adam,
    shared: Adam,
}

impl Model {
    /// A model full of zeros.
    pub fn new(specs: Vec<Spec>) -> Self {
        let mut starts = vec![0];
        for spec in &specs {
            starts.push(starts[starts.len() - 1] + spec.parts.len());
        }
        let entries = starts[specs.len()];
        let shared = specs.iter().map(|spec| spec.shared).sum();
        Self {
            specs,
            starts,
            values: vec![0.0; entries],
            own: Adam::new(entries),
            shared: Adam::new(shared),
        }
    }

    /// Where a table begins.
    pub fn start(&self, table: usize) -> usize {
        self.starts[table]
    }

    /// The numbers of a table.
    pub fn table(&self, table: usize) -> &[f32] {
        &self.values[self.starts[table]..self.starts[table + 1]]
    }

    /// Goes one step down the gradient of the mean loss over the samples of a batch; `samples` is how
    /// many there are in all.
    pub fn step(&mut self, gradient: &[f32], rate: f32, samples: usize) {
        let mut shared = vec![0.0; self.shared.numbers.len()];
        let mut own = gradient.to_vec();
        let mut base = 0;
        for (spec, &start) in self.specs.iter().zip(&self.starts) {
            let pull = spec.pull / samples as f32;
            for (entry, parts) in spec.parts.iter().enumerate() {
                let slope = gradient[start + entry];
                if slope != 0.0 {
                    for &part in parts {
                        shared[base + usize::from(part)] += slope;
                    }
                }
                own[start + entry] += pull * self.own.numbers[start + entry];
            }
            base += spec.shared;
        }
        self.own.step(&own, rate);
        self.shared.step(&shared, rate);
        self.add_up();
    }

    fn add_up(&mut self) {
        let mut base = 0;
        for (spec, &start) in self.specs.iter().zip(&self.starts) {
            for (entry, parts) in spec.parts.iter().enumerate() {
                let shared: f32 = parts
                    .iter()
                    .map(|&part| self.shared.numbers[base + usize::from(part)])
                    .sum();
                self.values[start + entry] = self.own.numbers[start + entry] + shared;
            }
            base += spec.shared;
        }
    }
}

/// Numbers under Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2014).
#[derive(Debug)]
pub(super) struct Adam {
    pub(super) numbers: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    pub(super) fn new(count: usize) -> Self {
        Self {
            numbers: vec![0.0; count],
            mean: vec![0.0; count],
            square: vec![0.0; count],
            steps: 0,
        }
    }

    pub(super) fn step(&mut self, gradient: &[f32], rate: f32) {
        self.steps += 1;
        let mean_scale = 1.0 / (1.0 - Self::MEAN.powi(self.steps));
        let square_scale = 1.0 / (1.0 - Self::SQUARE.powi(self.steps));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((number, (mean, square)), &slope) in self.numbers.iter_mut().zip(moments).zip(gradient)
        {
            *mean += (1.0 - Self::MEAN) * (slope - *mean);
            *square += (1.0 - Self::SQUARE) * (slope * slope - *square);
            *number -= rate * (*mean * mean_scale) / ((*square * square_scale).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_entry_takes_the_shared_value() {
        // Entries 0 and 1 share a number; only entry 0 is ever seen, and wants to be 1.
        let mut model = Model::new(vec![Spec {
            parts: vec![vec![0], vec![0]],
            shared: 1,
            pull: 10.0,
        }]);
        for _ in 0..3000 {
            let error = model.values[0] - 1.0;
            model.step(&[error, 0.0], 0.01, 100);
        }
        assert!((model.values[0] - 1.0).abs() < 0.05, "{:?}", model.values);
        assert!((model.values[1] - 1.0).abs() < 0.15, "{:?}", model.values);
    }
}
