//! What the views of applications and invoices tell: of what its reader sees, with a word of the orders he does not.

use std::collections::BTreeMap;

use charge::chain::{NOTE, NOTE_ROW};
use charge::ledger::INCOME_VIEW;
use charge::rate;
use kernel::ExchangeRate;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::prelude::*;
use platform::sea_query::{JoinType, Order};
use platform::store::Row;
use settle::amounts::figure_of as amount;
use settle::application::Part;
use settle::invoice::{self, ALLOCATION};
use settle::invoicing::{self, IN_FORCE};
use settle::partly;
use trade::charge::exchange;

use super::{look, seen, send};
use crate::bill::look::Columns;

/// What an application asks for, and its invoices.
pub(super) fn application(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    const PARTS: Columns = &[
        ("note", ("账单编号", "Note"), false),
        ("currency", ("币种", "Currency"), false),
        ("amount", ("申请金额", "Applied for"), true),
        ("invoiced", ("已开票", "Invoiced"), true),
        ("rest", ("未开票", "Not invoiced"), true),
    ];
    let told = partly::told(seen::hidden(conn, actor, id)?);
    if !actor.has(INCOME_VIEW) {
        return Ok(told);
    }
    let parts = look::parts_seen(conn, actor, &[id])?;
    let mut select = sql::from(actor.org_id, NOTE);
    select.columns(["id", "note_num"]).and_where(sql::is_in(sql::col("id"), parts.iter().map(|part| part.note)));
    let numbers: BTreeMap<Id, String> =
        conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
    let row = |part: &Part| -> Result<Vec<Said>, Refusal> {
        let code = &part.currency;
        let number = numbers.get(&part.note).cloned().unwrap_or_default();
        Ok(vec![
            number.into(),
            code.into(),
            amount(part.amount, code)?.into(),
            amount(part.invoiced, code)?.into(),
            amount(part.amount - part.invoiced, code)?.into(),
        ])
    };
    let rows = parts.iter().map(row).collect::<Result<_, _>>()?;
    invoices(conn, actor.org_id, id, told.table(("申请明细", "Applied for"), PARTS, rows))
}

/// The invoices of an application.
fn invoices(conn: &mut dyn Conn, org: i64, id: Id, told: Told) -> Result<Told, Refusal> {
    const ISSUED: Columns = &[
        ("number", ("发票号", "Number"), false),
        ("date", ("开票日期", "Date"), false),
        ("currency", ("币种", "Currency"), false),
        ("amount", ("价税合计", "Amount"), true),
    ];
    let mut issued = sql::from(org, invoice::TABLE);
    issued
        .columns(["invoice_num", "invoice_date", "currency_code", "amount"])
        .and_where(sql::eq("application_id", id))
        .and_where(sql::is_in(sql::col("state"), IN_FORCE.map(str::to_owned)))
        .order_by("invoice_date", Order::Asc)
        .order_by("id", Order::Asc);
    let issued = conn.query(&issued.into())?;
    if issued.is_empty() {
        return Ok(told);
    }
    let row = |row: &Row| -> Result<Vec<Said>, Refusal> {
        let (number, date, code): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let shown = amount(row.get(3)?, &code)?;
        Ok(vec![number.into(), date.into(), code.into(), shown.into()])
    };
    Ok(told.table(("发票", "Invoices"), ISSUED, issued.iter().map(row).collect::<Result<_, _>>()?))
}

/// Figures, lines and notes of an invoice, and the mails it went out with.
pub(super) fn invoice(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    const LINES: Columns = &[
        ("item", ("开票项目", "Item"), false),
        ("rate", ("税率", "Tax rate"), false),
        ("amount", ("价税合计", "Amount"), true),
        ("net", ("不含税金额", "Without tax"), true),
        ("tax", ("税额", "Tax"), true),
    ];
    let org = actor.org_id;
    let hidden = match seen::application_of(conn, org, id)? {
        Some(application) => seen::hidden(conn, actor, application)?,
        None => 0,
    };
    let told = partly::told(hidden);
    if !actor.has(INCOME_VIEW) {
        return send::told(conn, org, id, told);
    }
    let mut select = sql::from(org, invoice::TABLE);
    select.columns(["currency_code", "amount", "settled", "exchange_rate", "face_amount", "state"]);
    select.and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (code, whole, settled): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let counts = IN_FORCE.contains(&row.get::<String>(5)?.as_str());
    let open = if counts { whole - settled } else { 0 };
    let mut told = told
        .line(("价税合计", "Amount"), format!("{code} {}", amount(whole, &code)?))
        .line(("已核销", "Settled"), amount(settled, &code)?)
        .line(("未核销", "Open"), amount(open, &code)?);
    if let Some(face) = row.get::<Option<i64>>(4)? {
        let own = rate::functional(conn, org)?;
        let rate = exchange::text(ExchangeRate::from_raw(row.get(3)?));
        told = told.line(("票面金额（本币）", "On its face"), amount(face, own.code())?).line(
            ("票面备注", "Printed"),
            Said {
                zh: format!("{code} {} 汇率 {rate}", amount(whole, &code)?),
                en: format!("{code} {} at {rate}", amount(whole, &code)?),
            },
        );
    }
    let line = |line: &invoicing::Line| -> Result<Vec<Said>, Refusal> {
        let mut cells: Vec<Said> = vec![(&line.item).into(), (&line.tax_rate).into()];
        for raw in [line.amount, line.not_tax, line.tax] {
            cells.push(amount(raw, &code)?.into());
        }
        Ok(cells)
    };
    let lines = invoicing::lines(conn, org, id)?.iter().map(line).collect::<Result<_, _>>()?;
    told = notes(conn, actor, (id, &code), told.table(("开票项目", "Items"), LINES, lines))?;
    send::told(conn, org, id, told)
}

/// What an invoice covers of the notes of orders its reader sees.
fn notes(conn: &mut dyn Conn, actor: &Actor, (id, code): (Id, &str), told: Told) -> Result<Told, Refusal> {
    const NOTES: Columns = &[("note", ("账单编号", "Note"), false), ("amount", ("金额", "Amount"), true)];
    let mut covered = sql::from(actor.org_id, ALLOCATION);
    covered
        .columns([(NOTE, "note_num"), (ALLOCATION, "amount")])
        .join(JoinType::InnerJoin, NOTE_ROW, sql::same_org(NOTE_ROW, ALLOCATION, "row_id"))
        .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, NOTE_ROW, "note_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .and_where(sql::of_eq(ALLOCATION, "invoice_id", id))
        .and_where(sql::of_eq(ALLOCATION, "side", "RECEIVABLE".to_owned()))
        .cond_where(visible_order(actor))
        .order_by((NOTE, "note_num"), Order::Asc);
    let mut rows = Vec::new();
    for row in conn.query(&covered.into())? {
        let number: String = row.get(0)?;
        rows.push(vec![Said::from(number), Said::from(amount(row.get(1)?, code)?)]);
    }
    Ok(told.table(("账单", "Notes"), NOTES, rows))
}
