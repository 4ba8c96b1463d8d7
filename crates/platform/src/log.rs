//! The operation log: one row for every write of every room, in the transaction of the change.

use kernel::{Id, Instant};
use serde_json::{Value as Json, json};

use crate::access::Actor;
use crate::field::{Choice, Field};
use crate::refusal::Refusal;
use crate::store::{Conn, Value, sql};

mod about;

pub use about::{About, AboutOf, Kept};
pub(crate) use about::{forget, further};

/// Kinds of change a line may be of.
pub const KINDS: &[Choice] = &[
    Choice::new("新建", "新增", "Created"),
    Choice::new("修改", "修改", "Changed"),
    Choice::new("删除", "删除", "Deleted"),
    Choice::new("导入", "导入", "Imported"),
    Choice::new("导出", "导出", "Exported"),
    Choice::new("查看", "查看", "Looked at"),
    Choice::new("打印", "打印", "Printed"),
    Choice::new("审核", "审核", "Checked"),
    Choice::new("审批", "审批", "Approved"),
    Choice::new("启用", "启用", "Started"),
    Choice::new("停用", "停用", "Stopped"),
    Choice::new("解锁", "解锁", "Unlocked"),
    Choice::new("强制下线", "强制下线", "Session ended"),
    Choice::new("重置密码", "重置密码", "Password reset"),
    Choice::new("分配权限", "分配权限", "Permissions given"),
    Choice::new("配置权限", "配置权限", "Permissions set up"),
    Choice::new("移动", "移动", "Moved"),
    Choice::new("合并", "合并", "Merged"),
    Choice::new("排序", "排序", "Sorted"),
    Choice::new("离职", "离职", "Left"),
    Choice::new("复职", "复职", "Came back"),
    Choice::new("黑名单", "黑名单", "Blacklist"),
    Choice::new("发布", "发布", "Published"),
    Choice::new("下线", "下线", "Withdrawn"),
];

/// One changed field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Wire name.
    pub field: String,
    /// Chinese label.
    pub label: String,
    /// Text before.
    pub old: String,
    /// Text after.
    pub new: String,
}

/// How much a write matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Accounts, permissions, money, removals.
    High,
    /// Business changes.
    Middle,
    /// Exports and views of masked data.
    Low,
}

impl Level {
    /// As the log keeps it.
    pub fn name(self) -> &'static str {
        match self {
            Self::High => "高",
            Self::Middle => "中",
            Self::Low => "低",
        }
    }
}

/// A line to be written.
#[derive(Debug, Clone)]
pub struct LogEntry {
    /// How much it matters.
    pub level: Level,
    /// One of [`KINDS`].
    pub kind: &'static str,
    /// Page it happened on, as its address.
    pub page: &'static str,
    /// What the user did.
    pub function: String,
    /// In words.
    pub text: String,
    /// What kind of thing.
    pub object_type: &'static str,
    /// Which one.
    pub object_id: Option<Id>,
    /// Its number as users know it.
    pub object_number: String,
    /// Scope of the order it is about.
    pub scope: &'static str,
    /// Changed fields.
    pub changes: Vec<Change>,
    /// Whose orders it is about; where nothing is said, what the kind of thing declares ([`Kept`]).
    pub about: Option<About>,
}

impl LogEntry {
    /// A line about a thing.
    pub fn of(object_type: &'static str, id: Id, number: impl Into<String>, page: &'static str) -> Self {
        Self {
            level: Level::Middle,
            kind: "修改",
            page,
            function: String::new(),
            text: String::new(),
            object_type,
            object_id: Some(id),
            object_number: number.into(),
            scope: "",
            changes: Vec::new(),
            about: None,
        }
    }

    /// The order it is about: who may not see the order sees no such line.
    #[must_use]
    pub fn about_order(self, order: Id) -> Self {
        self.about(About { orders: vec![order], maker: None })
    }

    /// The orders it is about, or whose own it is: as for a thing that is gone by now, or has no row.
    #[must_use]
    pub fn about(mut self, about: About) -> Self {
        self.about = Some(about);
        self
    }

    /// What was done, as the button says it.
    #[must_use]
    pub fn did(mut self, kind: &'static str, function: impl Into<String>) -> Self {
        self.kind = kind;
        self.function = function.into();
        self
    }

    /// How much it matters.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// In words.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// Scope of the order it is about.
    #[must_use]
    pub fn scope(mut self, scope: &'static str) -> Self {
        self.scope = scope;
        self
    }

    /// Changed fields.
    #[must_use]
    pub fn changes(mut self, changes: Vec<Change>) -> Self {
        self.changes = changes;
        self
    }
}

/// The fields whose values differ, as people read them.
pub fn differences(fields: &[Field], old: &[Value], new: &[Value]) -> Vec<Change> {
    fields
        .iter()
        .zip(old.iter().zip(new))
        // Sealed values and hashes say nothing to people; the field they belong to is logged.
        .filter(|(_, (old, new))| !same(old, new) && !matches!((old, new), (Value::Bytes(_), _) | (_, Value::Bytes(_))))
        .map(|(field, (old, new))| Change {
            field: field.name(),
            label: field.zh.to_owned(),
            old: field.show(old, "zh-CN"),
            new: field.show(new, "zh-CN"),
        })
        .collect()
}

