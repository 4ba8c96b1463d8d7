//! What keys are held to, and how one is made and ended.

use kernel::parse_day;
use platform::access::{KEY_WHOLE, key_hint, new_key, secret_hash};
use platform::call::{App, Call};
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::Order;

use super::{ApiKey, DRAFT, PAGE_ID, PAGES, SOME, TABLE};

/// Days a key may last.
const DAYS_MAX: i64 = 366;

const NOT_OWN: Msg = Msg::new(
    "apiKey.not_own",
    "仅管理员可为其他用户建立或修改密钥",
    "Only an administrator makes or changes keys of other users.",
);
const NO_USER: Msg = Msg::new(
    "apiKey.no_user",
    "所属用户不存在、已停用或为管理员",
    "There is no such active user, or it is an administrator.",
);
const DAYS: Msg =
    Msg::new("apiKey.days", "有效期须在今天至{n}天内", "The last day lies between today and {n} days from now.");
const NO_PAGES: Msg = Msg::new("apiKey.no_pages", "请至少选择一个页面", "Please name one page at least.");
const NOT_HELD: Msg =
    Msg::new("apiKey.not_held", "您没有该页面的权限", "You have no permission for this page yourself.");

/// Makes a key that waits to be issued, for half a year: for worlds that are made before anybody logs in.
pub fn draft(app: &App, conn: &mut dyn Conn, (org, user): (i64, Id), name: &str) -> Result<(), Refusal> {
    const DAYS: i64 = 180;
    let (now, id) = (app.clock.now(), app.mint.next(app.clock.now()));
    let text = |text: &str| Value::Text(text.to_owned());
    let cells = [
        ("id", id.into_value()),
        ("name", text(name)),
        ("kind", text("SYSTEM")),
        ("user_id", user.into_value()),
        ("coverage", text(KEY_WHOLE)),
        ("read_only", Value::Bool(true)),
        ("expires_on", Value::Text(kernel::show_day(kernel::day_after_days(now.day(), DAYS)))),
        ("state", text(DRAFT)),
        ("version", Value::Int(1)),
        ("created_by", user.into_value()),
        ("created_at", now.into_value()),
        ("updated_by", user.into_value()),
        ("updated_at", now.into_value()),
    ];
    Ok(conn.exec(&sql::insert(org, TABLE, &cells).into()).map(drop)?)
}

/// Whether a key of this user is the actor's to make and to change.
fn is_of(actor: &Actor, user: Option<Id>) -> bool {
    user == Some(actor.user_id) || !actor.admin_role.is_empty()
}

/// What a key may be.
pub(super) fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    // A key would else make others, or widen itself.
    tx.actor.need_any_proof()?;
    if draft.value(ApiKey::USER_ID) == &Value::Null {
        draft.set(ApiKey::USER_ID, tx.actor.user_id.into_value());
    }
    let user: Option<Id> = draft.get(ApiKey::USER_ID)?;
    if !is_of(tx.actor, user) {
        findings.error("userId", NOT_OWN.text());
    } else if draft.is_new() && user != Some(tx.actor.user_id) && !is_plain_user(tx, user)? {
        findings.error("userId", NO_USER.text());
    }
    let today = tx.now.day();
    let last: String = draft.get(ApiKey::EXPIRES_ON)?;
    let days = parse_day(&last).map(|day| kernel::days_between(today, day));
    if draft.changes(ApiKey::EXPIRES_ON) && days.is_some_and(|days| !(0..=DAYS_MAX).contains(&days)) {
        findings.error("expiresOn", DAYS.with(&[("n", &DAYS_MAX.to_string())]));
    }
    if draft.get::<String>(ApiKey::COVERAGE)? == SOME {
        need_pages(tx, draft, findings)?;
    }
    Ok(())
}

/// A key gets no page that its maker has not. What its owner has is asked at every call.
fn need_pages(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let Some(rows) = draft.rows(PAGES.member) else {
        // An edit that does not speak of them leaves them; whoever narrows a key names them.
        if draft.changes(ApiKey::COVERAGE) {
            findings.error(PAGES.member, NO_PAGES.text());
        }
        return Ok(());
    };
    if rows.is_empty() {
        findings.error(PAGES.member, NO_PAGES.text());
    }
    let mut held = sql::from_global("permission");
    held.columns(["id", "code"]).and_where(sql::eq("kind", 1i64));
    let pages = tx.query(&held.into())?;
    for (place, row) in rows.iter().enumerate() {
        let Some(Value::Int(id)) = row.first() else { continue };
        let is_held = |page: &platform::store::Row| {
            page.get::<i64>(0).is_ok_and(|page| page == *id)
                && page.get::<String>(1).is_ok_and(|code| tx.actor.has(&code))
        };
        if !pages.iter().any(is_held) {
            findings.error(format!("{}.{place}.{}", PAGES.member, PAGE_ID.name()), NOT_HELD.text());
        }
    }
    Ok(())
}

/// Another user who may be given a key: at work, and no administrator.
fn is_plain_user(tx: &mut Tx<'_>, user: Option<Id>) -> Result<bool, Refusal> {
    let Some(user) = user else { return Ok(false) };
    let mut select = sql::from(tx.org(), "app_user");
    select.column("admin_role").and_where(sql::eq("id", user)).and_where(sql::eq("active", true));
    let row = tx.first(&select.into())?;
    row.map_or(Ok(false), |row| Ok(row.get::<String>(0)?.is_empty()))
}

/// 生成密钥: a new secret, told once; the one before opens nothing any more.
pub(super) fn issue(tx: &mut Tx<'_>, step: &mut Step<'_, ApiKey>) -> Result<(), Refusal> {
    tx.actor.need_proof()?;
    if !is_of(tx.actor, step.document.user_id) {
        return Err(Refusal::business(NOT_OWN));
    }
    let key = new_key(tx.org())?;
    let cells = [
        ("token_hash", Value::Bytes(secret_hash(&key))),
        ("hint", Value::Text(key_hint(&key))),
        ("issued_at", tx.now.into_value()),
        ("last_used_at", Value::Null),
    ];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.and_where(sql::eq("id", step.id));
    tx.exec(&update.into())?;
    tx.answers_secret();
    let told = Told::default().line(("API密钥（只显示一次）", "API key (shown once)"), key);
    step.answer("told", told.json());
    Ok(())
}

/// 撤销: the next call with it is refused.
pub(super) fn revoke(tx: &mut Tx<'_>, step: &mut Step<'_, ApiKey>) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), TABLE, &[("token_hash", Value::Null)]);
    update.and_where(sql::eq("id", step.id));
    Ok(tx.exec(&update.into()).map(drop)?)
}

/// Pages a key may open: those of its maker; one that is chosen is named whoever looks.
pub(super) fn offer_pages(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    let name = if call.language().starts_with("en") { "name_en" } else { "name_zh" };
    let mut select = sql::from_global("permission");
    select.columns(["id", name, "code"]).and_where(sql::eq("kind", 1i64)).order_by("sort", Order::Asc);
    if ask.value.is_empty() {
        select.and_where(sql::eq("status", true)).and_where(sql::contains(sql::col(name), &ask.keyword));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let mut offers = Vec::new();
    for row in &rows {
        let code: String = row.get(2)?;
        if !ask.value.is_empty() || actor.has(&code) {
            offers.push(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: code });
        }
    }
    offers.truncate(usize::try_from(OFFERS_MAX).unwrap_or(usize::MAX));
    Ok(offers)
}
