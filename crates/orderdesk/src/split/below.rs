//! What hangs on an order that is split. House waybills and bills go to the part they were given to, with all they have;
//! events go with their boxes. What tells of all of the cargo, like files and notes, the new orders have as well.

use std::collections::BTreeMap;

use facts::master::ROUND;
use facts::order_log::log_entry;
use kernel::{Findings, Id, Msg};
use order::split::Wanted;
use order::store::{self, Saved};
use order::{BOXES, Bill, Boxes, Draft, Hawb, Move, form_page};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::sql::Order;
use platform::store::{Cell, Conn, Value, sql};
use trade::bill::Kind;
use waybill::forms::WITH_CARRIER;

use super::New;

const HOUSES: &str = "hawb";
const BILLS: &str = "bl";
const EVENTS: &str = "order_event";
const FORMS: &str = "awb_print";
const MESSAGES: &str = "edi_message";
/// Tables that name a house beside its order.
const OF_HOUSES: [&str; 3] = ["order_party", "order_dimension", FORMS];
/// What tells of all of the cargo, with its columns beside the id and the order.
const OF_ALL: [(&str, &[&str]); 2] = [
    (
        "order_file",
        &[
            "file_type",
            "file_class",
            "file_name",
            "file_remark",
            "is_display",
            "size",
            "content_type",
            "file_key",
            "created_by",
            "created_at",
        ],
    ),
    ("order_note", &["text", "visible", "created_by", "created_at"]),
];
const OF_EVENT: &[&str] = &[
    "code",
    "classifier",
    "place",
    "event_time",
    "pieces",
    "weight",
    "remark",
    "source",
    "vessel",
    "voyage",
    "plate",
    "out_of_order",
    "created_by",
    "created_at",
];

const PRINTED: Msg = Msg::new(
    "order.split.house_done",
    "分单{n}制单已完成，请先退回",
    "House waybill {n} is finished. Please take it back first.",
);
const SENT: Msg = Msg::new(
    "order.split.house_sent",
    "分单{n}的报文已发送，请先撤销报文",
    "A message of house waybill {n} was sent. Please cancel it first.",
);
const CONFIRMED: Msg =
    Msg::new("order.split.bill", "提单{n}已确认，请先退回", "Bill {n} is confirmed. Please take it back first.");

/// A house waybill.
pub(super) struct House {
    pub id: Id,
    pub number: String,
    pub pieces: Option<i64>,
}

/// What can be given to a part beside rows of the order, and the master bill, which can't.
pub(super) struct Papers {
    pub houses: Vec<House>,
    pub bills: Vec<Bill>,
    masters: Vec<Bill>,
}

/// The papers of an order.
pub(super) fn papers(conn: &mut dyn Conn, org: i64, saved: &Saved) -> Result<Papers, Refusal> {
    let mut houses = Vec::new();
    if saved.profile.takes_masters() {
        let mut select = sql::from(org, HOUSES);
        select
            .columns(["id", Hawb::HAWB_NUMBER.column, Hawb::PIECES.column])
            .and_where(sql::eq("order_id", saved.id))
            .order_by("sort_no", Order::Asc)
            .order_by("id", Order::Asc);
        for row in conn.query(&select.into())? {
            houses.push(House { id: row.get(0)?, number: row.get(1)?, pieces: row.get(2)? });
        }
    }
    let all = if saved.profile.boxes() { order::bills(conn, org, saved.id)? } else { Vec::new() };
    let (bills, masters) = all.into_iter().partition(|bill| bill.kind == Kind::Hbl);
    Ok(Papers { houses, bills, masters })
}

impl Papers {
    pub(super) fn house_ids(&self) -> Vec<Id> {
        self.houses.iter().map(|house| house.id).collect()
    }

    pub(super) fn bill_ids(&self) -> Vec<Id> {
        self.bills.iter().map(|bill| bill.id).collect()
    }

    /// The houses and bills of a part, as the log names them.
    fn words(&self, wanted: &Wanted, part: usize) -> String {
        let of_part = |given: &BTreeMap<Id, usize>, id: Id| given.get(&id) == Some(&part);
        let houses = self.houses.iter().filter(|house| of_part(&wanted.hawbs, house.id));
        let bills = self.bills.iter().filter(|bill| of_part(&wanted.bills, bill.id));
        let houses = houses.map(|house| format!("分单{}", house.number));
        houses.chain(bills.map(|bill| format!("分提单{}", bill.number))).collect::<Vec<_>>().join("、")
    }

