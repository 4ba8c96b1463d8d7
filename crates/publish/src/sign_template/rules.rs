//! What a template of each kind holds, and who may use it.

use facts::sign::{ALL, TEXT, unknown};
use kernel::{Findings, Id, Msg};
use platform::call::Tx;
use platform::document::{Document, Draft, Written, other_than};
use platform::files::{self, Accepted};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::rich_text;
use platform::sea_query::Order;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::{FILES, MAIL, ROLES, ROLES_TABLE, SEAL, SIGNATURE, SignTemplate, TABLE};
use platform::attached;

/// Largest picture.
const PICTURE_BYTES_MAX: usize = 2 * 1024 * 1024;

const NOT_TRANSPARENT: Msg = Msg::new(
    "sign_template.picture",
    "印章、签字图片须为背景透明的PNG",
    "A seal or signature has to be a PNG with a transparent ground.",
);
pub(super) const ONE_PICTURE: Msg = Msg::new("sign_template.one", "请上传一张图片", "Please upload one picture.");
const UNKNOWN: Msg =
    Msg::new("sign_template.unknown", "模板含有未知变量：{names}", "The template has unknown variables: {names}");
pub(super) const NO_PAPER: Msg = Msg::new("sign_template.paper", "签名文本须选择单证", "Choose the paper of the text.");
const NO_ROLE: Msg = Msg::new("sign_template.role", "角色不存在", "There is no such role.");
const NO_USER: Msg = Msg::new("sign_template.user", "签字人不存在", "There is no such user.");
const HAS_DEFAULT: Msg = Msg::new(
    "sign_template.has_default",
    "该业务范畴、单证、语言已有默认模板：{name}",
    "There is a default for this scope, paper and language: {name}",
);
const USED: Msg = Msg::new(
    "sign_template.used",
    "模板已被使用，不能删除，可停用",
    "The template has been used; it can't be deleted, but stopped.",
);

const NAMED: Msg = Msg::new(
    "sign_template.named",
    "模板已被账单模板使用，不能删除，可停用：{where}",
    "The template is used by templates of papers; it can't be deleted, but stopped: {where}",
);

/// A PNG through which the paper is seen.
pub(crate) fn look_at_picture(name: &str, bytes: Vec<u8>) -> Result<Accepted, Refusal> {
    files::need_size(&bytes, PICTURE_BYTES_MAX)?;
    let file = files::accept(name, bytes, true)?;
    let fits = file.known.mime == "image/png" && files::shape_of(&file.bytes).is_some_and(|shape| shape.transparent);
    if fits { Ok(file) } else { Err(Refusal::business(NOT_TRANSPARENT)) }
}

pub(super) fn is_picture(kind: &str) -> bool {
    kind == SEAL || kind == SIGNATURE
}

pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(SignTemplate::IS_DEFAULT, Value::Bool(false));
        draft.set(SignTemplate::ACTIVE, Value::Bool(true));
        draft.set(SignTemplate::USED, Value::Int(0));
    }
    let kind = String::from_value(draft.value(SignTemplate::KIND))?;
    if kind.is_empty() {
        return Ok(());
    }
    if kind == MAIL {
        draft.set(SignTemplate::DOCUMENT, Value::Text(ALL.to_owned()));
    }
    texts(draft, findings)?;
    default_stays_one(tx, draft, findings)?;
    picture(tx, draft, &kind, findings)?;
    people(tx, draft, findings)
}

/// Variables of the texts, and the words the list shows.
fn texts(draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let template = SignTemplate::from_values(&draft.values)?;
    let of_all = template.kind == TEXT && template.document == ALL;
    findings.error_if(of_all, "document", NO_PAPER);
    for (place, text) in [("signText", &template.sign_text), ("mailText", &template.mail_text)] {
        known_alone(place, text, findings);
    }
    let words = if template.kind == TEXT { template.sign_text.clone() } else { rich_text::words(&template.mail_text) };
    draft.set(SignTemplate::SUMMARY, Value::Text(words.chars().take(200).collect()));
    Ok(())
}

/// A finding about the variables of a text that are none.
pub(super) fn known_alone(place: &str, text: &str, findings: &mut Findings) {
    let names: Vec<String> = unknown(text).into_iter().map(rich_text::words).collect();
    if !names.is_empty() {
        findings.error(place, UNKNOWN.with(&[("names", &names.join(", "))]));
    }
}

