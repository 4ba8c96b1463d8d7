//! Saved views of lists: filters, order, columns and page size under a name.
//!
//! A view belongs to its owner, or is shared with a role. An administrator shares with every role;
//! anybody else with the roles he has himself: his colleagues do the same work, and a view shows
//! nobody a row or column his own rights don't. What a role's members see first is decided by an
//! administrator alone, because it changes the page of people who chose nothing.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg};
use sea_query::{Cond, Condition, Expr, ExprTrait, JoinType, Order, SelectStatement};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::access::{Actor, active_roles};
use crate::call::{Answer, Call, Outcome, Tx};
use crate::list::{self, ListPage, Match, SIZE_MAX};
use crate::list_setting;
use crate::log::{Level, LogEntry};
use crate::refusal::Refusal;
use crate::store::{Conn, Row, Value, sql};

const NAME_MAX: usize = 40;
/// Largest view in bytes: some hundred columns and five hundred pasted values.
const BODY_BYTES_MAX: usize = 64 * 1024;
/// Views of one person on one page.
const VIEWS_MAX: i64 = 50;
/// The list as it is declared, as a default.
const BUILT_IN: i64 = 0;

const NO_NAME: Msg = Msg::new("list_view.no_name", "请输入视图名称", "Enter a name for the view.");
const LONG_NAME: Msg =
    Msg::new("list_view.long_name", "视图名称不能超过40个字", "The view's name can't exceed 40 characters.");
const NAME_TAKEN: Msg = Msg::new("list_view.name_taken", "视图名称已存在", "A view of this name exists already.");
const TOO_MANY: Msg =
    Msg::new("list_view.too_many", "每个页面最多保存50个视图", "At most 50 views can be saved for a page.");
const TOO_LARGE: Msg = Msg::new("list_view.too_large", "视图内容过大", "The view is too large.");
const SECRET: Msg = Msg::new(
    "list_view.secret",
    "查询条件{name}含敏感信息，不能保存到视图",
    "The filter {name} holds sensitive data and can't be kept in a view.",
);
const NOT_OWN_ROLE: Msg = Msg::new(
    "list_view.not_own_role",
    "只能共享给自己所在的角色",
    "You can share a view only with a role you have yourself.",
);
const BAD_SIZE: Msg = Msg::new("list_view.bad_size", "每页行数不正确", "The page size is not valid.");

