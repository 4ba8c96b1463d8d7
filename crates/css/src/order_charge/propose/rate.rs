//! 自动计费: what the rate cards make of an order.

use std::collections::BTreeMap;

use charge::entry::Subject;
use charge::item::ServiceItem;
use charge::line::Line;
use charge::rating::{self, Became, Deck, Why};
use charge::{coop_service, ledger};
use kernel::{Day, Id, Scope};
use order::laned;
use platform::call::{Call, Outcome};
use platform::page::Said;
use platform::refusal::{Refusal, messages};
use platform::setting;
use platform::store::Conn;
use serde_json::Value as Json;
use trade::charge::{Fault, Side};

use super::super::{RATING_DATE, text};
use super::{Ask, Told, proposed, said};

/// POST /css/charge/rate.
pub(crate) fn rate(call: &mut Call) -> Outcome {
    proposed(call, |conn, ask, lines| {
        let asked = asked(ask)?;
        let subject = &ask.desk.subject;
        let by = RatedBy::of(conn, ask.actor.org_id, subject.scope, &asked)?;
        let (lines, told) = by.rate(conn, (ask.actor.org_id, ask.day), (subject, lines), &asked)?;
        let told = told.into_iter().map(|one| {
            let (state, why) = match one.became {
                Became::New => ("new", said("", "")),
                Became::Changed => ("changed", said("", "")),
                Became::Kept => ("kept", said("已有费用，未覆盖", "There is a charge already")),
                Became::None(why) => ("none", why_not(why)),
            };
            Told { side: one.side, place: one.place, item: Some(one.item), state, why }
        });
        Ok((lines, told.collect()))
    })
}

/// What a body asks for; of a side its caller may not see it can't ask.
fn asked(ask: &Ask<'_>) -> Result<rating::Asked, Refusal> {
    let bad = |name: &str| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]));
    let named = match text(ask.body, "kind") {
        "" => None,
        "RECEIVABLE" => Some(Side::Receivable),
        "PAYABLE" => Some(Side::Payable),
        _ => return Err(bad("kind")),
    };
    if let Some(side) = named {
        ask.actor.need(ledger::view_of(side))?;
    }
    let items = ask.body.get("items").and_then(Json::as_array).into_iter().flatten();
    let items = items.map(|id| id.as_str().and_then(|id| id.parse().ok()).map(Id).ok_or_else(|| bad("items")));
    let sees = ask.desk.reader.sees;
    let seen = match (sees.income, sees.cost) {
        (true, false) => Some(Side::Receivable),
        (false, true) => Some(Side::Payable),
        _ => None,
    };
    Ok(rating::Asked {
        side: named.or(seen),
        items: items.collect::<Result<_, _>>()?,
        overwrite: ask.body.get("overwrite").and_then(Json::as_bool).unwrap_or(true),
    })
}

/// The cards and items of a scope, and by which day its company rates. Who rates many orders reads them once.
pub(crate) struct RatedBy {
    by_entry: bool,
    deck: Deck,
}

impl RatedBy {
    pub(crate) fn of(conn: &mut dyn Conn, org: i64, scope: Scope, asked: &rating::Asked) -> Result<Self, Refusal> {
        Ok(Self { by_entry: rates_by_entry(conn, org)?, deck: Deck::of(conn, org, scope, asked)? })
    }

    /// An item that is rated.
    pub(crate) fn item(&self, id: Id) -> Option<&ServiceItem> {
        self.deck.item(id)
    }

    /// Rates an order, with its lane and the suppliers of its items.
    pub(crate) fn rate(
        &self,
        conn: &mut dyn Conn,
        (org, today): (i64, Day),
        (subject, lines): (&Subject, Vec<Line>),
        asked: &rating::Asked,
    ) -> Result<(Vec<Line>, Vec<rating::Told>), Refusal> {
        let subject = &laned(conn, org, subject, |condition| self.deck.asks(condition))?;
        let day = day_of(self.by_entry, today, subject);
        rating::rate(conn, (&self.deck, day), (subject, lines), asked, |conn, costs| {
            suppliers(conn, (org, today), (subject, costs))
        })
    }
}

fn rates_by_entry(conn: &mut dyn Conn, org: i64) -> Result<bool, Refusal> {
    let by: String = setting::value(conn, org, &RATING_DATE, None)?;
    Ok(by == "entry")
}

fn day_of(by_entry: bool, today: Day, subject: &Subject) -> Day {
    if by_entry { today } else { subject.biz_day.unwrap_or(today) }
}

/// The day cards have to hold on for an order.
pub(crate) fn rating_day(conn: &mut dyn Conn, (org, today): (i64, Day), subject: &Subject) -> Result<Day, Refusal> {
    Ok(day_of(rates_by_entry(conn, org)?, today, subject))
}

/// Who supplies an order with some items.
pub(crate) fn suppliers(
    conn: &mut dyn Conn,
    (org, today): (i64, Day),
    (subject, items): (&Subject, &[(Id, &ServiceItem)]),
) -> Result<BTreeMap<Id, Id>, Refusal> {
    let of_type = |item: &ServiceItem| {
        let own = subject.suppliers.get(item.service_type.as_str()).or_else(|| subject.suppliers.get(""));
        own.copied()
    };
    let ids: Vec<Id> = items.iter().map(|(id, _)| *id).collect();
    let own = coop_service::default_suppliers(conn, org, (subject.scope.code(), &ids), &subject.port, today)?;
    let named = items.iter().filter_map(|(id, item)| {
        let supplier = own.get(id).map(|(_, row)| row.coop_id).or_else(|| of_type(item))?;
        Some((*id, supplier))
    });
    Ok(named.collect())
}

/// Why an item has no price, as users read it.
pub(crate) fn why_not(why: Why) -> Said {
    match why {
        Why::NoCard => said("未匹配价目", "No card matches"),
        Why::Not(why) => crate::card::reason(why),
        Why::Fault(Fault::BelowFirstBreak) => said("数量低于第一级起点", "The quantity is below the first break"),
        Why::Fault(_) => said("金额超出范围", "The amount is out of range"),
    }
}
