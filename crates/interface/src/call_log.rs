//! 调用记录: what was said to outside systems and by them, without secrets, for as long as it is kept.

use kernel::Id;
use platform::access::Actor;
use platform::call::{App, Call};
use platform::field::{Choice, Field};
use platform::job::plan::{Category, Plan, Schedule};
use platform::list::{self, Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, Room, SelectAsk};
use platform::retention;
use platform::sea_query::{Condition, Expr, ExprTrait, Order};
use platform::store::{Cell, Value, sql};

use crate::config;
use crate::kind::{self, TYPES};
use crate::page::{OF_ALL, is_platform};
use crate::self_service;

/// Its table.
pub(crate) const TABLE: &str = "interface_call";

/// Done as asked.
pub(crate) const DONE: &str = "成功";
/// Not.
pub(crate) const FAILED: &str = "失败";

const RESULTS: &[Choice] =
    &[Choice::new(DONE, "成功", "Succeeded").tone("ready"), Choice::new(FAILED, "失败", "Failed").tone("danger")];
const TIME: Field = Field::instant("时间", "Time").column("created_at");
const KIND: Field = Field::select(TYPES, "接口", "Interface").column("api_type");
const NUMBER: Field = Field::text("单号", "Number").column("ref_no");

fn result() -> Expr {
    Expr::cust("CASE WHEN interface_call.ok THEN '成功' ELSE '失败' END")
}

/// The calls, newest first.
const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "org_interface", alias: "used", on: &[("interface_id", "id")], by_org: true },
        Join { table: "org", alias: "company", on: &[("org_id", "id")], by_org: false },
        Join { table: "app_user", alias: "person", on: &[("user_id", "id")], by_org: false },
    ],
    columns: &[
        list::ID,
        Column::own(TIME).width(160),
        Column::of("company", Field::text("企业", "Company").column("name").wire("orgName")).needs(OF_ALL).width(150),
        Column::of("used", KIND).width(170),
        Column::own(NUMBER).width(150).copy(),
        Column::own(Field::text("请求摘要", "What was asked").column("summary")).width(180),
        Column::expr(result, Field::state(RESULTS, "结果", "Result").wire("ok")).width(80),
        Column::own(Field::text("结果说明", "What happened").column("result")).width(220),
        Column::own(Field::int("用时(毫秒)", "Milliseconds").column("took")).width(100),
        Column::of("person", Field::text("操作人", "User").column("name_cn").wire("userName")).width(100),
        Column::own(Field::long("请求报文", "Request").column("request")).hidden(),
        Column::own(Field::long("应答报文", "Answer").column("response")).hidden(),
    ],
    filters: &[
        Filter::new(
            "interfaceId",
            Match::Equals,
            Field::reference("interface", "接口", "Interface").column("interface_id"),
        ),
        Filter::new("refNo", Match::Contains, NUMBER),
        Filter::new("result", Match::Own(by_result), Field::select(RESULTS, "结果", "Result")),
        Filter::new("createdAt", Match::Range, TIME),
    ],
    everywhere: Some(is_platform),
    visible: Some(|actor| seen(actor, actor.has("sys_api_log"))),
    ..ListPage::new(
        "hrs.interfaceCall.list",
        "/hrs_api_config/log",
        ("调用记录", "Call log"),
        "hrs_api_config",
        "/hrs/orgInterface/log",
        TABLE,
    )
};

/// The same for the tab of a company: its own, of the types it looks after itself.
pub(crate) const OWN: ListPage = ListPage {
    everywhere: None,
    visible: Some(|actor| seen(actor, actor.has(self_service::CODE)).add(self_service::open_rows())),
    key: "hrs.interfaceCallOwn.list",
    path: "/hrs_org_configure/interface/log",
    access: "hrs_org_configure",
    base: "/hrs/orgInterface/own/log",
    ..LIST
};

