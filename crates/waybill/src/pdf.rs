//! The PDF of a form.

use kernel::Instant;
use platform::refusal::Refusal;
use platform::store::Conn;

use crate::download::Prepared;
use crate::forms::Form;

/// How a form is printed.
#[derive(Debug, Clone, Default)]
pub struct PrintOptions {
    /// Rates and amounts; else `AS AGREED`.
    pub show_rate: bool,
    /// Text only, for pre-printed paper.
    pub over_preprinted: bool,
    /// Neutral paper: the carrier's name is printed.
    pub neutral: bool,
    /// Copies by name; empty for the usual ones.
    pub copies: Vec<String>,
    /// Shift to the right in tenths of a millimetre.
    pub offset_x: i64,
    /// Shift down in tenths of a millimetre.
    pub offset_y: i64,
}

/// Draws a form.
pub fn draw(
    conn: &mut dyn Conn,
    org: i64,
    form: &Form,
    options: &PrintOptions,
    now: Instant,
) -> Result<Prepared, Refusal> {
    let _ = (conn, org, form, options, now);
    Err(Refusal::broken("not yet"))
}