    /// A finished or sent house does not leave its master, and a bill over boxes of two parts is written anew; that of the
    /// master is over its own order, or over all of them.
    pub(super) fn check(
        &self,
        conn: &mut dyn Conn,
        (org, saved): (i64, &Saved),
        (wanted, parts): (&Wanted, &[Draft]),
        findings: &mut Findings,
    ) -> Result<(), Refusal> {
        if !wanted.same_master && saved.awb_id.is_some() && !wanted.hawbs.is_empty() {
            for form in waybill::houses_of_order(conn, org, saved.id)? {
                if form.hawb_id.is_none_or(|id| !wanted.hawbs.contains_key(&id)) {
                    continue;
                }
                let why =
                    if form.done() { Some(PRINTED) } else { is_with_carrier(conn, org, form.id)?.then_some(SENT) };
                if let Some(why) = why {
                    findings.error("hawbs", why.with(&[("n", &form.hawb_number)]));
                }
            }
        }
        let numbers = |part: &Draft| part.rows(&BOXES).iter().map(|row| row.text(Boxes::CONTAINER_NO)).collect();
        let of_parts: Vec<Vec<String>> = parts.iter().map(numbers).collect();
        let masters = self.masters.iter().filter(|_| !wanted.same_master);
        for bill in self.bills.iter().chain(masters).filter(|bill| !bill.is_draft) {
            let own = wanted.bills.get(&bill.id).copied().unwrap_or_default();
            let is_elsewhere = |number: &String| {
                !number.is_empty()
                    && of_parts.iter().enumerate().any(|(part, numbers)| part != own && numbers.contains(number))
            };
            if bill.boxes.iter().any(is_elsewhere) {
                findings.error("bills", CONFIRMED.with(&[("n", &bill.number)]));
            }
        }
        Ok(())
    }
}

fn is_with_carrier(conn: &mut dyn Conn, org: i64, form: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(org, MESSAGES);
    select
        .column("id")
        .and_where(sql::eq("awb_print_id", form))
        .and_where(sql::eq("direction", "OUT"))
        .and_where(sql::is_in(sql::col("state"), WITH_CARRIER.iter().copied()))
        .limit(1);
    Ok(conn.first(&select.into())?.is_some())
}

/// Gives the new orders what goes with them.
pub(super) fn go(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (wanted, papers): (&Wanted, &Papers),
    new: &[New],
) -> Result<(), Refusal> {
    for (place, order) in new.iter().enumerate() {
        let of_part = |given: &BTreeMap<Id, usize>| -> Vec<Id> {
            given.iter().filter(|(_, part)| **part == place + 1).map(|(id, _)| *id).collect()
        };
        houses(tx, &of_part(&wanted.hawbs), (saved.id, order.id), wanted.same_master)?;
        bills(tx, &of_part(&wanted.bills), order.id)?;
        log(tx, saved, order, &papers.words(wanted, place + 1))?;
        let gone = saved.draft.rows(&BOXES).iter().filter(|row| wanted.part_of(row.id) == place + 1);
        events(tx, saved, gone.map(|row| row.text(Boxes::CONTAINER_NO)).collect(), order.id)?;
        for (table, columns) in OF_ALL {
            copy(tx, (table, columns), sql::eq("order_id", saved.id), order.id)?;
        }
    }
    if !wanted.hawbs.is_empty() {
        for id in std::iter::once(saved.id).chain(new.iter().map(|one| one.id)) {
            recount(tx, id)?;
        }
    }
    Ok(())
}

/// Both orders tell what went from one to the other.
fn log(tx: &mut Tx<'_>, saved: &Saved, order: &New, words: &str) -> Result<(), Refusal> {
    if words.is_empty() {
        return Ok(());
    }
    let both = [
        (saved.id, &saved.code, format!("{words}转至{}", order.code)),
        (order.id, &order.code, format!("{words}转自{}", saved.code)),
    ];
    for (id, code, text) in both {
        let entry = log_entry(id, code.clone(), form_page(saved.profile.scope));
        tx.log(entry.did("修改", Move::Split.zh()).text(text))?;
    }
    Ok(())
}