/// Everything for those with the button, nothing for others.
fn seen(_: &Actor, may: bool) -> Condition {
    if may { Condition::all() } else { Condition::all().add(Expr::cust("1 = 0")) }
}

fn by_result(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(result().eq(sql::value(wanted.to_owned()))))
}

/// A call that was made, without secrets.
pub(crate) struct Made<'a> {
    /// Number of what it is about; empty for none.
    pub(crate) ref_no: &'a str,
    /// In a word.
    pub(crate) summary: &'a str,
    /// It was taken.
    pub(crate) ok: bool,
    /// What happened, in a sentence.
    pub(crate) result: &'a str,
    /// Milliseconds it took.
    pub(crate) took: i64,
    /// What was said.
    pub(crate) request: &'a str,
    /// The answer.
    pub(crate) response: &'a str,
    /// Who had it said.
    pub(crate) user: Option<Id>,
}

/// The row of the call log, and the last call of the interface; its version stays, for nobody changed it.
pub(crate) fn put(app: &App, (org, interface): (i64, Id), made: &Made<'_>) -> Result<(), Refusal> {
    let now = app.clock.now();
    let cells = [
        ("id", app.mint.next(now).into_value()),
        ("interface_id", interface.into_value()),
        ("ref_no", if made.ref_no.is_empty() { Value::Null } else { made.ref_no.into_value() }),
        ("summary", made.summary.into_value()),
        ("ok", Value::Bool(made.ok)),
        ("result", made.result.into_value()),
        ("took", Value::Int(made.took)),
        ("request", made.request.into_value()),
        ("response", made.response.into_value()),
        ("user_id", made.user.into_value()),
        ("created_at", now.into_value()),
    ];
    let last = [("last_at", now.into_value()), ("last_result", if made.ok { DONE } else { FAILED }.into_value())];
    app.system_write(|conn| {
        conn.exec(&sql::insert(org, TABLE, &cells).into())?;
        let mut update = sql::update(org, config::TABLE, &last);
        update.and_where(sql::eq("id", interface));
        conn.exec(&update.into())?;
        Ok(())
    })
}

/// Adds the page and its cleaning to the room.
pub(crate) fn add(room: &mut Room) {
    room.lists.push(LIST);
    room.selects.push(("interface", offer));
    room.settings.push(&retention::CALL_DAYS);
    room.plans.push(
        Plan::new(
            "interface.forget",
            ("接口调用记录清理", "Removal of old calls of interfaces"),
            (Category::Cleaning, Schedule::Morning),
            |app| retention::forget(app, &retention::CALL_DAYS, TABLE),
        )
        .by_age(),
    );
}

/// Interfaces the filter offers: the caller's company's, for the platform every company's.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    if !actor.has("sys_api_log") {
        actor.need(self_service::CODE)?;
    }
    let mut select =
        if is_platform(actor) { sql::from_global("org_interface") } else { sql::from(actor.org_id, "org_interface") };
    select.columns(["id", "api_type", "platform"]).order_by("id", Order::Desc).limit(OFFERS_MAX);
    if !ask.value.is_empty() {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    } else if !ask.keyword.is_empty() {
        let word = ask.keyword.to_lowercase();
        let codes =
            TYPES.iter().filter(|kind| [kind.value, kind.zh].iter().any(|text| text.to_lowercase().contains(&word)));
        let codes: Vec<String> = codes.map(|kind| kind.value.to_owned()).collect();
        select.cond_where(sql::any_of([
            sql::is_in(sql::col("api_type"), codes),
            sql::contains(sql::col("platform"), &ask.keyword),
        ]));
    }
    let english = call.language().starts_with("en");
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| {
            let code: String = row.get(1)?;
            let label =
                kind::of(&code).map_or(code.as_str(), |kind| if english { kind.en } else { kind.zh }).to_owned();
            Ok(Offer { value: row.get::<Id>(0)?.to_string(), label, hint: row.get(2)? })
        })
        .collect()
}
