//! What the forms of this room offer: companies, editions, pages.

use platform::PLATFORM_ORG;
use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, Room, SelectAsk, SelectWork};
use platform::sea_query::{Expr, Order, SelectStatement};
use platform::store::sql;

/// Adds the selects to the room.
pub fn add(room: &mut Room) {
    let selects: [(&str, SelectWork); 6] = [
        ("noticeOrg", offer_orgs),
        ("noticeEdition", offer_editions),
        ("menuPage", offer_pages),
        ("release", offer_releases),
        ("helpDoc", offer_help),
        ("tutorial", offer_tutorials),
    ];
    room.selects.extend(selects);
}

/// Rows of value, label and hint.
fn offers(call: &Call, mut select: SelectStatement) -> Result<Vec<Offer>, Refusal> {
    let rows = call.read(|conn| Ok(conn.query(&select.limit(OFFERS_MAX).to_owned().into())?))?;
    let text = |row: &platform::store::Row, place: usize| match row.value(place) {
        platform::store::Value::Int(number) => Ok(number.to_string()),
        _ => row.get::<String>(place),
    };
    rows.iter().map(|row| Ok(Offer { value: text(row, 0)?, label: text(row, 1)?, hint: text(row, 2)? })).collect()
}

/// Rows that hold the keyword, or the one of a value.
fn asked(select: &mut SelectStatement, ask: &SelectAsk, key: &'static str, texts: [&'static str; 2]) {
    if ask.value.is_empty() {
        let [first, second] = texts;
        select.cond_where(sql::any_of([
            sql::contains(sql::col(first), &ask.keyword),
            sql::contains(sql::col(second), &ask.keyword),
        ]));
    } else if let ("id", Ok(id)) = (key, ask.value.parse::<i64>()) {
        select.and_where(sql::eq("id", id));
    } else {
        select.and_where(sql::eq(key, ask.value.clone()));
    }
}

fn offer_orgs(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    need_platform(call, &["hrs_notice", "hrs_questionnaire"])?;
    let mut select = sql::from_global("org");
    select.columns(["id", "name", "code"]).order_by("code", Order::Asc);
    asked(&mut select, ask, "id", ["name", "code"]);
    offers(call, select)
}

fn offer_editions(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    need_platform(call, &["hrs_notice", "hrs_questionnaire"])?;
    let mut select = sql::from(PLATFORM_ORG, "org_edition");
    select.columns(["code", "name", "name_en"]).order_by("user_count", Order::Asc);
    asked(&mut select, ask, "code", ["name", "code"]);
    offers(call, select)
}

/// Who runs the platform, and holds one of the pages.
fn need_platform(call: &Call, codes: &[&str]) -> Result<(), Refusal> {
    let actor = call.actor()?;
    let holds = codes.iter().any(|code| actor.has(code));
    if holds && actor.org_id == PLATFORM_ORG { Ok(()) } else { Err(Refusal::Forbidden) }
}

/// Pages of the menu, in the caller's language.
fn offer_pages(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let name = if call.language().starts_with("en") { "name_en" } else { "name_zh" };
    let actor = call.actor()?;
    if !["hrs_version", "hrs_doc", "hrs_tutorial"].iter().any(|code| actor.has(code)) {
        return Err(Refusal::Forbidden);
    }
    let mut select = sql::from_global("permission");
    select
        .columns(["id", name, "code"])
        .and_where(sql::eq("kind", 1i64))
        .and_where(sql::eq("status", true))
        .and_where(if actor.org_id == PLATFORM_ORG { Expr::val(true) } else { sql::eq("platform", false) })
        .order_by("sort", Order::Asc)
        .order_by("id", Order::Asc);
    asked(&mut select, ask, "id", [name, "code"]);
    offers(call, select)
}

fn offer_releases(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    need_platform(call, &["hrs_version"])?;
    let mut select = sql::from(PLATFORM_ORG, "product_release");
    select.columns(["id", "version_code", "version_date"]).order_by("version_rank", Order::Desc);
    asked(&mut select, ask, "id", ["version_code", "version_text"]);
    offers(call, select)
}

fn offer_help(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    actor.need("hrs_doc")?;
    let mut select = sql::from(actor.org_id, "help_doc");
    select.columns(["id", "title", "language"]).order_by("title", Order::Asc);
    asked(&mut select, ask, "id", ["title", "keywords"]);
    offers(call, select)
}

/// Published films of the platform.
fn offer_tutorials(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    call.actor()?.need("hrs_doc")?;
    let mut select = sql::from(PLATFORM_ORG, "tutorial");
    select.columns(["id", "title", "url"]).order_by("sort", Order::Asc).order_by("id", Order::Asc);
    if ask.value.is_empty() {
        select.and_where(sql::eq("status", "已发布".to_owned()));
    }
    asked(&mut select, ask, "id", ["title", "url"]);
    offers(call, select)
}
