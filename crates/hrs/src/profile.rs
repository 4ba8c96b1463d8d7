//! 基本信息 of a company: what its own administrator keeps about it.

use kernel::{Findings, Id, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::deployment;
use platform::field::Field;
use platform::log::{Level, LogEntry, differences};
use platform::refusal::{Refusal, messages};
use platform::registry::{Operation, Room};
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::configure::PAGE;
use crate::edition;
use crate::org::Org;

const EDITION: &str = "edition";

const WEB: Msg =
    Msg::new("profile.web", "网址须以 http:// 或 https:// 开头", "An address begins with http:// or https://.");
const COLOR: Msg = Msg::new("profile.color", "请选择颜色", "Please choose a colour.");

const fn address(zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).max(200).pattern("https?://.+", is_address, WEB)
}

fn is_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

fn is_color(text: &str) -> bool {
    text.len() == 7
        && text.strip_prefix('#').is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

const NAMES: &[Field] = &[
    Field::text("公司名称", "Company").column("name").read_only(),
    Field::text("版本", "Edition").column(EDITION).read_only(),
    Field::text("企业标题", "Title").column("title").max(40),
    Field::new(platform::field::Kind::Color, "主题色", "Theme colour").column("theme_color").pattern(
        "#[0-9A-Fa-f]{6}",
        is_color,
        COLOR,
    ),
    Field::picture("LOGO", "Logo").column("logo"),
    Field::picture("短LOGO", "Small logo").column("short_logo"),
    Org::NAME_EN.wire("nameEn"),
    Field::text("简称", "Short name").column("short_name").max(Org::SHORT_NAME.length_max),
    address("帮助文档地址", "Help address").column("help_url"),
];
/// Of the deployment, and shown behind the edition.
const PRIVATE: Field = Field::flag("私有部署", "Private deployment").column("private_deployment").read_only();
const BEHIND_EDITION: usize = 2;
const CARD: &[Field] = &[
    Field::text("地址（中）", "Address (Chinese)").column("address_cn").max(200),
    Field::text("地址（英）", "Address (English)").column("address_en").max(200),
    Field::text("电话", "Telephone").column("phone").max(40),
    Field::text("传真", "Fax").column("fax").max(40),
    address("网址", "Web site").column("website"),
    Org::COMPANY_PROFILE,
    Org::COMPANY_ADVANTAGE,
    Org::CONTACT_INFO,
];

fn fields() -> Vec<Field> {
    [NAMES, CARD].concat()
}

/// Adds the calls to the room.
pub fn add(room: &mut Room) {
    let read = Access::Code("hrs_org_configure");
    room.operations.extend([
        Operation::get("get_profile", "/hrs/org/configure", read, show).summary("What a company keeps about itself"),
        Operation::put("save_profile", "/hrs/org/configure", Access::Code("sys_orgconf_base"), save)
            .summary("Changes what a company keeps about itself"),
    ]);
}

/// Version and values of a company.
fn load(conn: &mut dyn Conn, org: i64) -> Result<(i64, Vec<Value>), Refusal> {
    let mut select = sql::from_global("org");
    select.column("version").columns(fields().iter().map(|field| field.column)).and_where(sql::eq("id", org));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((row.get(0)?, row.0.into_iter().skip(1).collect()))
}

/// The same for people, who know their edition by its name.
fn shown(conn: &mut dyn Conn, org: i64) -> Result<Json, Refusal> {
    let (version, mut values) = load(conn, org)?;
    let names = edition::names(conn)?;
    for (field, value) in fields().iter().zip(&mut values) {
        if let (EDITION, Value::Text(code)) = (field.column, &*value) {
            *value = Value::Text(names.get(code).cloned().unwrap_or_else(|| code.clone()));
        }
    }
    Ok(view(&(version, values), deployment::is_private(conn)?))
}

/// The answer, in the shape of a page of settings.
fn view((version, values): &(i64, Vec<Value>), private: bool) -> Json {
    let mut rest = values.iter();
    let mut settings = |fields: &[Field]| {
        fields.iter().zip(rest.by_ref()).map(|(field, value)| setting(field, value)).collect::<Vec<_>>()
    };
    let (mut names, card) = (settings(NAMES), settings(CARD));
    names.insert(BEHIND_EDITION, setting(&PRIVATE, &Value::Bool(private)));
    let group = |key: &str, (zh, en): (&str, &str), settings: Vec<Json>| json!({ "key": key, "label": { "zh": zh, "en": en }, "settings": settings });
    let groups = [group("names", ("企业", "Company"), names), group("card", ("公司名片", "Company card"), card)];
    json!({ "version": version, "groups": groups })
}

fn setting(field: &Field, value: &Value) -> Json {
    let mut text = String::new();
    field.render(value, &mut text);
    let value: Json = serde_json::from_str(&text).unwrap_or(Json::Null);
    json!({ "field": field.contract(), "many": false, "secret": false, "value": value })
}

/// GET /hrs/org/configure.
fn show(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    call.read(|conn| shown(conn, org)).map(Answer::Data)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    version: i64,
    values: Map<String, Json>,
}

/// PUT /hrs/org/configure: the members that were sent.
fn save(call: &mut Call) -> Outcome {
    let body: Body = call.json()?;
    let fields = fields();
    if let Some(name) = body.values.keys().find(|name| !fields.iter().any(|field| field.name() == **name)) {
        return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    call.write(|tx| {
        let org = tx.org();
        let (_, old) = load(tx, org)?;
        let new = merged(&fields, &old, &body.values)?;
        take(tx, org, body.version)?;
        let cells: Vec<_> = fields.iter().map(|field| field.column).zip(new.iter().cloned()).collect();
        let mut update = sql::update_global("org", &cells);
        update.and_where(sql::eq("id", org));
        tx.exec(&update.into())?;
        let entry = LogEntry::of("org", Id(org), tx.actor.org_code.clone(), PAGE).did("修改", "基本信息");
        tx.log(entry.level(Level::Middle).changes(differences(&fields, &old, &new)))?;
        shown(tx, org)
    })
    .map(Answer::Data)
}

fn merged(fields: &[Field], old: &[Value], sent: &Map<String, Json>) -> Result<Vec<Value>, Refusal> {
    let mut findings = Findings::new();
    let one = |(field, before): (&Field, &Value)| match sent.get(&field.name()) {
        Some(json) if !field.read_only => field.parse(Some(json), &field.name(), &mut findings),
        _ => before.clone(),
    };
    let values = fields.iter().zip(old).map(one).collect();
    Refusal::unless_clean(&findings, &[])?;
    Ok(values)
}

/// Takes the company for a change: its version must be the caller's, and is raised.
fn take(tx: &mut Tx<'_>, org: i64, version: i64) -> Result<(), Refusal> {
    let cells = [
        ("version", Value::Int(version + 1)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut raise = sql::update_global("org", &cells);
    raise.and_where(sql::eq("id", org)).and_where(sql::eq("version", version));
    if tx.exec(&raise.into())? == 0 { Err(Refusal::Stale(Json::Null)) } else { Ok(()) }
}
