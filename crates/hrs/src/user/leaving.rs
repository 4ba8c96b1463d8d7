//! What a user who leaves answers for: how much of it there is, what would stand still without him, and how all of it
//! goes over to another one in the transaction of his leaving.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg, Text};
use platform::access::KEY_ACTIVE;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use super::moves::Account;

const DECIDES: Msg = Msg::new(
    "user.approvals",
    "该用户有{n}条待审批，请先转交",
    "{n} approvals wait for this user; please hand them over first.",
);
const RESPONSIBLE: Msg = Msg::new(
    "user.responsible",
    "{name}仍是客商（{coops}）的负责人，请先移交",
    "{name} is still responsible for partners ({coops}); please hand them over first.",
);
const NO_SUCCESSOR: Msg = Msg::new(
    "user.successor",
    "接手人须为本企业其他在职且启用的用户",
    "The successor must be another active employee of the company.",
);
const LEFT_BEHIND: Msg = Msg::new(
    "user.left_behind",
    "未选择接手人：{what}。是否继续？",
    "There is no successor: {what}. Go on all the same?",
);
const STILL_COOPS: Msg = Msg::new(
    "user.still_coops",
    "{n}个客商缺少在职的责任人，其新订单不能保存",
    "{n} partners lose who is responsible; none of their new orders can be saved",
);
const STILL_ORDERS: Msg = Msg::new(
    "user.still_orders",
    "{n}票进行中订单无人跟进，提醒无人接收",
    "nobody follows {n} open orders or is told about them",
);
const STILL_WAITING: Msg =
    Msg::new("user.still_waiting", "{n}条待审批无人处理", "nobody decides {n} approvals that wait");
const STILL_DECIDES: Msg = Msg::new(
    "user.still_decides",
    "{n}项审批设置、部门负责人或审批委托仍指向该用户，改由管理员审批",
    "{n} levels of approvals, heads of departments or delegations name the user; the administrator decides instead",
);
const STILL_TASKS: Msg = Msg::new(
    "user.still_tasks",
    "{n}项未完成的询价、对账、成本确认、合同、协议、反馈或预留运单无人处理",
    "nobody deals with {n} open inquiries, checks, cost sheets, contracts, agreements, requests or reserved waybills",
);
const STILL_SUBSCRIPTIONS: Msg =
    Msg::new("user.still_subscriptions", "{n}项订阅无人接收", "nobody receives {n} subscriptions");
const STILL_KEYS: Msg = Msg::new(
    "user.still_keys",
    "{n}个API密钥随之失效，使用它们的系统将中断，请改用其他用户的密钥",
    "{n} API keys end with it, and so do the systems that use them; give those the keys of another user",
);

/// Partners named in a refusal.
const NAMED_MAX: u64 = 5;
/// What the log calls it.
const FUNCTION: &str = "离职移交";

/// Tables in which the department of a sales person stands beside him.
const SOLD_BY_DEPTS: [&str; 2] = ["freight_order", "inquiry"];

