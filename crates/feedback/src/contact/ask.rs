//! The user's side: how the platform is reached, and asking it for something.

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::log::LogEntry;
use platform::refusal::{Refusal, messages};
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::Order;
use platform::store::{Cell, Conn, Row, Value, sql};
use platform::{attached, deployment, rich_text, setting};
use serde_json::{Map, Value as Json, json};

use super::{
    CONTACT_ADDRESS, CONTACT_EMAIL, CONTACT_HOURS, CONTACT_NAME, CONTACT_PHONE, CONTACT_QR, CONTENT, EMAIL, KIND,
    PHONE, TABLE, UPGRADE, WAITING, WANTED,
};

pub(super) const PAGE: &str = "/contactUs";
/// Requests of a user on one day.
const PER_DAY: i64 = 5;
const ASKED: [Field; 6] = [KIND, CONTACT_NAME, PHONE, EMAIL, WANTED, CONTENT];

const ENOUGH: Msg =
    Msg::new("contact.enough", "今日提交次数已达上限", "You have sent as many requests as can be sent on one day.");
const NO_EDITION: Msg = Msg::new("contact.no_edition", "期望版本不存在", "There is no such edition.");
const PRIVATE: Msg = Msg::new("contact.private", "请联系您的系统管理员", "Please contact your system administrator.");

/// GET /hrs/platform/contact.
pub(super) fn reach(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let data = call.read(|conn| {
        if deployment::is_private(conn)? {
            return admin_of(conn, org);
        }
        let text = |conn: &mut dyn Conn, setting| {
            setting::value::<Option<String>>(conn, PLATFORM_ORG, setting, None).map(Option::unwrap_or_default)
        };
        let qr_code = text(conn, &CONTACT_QR)?;
        Ok(json!({
            "privateSaas": false,
            "phone": text(conn, &CONTACT_PHONE)?,
            "email": text(conn, &CONTACT_EMAIL)?,
            "address": text(conn, &CONTACT_ADDRESS)?,
            "hours": text(conn, &CONTACT_HOURS)?,
            "qrCode": rich_text::clean(rich_text::Policy::Body, &qr_code),
        }))
    })?;
    Ok(Answer::Data(data))
}

/// Who helps where one company runs the product for itself.
fn admin_of(conn: &mut dyn Conn, org: i64) -> Result<Json, Refusal> {
    let mut name = (String::new(), None::<String>);
    if let Some(admin) = approval::people::admin(conn, org)? {
        let mut select = sql::from(org, "app_user");
        select.columns(["name_cn", "email"]).and_where(sql::eq("id", admin));
        let row = conn.first(&select.into())?.unwrap_or_default();
        name = (row.get(0)?, row.get(1)?);
    }
    Ok(json!({ "privateSaas": true, "adminName": name.0, "adminEmail": name.1.unwrap_or_default() }))
}

/// Editions one may ask for.
pub(super) fn offer_editions(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let english = call.language().starts_with("en");
    let mut select = sql::from(PLATFORM_ORG, "org_edition");
    select.columns(["code", "name", "name_en"]).order_by("user_count", Order::Asc);
    if ask.value.is_empty() {
        select.and_where(sql::eq("active", true)).cond_where(sql::any_of([
            sql::contains(sql::col("name"), &ask.keyword),
            sql::contains(sql::col("name_en"), &ask.keyword),
        ]));
    } else {
        select.and_where(sql::eq("code", ask.value.clone()));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.limit(OFFERS_MAX).into())?))?;
    let offer = |row: &Row| {
        let (name, name_en): (String, Option<String>) = (row.get(1)?, row.get(2)?);
        let label = name_en.filter(|_| english).unwrap_or(name);
        Ok(Offer { value: row.get(0)?, label, hint: String::new() })
    };
    rows.iter().map(offer).collect()
}

/// POST /hrs/contact.
pub(super) fn send(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let known = |name: &String| name == "files" || ASKED.iter().any(|field| field.name() == *name);
    if let Some(name) = body.keys().find(|name| !known(name)) {
        return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    let (id, number) = call.write(|tx| {
        if deployment::is_private(tx)? {
            return Err(Refusal::business(PRIVATE));
        }
        let id = tx.new_id();
        let cells = checked(tx, id, &body)?;
        let day = kernel::show_day(tx.now.day()).replace('-', "").split_off(2);
        // Counted by a series of his own: of calls at the same time none slips through.
        let user = tx.actor.user_id;
        if tx.next_number(&format!("{TABLE}:{user}"), &day)? > PER_DAY {
            return Err(Refusal::business(ENOUGH));
        }
        let number = tx.in_org(PLATFORM_ORG, |tx| tx.next_number(TABLE, &day))?;
        let number = format!("ZX-{day}{number:04}");
        keep(tx, (id, &number), cells)?;
        if let Some(files) = attached::named(&body) {
            attached::hang(tx, TABLE, id, &files)?;
        }
        let text = format!("提交咨询与升级申请：{number}");
        tx.log(LogEntry::of(TABLE, id, &number, PAGE).did("新建", "提交").text(text))?;
        Ok((id, number))
    })?;
    Ok(Answer::Data(json!({ "id": id, "requestNo": number })))
}

/// The cells of a request; all that is wrong with it at once.
fn checked(tx: &mut Tx<'_>, id: Id, body: &Map<String, Json>) -> Result<Vec<(&'static str, Value)>, Refusal> {
    let mut findings = Findings::new();
    let mut cells: Vec<_> = ASKED
        .iter()
        .map(|field| (field.column, field.parse(body.get(&field.name()), &field.name(), &mut findings)))
        .collect();
    let upgrades = cells.iter().any(|(column, value)| *column == KIND.column && *value == UPGRADE.into_value());
    for (column, value) in &mut cells {
        if *column != WANTED.column || *value == Value::Null {
            continue;
        }
        if !upgrades {
            *value = Value::Null;
            continue;
        }
        let mut edition = sql::from(PLATFORM_ORG, "org_edition");
        edition
            .column("code")
            .and_where(sql::eq("code", String::from_value(value)?))
            .and_where(sql::eq("active", true));
        findings.error_if(tx.first(&edition.into())?.is_none(), &WANTED.name(), NO_EDITION);
    }
    attached::check(tx, TABLE, id, body, &mut findings)?;
    Refusal::unless_clean(&findings, &[])?;
    Ok(cells)
}

fn keep(tx: &mut Tx<'_>, (id, number): (Id, &str), mut cells: Vec<(&'static str, Value)>) -> Result<(), Refusal> {
    let (user, now) = (tx.actor.user_id.into_value(), tx.now.into_value());
    cells.extend([
        ("id", id.into_value()),
        ("request_no", number.into_value()),
        ("user_org_id", Value::Int(tx.org())),
        ("user_id", user.clone()),
        ("status", WAITING.into_value()),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ]);
    tx.exec(&sql::insert(PLATFORM_ORG, TABLE, &cells).into())?;
    Ok(())
}
