//! 资质, the second tab of /prm_coop: licences and certificates of partners and when they end (catalogue prm.md /prm_coop_edit).
//! What is needed and past its last day is told at the gates of credit ([`credit::qualification`]).

use credit::qualification::{CoopQualification as Qualification, TABLE};
use domain::coop::visible_coop;
use kernel::{Day, day_after_days, show_day};
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, ExprTrait};

/// The lists of the page.
pub(crate) const TABS: &[&str] = &["prm.coop.list", "prm.coop-qualification.list"];
const CODE: &str = "prm-coop-file";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;
/// Days before the last one from which it is said to end soon.
const SOON_DAYS: i64 = 30;

const DAYS: Msg = Msg::new("qualification.days", "到期日不能早于发证日期", "The last day is before the first.");

const VALID: &str = "VALID";
const SOON: &str = "SOON";
const OVER: &str = "OVER";
const STATES: &[Choice] = &[
    Choice::new(VALID, "有效", "Valid").tone("ready"),
    Choice::new(SOON, "30天内到期", "Ends within 30 days").tone("warning"),
    Choice::new(OVER, "过期", "Expired").tone("danger"),
];
const STATE: Field = Field::state(STATES, "状态", "State").column("term_state").wire("state");
const STATE_IS: Field = Field::select(STATES, "状态", "State").column("term_state");
const COOP_CODE: Field = Field::text("代码", "Code").column("coop_code");
const COOP_NAME: Field = Field::text("客商", "Partner").column("coop_name");
const COOP_TYPE: Field = Field::select(crate::coop::TYPES, "类型", "Type").column("coop_type");

/// The tab.
pub static PAGE: LazyLock<Page<Qualification>> = LazyLock::new(|| {
    let door = ("/prm_coop", "/prmManager/coop", 10);
    Page::of("prm.coop-qualification", ("资质", "Qualifications"), door, Qualification::NUMBER)
        .calls("/prm/qualification", "coop_qualification")
        .tab()
        .beside(TABS)
        .joins(&[Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true }])
        .columns(&[
            Column::of("coop", COOP_CODE).unsorted().width(90).link("/prm_coop_edit?coopId={coopId}"),
            Column::of("coop", COOP_NAME).unsorted().width(180),
            Column::own(Qualification::COOP_ID).unsorted().hidden(),
            Column::of("coop", COOP_TYPE).unsorted().width(90),
            Column::own(Qualification::KIND).unsorted().width(140),
            Column::own(Qualification::NUMBER).unsorted().width(160).copy(),
            Column::own(Qualification::ISSUE_DATE).unsorted().width(110),
            Column::own(Qualification::EXPIRE_DATE).width(160),
            Column::made(STATE).unsorted().width(110),
            Column::own(Qualification::IS_REQUIRED).unsorted().width(70),
            Column::own(Qualification::REMARK).unsorted().width(180),
        ])
        .edited_by()
        .filters(&[
            Filter::new("coopName", Match::Contains, COOP_NAME)
                .columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
            Filter::new("kind", Match::OneOf, Qualification::KIND),
            Filter::new("number", Match::Contains, Qualification::NUMBER),
            Filter::new("state", Match::Own(in_state), STATE_IS),
            Filter::new("expireDate", Match::Range, Qualification::EXPIRE_DATE).more(),
        ])
        .visible(visible_coop)
        .seen(seen)
        .fills(fill)
        .section_from("main", ("资质", "Qualification"), Qualification::COOP_ID, Qualification::REMARK)
        .rules(rules)
        .action(Action::create(CODE))
        .action(Action::edit(CODE))
        .action(Action::row(CODE, ("附件", "Files")).verb("files").files(
            "files",
            ("附件", "Files"),
            FILE_BYTES_MAX,
            false,
        ))
        .action(Action::remove(CODE))
        .action(Action::export("prm-coop-export"))
});

/// A row is seen with its partner.
fn seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column("coop_id").and_where(sql::eq("id", id));
    let coop = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    domain::coop::need_coop(conn, actor, coop)
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if let Some(coop) =
        draft.get::<Option<Id>>(Qualification::COOP_ID)?.filter(|_| draft.changes(Qualification::COOP_ID))
    {
        let actor = tx.actor;
        domain::coop::need_coop(tx, actor, coop)?;
    }
    let (from, to): (Option<Day>, Option<Day>) =
        (draft.get(Qualification::ISSUE_DATE)?, draft.get(Qualification::EXPIRE_DATE)?);
    findings.error_if(from.zip(to).is_some_and(|(from, to)| to < from), &Qualification::EXPIRE_DATE.name(), DAYS);
    Ok(())
}

/// The last day of those that end soon.
fn soon(today: Day) -> Day {
    day_after_days(today, SOON_DAYS)
}

fn fill(_: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let (today, soon) = (actor.now.day(), soon(actor.now.day()));
    for row in rows {
        let last = Option::<Day>::from_value(row.value(&Qualification::EXPIRE_DATE.name()))?;
        let state = match last {
            Some(last) if last < today => OVER,
            Some(last) if last <= soon => SOON,
            _ => VALID,
        };
        row.set(&STATE.name(), state.into_value());
    }
    Ok(())
}

/// Those of a state.
fn in_state(actor: &Actor, state: &str) -> Result<Condition, Refusal> {
    let today = actor.now.day();
    let last = || sql::of(TABLE, Qualification::EXPIRE_DATE.column);
    let day = |day: Day| sql::value(show_day(day));
    match state {
        OVER => Ok(Condition::all().add(last().lt(day(today)))),
        SOON => Ok(Condition::all().add(last().gte(day(today))).add(last().lte(day(soon(today))))),
        VALID => Ok(Condition::any().add(last().is_null()).add(last().gt(day(soon(today))))),
        _ => Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "state")]))),
    }
}