/// Rows of a table that name who answers for them, while there is something to do about them.
struct Place {
    table: &'static str,
    /// The columns, with what the log calls them.
    columns: &'static [(&'static str, &'static str)],
    /// Column and values of what is not over; without values all rows.
    open: (&'static str, &'static [&'static str]),
    /// Whether its rows have a version, which is raised: who has the old form open may not write the old name back.
    versioned: bool,
}

const COOPS: Place = Place {
    table: "coop",
    columns: &[
        ("transactor_id", "负责人"),
        ("sales_id", "责任销售"),
        ("servicer_id", "责任客服"),
        ("operator_id", "责任操作"),
    ],
    open: ("", &[]),
    versioned: true,
};
const ORDERS: Place = Place {
    table: "freight_order",
    columns: &[("sales_id", "销售"), ("servicer_id", "客服"), ("operator_id", "操作")],
    open: ("lifecycle", &["DRAFT", "OPEN"]),
    versioned: false,
};
const TASKS: [Place; 7] = [
    Place {
        table: "inquiry",
        columns: &[("sales_id", ""), ("buyer_id", "")],
        open: ("state", &["DRAFT", "UNASSIGNED", "ASKING", "QUOTED", "SELECTED"]),
        versioned: true,
    },
    Place {
        table: "bill_check",
        columns: &[("handler_id", "")],
        open: ("state", &["WAITING", "CHECKING", "DISPUTED", "APPROVING"]),
        versioned: true,
    },
    Place {
        table: "cost_confirmation",
        columns: &[("handler_id", "")],
        open: ("state", &["DRAFT", "SENT", "CHECKING", "APPROVING"]),
        versioned: true,
    },
    Place {
        table: "contract",
        columns: &[("responsible_id", "")],
        open: ("state", &["DRAFT", "APPROVING", "TO_SIGN", "ACTIVE"]),
        versioned: true,
    },
    Place {
        table: "agreement",
        columns: &[("transactor_id", "")],
        open: ("state", &["DRAFT", "APPROVING", "PENDING", "ACTIVE"]),
        versioned: true,
    },
    Place {
        table: "contact_request",
        columns: &[("assignee_id", "")],
        open: ("status", &["待处理", "处理中"]),
        versioned: true,
    },
    Place { table: "awb", columns: &[("reserved_user_id", "")], open: ("", &[]), versioned: true },
];
const FOLLOWED: Place =
    Place { table: "track_subscription", columns: &[("created_by", "")], open: ("", &[]), versioned: false };
const HEADS: Place = Place { table: "dept", columns: &[("manager_id", "")], open: ("", &[]), versioned: true };
const DELEGATED: Place =
    Place { table: "approval_delegate", columns: &[("to_user_id", "")], open: ("", &[]), versioned: false };
/// Texts of ids, commas between, in the levels of approvals.
const LEVEL_LISTS: [&str; 2] = ["approver_ids", "cc_ids"];

impl Place {
    fn is_open(&self) -> Condition {
        let (column, values) = self.open;
        if values.is_empty() {
            return Condition::all();
        }
        Condition::all().add(sql::is_in(sql::col(column), values.iter().map(|value| (*value).to_owned())))
    }

    fn of(&self, user: Id) -> Condition {
        self.is_open().add(sql::any_of(self.columns.iter().map(|(column, _)| sql::eq(column, user))))
    }

    fn count(&self, conn: &mut dyn Conn, org: i64, user: Id) -> Result<i64, Refusal> {
        let mut select = sql::from(org, self.table);
        select.expr(Expr::cust("COUNT(*)")).cond_where(self.of(user));
        Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
    }

    /// Each column by itself: who was sales and customer service of an order becomes both.
    fn give(&self, tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
        let org = tx.org();
        if self.versioned {
            let mut raise = sql::update(org, self.table, &[]);
            raise.value("version", sql::col("version").add(1)).cond_where(self.of(from));
            tx.exec(&raise.into())?;
        }
        for (column, _) in self.columns {
            let mut cells = vec![(*column, to.into_value())];
            // Who sees what his department sells finds it in the successor's department.
            if *column == "sales_id" && SOLD_BY_DEPTS.contains(&self.table) {
                let dept = facts::user(tx, org, to)?.map(|(_, dept)| dept);
                cells.push(("sales_dept_id", dept.into_value()));
            }
            let mut update = sql::update(org, self.table, &cells);
            update.cond_where(self.is_open()).and_where(sql::eq(column, from));
            tx.exec(&update.into())?;
        }
        Ok(())
    }

    /// Rows that name a user, taken for a change in the order of their ids: id, number, and the columns that name him.
    fn take(&self, tx: &mut Tx<'_>, number: &'static str, user: Id) -> Result<Vec<Named>, Refusal> {
        let mut select = sql::from(tx.org(), self.table);
        select
            .columns(["id", number])
            .columns(self.columns.iter().map(|(column, _)| *column))
            .cond_where(self.of(user))
            .order_by("id", Order::Asc)
            .lock_exclusive();
        let mut all = Vec::new();
        for row in tx.query(&select.into())? {
            let mut labels = Vec::new();
            for (place, (column, label)) in self.columns.iter().enumerate() {
                if row.get::<Option<Id>>(place + 2)? == Some(user) {
                    labels.push((*column, *label));
                }
            }
            all.push(Named { id: row.get(0)?, number: row.get(1)?, labels });
        }
        Ok(all)
    }
}

/// A row that names the one who leaves.
struct Named {
    id: Id,
    number: String,
    labels: Vec<(&'static str, &'static str)>,
}

impl Named {
    fn changes(&self, (old, new): (&str, &str)) -> Vec<Change> {
        let change = |(column, label): &(&str, &str)| Change {
            field: (*column).to_owned(),
            label: (*label).to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        };
        self.labels.iter().map(change).collect()
    }
}

/// How much of one kind names a user.
struct Figure {
    kind: &'static str,
    name: (&'static str, &'static str),
    still: Msg,
    count: i64,
}

impl Figure {
    fn told(&self, language: &str) -> Json {
        let name = if language == "zh-CN" { self.name.0 } else { self.name.1 };
        let still = self.still().in_language(language).to_owned();
        json!({ "kind": self.kind, "name": name, "count": self.count, "still": still })
    }

    fn still(&self) -> Text {
        self.still.with(&[("n", &self.count.to_string())])
    }
}

/// What names a user, by kind; kinds without anything are there with a nought.
fn figures(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<Figure>, Refusal> {
    let waiting = i64::try_from(approval::waiting_count(conn, org, user)?).unwrap_or(i64::MAX);
    let mut decides = HEADS.count(conn, org, user)? + DELEGATED.count(conn, org, user)?;
    decides += i64::try_from(levels_naming(conn, org, user)?.len()).unwrap_or(i64::MAX);
    let mut tasks = 0;
    for place in &TASKS {
        tasks += place.count(conn, org, user)?;
    }
    let told = i64::try_from(rules_naming(conn, org, user)?.len()).unwrap_or(i64::MAX);
    let subscriptions = FOLLOWED.count(conn, org, user)? + watched(conn, org, user)? + told;
    let figure = |kind, name, still, count| Figure { kind, name, still, count };
    Ok(vec![
        figure("coop", ("客商", "Partners"), STILL_COOPS, COOPS.count(conn, org, user)?),
        figure("order", ("进行中订单", "Open orders"), STILL_ORDERS, ORDERS.count(conn, org, user)?),
        figure("waiting", ("待审批", "Approvals that wait"), STILL_WAITING, waiting),
        figure("decides", ("审批设置与部门负责人", "Whom approvals go to"), STILL_DECIDES, decides),
        figure("task", ("未完成任务", "Open tasks"), STILL_TASKS, tasks),
        figure("subscription", ("订阅", "Subscriptions"), STILL_SUBSCRIPTIONS, subscriptions),
        figure("key", ("API密钥", "API keys"), STILL_KEYS, keys(conn, org, user)?),
    ])
}

/// Lanes of published rates a user watches.
fn watched(conn: &mut dyn Conn, org: i64, user: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "tact_watch");
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("user_id", user));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// Keys that open something in his name; nobody takes them over.
fn keys(conn: &mut dyn Conn, org: i64, user: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "api_key");
    select
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::eq("user_id", user))
        .and_where(sql::eq("state", KEY_ACTIVE.to_owned()));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// GET /hrs/user/leave/{id}: what names the user, and what would stand still without a successor.
pub(crate) fn look(call: &mut Call) -> Outcome {
    let (id, org) = (call.path_id("id")?, call.actor()?.org_id);
    let language = call.language().to_owned();
    call.read(|conn| {
        let mut select = sql::from(org, "app_user");
        select.columns(["name_cn", "version"]).and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let kinds: Vec<Json> = figures(conn, org, id)?.iter().map(|figure| figure.told(&language)).collect();
        Ok(Answer::Data(json!({
            "name": row.get::<String>(0)?,
            "version": row.get::<i64>(1)?,
            "kinds": kinds,
        })))
    })
}

/// Finds a successor who can't be one.
pub(crate) fn check_successor(
    conn: &mut dyn Conn,
    (org, user): (i64, Id),
    successor: Option<Id>,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let Some(to) = successor else { return Ok(()) };
    let mut select = sql::from(org, "app_user");
    select
        .column("id")
        .and_where(sql::eq("id", to))
        .and_where(sql::eq("active", true))
        .and_where(sql::eq("user_status", 1i64))
        .and_where(sql::col("blacklist_date").is_null());
    let there = to != user && conn.first(&select.into())?.is_some();
    findings.error_if(!there, "successorId", NO_SUCCESSOR);
    Ok(())
}

/// Everything goes over to the successor. Without one, what nobody may leave behind is refused, and what else would
/// stand still is asked about.
pub(crate) fn settle(
    tx: &mut Tx<'_>,
    account: &Account,
    successor: Option<Id>,
    confirmed: &[String],
) -> Result<Json, Refusal> {
    let org = tx.org();
    let before = figures(tx, org, account.id)?;
    let Some(to) = successor else {
        need_handed_over(tx, account, &before)?;
        ask(&before, confirmed)?;
        return Ok(Json::Null);
    };
    hand_over(tx, account, to)?;
    let name = facts::user_name(tx, org, to)?;
    let told: Vec<String> = before
        .iter()
        .filter(|figure| figure.count > 0)
        .map(|figure| format!("{}{}", figure.name.0, figure.count))
        .collect();
    let text = if told.is_empty() { format!("移交{name}") } else { format!("移交{name}：{}", told.join("，")) };
    let entry = LogEntry::of("user", account.id, account.name.clone(), account.page);
    tx.log(entry.did("离职", FUNCTION).level(Level::High).text(text))?;
    let kinds: Vec<Json> = before.iter().map(|figure| json!({ "kind": figure.kind, "count": figure.count })).collect();
    Ok(json!({ "handedOver": kinds }))
}

/// Who answers for partners, or has to decide, hands that over first.
fn need_handed_over(tx: &mut Tx<'_>, account: &Account, figures: &[Figure]) -> Result<(), Refusal> {
    let waiting = figures.iter().find(|figure| figure.kind == "waiting").map_or(0, |figure| figure.count);
    if waiting > 0 {
        return Err(Refusal::Business(DECIDES.with(&[("n", &waiting.to_string())])));
    }
    let mut select = sql::from(tx.org(), "coop");
    select
        .column("coop_name")
        .and_where(sql::eq("transactor_id", account.id))
        .order_by("coop_code", Order::Asc)
        .limit(NAMED_MAX);
    let names: Vec<String> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    if names.is_empty() {
        return Ok(());
    }
    Err(Refusal::Business(RESPONSIBLE.with(&[("name", &account.name), ("coops", &names.join("、"))])))
}

fn ask(figures: &[Figure], confirmed: &[String]) -> Result<(), Refusal> {
    let still: Vec<Text> = figures.iter().filter(|figure| figure.count > 0).map(Figure::still).collect();
    if still.is_empty() {
        return Ok(());
    }
    let zh: Vec<&str> = still.iter().map(|text| text.zh.as_str()).collect();
    let en: Vec<&str> = still.iter().map(|text| text.en.as_str()).collect();
    let mut findings = Findings::new();
    let asked = LEFT_BEHIND.with_each(&[("what", &zh.join("；"))], &[("what", &en.join("; "))]);
    findings.confirm("successorId", asked);
    Refusal::unless_clean(&findings, confirmed)
}

fn hand_over(tx: &mut Tx<'_>, account: &Account, to: Id) -> Result<(), Refusal> {
    let (org, from) = (tx.org(), account.id);
    // Applications before what they are about, as everybody takes them.
    approval::succeed(tx, from, to)?;
    let names = (account.name.clone(), facts::user_name(tx, org, to)?);
    give_coops(tx, account, (to, &names))?;
    give_orders(tx, account, (to, &names))?;
    for place in TASKS.iter().chain([&FOLLOWED, &HEADS]) {
        place.give(tx, from, to)?;
    }
    give_levels(tx, from, to)?;
    give_delegations(tx, from, to)?;
    give_watched(tx, from, to)?;
    give_rules(tx, from, to)
}

fn give_coops(tx: &mut Tx<'_>, account: &Account, (to, names): (Id, &(String, String))) -> Result<(), Refusal> {
    let named = COOPS.take(tx, "coop_code", account.id)?;
    COOPS.give(tx, account.id, to)?;
    for coop in named {
        let entry = LogEntry::of("coop", coop.id, coop.number.clone(), account.page);
        tx.log(entry.did("修改", FUNCTION).changes(coop.changes((&names.0, &names.1))))?;
    }
    Ok(())
}

/// An order whose form is open elsewhere is told by its `row_uuid` that it has changed.
fn give_orders(tx: &mut Tx<'_>, account: &Account, (to, names): (Id, &(String, String))) -> Result<(), Refusal> {
    let org = tx.org();
    let named = ORDERS.take(tx, "order_code", account.id)?;
    ORDERS.give(tx, account.id, to)?;
    for order in named {
        let cells = [
            ("row_uuid", tx.app.new_uuid()?.to_string().into_value()),
            ("updated_by", tx.actor.user_id.into_value()),
            ("updated_at", tx.now.into_value()),
        ];
        let mut update = sql::update(org, ORDERS.table, &cells);
        update.and_where(sql::eq("id", order.id));
        tx.exec(&update.into())?;
        let entry = facts::order_log::log_entry(order.id, order.number.clone(), account.page);
        tx.log(entry.did("修改", FUNCTION).changes(order.changes((&names.0, &names.1))))?;
    }
    Ok(())
}

/// The levels of approvals that name a user among who decides or gets a copy: setting, level and their lists.
fn levels_naming(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<(Id, i64, [String; 2])>, Refusal> {
    let mut select = sql::from(org, "approval_level");
    let named = LEVEL_LISTS.map(|column| sql::contains(sql::col(column), &user.to_string()));
    select
        .columns(["setting_id", "level"])
        .columns(LEVEL_LISTS)
        .cond_where(sql::any_of(named))
        .order_by("setting_id", Order::Asc)
        .order_by("level", Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?, [row.get(2)?, row.get(3)?]))).collect()
}

