//! 兼职部门: departments an account works in beside its main one, given with a new account or afterwards.

use kernel::{Findings, Id, Msg};
use platform::access::{Access, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::{Draft, RowValues, Rows};
use platform::field::Field;
use platform::log::Change;
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::sea_query::{JoinType, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::reach::{log, target};

const SAVE: &str = "sys_user_parttime_save";
const TABLE: &str = "user_dept";
/// More departments than anybody works in.
const MOST: usize = 20;

const IN_DEPT: Msg = Msg::new("user.in_dept", "用户已在该部门任职", "The user is in this department already.");
const MAIN_DEPT: Msg = Msg::new(
    "user.main_dept",
    "主部门不能删除，请先更换主部门",
    "The main department can't be removed; change it first.",
);
const NO_DEPT: Msg = Msg::new("user.dept", "所选部门不存在", "There is no such active department.");

const DEPT: Field = Field::reference("dept", "部门", "Department").column("dept_id").required();
const POSITION: Field = Field::text("职位", "Position").column("job_position").max(20);

/// Those of a new account.
pub(super) const ROWS: Rows = Rows {
    member: "partTimeDepts",
    title: ("兼职部门", "Part-time departments"),
    behind: "post",
    table: TABLE,
    parent: "user_id",
    fields: &[DEPT, POSITION],
    most: MOST,
    sheet: false,
};

/// Their calls.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get("list_user_dept", "/hrs/userDept/{id}", Access::Code("hrs_user"), list),
        Operation::post("add_user_dept", "/hrs/userDept", Access::Code(SAVE), add),
        Operation::delete(
            "remove_user_dept",
            "/hrs/userDept/{id}/{deptId}",
            Access::Code("sys_user_parttime_del"),
            remove,
        ),
    ]
}