/// Houses with their parties, sizes, forms and messages; away from the master of the order they have none.
fn houses(tx: &mut Tx<'_>, ids: &[Id], (from, order): (Id, Id), stays: bool) -> Result<(), Refusal> {
    if ids.is_empty() {
        return Ok(());
    }
    let org = tx.org();
    let of_order = ("order_id", order.into_value());
    let mut cells = vec![of_order.clone()];
    if !stays {
        cells.extend([("awb_number", Value::Null), (ROUND, Value::Int(0))]);
    }
    cells.extend([("updated_by", tx.actor.user_id.into_value()), ("updated_at", tx.now.into_value())]);
    let mut update = sql::update(org, HOUSES, &cells);
    update.value("version", sql::col("version").add(1)).and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    tx.exec(&update.into())?;
    let mut forms = sql::from(org, FORMS);
    forms.column("id").and_where(sql::is_in(sql::col("hawb_id"), ids.iter().copied()));
    let forms = tx.query(&forms.into())?.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    if !forms.is_empty() {
        let mut update = sql::update(org, MESSAGES, std::slice::from_ref(&of_order));
        tx.exec(&update.and_where(sql::is_in(sql::col("awb_print_id"), forms)).to_owned().into())?;
    }
    for table in OF_HOUSES {
        let mut update = sql::update(org, table, std::slice::from_ref(&of_order));
        update.and_where(sql::eq("order_id", from)).and_where(sql::is_in(sql::col("hawb_id"), ids.iter().copied()));
        tx.exec(&update.into())?;
    }
    Ok(())
}

/// House bills, in the order they had.
fn bills(tx: &mut Tx<'_>, ids: &[Id], order: Id) -> Result<(), Refusal> {
    for (line, id) in (1i64..).zip(ids) {
        // Who has it open is told that it went elsewhere.
        let row_uuid = tx.app.new_uuid()?.as_str().to_owned();
        let cells = [
            ("order_id", order.into_value()),
            ("line", line.into_value()),
            ("row_uuid", row_uuid.into_value()),
            ("updated_by", tx.actor.user_id.into_value()),
            ("updated_at", tx.now.into_value()),
        ];
        let mut update = sql::update(tx.org(), BILLS, &cells);
        tx.exec(&update.and_where(sql::eq("id", *id)).to_owned().into())?;
    }
    Ok(())
}

/// Events of boxes go with them; what happened to all of the cargo happened to the new order as well.
fn events(tx: &mut Tx<'_>, saved: &Saved, mut boxes: Vec<String>, order: Id) -> Result<(), Refusal> {
    if saved.profile.takes_masters() {
        return Ok(());
    }
    boxes.retain(|number| !number.is_empty());
    if !boxes.is_empty() {
        let mut update = sql::update(tx.org(), EVENTS, &[("order_id", order.into_value())]);
        update.and_where(sql::eq("order_id", saved.id)).and_where(sql::is_in(sql::col("container_no"), boxes));
        tx.exec(&update.into())?;
    }
    let of_all = sql::eq("order_id", saved.id).and(sql::col("container_no").is_null());
    copy(tx, (EVENTS, OF_EVENT), of_all, order)
}

/// Rows of an order as rows of another, with ids of their own.
fn copy(
    tx: &mut Tx<'_>,
    (table, columns): (&'static str, &[&'static str]),
    which: Expr,
    order: Id,
) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, table);
    select.columns(columns.iter().copied()).and_where(which).order_by("id", Order::Asc);
    let found = tx.query(&select.into())?;
    if found.is_empty() {
        return Ok(());
    }
    let mut all = vec!["id", "order_id"];
    all.extend(columns);
    let mut rows = Vec::with_capacity(found.len());
    for row in found {
        let mut cells = vec![tx.new_id().into_value(), order.into_value()];
        cells.extend((0..columns.len()).map(|place| row.value(place).clone()));
        rows.push(cells);
    }
    tx.exec(&sql::insert_many(org, table, &all, rows).into())?;
    Ok(())
}

/// An order tells how many houses it has.
fn recount(tx: &mut Tx<'_>, order: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut count = sql::from(org, HOUSES);
    count.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("order_id", order));
    let there: i64 = tx.first(&count.into())?.unwrap_or_default().get(0)?;
    let mut update = sql::update(org, store::TABLE, &[("hawb_count", Value::Int(there))]);
    tx.exec(&update.and_where(sql::eq("id", order)).to_owned().into())?;
    Ok(())
}