fn give_levels(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    for (setting, level, lists) in levels_naming(tx, org, from)? {
        let mut raise = sql::update(org, "approval_setting", &[]);
        raise.value("version", sql::col("version").add(1)).and_where(sql::eq("id", setting));
        tx.exec(&raise.into())?;
        let mut cells = Vec::new();
        for (column, ids) in LEVEL_LISTS.into_iter().zip(lists) {
            let renamed = renamed(&ids, from, to);
            cells.push((column, if renamed.is_empty() { Value::Null } else { Value::Text(renamed) }));
        }
        let mut update = sql::update(org, "approval_level", &cells);
        update.and_where(sql::eq("setting_id", setting)).and_where(sql::eq("level", level));
        tx.exec(&update.into())?;
    }
    Ok(())
}

/// A list of ids with one in the place of another, each once.
fn renamed(ids: &str, from: Id, to: Id) -> String {
    let (from, to) = (from.to_string(), to.to_string());
    let mut kept: Vec<&str> = Vec::new();
    for id in ids.split(',').filter(|id| !id.is_empty()) {
        let id = if id == from { to.as_str() } else { id };
        if !kept.contains(&id) {
            kept.push(id);
        }
    }
    kept.join(",")
}

/// Who let the one who leaves decide in his place lets the successor; nobody decides in the place of himself.
fn give_delegations(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let mut over = sql::delete(tx.org(), "approval_delegate");
    let of_successor = sql::all_of([sql::eq("user_id", to), sql::eq("to_user_id", from)]);
    over.cond_where(Condition::any().add(sql::eq("user_id", from)).add(of_successor));
    tx.exec(&over.into())?;
    DELEGATED.give(tx, from, to)
}

