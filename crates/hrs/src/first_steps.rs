//! 上线清单. What a new company sets up before its first order, each step with what there is of it; the first page of the
//! administrator shows it until all of it is done.

use kernel::Msg;
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

const DEPTS: Msg = Msg::new("first_steps.depts", "建立部门", "Set up departments");
const USERS: Msg = Msg::new("first_steps.users", "添加用户", "Add users");
const COOPS: Msg = Msg::new("first_steps.coops", "录入或导入客商", "Enter or import partners");
const NUMBERS: Msg = Msg::new("first_steps.numbers", "登记主单号", "Register waybill numbers");
const MAILBOX: Msg = Msg::new("first_steps.mailbox", "设置发件邮箱", "Set up the mailbox");
const ORDER: Msg = Msg::new("first_steps.order", "录入第一票订单", "Enter the first order");

/// Most rows that are counted: this is asked at every first page, until all is done.
const TOLD_MAX: u64 = 1_000;

/// Adds the call to the room.
pub fn add(room: &mut Room) {
    room.operations
        .push(Operation::get("get_first_steps", "/hrs/org/firstSteps", Access::Code("hrs"), look).summary(
            "What a new company has set up and what not yet, for its administrator; nothing when all is done",
        ));
}

/// One step: what it is, the pages that do it, of which the first the caller has is told, and how much there is of it.
struct Step {
    key: &'static str,
    name: Msg,
    /// Codes of the pages, or of the button that opens a part of one.
    pages: &'static [&'static str],
    /// Where it is done, where that is not at the address of the page.
    at: &'static str,
    count: fn(&mut dyn Conn, i64) -> Result<i64, Refusal>,
}

const STEPS: [Step; 6] = [
    Step { key: "depts", name: DEPTS, pages: &["hrs_dept"], at: "", count: depts },
    Step { key: "users", name: USERS, pages: &["hrs_user"], at: "", count: crate::user::used },
    Step { key: "coops", name: COOPS, pages: &["prm_coop"], at: "", count: |conn, org| rows(conn, org, "coop") },
    Step {
        key: "numbers",
        name: NUMBERS,
        pages: &["af_awb_receipt", "af_awb"],
        at: "",
        count: |conn, org| rows(conn, org, "awb"),
    },
    Step {
        key: "mailbox",
        name: MAILBOX,
        pages: &["sys_orgconf_mail"],
        at: "/hrs_org_configure?tab=mail",
        count: mailboxes,
    },
    Step {
        key: "order",
        name: ORDER,
        pages: order::PAGE_CODES,
        at: "",
        count: |conn, org| rows(conn, org, "freight_order"),
    },
];

/// GET /hrs/org/firstSteps: steps of pages the caller has not are none of his.
fn look(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    // The platform keeps companies and books no cargo.
    if actor.admin_role != "admin" {
        return Ok(Answer::Data(json!([])));
    }
    let (org, language) = (actor.org_id, call.language());
    let own: Vec<(&Step, &str)> = STEPS.iter().filter_map(|step| Some((step, page_of(actor, step)?))).collect();
    call.read(|conn| {
        let mut told = Vec::new();
        for (step, page) in &own {
            let count = (step.count)(conn, org)?;
            told.push(json!({
                "key": step.key,
                "name": step.name.text().in_language(language),
                "path": if step.at.is_empty() { format!("/{page}") } else { step.at.to_owned() },
                "count": count,
                "done": count > 0,
            }));
        }
        let is_over = told.iter().all(|step| step["done"] == json!(true));
        Ok(Answer::Data(if is_over { json!([]) } else { Json::Array(told) }))
    })
}

fn page_of(actor: &Actor, step: &Step) -> Option<&'static str> {
    step.pages.iter().copied().find(|page| actor.has(page))
}

fn counted(conn: &mut dyn Conn, mut select: SelectStatement) -> Result<i64, Refusal> {
    select.expr(Expr::cust("COUNT(*)"));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// Rows of a table, up to as many as are worth telling.
fn rows(conn: &mut dyn Conn, org: i64, table: &'static str) -> Result<i64, Refusal> {
    let mut some = sql::from(org, table);
    some.column("id").limit(TOLD_MAX);
    let mut all = Query::select();
    all.expr(Expr::cust("COUNT(*)")).from_subquery(some, "some");
    Ok(conn.first(&all.into())?.unwrap_or_default().get(0)?)
}

/// Departments below the company itself, which is there from the first day.
fn depts(conn: &mut dyn Conn, org: i64) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "dept");
    select.and_where(sql::col("parent_id").is_not_null());
    counted(conn, select)
}

/// The mailbox of the company, where it is turned on.
fn mailboxes(conn: &mut dyn Conn, org: i64) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "mailbox");
    select.and_where(sql::eq("active", true)).and_where(sql::col("address").is_not_null());
    counted(conn, select)
}
