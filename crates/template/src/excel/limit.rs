//! What a template may hold. A hostile file is small: it names one long text from very many cells, or one sheet
//! from very many tabs. So what cells hold is measured before any of it is copied.

use super::Fault;

/// As many as a cell of Excel holds.
pub const TEXT_MAX: usize = 32_767;
/// The same of its formula.
pub const FORMULA_MAX: usize = 8_192;
/// As many as a sheet of Excel has.
pub const ROWS_MAX: u32 = 1_048_576;
/// No paper has more.
pub const SHEETS_MAX: usize = 50;
/// No paper has more, merged ranges among them.
pub const CELLS_MAX: usize = 50_000;
/// Bytes of all cells together; what is shared counts for each cell that names it.
const LETTERS_MAX: usize = 4_000_000;
/// Signs that begin an element, an attribute or a reference, in all parts together: twice as many nodes at most
/// are kept in memory.
const MARKS_MAX: usize = 600_000;

/// What is left of it while a workbook is read.
#[derive(Debug)]
pub struct Budget {
    cells: usize,
    letters: usize,
    marks: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { cells: CELLS_MAX, letters: LETTERS_MAX, marks: MARKS_MAX }
    }
}

fn spend(left: &mut usize, count: usize) -> Result<(), Fault> {
    *left = left.checked_sub(count).ok_or(Fault::TooLarge)?;
    Ok(())
}

impl Budget {
    /// Counts cells.
    pub fn cells(&mut self, count: usize) -> Result<(), Fault> {
        spend(&mut self.cells, count)
    }

    /// Counts letters that are about to be copied.
    pub fn letters(&mut self, text: &str) -> Result<(), Fault> {
        spend(&mut self.letters, text.len())
    }

    /// Counts what a part is made of.
    pub fn marks(&mut self, part: &[u8]) -> Result<(), Fault> {
        spend(&mut self.marks, part.iter().filter(|byte| matches!(byte, b'<' | b'=' | b'&')).count())
    }

    /// Measures the formula of a cell.
    pub fn formula(&mut self, text: &str, cell: impl Fn() -> String) -> Result<(), Fault> {
        self.letters(text)?;
        if text.chars().count() > FORMULA_MAX { Err(Fault::LongFormula(cell())) } else { Ok(()) }
    }

    /// Measures the text of a cell.
    pub fn text(&mut self, text: &str, cell: impl Fn() -> String) -> Result<(), Fault> {
        self.letters(text)?;
        if text.chars().count() > TEXT_MAX { Err(Fault::LongText(cell())) } else { Ok(()) }
    }
}
