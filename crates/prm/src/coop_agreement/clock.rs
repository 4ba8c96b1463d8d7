//! What days do to agreements: they begin, are renewed, end, and are told of before they do.

use std::sync::Arc;

use agreement::{ACTIVE, Agreement, ENDED, EXPIRED, PENDING, TABLE};
use approval::people;
use kernel::{Day, parse_day, show_day};
use message::{About, Ahead, By, Told, Values};
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::message::{MessageEvent, Placeholder, To};
use platform::prelude::*;
use platform::sea_query::{ExprTrait, Order};
use trade::terms::renewed;

use super::PATH;
use super::moves::{begins, write};
use super::rules::{of_id, overlaps};

const BLACK: &str = "黑名单";
const KIND: &str = "客商";
const OWNER: To = To::Concerned("协议负责人", "Owner of the agreement");
const CODE: Placeholder = Placeholder::new("agreementCode", "协议编号", "Agreement");
const COOP: Placeholder = Placeholder::new("coopName", "客商", "Partner");
const END: Placeholder = Placeholder::new("date", "到期日", "Last day");
const DAYS: Placeholder = Placeholder::new("days", "剩余天数", "Days left");

/// Plans of the clock.
pub(super) const PLANS: [Plan; 2] = [
    Plan::new(
        "prm.agreement.turn",
        ("协议生效与到期", "Agreements that begin and end"),
        (Category::Update, Schedule::Night),
        turn,
    ),
    Plan::new(
        "prm.agreement.tell",
        ("协议到期提醒", "Agreements that end soon"),
        (Category::Reminder, Schedule::Morning),
        tell,
    ),
];

/// What owners are told.
pub(super) static MESSAGES: [&MessageEvent; 2] = [&ENDING, &RENEWED];

static ENDING: MessageEvent = MessageEvent::new(
    "agreement.ending",
    KIND,
    ("协议到期", "Agreement ends"),
    ("合作协议到期前", "Before a cooperation agreement ends"),
)
.to(OWNER)
.says(
    ("协议即将到期：{coopName}", "An agreement ends soon: {coopName}"),
    (
        "{coopName}的协议{agreementCode}将于{date}到期，剩余{days}天",
        "Agreement {agreementCode} with {coopName} ends on {date}, in {days} days.",
    ),
    &[CODE, COOP, END, DAYS],
)
.ahead(&[30, 7, 1]);

static RENEWED: MessageEvent = MessageEvent::new(
    "agreement.renewed",
    KIND,
    ("协议自动续期", "Agreement renewed"),
    ("合作协议自动续期时", "When a cooperation agreement renews itself"),
)
.to(OWNER)
.says(
    ("协议已自动续期：{coopName}", "An agreement renewed itself: {coopName}"),
    (
        "{coopName}的协议{agreementCode}已自动续期至{date}",
        "Agreement {agreementCode} with {coopName} was renewed until {date}.",
    ),
    &[CODE, COOP, END],
);

/// Agreements that begin, then those whose last day has come.
fn turn(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let today = show_day(app.clock.now().day());
        let due = |state: &'static str, column: &'static str| {
            let mut select = sql::from(org, TABLE);
            select
                .column("id")
                .and_where(sql::eq("state", state))
                .and_where(sql::col(column).lte(sql::value(today.clone())))
                .order_by("id", Order::Asc);
            app.store.read(|conn| Ok::<_, Refusal>(conn.query(&select.into())?))
        };
        let rows = [due(PENDING, "valid_from")?, due(ACTIVE, "valid_to")?].concat();
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
    let found = of_id(tx, org, id)?;
    let Some((version, own)) = found else { return stay(tx) };
    let day = show_day(today);
    if own.state == PENDING && own.valid_from <= day {
        let state = begins(tx, &own)?;
        return write(tx, (id, version, &own), &[(Agreement::STATE, state.into_value())], "到日生效");
    }
    if own.state != ACTIVE || own.valid_to > day {
        return stay(tx);
    }
    if let Some(longer) = longer(tx, (id, &own), today)? {
        return renew(tx, (id, version, &own), longer);
    }
    if own.valid_to == day {
        return stay(tx);
    }
    let (state, did) = if own.end_reason.is_empty() { (EXPIRED, "到期") } else { (ENDED, "终止") };
    write(tx, (id, version, &own), &[(Agreement::STATE, state.into_value())], did)
}

