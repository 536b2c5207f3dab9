//! Stock.

use std::fmt;

/// How many.
pub const LIMIT: usize = 40;

/// A shelf.
#[derive(Debug)]
#[allow(dead_code)]
pub struct Shelf<T> {
    items: Vec<T>,
}

impl<T> Shelf<T> {
    /// Refills.
    #[inline]
    pub fn refill(&mut self, item: T) {
        fn inner() -> usize {
            1
        }
        self.items.push(item);
    }
}

impl<T> fmt::Display for Shelf<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.items.len())
    }
}

pub trait Store {
    fn find(&self, name: &str) -> Option<usize>;
    fn size(&self) -> usize {
        0
    }
}

enum Colour { Red, Green }

macro_rules! shelf {
    ($x:expr) => {
        $x
    };
}

mod tests {
    use super::*;

    #[test]
    fn it_refills() {
        assert!(true);
    }
}
