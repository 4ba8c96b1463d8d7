//! Who sees which partners (data scope, class 客商), their codes, and partners other rooms make.

use std::sync::Arc;

use kernel::{Id, Msg, Scope};
use platform::access::{Actor, Rights};
use platform::call::{App, Tx};
use platform::field::Field;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::setting::{self, Module, Setting};
use platform::store::{Cell, Conn, Value, sql};

use crate::ground::Viewer;
use crate::reach::Reach;

/// New partners wait until somebody approves them.
pub const NEEDS_APPROVAL: Setting = Setting::new(
    "coopApproval",
    Module::new("prm", "客商", "Partners"),
    Field::flag("新增客商须审核", "New partners need approval").initially("false"),
);

/// Effective: offered to orders.
pub const EFFECTIVE: &str = "生效";
/// Waiting for a decision.
pub const WAITING: &str = "待审批";

/// What is said of a partner outside the caller's data scope.
pub const HIDDEN: Msg = Msg::new("coop.hidden", "客商不存在", "There is no such partner.");

/// A partner is its owner's and its maker's, and belongs to the owner's main department.
const REACH: Reach =
    Reach { table: "coop", own: &["transactor_id", "created_by"], dept: owners_dept, workgroup: None, coop: "id" };

fn owners_dept() -> Expr {
    Expr::cust(
        "(SELECT coop_owner.dept_id FROM app_user coop_owner \
         WHERE coop_owner.org_id = coop.org_id AND coop_owner.id = coop.transactor_id)",
    )
}

/// Partners an actor sees, as a condition on `coop`.
pub fn visible_coop(actor: &Actor) -> Condition {
    REACH.visible(actor, actor.rights.coop_level)
}

/// A user with his rights, looking at partners.
pub fn viewer(user: Id, rights: &Rights) -> Viewer {
    Viewer::at_level(user, rights, rights.coop_level)
}

/// Refuses when the partner is not there, or the caller may not see it.
pub fn need_coop(conn: &mut dyn Conn, actor: &Actor, coop: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, "coop");
    let seen = Expr::case(visible_coop(actor), Expr::cust("1")).finally(Expr::cust("0"));
    select.expr(seen).and_where(sql::of_eq("coop", "id", coop));
    match conn.first(&select.into())? {
        None => Err(Refusal::NotFound),
        Some(row) if row.get::<i64>(0)? == 1 => Ok(()),
        Some(_) => Err(Refusal::business(HIDDEN)),
    }
}

/// Column that holds the key of the full name.
pub const NAME_KEY: &str = "name_key";

/// A full name without blanks, punctuation and the first legal suffix: two partners of one key are the same company.
pub fn name_key(name: &str) -> String {
    const SUFFIXES: [&str; 16] = [
        "股份有限公司",
        "有限责任公司",
        "集团有限公司",
        "有限公司",
        "公司",
        "COLTD",
        "LIMITED",
        "LTD",
        "CORPORATION",
        "CORP",
        "INC",
        "LLC",
        "GMBH",
        "SA",
        "BV",
        "PTELTD",
    ];
    let kept: String = name.to_uppercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let suffix = SUFFIXES.iter().find(|suffix| kept.ends_with(**suffix) && kept.len() > suffix.len());
    suffix.and_then(|suffix| kept.strip_suffix(suffix)).unwrap_or(&kept).to_owned()
}

/// The key of a full name as its column holds it: a name without letters has an empty one.
pub fn name_key_cell(name: &str) -> (&'static str, Value) {
    (NAME_KEY, Value::Text(name_key(name)))
}

/// Partners that are given their key at once.
const KEYED: u64 = 500;

/// Gives partners that came before there were keys theirs, some at a time; answers how many.
pub fn key_names(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let mut count = 0;
        loop {
            let mut unnamed = sql::from(org, "coop");
            unnamed.columns(["id", "coop_full_name"]).and_where(sql::col(NAME_KEY).is_null()).limit(KEYED);
            let rows = app.store.read(|conn| Ok::<_, Refusal>(conn.query(&unnamed.into())?))?;
            if rows.is_empty() || app.jobs.is_stopping() {
                return Ok(count);
            }
            app.system_write(|conn| {
                for row in &rows {
                    let mut update = sql::update(org, "coop", &[name_key_cell(&row.get::<String>(1)?)]);
                    update.and_where(sql::eq("id", row.get::<Id>(0)?)).and_where(sql::col(NAME_KEY).is_null());
                    conn.exec(&update.into())?;
                }
                Ok(())
            })?;
            count += rows.len();
        }
    })
}

/// The code of a new partner of a type.
pub fn next_code(tx: &mut Tx<'_>, coop_type: &str) -> Result<String, Refusal> {
    let prefix = match coop_type {
        "客户" => "KH",
        "供应商" => "GYS",
        "海外代理" => "DL",
        "互为代理" => "HL",
        _ => "QT",
    };
    let number = tx.next_number(&format!("coop {prefix}"), "")?;
    Ok(format!("{prefix}{number:03}"))
}

/// The state a new partner begins in.
pub fn first_state(tx: &mut Tx<'_>) -> Result<&'static str, Refusal> {
    let org = tx.org();
    let asks: bool = setting::value(tx, org, &NEEDS_APPROVAL, None)?;
    Ok(if asks { WAITING } else { EFFECTIVE })
}

/// The partner of a short name; where there is none, a new supplier of a sub type in some scopes, with its log line.
pub fn supplier_named(tx: &mut Tx<'_>, name: &str, (sub_type, scopes): (&str, &[Scope])) -> Result<Id, Refusal> {
    const TYPE: &str = "供应商";
    let org = tx.org();
    let mut select = sql::from(org, "coop");
    select.column("id").and_where(sql::eq("coop_name", name));
    if let Some(row) = tx.first(&select.into())? {
        return Ok(row.get(0)?);
    }
    let (id, code, state) = (tx.new_id(), next_code(tx, TYPE)?, first_state(tx)?);
    let (user, now) = (tx.actor.user_id.into_value(), tx.now.into_value());
    let codes = scopes.iter().map(|scope| scope.code()).collect::<Vec<_>>().join(",");
    let cells = [
        ("id", id.into_value()),
        ("version", Value::Int(1)),
        ("coop_code", code.clone().into_value()),
        ("coop_type", TYPE.into_value()),
        ("coop_name", name.into_value()),
        ("coop_full_name", name.into_value()),
        ("coop_state", state.into_value()),
        ("list_mark", "普通".into_value()),
        ("nation_code", "CN".into_value()),
        ("transactor_id", user.clone()),
        ("sub_types", format!("{sub_type} {codes}").into_value()),
        ("scopes", codes.into_value()),
        ("is_awb_source", Value::Bool(false)),
        ("is_default_source", Value::Bool(false)),
        name_key_cell(name),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(org, "coop", &cells).into())?;
    for scope in scopes {
        let cells =
            [("coop_id", id.into_value()), ("sub_type", sub_type.into_value()), ("scope", scope.code().into_value())];
        tx.exec(&sql::insert(org, "coop_sub_type", &cells).into())?;
    }
    tx.log(LogEntry::of("coop", id, &code, "/prm_coop").did("新建", "新建").text(format!("{code} {name}")))?;
    Ok(id)
}
