//! What days do to contracts: they end or renew themselves, and are told of before; so are originals that are late.

use std::sync::Arc;

use approval::people;
use kernel::{day_after_days, parse_day, show_day};
use message::{About, By, Told as Message, Values};
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::message::{MessageEvent, Placeholder, To};
use platform::prelude::*;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use trade::terms::renewed;

use super::moves::{of_id, write};
use super::{ACTIVE, Contract, ENDED, EXPIRED, PATH, TABLE, borrow};

const KIND: &str = "客商";
const CODE: Placeholder = Placeholder::new("contractCode", "合同编号", "Contract");
const NAME: Placeholder = Placeholder::new("contractName", "合同名称", "Name");
const END: Placeholder = Placeholder::new("date", "到期日", "Last day");

/// Plans of the clock.
pub(super) const PLANS: [Plan; 2] = [
    Plan::new("prm.contract.turn", ("合同到期", "Contracts that end"), (Category::Update, Schedule::Night), turn),
    Plan::new(
        "prm.contract.tell",
        ("合同到期与借阅提醒", "Contracts that end soon, and originals that are late"),
        (Category::Reminder, Schedule::Morning),
        tell,
    ),
];

/// What people are told.
pub(super) static MESSAGES: [&MessageEvent; 2] = [&ENDING, &LATE];

static ENDING: MessageEvent = MessageEvent::new(
    "partner.contract.ending",
    KIND,
    ("合同到期", "Contract ends"),
    ("合同到期前", "Before a contract ends"),
)
.to(To::Concerned("合同责任人", "Who looks after the contract"))
.says(
    ("合同即将到期：{contractName}", "A contract ends soon: {contractName}"),
    ("合同{contractCode} {contractName}将于{date}到期", "Contract {contractCode}, {contractName}, ends on {date}."),
    &[CODE, NAME, END],
);

static LATE: MessageEvent = MessageEvent::new(
    "partner.contract.late",
    KIND,
    ("合同原件逾期未还", "Original overdue"),
    ("借出的合同原件逾期未还时", "When the original of a contract is not back in time"),
)
.to(To::Concerned("借阅人", "Who has it"))
.says(
    ("合同原件逾期未还：{contractName}", "The original is overdue: {contractName}"),
    (
        "合同{contractCode} {contractName}的原件应于{date}归还",
        "The original of contract {contractCode}, {contractName}, was due back on {date}.",
    ),
    &[CODE, NAME, END],
);

/// Contracts whose last day is over; one without an end never is.
fn turn(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let today = show_day(app.clock.now().day());
        let mut due = sql::from(org, TABLE);
        due.column("id")
            .and_where(sql::eq("state", ACTIVE))
            .and_where(sql::col("valid_to").lt(sql::value(today)))
            .order_by("id", Order::Asc);
        let rows = app.store.read(|conn| Ok::<_, Refusal>(conn.query(&due.into())?))?;
        if rows.is_empty() {
            return Ok(0);
        }
        let Some(call) = people::call_of_admin(app, org)? else { return Ok(0) };
        for row in &rows {
            let id: Id = row.get(0)?;
            call.write(|tx| turn_one(tx, id))?;
        }
        Ok(rows.len())
    })
}

/// Somebody may have changed it since it was looked for.
fn turn_one(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let (org, today) = (tx.org(), tx.now.day());
    let (version, own) = of_id(tx, org, id)?;
    let last = parse_day(&own.valid_to).filter(|last| own.state == ACTIVE && *last < today);
    let Some(mut last) = last else {
        tx.no_log_line();
        return Ok(());
    };
    let about = (id, version, &own);
    if !own.stop_reason.is_empty() {
        return write(tx, about, &[(Contract::STATE, ENDED.into_value())], "终止");
    }
    let Some(months) = own.renew_months.filter(|months| *months > 0) else {
        return write(tx, about, &[(Contract::STATE, EXPIRED.into_value())], "到期");
    };
    while last < today {
        last = renewed(last, months);
    }
    write(tx, about, &[(Contract::VALID_TO, show_day(last).into_value())], "自动续期")?;
    tell_once(tx, org, (TABLE, id), Value::Null)
}

/// Notes that something was told of, or that it is to be told of anew.
fn tell_once(conn: &mut dyn Conn, org: i64, (table, id): (&'static str, Id), on: Value) -> Result<(), Refusal> {
    let update = sql::update(org, table, &[("told_on", on)]).and_where(sql::eq("id", id)).to_owned();
    conn.exec(&update.into())?;
    Ok(())
}

/// Tells of contracts that end soon, and of originals that are late; of each once.
fn tell(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| app.system_write(|conn| Ok(ending(app, conn, org)? + late(app, conn, org)?)))
}

fn ending(app: &App, conn: &mut dyn Conn, org: i64) -> Result<usize, Refusal> {
    const DAYS_MAX: i64 = 365;
    let today = app.clock.now().day();
    let mut due = sql::from(org, TABLE);
    due.columns(["id", "contract_code", "contract_name", "valid_to", "responsible_id", "notice_days"])
        .and_where(sql::eq("state", ACTIVE))
        .and_where(sql::col("told_on").is_null())
        .and_where(sql::col("renew_months").is_null())
        .and_where(sql::col("valid_to").gte(sql::value(show_day(today))))
        .and_where(sql::col("valid_to").lte(sql::value(show_day(day_after_days(today, DAYS_MAX)))))
        .order_by("id", Order::Asc);
    let mut count = 0;
    for row in conn.query(&due.into())? {
        let (id, end): (Id, String) = (row.get(0)?, row.get(3)?);
        let days: i64 = row.get(5)?;
        if end > show_day(day_after_days(today, days)) {
            continue;
        }
        let said = (row.get(1)?, row.get(2)?, end);
        message::send(conn, By::product(app, org), &ENDING, &message(id, row.get(4)?, said))?;
        tell_once(conn, org, (TABLE, id), show_day(today).into_value())?;
        count += 1;
    }
    Ok(count)
}

fn late(app: &App, conn: &mut dyn Conn, org: i64) -> Result<usize, Refusal> {
    let today = show_day(app.clock.now().day());
    let mut due = sql::from(org, borrow::TABLE);
    due.columns([(borrow::TABLE, "id"), (TABLE, "id"), (TABLE, "contract_code"), (TABLE, "contract_name")])
        .columns([(borrow::TABLE, "to_date"), (borrow::TABLE, "user_id")])
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, borrow::TABLE, "contract_id"))
        .and_where(Expr::cust("contract_borrow.returned_at IS NULL AND contract_borrow.told_on IS NULL"))
        .and_where(sql::of(borrow::TABLE, "to_date").lt(sql::value(today.clone())))
        .order_by((borrow::TABLE, "id"), Order::Asc);
    let rows = conn.query(&due.into())?;
    for row in &rows {
        let said = (row.get(2)?, row.get(3)?, row.get(4)?);
        message::send(conn, By::product(app, org), &LATE, &message(row.get(1)?, row.get(5)?, said))?;
        tell_once(conn, org, (borrow::TABLE, row.get(0)?), today.clone().into_value())?;
    }
    Ok(rows.len())
}

fn message(id: Id, to: Id, (code, name, date): (String, String, String)) -> Message {
    Message {
        to: vec![to],
        values: Values::default().with("contractCode", code.clone()).with("contractName", name).with("date", date),
        about: About { kind: TABLE, id: Some(id), number: code.clone(), url: format!("{PATH}?contractCode={code}") },
        ..Message::default()
    }
}