/// Whether two values say the same; a yes is a one on SQLite.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Bool(flag), Value::Int(number)) | (Value::Int(number), Value::Bool(flag)) => {
            i64::from(*flag) == *number
        }
        _ => a == b,
    }
}

pub(crate) fn append(
    conn: &mut dyn Conn,
    (org, actor): (i64, &Actor),
    (id, now): (Id, Instant),
    (ip, request_id): (&str, &str),
    (entry, about): (&LogEntry, &About),
) -> Result<(), Refusal> {
    // A kind that is not in the list can be neither chosen nor read in English.
    debug_assert!(KINDS.iter().any(|kind| kind.value == entry.kind), "{} is no kind of the log", entry.kind);
    let changes: Vec<Json> = entry
        .changes
        .iter()
        .map(|c| json!({ "field": c.field, "label": c.label, "old": c.old, "new": c.new }))
        .collect();
    let mut text = if entry.text.is_empty() { summary(entry) } else { entry.text.clone() };
    if let Some(key) = &actor.key {
        text = format!("{text}（API密钥：{}）", key.name);
    }
    let cells = [
        ("id", Value::Int(id.0)),
        ("level", Value::Text(entry.level.name().to_owned())),
        ("kind", Value::Text(entry.kind.to_owned())),
        ("page", Value::Text(entry.page.to_owned())),
        ("function", Value::Text(entry.function.clone())),
        ("text", Value::Text(text)),
        ("object_type", Value::Text(entry.object_type.to_owned())),
        ("object_id", entry.object_id.map_or(Value::Null, |id| Value::Int(id.0))),
        ("object_number", Value::Text(entry.object_number.clone())),
        ("changes", if changes.is_empty() { Value::Null } else { Value::Text(Json::Array(changes).to_string()) }),
        ("business_scope", if entry.scope.is_empty() { Value::Null } else { Value::Text(entry.scope.to_owned()) }),
        ("dept_id", actor.rights.depts.first().map_or(Value::Null, |(id, _)| Value::Int(id.0))),
        ("operator_id", Value::Int(actor.user_id.0)),
        ("operator_name", Value::Text(actor.name.clone())),
        ("ip", Value::Text(ip.to_owned())),
        ("request_id", Value::Text(request_id.to_owned())),
        ("created_at", Value::Int(now.millis())),
        ("order_id", about.orders.first().map_or(Value::Null, |order| Value::Int(order.0))),
        ("maker_id", about.maker.map_or(Value::Null, |maker| Value::Int(maker.0))),
    ];
    conn.exec_later(&sql::insert(org, "operation_log", &cells).into())?;
    further(conn, org, id, about)
}

/// `字段：旧值 -> 新值`, joined; the function's name when no field changed.
fn summary(entry: &LogEntry) -> String {
    let show = |text: &str| if text.is_empty() { "空".to_owned() } else { text.to_owned() };
    let lines: Vec<String> =
        entry.changes.iter().map(|c| format!("{}：{} -> {}", c.label, show(&c.old), show(&c.new))).collect();
    if lines.is_empty() {
        format!("{} {}", entry.function, entry.object_number).trim().to_owned()
    } else {
        lines.join("；")
    }
}

/// The log of one thing, newest first: `{records, total}`.
pub fn page_of(
    conn: &mut dyn Conn,
    org: i64,
    (object_types, object_id): (&[&str], Id),
    (current, size): (u64, u64),
) -> Result<Json, Refusal> {
    use sea_query::{Expr, Func, Order};
    let start = || {
        let mut select = sql::from(org, "operation_log");
        let kinds = object_types.iter().map(|kind| (*kind).to_owned());
        select.and_where(sql::is_in(sql::col("object_type"), kinds)).and_where(sql::eq("object_id", object_id));
        select
    };
    let mut rows = start();
    rows.columns(["id", "created_at", "operator_name", "kind", "page", "function", "text", "changes"])
        .order_by("id", Order::Desc)
        .limit(size)
        .offset(current.saturating_sub(1) * size);
    let mut count = start();
    count.expr(Func::count(Expr::cust("*")));
    let total: i64 = conn.first(&count.into())?.unwrap_or_default().get(0)?;
    let records = conn
        .query(&rows.into())?
        .iter()
        .map(|row| {
            let changes: String = row.get(7)?;
            Ok(json!({
                "id": row.get::<i64>(0)?.to_string(),
                "time": kernel::show_second(row.get(1)?),
                "operatorName": row.get::<String>(2)?,
                "type": row.get::<String>(3)?,
                "pageName": row.get::<String>(4)?,
                "function": row.get::<String>(5)?,
                "text": row.get::<String>(6)?,
                "changes": serde_json::from_str::<Json>(&changes).unwrap_or_else(|_| json!([])),
            }))
        })
        .collect::<Result<Vec<_>, Refusal>>()?;
    Ok(json!({ "records": records, "total": total, "current": current, "size": size }))
}