/// A lane both watch is watched once.
fn give_watched(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let lanes = |tx: &mut Tx<'_>, user: Id| -> Result<Vec<(Id, [String; 3])>, Refusal> {
        let mut select = sql::from(org, "tact_watch");
        select.columns(["id", "carrier_code", "departure", "arrival"]).and_where(sql::eq("user_id", user));
        tx.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, [row.get(1)?, row.get(2)?, row.get(3)?]))).collect()
    };
    let has: BTreeSet<[String; 3]> = lanes(tx, to)?.into_iter().map(|(_, lane)| lane).collect();
    for (id, lane) in lanes(tx, from)? {
        if has.contains(&lane) {
            tx.exec(&sql::delete(org, "tact_watch").and_where(sql::eq("id", id)).into())?;
        } else {
            let mut update = sql::update(org, "tact_watch", &[("user_id", to.into_value())]);
            update.and_where(sql::eq("id", id));
            tx.exec(&update.into())?;
        }
    }
    Ok(())
}

/// The events a user is told of by name, with who else is.
fn rules_naming(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<(String, String)>, Refusal> {
    let mut select = sql::from(org, "message_rule");
    select
        .columns(["event", "receivers"])
        .and_where(sql::contains(sql::col("receivers"), &user.to_string()))
        .order_by("event", Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn give_rules(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    for (event, receivers) in rules_naming(tx, org, from)? {
        let mut told: Json = serde_json::from_str(&receivers).map_err(|e| Refusal::broken(format!("rule: {e}")))?;
        let Some(users) = told.get_mut("users").and_then(Json::as_array_mut) else { continue };
        let mut kept: Vec<Json> = Vec::new();
        for user in users.drain(..) {
            let user = if user == json!(from) { json!(to) } else { user };
            if !kept.contains(&user) {
                kept.push(user);
            }
        }
        *users = kept;
        let mut update = sql::update(org, "message_rule", &[("receivers", Value::Text(told.to_string()))]);
        update.value("version", sql::col("version").add(1)).and_where(sql::eq("event", event));
        tx.exec(&update.into())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_ids_names_the_successor_once_and_in_the_place_of_who_left() {
        let renamed = |ids: &str| renamed(ids, Id(12), Id(7));
        assert_eq!(renamed("5,12,9"), "5,7,9");
        assert_eq!(renamed("7,12"), "7");
        assert_eq!(renamed("112,12"), "112,7", "an id that ends alike is another one");
        assert_eq!((renamed("12"), renamed("")), ("7".to_owned(), String::new()));
    }
}
