//! Incidental charges as their page tells them: of each order its head and the lines its reader may see.

use std::collections::{BTreeMap, BTreeSet};

use approval::pending;
use charge::item::{Reading, ServiceItem};
use charge::ledger::money_text;
use charge::line::{Charge, Line, Source, of_orders};
use charge::{finance, item, rate};
use kernel::{Id, Instant, Price, Quantity, Text, show_second};
use order::Head;
use order::store::Saved;
use platform::access::Actor;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};
use serde_json::{Value as Json, json};
use trade::charge::{Currency, Side};

use super::{ADD, closed, decides, is_own, is_waiting, sees, sees_income};
use crate::order_charge::head;

/// What orders and their lines name, for a reader; as many statements for many orders as for one.
struct Known {
    lines: Vec<(Id, Line)>,
    versions: BTreeMap<Id, i64>,
    items: BTreeMap<Id, ServiceItem>,
    coops: BTreeMap<Id, facts::Coop>,
    people: BTreeMap<Id, String>,
    /// Orders that are decided about as they stand.
    undecided: BTreeSet<Id>,
    reading: Reading,
    own: Currency,
}

impl Known {
    fn of(conn: &mut dyn Conn, actor: &Actor, orders: &[Saved]) -> Result<Self, Refusal> {
        let org = actor.org_id;
        let ids: Vec<Id> = orders.iter().map(|saved| saved.id).collect();
        let mut lines = of_orders(conn, org, &ids)?;
        lines.retain(|(_, line)| line.charge.source == Source::Incidental.code() && sees(actor, line));
        let named = || lines.iter().map(|(_, line)| line);
        let customers = orders.iter().filter_map(customer);
        Ok(Self {
            versions: versions(conn, org, &ids)?,
            items: item::by_id(conn, org, named().filter_map(|line| line.charge.service_item_id))?,
            coops: facts::coops(conn, org, named().filter_map(|line| line.charge.coop_id).chain(customers))?,
            people: facts::user_names(conn, org, named().filter_map(|line| line.created_by))?,
            undecided: pending::of_orders(conn, org, &ids)?,
            reading: Reading::of(conn, org, actor.user_id)?,
            own: rate::functional(conn, org)?,
            lines,
        })
    }

    /// Why a side of an order takes nothing.
    fn closed(&self, saved: &Saved, side: Side) -> Option<Text> {
        let undecided = || self.undecided.contains(&saved.id).then(|| pending::UNDER_APPROVAL.text());
        closed(saved, side).or_else(undecided)
    }
}

/// The versions of the charges of some orders; none of one that never had any.
fn versions(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut select = sql::from(org, finance::TABLE);
    select.columns(["order_id", "version"]).and_where(sql::is_in(sql::col("order_id"), orders.iter().copied()));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn customer(saved: &Saved) -> Option<Id> {
    saved.draft.head.get(Head::COOP_ID)
}

/// Several orders with their incidental charges.
pub(super) fn orders(
    conn: &mut dyn Conn,
    (actor, language): (&Actor, &str),
    orders: &[Saved],
) -> Result<Json, Refusal> {
    let known = Known::of(conn, actor, orders)?;
    let told: Vec<Json> = orders.iter().map(|saved| order((actor, language), saved, &known)).collect();
    Ok(json!({ "orders": told, "mayEnter": actor.has(ADD), "mayEnterIncome": actor.has(ADD) && sees_income(actor) }))
}

fn order((actor, language): (&Actor, &str), saved: &Saved, known: &Known) -> Json {
    let name = customer(saved).and_then(|id| known.coops.get(&id)).map_or("", |coop| coop.name.as_str());
    let version = known.versions.get(&saved.id).copied().unwrap_or_default();
    let own = known.lines.iter().filter(|(id, _)| *id == saved.id);
    let said = |side: Side| known.closed(saved, side).map(|text| text.in_language(language).to_owned());
    json!({
        "order": head(saved, name, known.own), "rowUuid": version.to_string(),
        "lines": own.map(|(_, line)| row(line, (actor, saved), (known, language))).collect::<Vec<_>>(),
        "closed": { "income": said(Side::Receivable), "cost": said(Side::Payable) },
    })
}

fn row(line: &Line, (actor, saved): (&Actor, &Saved), (known, language): (&Known, &str)) -> Json {
    let charge = &line.charge;
    let names = known.reading.in_scope(saved.profile.scope.code());
    let item = charge.service_item_id.and_then(|id| known.items.get(&id));
    let item_name = item.map(|item| names.show(&item.service_name_cn, &item.service_name_en));
    let coop = charge.coop_id.and_then(|id| known.coops.get(&id));
    let currency = Currency::named(&charge.currency_code);
    let choice = |field: Field, value: &str| field.show(&Value::Text(value.to_owned()), language);
    let waits = charge.state == charge::line::PENDING;
    let mine = is_own(actor, line) && is_waiting(line) && actor.has(ADD);
    let open = known.closed(saved, line.side).is_none();
    let decides = waits && open && decides(actor, saved.profile.scope, line.side);
    let can = [("edit", mine && open), ("delete", mine), ("confirm", decides), ("reject", decides)];
    json!({
        "id": line.id, "kind": charge::line::code_of(line.side),
        "serviceItemId": charge.service_item_id, "serviceItemName": item_name,
        "coopId": charge.coop_id, "coopName": coop.map(|coop| &coop.name),
        "basis": charge.basis, "currency": charge.currency_code, "taxRate": charge.tax_rate,
        "quantity": charge.quantity.map(|raw| Quantity::from_raw(raw).to_string()),
        "unitPrice": charge.price.map(|raw| Price::from_raw(raw).to_string()),
        "amount": charge.amount.zip(currency).map(|(raw, currency)| money_text(raw, currency)),
        "quantityTyped": charge.quantity_typed, "amountFixed": charge.amount_fixed,
        "note": charge.note, "state": charge.state, "stateName": choice(Charge::STATE, &charge.state),
        "reason": charge.reason, "mine": is_own(actor, line),
        "creatorName": line.created_by.and_then(|id| known.people.get(&id)),
        "createTime": line.created_at.map(|at| show_second(Instant::from_millis(at))),
        "can": can.iter().filter(|(_, may)| *may).map(|(act, _)| *act).collect::<Vec<_>>(),
    })
}