/// What a view holds.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Body {
    filters: BTreeMap<String, String>,
    sort: String,
    columns: Vec<ColumnSetting>,
    /// Rows of a page; 0 for the user's own choice.
    size: u64,
    density: String,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            filters: BTreeMap::new(),
            sort: String::new(),
            columns: Vec::new(),
            size: 0,
            density: "compact".to_owned(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ColumnSetting {
    name: String,
    shown: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    #[serde(default)]
    fixed: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    name: String,
    #[serde(default)]
    role_id: Option<Id>,
    #[serde(default)]
    version: Option<i64>,
    body: Body,
}

/// A stored view.
pub(crate) struct View {
    id: Id,
    owner: Id,
    role: Option<Id>,
    name: String,
    body: String,
    version: i64,
    role_name: Option<String>,
    owner_name: Option<String>,
    /// Its role opens the page with it.
    of_role: bool,
}

impl View {
    /// Of a row of [`views`].
    fn of(row: &Row) -> Result<Self, Refusal> {
        Ok(Self {
            id: row.get(0)?,
            owner: row.get(1)?,
            role: row.get(2)?,
            name: row.get(3)?,
            body: row.get(4)?,
            version: row.get(5)?,
            role_name: row.get(6)?,
            owner_name: row.get(7)?,
            of_role: row.get::<i64>(8)? == 1,
        })
    }

    /// Its owner changes it; a shared one an administrator too.
    fn may_change(&self, actor: &Actor) -> bool {
        self.owner == actor.user_id || (self.role.is_some() && !actor.admin_role.is_empty())
    }

    fn json(&self, actor: &Actor) -> Json {
        json!({
            "id": self.id,
            "name": self.name,
            "roleId": self.role,
            "roleName": self.role_name,
            "ownerName": self.owner_name,
            "roleDefault": self.of_role,
            "mine": self.owner == actor.user_id,
            "canEdit": self.may_change(actor),
            "version": self.version,
            "body": serde_json::from_str::<Json>(&self.body).unwrap_or_default(),
        })
    }
}

/// The page of the call, which the caller must be allowed to open.
fn page_of(call: &Call) -> Result<&ListPage, Refusal> {
    let key = call.path("key");
    let page = call.app.registry.lists.iter().find(|list| list.key == key).ok_or(Refusal::NotFound)?;
    call.actor()?.need(page.access)?;
    Ok(page)
}

/// Views of the org with the names of role and owner.
fn views(org: i64, key: &str) -> SelectStatement {
    let mut select = sql::from(org, "list_view");
    select
        .columns(["id", "owner_id", "role_id", "name", "body", "version"].map(|column| ("list_view", column)))
        .column(("role", "name"))
        .column(("owner", "name_cn"))
        .expr(Expr::cust(
            "CASE WHEN EXISTS (SELECT 1 FROM list_view_default d WHERE d.org_id = list_view.org_id \
             AND d.role_id = list_view.role_id AND d.view_id = list_view.id) THEN 1 ELSE 0 END",
        ))
        .join(JoinType::LeftJoin, "role", sql::same_org("role", "list_view", "role_id"))
        .join_as(JoinType::LeftJoin, "app_user", "owner", sql::same_org("owner", "list_view", "owner_id"))
        .and_where(sql::of_eq("list_view", "page_key", key.to_owned()))
        .order_by(("list_view", "name"), Order::Asc)
        .order_by(("list_view", "id"), Order::Asc);
    select
}

/// Own views, those shared with one of the roles, and to an administrator every shared one.
fn seen(actor: &Actor, roles: &[i64]) -> Condition {
    let shared = if actor.admin_role.is_empty() {
        sql::is_in(sql::of("list_view", "role_id"), roles.iter().copied())
    } else {
        sql::of("list_view", "role_id").is_not_null()
    };
    Cond::any().add(sql::of_eq("list_view", "owner_id", actor.user_id)).add(shared)
}

/// GET: the views of a page, the one it opens with, and the caller's own settings of each.
pub fn list(call: &mut Call) -> Outcome {
    let page = page_of(call)?;
    let actor = call.actor()?;
    call.read(|conn| {
        let roles = active_roles(conn, actor.org_id, actor.user_id)?;
        let mut select = views(actor.org_id, page.key);
        select.cond_where(seen(actor, &roles));
        let views: Vec<View> = conn.query(&select.into())?.iter().map(View::of).collect::<Result<_, _>>()?;
        let (own, of_role) = defaults(conn, actor, page.key, &roles)?;
        let exists = |id: &i64| *id == BUILT_IN || views.iter().any(|view| view.id.0 == *id);
        let own = own.filter(exists);
        let of_role = of_role.into_iter().find(exists);
        Ok(json!({
            "views": views.iter().map(|view| view.json(actor)).collect::<Vec<_>>(),
            "defaultId": own.or(of_role).filter(|id| *id != BUILT_IN).map(Id),
            "ownDefaultId": own.map(Id),
            "settings": list_setting::of_page(conn, actor, page.key)?,
        }))
    })
    .map(Answer::Data)
}

/// The caller's own default, and those of his roles in the order of the roles.
fn defaults(conn: &mut dyn Conn, actor: &Actor, key: &str, roles: &[i64]) -> Result<(Option<i64>, Vec<i64>), Refusal> {
    let mut select = sql::from(actor.org_id, "list_view_default");
    select
        .columns(["user_id", "view_id"])
        .and_where(sql::eq("page_key", key.to_owned()))
        .cond_where(
            Cond::any()
                .add(sql::eq("user_id", actor.user_id))
                .add(sql::is_in(sql::col("role_id"), roles.iter().copied().filter(|role| *role != 0))),
        )
        .order_by("role_id", Order::Asc);
    let (mut own, mut of_role) = (None, Vec::new());
    for row in conn.query(&select.into())? {
        if row.get::<i64>(0)? == actor.user_id.0 { own = Some(row.get(1)?) } else { of_role.push(row.get(1)?) }
    }
    Ok((own, of_role))
}

/// GET: the roles the caller may share a view with.
pub fn roles(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    call.read(|conn| {
        let mut select = sql::from(actor.org_id, "role");
        select.columns(["id", "name"]).and_where(sql::eq("active", true)).order_by("name", Order::Asc);
        if actor.admin_role.is_empty() {
            let own = active_roles(conn, actor.org_id, actor.user_id)?;
            select.and_where(sql::is_in(sql::col("id"), own));
        }
        let roles = conn.query(&select.into())?;
        let json = |row: &Row| Ok::<_, Refusal>(json!({ "id": row.get::<Id>(0)?, "name": row.get::<String>(1)? }));
        roles.iter().map(json).collect::<Result<Vec<_>, _>>().map(Json::Array)
    })
    .map(Answer::Data)
}

/// POST: a new view.
pub fn create(call: &mut Call) -> Outcome {
    let wanted: Wanted = call.json()?;
    let page = page_of(call)?;
    let body = checked(page, call.actor()?, &wanted)?;
    let id = call.write(|tx| {
        may_share(tx, wanted.role_id)?;
        let mut count = sql::from(tx.org(), "list_view");
        count
            .expr(sea_query::Expr::cust("COUNT(*)"))
            .and_where(sql::eq("page_key", page.key.to_owned()))
            .and_where(sql::eq("owner_id", tx.actor.user_id));
        let count: i64 = tx.first(&count.into())?.unwrap_or_default().get(0)?;
        if count >= VIEWS_MAX {
            return Err(Refusal::business(TOO_MANY));
        }
        let name = wanted.name.trim();
        name_free(tx, page.key, tx.actor.user_id, name, None)?;
        let id = tx.new_id();
        let (now, by) = (Value::Int(tx.now.millis()), Value::Int(tx.actor.user_id.0));
        let cells = [
            ("id", Value::Int(id.0)),
            ("page_key", Value::Text(page.key.to_owned())),
            ("owner_id", by.clone()),
            ("role_id", wanted.role_id.map_or(Value::Null, |role| Value::Int(role.0))),
            ("name", Value::Text(name.to_owned())),
            ("body", Value::Text(body.clone())),
            ("version", Value::Int(1)),
            ("created_by", by.clone()),
            ("created_at", now.clone()),
            ("updated_by", by),
            ("updated_at", now),
        ];
        tx.exec(&sql::insert(tx.org(), "list_view", &cells).into())?;
        told(tx, page, (id, name), wanted.role_id.is_some(), "新建")?;
        Ok(id)
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": 1 })))
}

/// PUT: another name, content or role.
pub fn update(call: &mut Call) -> Outcome {
    let wanted: Wanted = call.json()?;
    let id = call.path_id("id")?;
    let page = page_of(call)?;
    let body = checked(page, call.actor()?, &wanted)?;
    let version = call.write(|tx| {
        let view = own(tx, page.key, id)?;
        if wanted.version != Some(view.version) {
            return Err(Refusal::Stale(view.json(tx.actor)));
        }
        if wanted.role_id != view.role {
            may_share(tx, wanted.role_id)?;
        }
        let name = wanted.name.trim();
        name_free(tx, page.key, view.owner, name, Some(id))?;
        let cells = [
            ("role_id", wanted.role_id.map_or(Value::Null, |role| Value::Int(role.0))),
            ("name", Value::Text(name.to_owned())),
            ("body", Value::Text(body.clone())),
            ("version", Value::Int(view.version + 1)),
            ("updated_by", Value::Int(tx.actor.user_id.0)),
            ("updated_at", Value::Int(tx.now.millis())),
        ];
        let mut update = sql::update(tx.org(), "list_view", &cells);
        update.and_where(sql::eq("id", id));
        tx.exec(&update.into())?;
        told(tx, page, (id, name), wanted.role_id.or(view.role).is_some(), "修改")?;
        Ok(view.version + 1)
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": version })))
}

/// DELETE: the view, what makes it a default, and everybody's settings of it.
pub fn remove(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let asked: Option<i64> = call.query("version").parse().ok();
    let page = page_of(call)?;
    call.write(|tx| {
        let view = own(tx, page.key, id)?;
        if asked != Some(view.version) {
            return Err(Refusal::Stale(view.json(tx.actor)));
        }
        let org = tx.org();
        tx.exec(&sql::delete(org, "list_view").and_where(sql::eq("id", id)).into())?;
        tx.exec(&sql::delete(org, "list_view_default").and_where(sql::eq("view_id", id)).into())?;
        list_setting::forget_view(tx, page.key, id)?;
        told(tx, page, (id, &view.name), view.role.is_some(), "删除")
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WantedDefault {
    /// `0` for the list as it is declared; none to decide nothing.
    view_id: Option<Id>,
    /// Of a role; of the caller when there is none.
    #[serde(default)]
    role_id: Option<Id>,
}

/// PUT: the view a page opens with, for the caller or, by an administrator, for a role.
pub fn set_default(call: &mut Call) -> Outcome {
    let wanted: WantedDefault = call.json()?;
    let page = page_of(call)?;
    if wanted.role_id.is_some() && call.actor()?.admin_role.is_empty() {
        return Err(Refusal::Forbidden);
    }
    call.write(|tx| {
        let org = tx.org();
        let (user, role) = match wanted.role_id {
            Some(role) => (BUILT_IN, role.0),
            None => (tx.actor.user_id.0, 0),
        };
        let mut name = String::new();
        if let Some(id) = wanted.view_id.filter(|id| id.0 != BUILT_IN) {
            let view = visible(tx, page.key, id)?;
            // A role's default is one its members see.
            if wanted.role_id.is_some() && view.role != wanted.role_id {
                return Err(Refusal::NotFound);
            }
            name = view.name;
        }
        let mut delete = sql::delete(org, "list_view_default");
        delete
            .and_where(sql::eq("page_key", page.key.to_owned()))
            .and_where(sql::eq("user_id", user))
            .and_where(sql::eq("role_id", role));
        tx.exec(&delete.into())?;
        if let Some(view) = wanted.view_id {
            let cells = [
                ("page_key", Value::Text(page.key.to_owned())),
                ("user_id", Value::Int(user)),
                ("role_id", Value::Int(role)),
                ("view_id", Value::Int(view.0)),
                ("updated_at", Value::Int(tx.now.millis())),
            ];
            tx.exec(&sql::insert(org, "list_view_default", &cells).into())?;
        }
        match wanted.role_id {
            Some(role) => {
                tx.log(LogEntry::of("list_view", role, name, page.path).did("修改", "角色默认视图").level(Level::Low))
            }
            None => {
                tx.no_log_line();
                Ok(())
            }
        }
    })?;
    Ok(Answer::Data(Json::Null))
}

/// A view the caller sees.
pub(crate) fn visible(conn: &mut Tx<'_>, key: &str, id: Id) -> Result<View, Refusal> {
    let (org, actor) = (conn.org(), conn.actor);
    let roles = active_roles(conn, org, actor.user_id)?;
    let mut select = views(org, key);
    select.and_where(sql::of_eq("list_view", "id", id)).cond_where(seen(actor, &roles));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    View::of(&row)
}

/// A view the caller may change; others are seen but left alone.
fn own(tx: &mut Tx<'_>, key: &str, id: Id) -> Result<View, Refusal> {
    let view = visible(tx, key, id)?;
    if view.may_change(tx.actor) { Ok(view) } else { Err(Refusal::Forbidden) }
}

fn may_share(tx: &mut Tx<'_>, role: Option<Id>) -> Result<(), Refusal> {
    let Some(role) = role else { return Ok(()) };
    let (org, actor) = (tx.org(), tx.actor);
    if !actor.admin_role.is_empty() {
        let mut select = sql::from(org, "role");
        select.column("id").and_where(sql::eq("id", role)).and_where(sql::eq("active", true));
        return tx.first(&select.into())?.map(|_| ()).ok_or(Refusal::NotFound);
    }
    let own = active_roles(tx, org, actor.user_id)?;
    if own.contains(&role.0) { Ok(()) } else { Err(Refusal::business(NOT_OWN_ROLE)) }
}

fn name_free(tx: &mut Tx<'_>, key: &str, owner: Id, name: &str, but: Option<Id>) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), "list_view");
    select
        .column("id")
        .and_where(sql::eq("page_key", key.to_owned()))
        .and_where(sql::eq("owner_id", owner))
        .and_where(sql::eq("name", name.to_owned()));
    let taken = tx.first(&select.into())?.map(|row| row.get::<Id>(0)).transpose()?;
    let mut findings = Findings::new();
    if taken.is_some_and(|id| Some(id) != but) {
        findings.error("name", NAME_TAKEN.text());
    }
    Refusal::unless_clean(&findings, &[])
}

/// A shared view changes the pages of others, so the log tells of it; an own one is nobody's business.
fn told(
    tx: &mut Tx<'_>,
    page: &ListPage,
    (id, name): (Id, &str),
    shared: bool,
    kind: &'static str,
) -> Result<(), Refusal> {
    if !shared {
        tx.no_log_line();
        return Ok(());
    }
    tx.log(LogEntry::of("list_view", id, name, page.path).did(kind, "共享视图").level(Level::Low))
}

/// The body as it is kept; refuses what the list does not have.
fn checked(page: &ListPage, actor: &Actor, wanted: &Wanted) -> Result<String, Refusal> {
    let Wanted { name, body, .. } = wanted;
    let mut findings = Findings::new();
    if name.trim().is_empty() {
        findings.error("name", NO_NAME.text());
    } else if name.trim().chars().count() > NAME_MAX {
        findings.error("name", LONG_NAME.text());
    }
    let secret = page.filters.iter().filter(|filter| matches!(filter.how, Match::Hashed));
    for filter in secret.filter(|filter| body.filters.contains_key(filter.name)) {
        findings.error("name", SECRET.with_each(&[("name", filter.field.zh)], &[("name", filter.field.en)]));
    }
    Refusal::unless_clean(&findings, &[])?;
    list::check(page, actor, &body.filters, &body.sort)?;
    let known = |name: &str| page.columns.iter().any(|column| !column.hidden && column.field.name() == name);
    if let Some(column) = body.columns.iter().find(|column| !known(&column.name)) {
        return Err(Refusal::BadRequest(list::messages::UNKNOWN_COLUMN.with(&[("name", &column.name)])));
    }
    if body.size > SIZE_MAX {
        return Err(Refusal::BadRequest(BAD_SIZE.text()));
    }
    let text = serde_json::to_string(body).map_err(|error| Refusal::broken(error.to_string()))?;
    if text.len() > BODY_BYTES_MAX {
        return Err(Refusal::BadRequest(TOO_LARGE.text()));
    }
    Ok(text)
}

/// Settings by view; the empty name is the list as declared.
pub(crate) type Settings = Map<String, Json>;
