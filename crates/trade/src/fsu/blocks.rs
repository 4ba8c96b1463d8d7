//! Blocks behind a status line: customs information, load units, remarks.

use super::{Status, Unit};
use crate::imp::{Block, Cursor, Customs, Line, customs_line};

impl Status {
    /// Customs and security information of its OCI blocks.
    pub fn customs(&self) -> Vec<Customs> {
        let mut told = Vec::new();
        self.lines_of("OCI", |at| told.extend(customs_line(at, &mut Vec::new())));
        told
    }

    /// Load units of its ULD blocks.
    pub fn units(&self) -> Vec<Unit> {
        let mut units = Vec::new();
        self.lines_of("ULD", |at| {
            while let Some(part) = at.next_part() {
                let (unit, loading) = part.split_once('-').unwrap_or((part, ""));
                if !unit.is_empty() {
                    units.push(Unit { unit: unit.to_owned(), loading: loading.to_owned() });
                }
            }
        });
        units
    }

    /// Remarks of its OSI blocks, one a line.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        self.lines_of("OSI", |at| {
            at.skip_slash();
            remarks.push(at.tail().to_owned());
        });
        remarks
    }

    /// Calls back with each line of the blocks of one identifier, behind that identifier.
    fn lines_of(&self, identifier: &str, mut told: impl FnMut(&mut Cursor<'_>)) {
        let lines: Vec<Line<'_>> =
            self.extra.iter().enumerate().map(|(number, text)| Line { number: number + 1, text }).collect();
        for block in Block::group(&lines, &[]).iter().filter(|block| block.identifier == identifier) {
            told(&mut Cursor::behind(block.first, 3));
            for line in &block.rest {
                told(&mut Cursor::new(*line));
            }
        }
    }
}
