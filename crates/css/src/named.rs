//! What people write into the cells of a workbook of charges: sides, items, partners and tax rates by their names.

use std::collections::{BTreeMap, BTreeSet};

use charge::item;
use charge::ledger::view_of;
use charge::terms::SIDES;
use kernel::{Id, Msg, Text, format_scaled, parse_scaled};
use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::import::cell_number;
use platform::import::messages::{CHOICES, NO_SUCH, SEVERAL};
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};
use trade::charge::Side;

/// Names that are looked for with one statement.
const AT_ONCE: usize = 400;
const HIDDEN_SIDE: Msg = Msg::new("charge_batch.side", "没有查看{side}的权限", "You have no permission to see {side}.");
const ITEM: (&str, &str) = ("服务项目", "service item");
const COOP: (&str, &str) = ("往来单位", "partner");

/// Capitals, for names are told apart by nothing else.
pub(crate) fn folded(text: &str) -> String {
    text.trim().to_uppercase()
}

/// A message about what something is called.
pub(crate) fn labelled(message: Msg, (zh, en): (&str, &str)) -> Text {
    message.with_each(&[("field", zh)], &[("field", en)])
}

/// A choice by its value or its words.
pub(crate) fn chosen(choices: &'static [Choice], text: &str) -> Option<&'static str> {
    let same = |other: &str| other.to_lowercase() == text.to_lowercase();
    let found = choices.iter().find(|choice| [choice.value, choice.zh, choice.en].into_iter().any(same));
    found.map(|choice| choice.value)
}

/// The side a cell names; none where it is empty.
pub(crate) fn side_of(field: Field, text: &str) -> Result<Option<Side>, Text> {
    let found = chosen(SIDES, text).map(charge::card::side_of);
    if found.is_some() || text.is_empty() {
        return Ok(found);
    }
    let list = |word: fn(&Choice) -> &'static str, comma| SIDES.iter().map(word).collect::<Vec<_>>().join(comma);
    let (zh, en) = (list(|one| one.zh, "、"), list(|one| one.en, ", "));
    Err(CHOICES.with_each(&[("field", field.zh), ("list", &zh)], &[("field", field.en), ("list", &en)]))
}

/// Why somebody's file brings nothing into a side: he may not see it.
pub(crate) fn hidden(actor: &Actor, side: Side) -> Option<Text> {
    let english = if side == Side::Receivable { "receivables" } else { "payables" };
    let why = || HIDDEN_SIDE.with_each(&[("side", side.name())], &[("side", english)]);
    (!actor.has(view_of(side))).then(why)
}

/// A tax rate as its list names it: the cell of a workbook that shows 6% holds 0.06.
pub(crate) fn tax_of(text: &str) -> String {
    const WHOLE: i64 = 10_000;
    let text = cell_number(text).replace('％', "%");
    match parse_scaled(&text, 4) {
        Ok(raw) if (0..WHOLE).contains(&raw) => {
            let percent = format_scaled(raw, 2, 2);
            format!("{}%", percent.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

/// Items and partners by their folded names.
#[derive(Debug, Default)]
pub(crate) struct Named {
    /// Codes and names of items in their scopes, those in use apart from the others.
    items: BTreeMap<(String, String), [BTreeSet<Id>; 2]>,
    /// Codes of partners, and their names.
    coops: [BTreeMap<String, BTreeSet<Id>>; 2],
}

impl Named {
    /// The items of some scopes, and the partners that are named.
    pub(crate) fn of<'a>(
        conn: &mut dyn Conn,
        org: i64,
        scopes: &BTreeSet<&str>,
        coops: impl Iterator<Item = &'a str>,
    ) -> Result<Self, Refusal> {
        let mut named = Self::default();
        named.read_items(conn, org, scopes)?;
        named.read_coops(conn, org, &spelled(coops))?;
        Ok(named)
    }

    fn read_items(&mut self, conn: &mut dyn Conn, org: i64, scopes: &BTreeSet<&str>) -> Result<(), Refusal> {
        const NAMES: [&str; 4] = ["service_code", "mnemonic", "service_name_cn", "service_name_en"];
        let mut select = sql::from(org, item::TABLE);
        select
            .columns(["id", "active", "business_scope"])
            .columns(NAMES)
            .and_where(sql::is_in(sql::col("business_scope"), scopes.iter().map(|scope| (*scope).to_owned())));
        for row in conn.query(&select.into())? {
            let (id, active, scope): (Id, bool, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            for place in 3..3 + NAMES.len() {
                let name = folded(&row.get::<Option<String>>(place)?.unwrap_or_default());
                let [used, stopped] = self.items.entry((scope.clone(), name)).or_default();
                if active { used } else { stopped }.insert(id);
            }
        }
        Ok(())
    }

    fn read_coops(&mut self, conn: &mut dyn Conn, org: i64, names: &[String]) -> Result<(), Refusal> {
        for names in names.chunks(AT_ONCE) {
            let named = ["coop_code", "coop_name"].map(|column| sql::is_in(sql::col(column), names.iter().cloned()));
            let mut select = sql::from(org, "coop");
            select.columns(["id", "coop_code", "coop_name"]).cond_where(sql::any_of(named));
            let read =
                |row: &Row| Ok::<_, Refusal>((row.get::<Id>(0)?, [row.get::<String>(1)?, row.get::<String>(2)?]));
            for row in conn.query(&select.into())? {
                let (id, names) = read(&row)?;
                for (known, name) in self.coops.iter_mut().zip(names).filter(|(_, name)| !name.is_empty()) {
                    known.entry(folded(&name)).or_default().insert(id);
                }
            }
        }
        Ok(())
    }

    /// The item of a scope that a name means.
    pub(crate) fn item(&self, scope: &str, name: &str) -> Result<Id, Text> {
        let known = self.items.get(&(scope.to_owned(), folded(name)));
        one(known.and_then(|known| known.iter().find(|ids| !ids.is_empty())), ITEM)
    }

    /// The partner that a name means.
    pub(crate) fn coop(&self, name: &str) -> Result<Id, Text> {
        one(self.coops.iter().find_map(|known| known.get(&folded(name))), COOP)
    }
}

/// The one that a name means.
fn one(found: Option<&BTreeSet<Id>>, words: (&str, &str)) -> Result<Id, Text> {
    let mut ids = found.into_iter().flatten();
    match (ids.next(), ids.next()) {
        (Some(id), None) => Ok(*id),
        (None, _) => Err(labelled(NO_SUCH, words)),
        _ => Err(labelled(SEVERAL, words)),
    }
}

/// Names as they may be stored: as they were written, and in capitals.
fn spelled<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names: BTreeSet<String> = texts.flat_map(|text| [text.to_owned(), folded(text)]).collect();
    names.into_iter().collect()
}
