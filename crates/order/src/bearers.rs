//! Orders by the numbers people paste or type, or that stand in a file: the code of an order, or what it is called by in its
//! scope.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Id;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, Func, SelectStatement};
use platform::store::{Conn, Row, sql};

use crate::moves::Lifecycle;
use crate::spelling::spellings;
use crate::store::TABLE;
use crate::visible::visible_order;

/// Spellings that are looked for with one statement.
const AT_ONCE: usize = 400;

/// The orders somebody may name: those he sees, but for drafts, which nobody else calls by a number yet.
pub fn nameable(actor: &Actor) -> Condition {
    Condition::all().add(visible_order(actor)).add(sql::of(TABLE, "lifecycle").ne(Lifecycle::Draft.code()))
}

/// The rows of a selection, whose first column is the id of the order, that bear one of some numbers; each once, by their
/// ids. Codes and numbers are looked up each by an index of its own.
pub fn by_numbers<'a>(
    conn: &mut dyn Conn,
    select: &SelectStatement,
    numbers: impl Iterator<Item = &'a str>,
) -> Result<Vec<Row>, Refusal> {
    let spelled: BTreeSet<String> = numbers.flat_map(spellings).collect();
    let spelled: Vec<String> = spelled.into_iter().collect();
    let mut rows: BTreeMap<Id, Row> = BTreeMap::new();
    for part in spelled.chunks(AT_ONCE) {
        let code = sql::is_in(sql::of(TABLE, "order_code"), part.iter().cloned());
        // The databases differ about letters beyond the Latin ones.
        let small = part.iter().flat_map(|one| [one.to_lowercase(), one.to_ascii_lowercase()]);
        let small: BTreeSet<String> = small.collect();
        let number = sql::is_in(Expr::expr(Func::lower(sql::of(TABLE, "biz_number"))), small);
        for named in [code, number] {
            let some = select.clone().and_where(named).take();
            for row in conn.query(&some.into())? {
                rows.insert(row.get(0)?, row);
            }
        }
    }
    Ok(rows.into_values().collect())
}

/// Capitals, for numbers are told apart by nothing else.
fn folded(text: &str) -> String {
    text.trim().to_uppercase()
}

/// What bears which numbers, by places.
#[derive(Debug, Default)]
pub struct Bearers(BTreeMap<String, BTreeSet<usize>>);

impl Bearers {
    /// What stands at a place bears a number, where it has one.
    pub fn add(&mut self, number: Option<&str>, place: usize) {
        if let Some(number) = number.map(folded).filter(|number| !number.is_empty()) {
            self.0.entry(number).or_default().insert(place);
        }
    }

    /// Who bears a number as it was typed; where nobody does, who bears one of its other spellings.
    pub fn of(&self, typed: &str) -> BTreeSet<usize> {
        match self.0.get(&folded(typed)) {
            Some(places) => places.clone(),
            None => spellings(typed).iter().filter_map(|one| self.0.get(one)).flatten().copied().collect(),
        }
    }
}