/// GET /hrs/userDept/{id}.
fn list(call: &mut Call) -> Outcome {
    let (org, id) = (call.actor()?.org_id, call.path_id("id")?);
    call.read(|conn| {
        let user = target(conn, org, id)?;
        let mut main = sql::from(org, "app_user");
        main.join(JoinType::InnerJoin, "dept", sql::same_org("dept", "app_user", "dept_id"))
            .columns([("dept", "id"), ("dept", "full_name"), ("app_user", "job_position")])
            .and_where(sql::of_eq("app_user", "id", user.id));
        let mut part_time = sql::from(org, TABLE);
        part_time
            .join(JoinType::InnerJoin, "dept", sql::same_org("dept", TABLE, "dept_id"))
            .columns([("dept", "id"), ("dept", "full_name"), (TABLE, "job_position")])
            .and_where(sql::of_eq(TABLE, "user_id", user.id))
            .order_by(("dept", "code"), Order::Asc);
        let mut depts = Vec::new();
        for (select, main) in [(main, true), (part_time, false)] {
            for row in conn.query(&select.into())? {
                depts.push(json!({
                    "deptId": row.get::<Id>(0)?, "deptName": row.get::<String>(1)?,
                    "jobPosition": row.get::<String>(2)?, "main": main,
                }));
            }
        }
        Ok(Answer::Data(Json::Array(depts)))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PartTime {
    user_id: Id,
    dept_id: Id,
    #[serde(default)]
    job_position: String,
}

/// POST /hrs/userDept.
fn add(call: &mut Call) -> Outcome {
    let body: PartTime = call.json()?;
    call.write(|tx| {
        let org = tx.org();
        raise_permission_version(tx, org)?;
        let user = target(tx, org, body.user_id)?;
        let name = active(tx, body.dept_id)?.ok_or_else(|| Refusal::field("deptId", NO_DEPT.text()))?;
        let mut known = sql::from(org, TABLE);
        known.column("dept_id").and_where(sql::eq("user_id", user.id)).and_where(sql::eq("dept_id", body.dept_id));
        if user.dept == Some(body.dept_id) || tx.first(&known.into())?.is_some() {
            return Err(Refusal::field("deptId", IN_DEPT.text()));
        }
        let position: String = body.job_position.trim().chars().take(20).collect();
        let position = if position.is_empty() { Value::Null } else { Value::Text(position) };
        put(tx, user.id, body.dept_id, position)?;
        log(tx, &user, "兼职新增", vec![change("", &name)])
    })?;
    Ok(Answer::Data(Json::Null))
}

/// Full name of a department that may be given.
fn active(tx: &mut Tx<'_>, dept: Id) -> Result<Option<String>, Refusal> {
    let mut select = sql::from(tx.org(), "dept");
    select.column("full_name").and_where(sql::eq("id", dept)).and_where(sql::eq("active", true));
    Ok(tx.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

fn put(tx: &mut Tx<'_>, user: Id, dept: Id, position: Value) -> Result<(), Refusal> {
    let cells = [("user_id", user.into_value()), ("dept_id", dept.into_value()), ("job_position", position)];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(())
}

fn change(old: &str, new: &str) -> Change {
    Change { field: "deptId".to_owned(), label: ROWS.title.0.to_owned(), old: old.to_owned(), new: new.to_owned() }
}

/// DELETE /hrs/userDept/{id}/{deptId}.
fn remove(call: &mut Call) -> Outcome {
    let (id, dept) = (call.path_id("id")?, call.path_id("deptId")?);
    call.write(|tx| {
        let org = tx.org();
        raise_permission_version(tx, org)?;
        let user = target(tx, org, id)?;
        if user.dept == Some(dept) {
            return Err(Refusal::business(MAIN_DEPT));
        }
        let mut name = sql::from(org, "dept");
        name.column("full_name").and_where(sql::eq("id", dept));
        let name: String = tx.first(&name.into())?.unwrap_or_default().get(0).unwrap_or_default();
        let mut delete = sql::delete(org, TABLE);
        delete.and_where(sql::eq("user_id", id)).and_where(sql::eq("dept_id", dept));
        if tx.exec(&delete.into())? == 0 {
            return Err(Refusal::NotFound);
        }
        log(tx, &user, "兼职删除", vec![change(&name, "")])
    })?;
    Ok(Answer::Data(Json::Null))
}

/// The rows a new account is given; none for one that is there.
fn given(draft: &Draft<'_>, findings: &mut Findings) -> Result<Vec<RowValues>, Refusal> {
    if !draft.is_new() {
        return Ok(Vec::new());
    }
    Ok(ROWS.named(draft.body, findings)?.unwrap_or_default())
}

fn dept_of(row: &RowValues) -> Result<Option<Id>, Refusal> {
    Ok(row.first().map(Option::<Id>::from_value).transpose()?.flatten())
}

/// Departments of a new account are given by who may, exist, and are each another one.
pub(super) fn check(
    tx: &mut Tx<'_>,
    draft: &Draft<'_>,
    main: Option<Id>,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let rows = given(draft, findings)?;
    if !rows.is_empty() {
        tx.actor.need(SAVE)?;
    }
    let mut taken: Vec<Id> = main.into_iter().collect();
    for (place, row) in rows.iter().enumerate() {
        let Some(dept) = dept_of(row)? else { continue };
        let at = format!("{}.{place}.{}", ROWS.member, DEPT.name());
        findings.error_if(active(tx, dept)?.is_none(), &at, NO_DEPT);
        findings.error_if(taken.contains(&dept), &at, IN_DEPT);
        taken.push(dept);
    }
    Ok(())
}

/// Writes those of a new account; answers what its log line says of them.
pub(super) fn write(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Vec<Change>, Refusal> {
    let mut names = Vec::new();
    for row in given(draft, &mut Findings::new())? {
        let Some(dept) = dept_of(&row)? else { continue };
        names.extend(active(tx, dept)?);
        put(tx, draft.id, dept, row.get(1).cloned().unwrap_or(Value::Null))?;
    }
    Ok(if names.is_empty() { Vec::new() } else { vec![change("", &names.join(","))] })
}
