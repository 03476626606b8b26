//! Elements in layers, with the lines between them: each line leads from one layer to the next.

/// How often the layers are sorted, upwards and downwards in turn.
const SWEEPS: usize = 16;

/// Places in layers, the lowest layer first. Those behind the elements are passed by long lines.
pub struct Layers {
    pub rows: Vec<Vec<usize>>,
    /// From a place to one in the layer above.
    pub lines: Vec<(usize, usize)>,
}

impl Layers {
    /// The layers of a strict order, which is transitive.
    pub fn new(count: usize, below: impl Fn(usize, usize) -> bool) -> Layers {
        let between = |a: usize, b: usize| (0..count).any(|c| below(a, c) && below(c, b));
        let covers: Vec<(usize, usize)> = (0..count)
            .flat_map(|a| (0..count).map(move |b| (a, b)))
            .filter(|&(a, b)| below(a, b) && !between(a, b))
            .collect();
        // What is below an element has fewer elements below it: in that order chains grow.
        let mut by_size: Vec<usize> = (0..count).collect();
        by_size.sort_by_key(|a| (0..count).filter(|b| below(*b, *a)).count());
        let mut heights = vec![0; count];
        for place in by_size {
            let under = covers.iter().filter(|(_, high)| *high == place);
            heights[place] = under.map(|(low, _)| heights[*low] + 1).max().unwrap_or(0);
        }
        let top = heights.iter().copied().max().unwrap_or(0);
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); top + 1];
        (0..count).for_each(|place| rows[heights[place]].push(place));
        let (mut lines, mut next) = (Vec::new(), count);
        for (low, high) in covers {
            let mut from = low;
            for row in &mut rows[heights[low] + 1..heights[high]] {
                row.push(next);
                lines.push((from, next));
                from = next;
                next += 1;
            }
            lines.push((from, high));
        }
        let mut layers = Layers { rows, lines };
        layers.sort();
        layers
    }

    /// How many places there are.
    pub fn count(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// Sorts each layer by where the neighbours in the layer before stand, and keeps the best of all sweeps.
    fn sort(&mut self) {
        let mut best = (self.crossings(), self.rows.clone());
        for sweep in 0..SWEEPS {
            let upwards = sweep % 2 == 0;
            let order: Vec<usize> = match upwards {
                true => (1..self.rows.len()).collect(),
                false => (0..self.rows.len().saturating_sub(1)).rev().collect(),
            };
            for number in order {
                let fixed = if upwards { number - 1 } else { number + 1 };
                let stands = self.stands(fixed);
                let centre = |place: &usize| {
                    let near = self.lines.iter().filter_map(|&(low, high)| match upwards {
                        true => (high == *place).then_some(low),
                        false => (low == *place).then_some(high),
                    });
                    let near: Vec<f64> = near.map(|other| stands[other]).collect();
                    match near.is_empty() {
                        true => 0.5,
                        false => near.iter().sum::<f64>() / near.len() as f64,
                    }
                };
                let mut keyed: Vec<(f64, usize)> =
                    self.rows[number].iter().map(|place| (centre(place), *place)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.rows[number] = keyed.into_iter().map(|(_, place)| place).collect();
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// Where each place of a row stands in it, from 0 to 1.
    fn stands(&self, row: usize) -> Vec<f64> {
        let mut stands = vec![0.5; self.count()];
        let row = &self.rows[row];
        for (at, place) in row.iter().enumerate() {
            stands[*place] = (at as f64 + 0.5) / row.len() as f64;
        }
        stands
    }

    /// How many pairs of lines cross.
    fn crossings(&self) -> usize {
        let mut place = vec![(0, 0); self.count()];
        for (number, row) in self.rows.iter().enumerate() {
            row.iter().enumerate().for_each(|(at, p)| place[*p] = (number, at));
        }
        let mut ends: Vec<(usize, usize, usize)> = self
            .lines
            .iter()
            .map(|&(low, high)| (place[low].0, place[low].1, place[high].1))
            .collect();
        ends.sort_unstable();
        let mut crossings = 0;
        for (number, a) in ends.iter().enumerate() {
            let same = ends[number + 1..].iter().take_while(|b| b.0 == a.0);
            crossings += same.filter(|b| a.1 < b.1 && a.2 > b.2).count();
        }
        crossings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_of_three_stand_in_four_layers() {
        let layers = Layers::new(8, |a, b| a != b && a & b == a);
        assert_eq!(layers.rows.iter().map(Vec::len).collect::<Vec<_>>(), [1, 3, 3, 1]);
        assert_eq!(layers.lines.len(), 12);
        assert!(layers.crossings() <= 3, "{}", layers.crossings());
    }

    /// A pentagon: one side is longer, so that the line of the other passes a layer.
    #[test]
    fn long_lines_pass_layers() {
        let below = |a: usize, b: usize| {
            [(0, 1), (1, 2), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4)].contains(&(a, b))
        };
        let layers = Layers::new(5, below);
        assert_eq!(layers.rows.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 2, 1]);
        assert_eq!((layers.count(), layers.lines.len(), layers.crossings()), (6, 6, 0));
    }

    #[test]
    fn one_element_is_enough() {
        let layers = Layers::new(1, |_, _| false);
        assert_eq!((layers.rows.len(), layers.lines.len()), (1, 0));
    }
}
