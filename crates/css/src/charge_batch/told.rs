//! What is told of the rows of a batch.

use charge::ledger::money_text;
use charge::line::{Line, code_of};
use kernel::{Confirm, ExchangeRate, Price, Quantity, Text};
use order::store::Saved;
use platform::refusal::{Refusal, messages};
use serde_json::{Map, Value as Json, json};
use trade::charge::{Currency, exchange};

use crate::order_charge::{Desk, errors};

/// What becomes of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// A line is added.
    New,
    /// A line is changed.
    Changed,
    /// There is a line already, and it stays.
    Kept,
    /// There is nothing to be done.
    None,
    /// It is refused.
    Bad,
    /// It was written.
    Saved,
}

impl State {
    const fn code(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Kept => "kept",
            Self::None => "none",
            Self::Bad => "bad",
            Self::Saved => "saved",
        }
    }

    /// Whether it writes something.
    pub(super) const fn writes(self) -> bool {
        matches!(self, Self::New | Self::Changed)
    }
}

/// A row and what became of it.
#[derive(Debug, Clone)]
pub(super) struct Told {
    /// Its place among the rows of the call, or of its order.
    pub place: usize,
    /// Its number in a file.
    pub number: Option<u32>,
    pub state: State,
    pub why: Vec<Text>,
    pub asks: Vec<Confirm>,
    /// What is shown of it.
    pub cells: Map<String, Json>,
}

impl Told {
    /// A row of which nothing is known yet.
    pub(super) fn new(place: usize) -> Self {
        Self { place, number: None, state: State::None, why: Vec::new(), asks: Vec::new(), cells: Map::new() }
    }

    /// Says what the order is called.
    #[must_use]
    pub(super) fn of(mut self, saved: &Saved) -> Self {
        let cells = [
            ("orderUuid", json!(saved.uuid)),
            ("orderCode", json!(saved.code)),
            ("bizNumber", json!(saved.business.number)),
            ("businessScope", json!(saved.profile.scope.code())),
        ];
        self.cells.extend(cells.map(|(name, value)| (name.to_owned(), value)));
        self
    }

    /// Refused, with the reasons.
    #[must_use]
    pub(super) fn bad(mut self, why: Vec<Text>) -> Self {
        self.state = State::Bad;
        self.why = why;
        self
    }

    /// Says what a line is; what it was before goes into `before`.
    #[must_use]
    pub(super) fn line(mut self, desk: &Desk, (was, line): (Option<&Line>, &Line)) -> Self {
        self.cells.extend(shown(desk, line));
        if let Some(was) = was {
            self.cells.insert("before".to_owned(), Json::Object(shown(desk, was)));
        }
        self
    }

    pub(super) fn json(&self, language: &str) -> Json {
        let say = |text: &Text| text.in_language(language).to_owned();
        let mut row = self.cells.clone();
        let english = language.starts_with("en");
        let mut why = self.why.iter().map(say).collect::<Vec<_>>().join(if english { "; " } else { "；" });
        if let Some(n) = self.number.filter(|_| !why.is_empty()) {
            why = if english { format!("Row {n}: {why}") } else { format!("第{n}行：{why}") };
        }
        let told = [
            ("number", json!(self.number)),
            ("state", json!(self.state.code())),
            ("why", json!(why)),
            ("asks", self.asks.iter().map(|one| say(&one.text)).collect()),
        ];
        row.extend(told.map(|(name, value)| (name.to_owned(), value)));
        Json::Object(row)
    }
}

fn shown(desk: &Desk, line: &Line) -> Map<String, Json> {
    let charge = &line.charge;
    let currency = Currency::named(&charge.currency_code);
    let money = |raw: i64, of: Option<Currency>| of.map(|of| money_text(raw, of));
    let cells = [
        ("kind", json!(code_of(line.side))),
        ("serviceName", json!(desk.reader.item(line, &desk.known))),
        ("coopName", json!(desk.known.coop(line).map_or("", |coop| coop.name.as_str()))),
        ("currency", json!(charge.currency_code)),
        ("unitPrice", json!(charge.price.map(|raw| Price::from_raw(raw).to_string()))),
        ("quantity", json!(charge.quantity.map(|raw| Quantity::from_raw(raw).to_string()))),
        ("amount", json!(charge.amount.and_then(|raw| money(raw, currency)))),
        ("exchangeRate", json!(charge.exchange_rate.map(|raw| exchange::text(ExchangeRate::from_raw(raw))))),
        ("functionalAmount", json!(money(charge.functional, Some(desk.known.own())))),
        ("taxRate", json!(charge.tax_rate)),
        ("note", json!(charge.note)),
    ];
    cells.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Why something about one order was refused; faults of the program are none of its.
pub(super) fn reasons(refusal: Refusal) -> Result<Vec<Text>, Refusal> {
    match refusal {
        Refusal::Findings(findings) => Ok(errors(&findings)),
        Refusal::Business(text) | Refusal::BusinessWith(text, _) => Ok(vec![text]),
        Refusal::Confirm(questions) => Ok(questions.into_iter().map(|one| one.text).collect()),
        Refusal::Stale(_) => Ok(vec![messages::STALE.text()]),
        Refusal::NotFound => Ok(vec![super::NO_ORDER.text()]),
        other => Err(other),
    }
}

/// How many rows of a kind there are, and all of them as an answer tells them.
pub(super) struct Summary<'a>(pub &'a [Told]);

impl Summary<'_> {
    fn count(&self, is: impl Fn(State) -> bool) -> usize {
        self.0.iter().filter(|one| is(one.state)).count()
    }

    /// Rows that are refused.
    pub(super) fn bad(&self) -> usize {
        self.count(|state| state == State::Bad)
    }

    /// Rows that write something.
    pub(super) fn good(&self) -> usize {
        self.count(|state| state.writes())
    }

    /// The questions of the rows that pass; the same words are asked once.
    pub(super) fn questions(&self, answers: &[String]) -> Vec<Confirm> {
        let mut open: Vec<Confirm> = Vec::new();
        for one in self.0.iter().filter(|one| one.state.writes()).flat_map(|one| &one.asks) {
            if !one.is_answered(answers) && !open.iter().any(|known| known.text == one.text) {
                open.push(Confirm { field: String::new(), ..one.clone() });
            }
        }
        open
    }

    pub(super) fn json(&self, language: &str) -> Json {
        json!({
            "total": self.0.len(), "good": self.good(), "bad": self.bad(),
            "saved": self.count(|state| state == State::Saved),
            "rows": self.0.iter().map(|one| one.json(language)).collect::<Vec<_>>(),
        })
    }
}