/// A default that is moved to another scope, paper or language meets no other default there. Signatures have one for
/// each person.
fn default_stays_one(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let template = SignTemplate::from_values(&draft.values)?;
    if !template.is_default {
        return Ok(());
    }
    let mut select = sql::from(tx.org(), TABLE);
    select
        .column("name")
        .and_where(sql::eq("kind", template.kind))
        .and_where(sql::eq("business_scope", template.business_scope))
        .and_where(sql::eq("document", template.document))
        .and_where(sql::eq("language", template.language))
        .and_where(sql::eq("is_default", true))
        .and_where(other_than(draft.id));
    if let Some(person) = template.user_id {
        select.and_where(sql::eq("user_id", person));
    }
    if let Some(row) = tx.first(&select.into())? {
        findings.error("businessScope", HAS_DEFAULT.with(&[("name", &row.get::<String>(0)?)]));
    }
    Ok(())
}

fn picture(tx: &mut Tx<'_>, draft: &Draft<'_>, kind: &str, findings: &mut Findings) -> Result<(), Refusal> {
    if !is_picture(kind) {
        return Ok(());
    }
    let named = attached::named(draft.body);
    let one = named.map_or(!draft.is_new(), |files| files.len() == 1);
    findings.error_if(!one, &FILES.name(), ONE_PICTURE);
    attached::check(tx, TABLE, draft.id, draft.body, findings)
}

/// The roles a body names; none when it says nothing of them.
fn roles_of(body: &Map<String, Json>) -> Option<Vec<Id>> {
    let id = |json: &Json| json.as_str().and_then(|id| id.parse().ok()).map(Id);
    let mut ids: Vec<Id> = body.get("roleIds")?.as_array().into_iter().flatten().filter_map(id).collect();
    ids.sort_unstable();
    ids.dedup();
    Some(ids)
}

fn people(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let roles = roles_of(draft.body).unwrap_or_default();
    let mut known = sql::from(tx.org(), "role");
    known.column("id").and_where(sql::is_in(sql::col("id"), roles.iter().copied()));
    let all = roles.is_empty() || tx.query(&known.into())?.len() == roles.len();
    findings.error_if(!all, &ROLES.name(), NO_ROLE);
    if let Some(user) = Option::<Id>::from_value(draft.value(SignTemplate::USER_ID))? {
        let org = tx.org();
        let known = facts::user(tx, org, user)?.is_some();
        findings.error_if(!known, "userId", NO_USER);
    }
    Ok(())
}

/// Ids and names of the roles that may use a template.
fn roles(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Vec<(Id, String)>, Refusal> {
    let mut select = sql::from(org, ROLES_TABLE);
    select
        .columns([("role", "id"), ("role", "name")])
        .join(platform::sea_query::JoinType::InnerJoin, "role", sql::same_org("role", ROLES_TABLE, "role_id"))
        .and_where(sql::of_eq(ROLES_TABLE, "template_id", id))
        .order_by(("role", "id"), Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn names(roles: &[(Id, String)]) -> String {
    roles.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(",")
}

pub(super) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let (org, mut written) = (tx.org(), Written::default());
    if let Some(wanted) = roles_of(draft.body) {
        let old = names(&roles(tx, org, draft.id)?);
        let mut delete = sql::delete(org, ROLES_TABLE);
        tx.exec(&delete.and_where(sql::eq("template_id", draft.id)).to_owned().into())?;
        for role in wanted {
            let cells = [("template_id", draft.id.into_value()), ("role_id", role.into_value())];
            tx.exec(&sql::insert(org, ROLES_TABLE, &cells).into())?;
        }
        let new = names(&roles(tx, org, draft.id)?);
        if old != new {
            written.changes.push(Change { field: ROLES.name(), label: "可用角色".to_owned(), old, new });
        }
    }
    let kind = String::from_value(draft.value(SignTemplate::KIND))?;
    if let Some(files) = attached::named(draft.body).filter(|_| is_picture(&kind)) {
        attached::hang(tx, TABLE, draft.id, &files)?;
    }
    Ok(written)
}

pub(super) fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let ids: Vec<Id> = roles(conn, org, id)?.into_iter().map(|(id, _)| id).collect();
    view.insert("roleIds".to_owned(), json!(ids));
    view.insert("files".to_owned(), attached::list(conn, org, TABLE, id)?);
    Ok(())
}

pub(super) fn remove(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.column("used").and_where(sql::eq("id", id));
    let used: i64 = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if used > 0 {
        return Err(Refusal::business(USED));
    }
    template::need_unnamed(tx, |layout| layout.seal_id == Some(id), NAMED)?;
    let mut delete = sql::delete(org, ROLES_TABLE);
    tx.exec(&delete.and_where(sql::eq("template_id", id)).to_owned().into())?;
    attached::hang(tx, TABLE, id, &[])
}
