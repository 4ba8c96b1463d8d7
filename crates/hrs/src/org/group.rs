//! Groups of companies: a head and its children (Rule 9).

use std::collections::BTreeSet;

use kernel::{Id, Instant, Msg, Scope};
use platform::PLATFORM_ORG;
use platform::access::{Access, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{entry, take, write};

const IN_GROUP: Msg = Msg::new(
    "group.taken",
    "所选公司已加入其他集团，请刷新后重选",
    "A chosen company has joined another group; please choose again.",
);
const NO_CHILD: Msg = Msg::new(
    "group.no_child",
    "所选公司不是正常的企业账户，请刷新后重选",
    "A chosen account is no working company; please choose again.",
);
const NO_HEAD: Msg = Msg::new("group.no_head", "只有企业账户可设子公司", "Only a company can have companies below it.");
const IS_CHILD: Msg =
    Msg::new("group.child", "子公司不能再设子公司", "A company of a group can't have companies below it.");

/// Their calls.
pub fn operations() -> Vec<Operation> {
    let code = Access::Code("sys_org_suborg");
    vec![
        Operation::get("list_org_sub", "/hrs/org/sub/{id}", code, children),
        Operation::get("list_org_sub_candidates", "/hrs/org/subCandidates", code, candidates).param("keyword"),
        Operation::post("add_org_sub", "/hrs/org/sub/{id}", code, add),
        Operation::put("set_org_group_view", "/hrs/org/groupView/{id}", code, group_view),
        Operation::delete("remove_org_sub", "/hrs/org/sub/{id}/{childId}", code, remove),
    ]
}

/// GET /hrs/org/sub/{id}.
fn children(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let mut select = sql::from_global("org");
    select
        .columns(["id", "code", "name", "group_view", "version", "group_joined_at"])
        .and_where(sql::eq("group_id", id))
        .and_where(sql::col("id").ne(sql::value(id)))
        .order_by("code", Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let list = rows.iter().map(|row| {
        Ok(json!({
            "id": row.get::<i64>(0)?.to_string(), "orgCode": row.get::<String>(1)?,
            "orgName": row.get::<String>(2)?, "groupView": row.get::<bool>(3)?, "version": row.get::<i64>(4)?,
            "joinedAt": row.get::<Option<Instant>>(5)?.map(kernel::show_second),
        }))
    });
    Ok(Answer::Data(Json::Array(list.collect::<Result<_, Refusal>>()?)))
}

/// GET /hrs/org/subCandidates: active companies in no group.
fn candidates(call: &mut Call) -> Outcome {
    let keyword = call.query("keyword").trim().to_owned();
    let mut select = sql::from_global("org");
    select
        .columns(["id", "code", "name"])
        .and_where(sql::col("group_id").is_null())
        .and_where(sql::col("id").ne(sql::value(PLATFORM_ORG)))
        .and_where(is_company())
        .and_where(works(call.now()))
        .cond_where(sql::any_of([sql::contains(sql::col("name"), &keyword), sql::contains(sql::col("code"), &keyword)]))
        .order_by("code", Order::Asc)
        .limit(50);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let list = rows.iter().map(|row| {
        Ok(json!({
            "id": row.get::<i64>(0)?.to_string(), "orgCode": row.get::<String>(1)?, "orgName": row.get::<String>(2)?,
        }))
    });
    Ok(Answer::Data(Json::Array(list.collect::<Result<_, Refusal>>()?)))
}

/// Not the account of a person.
fn is_company() -> Expr {
    sql::eq("org_type", 1i64)
}

/// Audited, not stopped, within its contract.
fn works(now: Instant) -> Expr {
    let open = sql::eq("audit_status", "已审核").and(sql::eq("status", true));
    open.and(sql::col("stop_at").gt(sql::value(now)))
}

struct Member {
    code: String,
    name: String,
    group: Option<i64>,
}

/// Whether something holds of a company.
fn holds(tx: &mut Tx<'_>, id: Id, what: Expr) -> Result<bool, Refusal> {
    let mut select = sql::from_global("org");
    select.column("id").and_where(sql::eq("id", id)).and_where(what);
    Ok(tx.first(&select.into())?.is_some())
}

fn member(tx: &mut Tx<'_>, id: Id) -> Result<Member, Refusal> {
    let mut select = sql::from_global("org");
    select.columns(["code", "name", "group_id"]).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Member { code: row.get(0)?, name: row.get(1)?, group: row.get(2)? })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Children {
    version: i64,
    child_ids: BTreeSet<Id>,
}

/// POST /hrs/org/sub/{id}: the companies become children; each side gets the other as a partner.
fn add(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Children>()?);
    call.write(|tx| {
        let code = take(tx, id, body.version)?;
        let head = member(tx, id)?;
        if head.group.is_some_and(|group| group != id.0) {
            return Err(Refusal::business(IS_CHILD));
        }
        if id.0 == PLATFORM_ORG || !holds(tx, id, is_company())? {
            return Err(Refusal::business(NO_HEAD));
        }
        let mut names = Vec::new();
        for child in &body.child_ids {
            let known = member(tx, *child)?;
            if known.group.is_some() || *child == id || child.0 == PLATFORM_ORG {
                return Err(Refusal::business(IN_GROUP));
            }
            let works = is_company().and(works(tx.now));
            if !holds(tx, *child, works)? {
                return Err(Refusal::business(NO_CHILD));
            }
            let joined = Value::Int(tx.now.millis());
            write(tx, *child, &[("group_id", Value::Int(id.0)), ("group_joined_at", joined)])?;
            partner(tx, id.0, (child.0, &known))?;
            partner(tx, child.0, (id.0, &head))?;
            names.push(known.name);
        }
        write(tx, id, &[("group_id", Value::Int(id.0))])?;
        judge_anew(tx, id)?;
        tx.log(entry(id, code, "修改").did("修改", "添加子公司").text(names.join("、")))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// Sub type of a partner of the same group; it serves every scope.
const SUB_TYPE: &str = "内部公司";

/// The other company as a partner of its group; skipped where code or name exists.
fn partner(tx: &mut Tx<'_>, org: i64, (other, known): (i64, &Member)) -> Result<(), Refusal> {
    let mut same = sql::from(org, "coop");
    same.column("id")
        .cond_where(sql::any_of([sql::eq("coop_code", known.code.clone()), sql::eq("coop_name", known.name.clone())]));
    if tx.first(&same.into())?.is_some() {
        return Ok(());
    }
    let text = |text: &str| Value::Text(text.to_owned());
    let (stamp, by) = (Value::Int(tx.now.millis()), Value::Int(tx.actor.user_id.0));
    let (id, scopes) = (tx.new_id(), Scope::all().map(Scope::code).collect::<Vec<_>>());
    let cells = [
        ("id", Value::Int(id.0)),
        ("coop_code", text(&known.code)),
        ("coop_type", text("互为代理")),
        ("coop_name", text(&known.name)),
        ("coop_full_name", text(&known.name)),
        domain::coop::name_key_cell(&known.name),
        ("coop_state", text("生效")),
        ("list_mark", text("普通")),
        ("nation_code", text("CN")),
        ("source", text("集团")),
        ("sub_types", text(&format!("{SUB_TYPE} {}", scopes.join(",")))),
        ("scopes", text(&scopes.join(","))),
        ("bound_org_id", Value::Int(other)),
        ("is_awb_source", Value::Bool(false)),
        ("is_default_source", Value::Bool(false)),
        ("version", Value::Int(1)),
        ("created_by", by.clone()),
        ("created_at", stamp.clone()),
        ("updated_by", by),
        ("updated_at", stamp),
    ];
    tx.exec(&sql::insert(org, "coop", &cells).into())?;
    for scope in scopes {
        let cells = [("coop_id", Value::Int(id.0)), ("sub_type", text(SUB_TYPE)), ("scope", text(scope))];
        tx.exec(&sql::insert(org, "coop_sub_type", &cells).into())?;
    }
    Ok(())
}

/// What the users of a group see depends on who belongs to it.
fn judge_anew(tx: &mut Tx<'_>, head: Id) -> Result<(), Refusal> {
    let mut members = sql::from_global("org");
    members.column("id").and_where(sql::eq("group_id", head));
    for row in tx.query(&members.into())? {
        raise_permission_version(tx, row.get(0)?)?;
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct View {
    version: i64,
    group_view: bool,
}

/// PUT /hrs/org/groupView/{id}: whether a child sees the group as its head does.
fn group_view(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<View>()?);
    call.write(|tx| {
        let code = take(tx, id, body.version)?;
        if member(tx, id)?.group.is_none_or(|head| head == id.0) {
            return Err(Refusal::NotFound);
        }
        write(tx, id, &[("group_view", Value::Bool(body.group_view))])?;
        raise_permission_version(tx, id.0)?;
        let done = if body.group_view { "开启集团视图" } else { "关闭集团视图" };
        tx.log(entry(id, code, "修改").did("修改", done))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// DELETE /hrs/org/sub/{id}/{childId}: the partners stay; a head without children is no head.
fn remove(call: &mut Call) -> Outcome {
    let (id, child) = (call.path_id("id")?, call.path_id("childId")?);
    call.write(|tx| {
        let head = member(tx, id)?;
        let known = member(tx, child)?;
        if known.group != Some(id.0) || child == id {
            return Err(Refusal::NotFound);
        }
        let left = [("group_id", Value::Null), ("group_view", Value::Bool(false)), ("group_joined_at", Value::Null)];
        judge_anew(tx, id)?;
        write(tx, child, &left)?;
        let mut rest = sql::from_global("org");
        rest.expr(Expr::cust("COUNT(*)"))
            .and_where(sql::eq("group_id", id))
            .and_where(sql::col("id").ne(sql::value(id)));
        if tx.first(&rest.into())?.unwrap_or_default().get::<i64>(0)? == 0 {
            write(tx, id, &[("group_id", Value::Null)])?;
        }
        tx.log(entry(id, head.code, "修改").did("修改", "移除子公司").text(known.name))
    })?;
    Ok(Answer::Data(Json::Null))
}