fn stay(tx: &mut Tx<'_>) -> Result<(), Refusal> {
    tx.no_log_line();
    Ok(())
}

/// Until when an agreement renews itself: not one that somebody ended, not with a partner on the black list, and not into
/// the days of another one.
fn longer(tx: &mut Tx<'_>, (id, own): (Id, &Agreement), today: Day) -> Result<Option<Day>, Refusal> {
    let Some(months) = own.renew_months.filter(|_| own.auto_renew && own.end_reason.is_empty()) else {
        return Ok(None);
    };
    let org = tx.org();
    if facts::coop(tx, org, own.coop_id)?.is_none_or(|coop| coop.list_mark == BLACK) {
        return Ok(None);
    }
    let Some(mut last) = parse_day(&own.valid_to) else { return Ok(None) };
    while last <= today {
        last = renewed(last, months);
    }
    let wanted = Agreement { valid_to: show_day(last), ..own.clone() };
    Ok(overlaps(tx, org, (id, &wanted))?.is_empty().then_some(last))
}

fn renew(tx: &mut Tx<'_>, (id, version, own): (Id, i64, &Agreement), last: Day) -> Result<(), Refusal> {
    let (org, day) = (tx.org(), show_day(last));
    write(tx, (id, version, own), &[(Agreement::VALID_TO, day.clone().into_value())], "自动续期")?;
    let name = facts::coop_name(tx, org, own.coop_id)?;
    let told = Told {
        to: own.transactor_id.into_iter().collect(),
        values: values(own, &name).with("date", day),
        about: about(id, own),
        ..Told::default()
    };
    let by = By::product(tx.app, org);
    message::send(tx, by, &RENEWED, &told).map(drop)
}

fn values(own: &Agreement, coop: &str) -> Values {
    Values::default().with("agreementCode", own.agreement_code.clone()).with("coopName", coop)
}

fn about(id: Id, own: &Agreement) -> About {
    let url = format!("{PATH}?keyword={}", own.agreement_code);
    About { kind: TABLE, id: Some(id), number: own.agreement_code.clone(), url }
}

/// Tells owners of the agreements that end soon; those that renew themselves do not, unless somebody ends them.
fn tell(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| app.system_write(|conn| tell_in(app, conn, org)))
}

fn tell_in(app: &App, conn: &mut dyn Conn, org: i64) -> Result<usize, Refusal> {
    let Some(ahead) = Ahead::of(conn, (app, org), &ENDING)? else { return Ok(0) };
    let today = show_day(app.clock.now().day());
    let mut due = sql::from(org, TABLE);
    due.column("id")
        .and_where(sql::eq("state", ACTIVE))
        .cond_where(sql::any_of([sql::eq("auto_renew", false), sql::col("end_reason").is_not_null()]))
        .and_where(sql::col("valid_to").gte(sql::value(today)))
        .and_where(sql::col("valid_to").lte(sql::value(show_day(ahead.until()))))
        .order_by("id", Order::Asc);
    let mut count = 0;
    for row in conn.query(&due.into())? {
        let id: Id = row.get(0)?;
        let Some((_, own)) = of_id(conn, org, id)? else { continue };
        let Some(end) = parse_day(&own.valid_to) else { continue };
        let name = facts::coop_name(conn, org, own.coop_id)?;
        count += usize::from(ahead.tell(conn, By::product(app, org), (id, end), |left| Told {
            to: own.transactor_id.into_iter().collect(),
            values: values(&own, &name).with("date", show_day(end)).with("days", left.to_string()),
            about: about(id, &own),
            ..Told::default()
        })?);
    }
    Ok(count)
}
