//! 共享 and 停止: what the company that shares does.

use kernel::{Findings, Id, Instant, Msg, show_second};
use mail::Words;
use platform::PLATFORM_ORG;
use platform::access::{new_token, secret_hash};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::field::Field;
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages as common};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::{EXPIRED, FIELDS, IN, OPENED, OUT, PAGE, SENT, STOPPED, Share, TABLE, credit, given, set, side, told};
use crate::coop::rules::{MAIL, is_mail};
use crate::coop::take::{CONTACTS, CONTACTS_LABEL};
use crate::coop::{self, Coop};
use crate::info::invite;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Longest life of a link, in days.
const DAYS_MAX: i64 = 90;

const NO_COMPANY: Msg = Msg::new("share.company", "公司不存在", "There is no such company.");
const OWN_COMPANY: Msg = Msg::new("share.own", "不能共享给本公司", "This is your own company.");
const MANY_COMPANIES: Msg = Msg::new(
    "share.many",
    "有多家公司使用该名称，请填写公司代码",
    "Several companies have this name. Please give the code.",
);
const NO_FIELDS: Msg = Msg::new("share.fields", "请选择要共享的内容", "Choose what to share.");
const NO_MEMBER: Msg = Msg::new("share.member", "不能共享：{name}", "This can't be shared: {name}");
const SHARED: Msg =
    Msg::new("share.shared", "已共享给该公司（{n}）", "The partner is shared with this company already ({n}).");
const NOT_OPEN: Msg = Msg::new("share.not_open", "该共享已处理，不能停止", "This was answered already.");
const COOP_STOPPED: Msg = Msg::new("share.stopped", "客商已停用", "The partner is stopped.");

const COOP: Field = Field::reference("coop", "客商", "Partner").wire("coopId").required();
const COMPANY: Field = Field::text("公司", "Company").wire("company").required().max(100);
const MESSAGE: Field = Field::long("留言", "Message").wire("message").max(500);
const DAYS: Field = Field::int("有效天数", "Valid days").wire("days").required().range(1, DAYS_MAX);
const EMAIL: Field = Field::text("邮箱", "E-mail").wire("email").max(80).pattern("^[^\\s@]+@[^\\s@]+$", is_mail, MAIL);
const LENDS: Field = Field::flag("共用额度", "Share the limit").wire(credit::MEMBER);
const KNOWN: [Field; 6] = [COOP, COMPANY, MESSAGE, DAYS, EMAIL, LENDS];
/// What is ticked.
const TICKED: &str = "fields";

/// The partner, if the caller may see it.
fn own(conn: &mut dyn Conn, actor: &platform::access::Actor, id: Id) -> Result<Coop, Refusal> {
    Ok(coop::seen(conn, actor, id)?.1)
}

/// GET fields?coopId: what can be ticked, with the partner's values, and the company it is bound to.
pub(super) fn fields(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let id = call.query("coopId").parse().map(Id).map_err(|_| Refusal::NotFound)?;
    let data = call.read(|conn| {
        let partner = own(conn, &actor, id)?;
        let values = shown(conn, (actor.org_id, id), &|_| true)?;
        let bound = partner.bound_org_id.map(|org| facts::org(conn, org)).transpose()?;
        Ok(json!({ "coopName": partner.coop_name, "fields": values, "company": bound.map(|org| org.name) }))
    })?;
    Ok(Answer::Data(data))
}

/// Members of a partner that were ticked, with their labels and present values.
pub(super) fn shown(
    conn: &mut dyn Conn,
    (org, id): (i64, Id),
    is_ticked: &dyn Fn(&str) -> bool,
) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(org, "coop");
    select.columns(FIELDS.map(|field| field.column)).and_where(sql::eq("id", id));
    let row: Row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let line = |name: &str, (zh, en): (&str, &str), value: String| json!({ "field": name, "label": { "zh": zh, "en": en }, "value": value });
    let mut lines = Vec::new();
    for (place, field) in FIELDS.iter().enumerate().filter(|(_, field)| is_ticked(&field.name())) {
        lines.push(line(&field.name(), (field.zh, field.en), row.get(place)?));
    }
    if is_ticked(CONTACTS) {
        let contacts = crate::coop::take::known_contacts(conn, org, Some(id))?;
        lines.push(line(CONTACTS, CONTACTS_LABEL, contacts));
    }
    Ok(lines)
}

/// GET of/{id}.
pub(super) fn of_coop(call: &mut Call) -> Outcome {
    let (actor, id, now) = (call.actor()?.clone(), call.path_id("id")?, call.now());
    let shares = call.read(|conn| {
        own(conn, &actor, id)?;
        given(conn, actor.org_id, id)
    })?;
    Ok(Answer::Data(json!(shares.iter().map(|share| share.json(now)).collect::<Vec<_>>())))
}

/// What a share was asked with.
struct Asked {
    coop: Id,
    company: String,
    message: String,
    days: i64,
    email: String,
    lends: bool,
    fields: Vec<String>,
}

impl Asked {
    fn of(body: &Map<String, Json>) -> Result<Self, Refusal> {
        if let Some(name) = body.keys().find(|name| *name != TICKED && !KNOWN.iter().any(|field| field.wire == **name))
        {
            return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let mut findings = Findings::new();
        let mut value = |field: Field| field.parse(body.get(field.wire), field.wire, &mut findings);
        let (coop, company, message) = (value(COOP), value(COMPANY), value(MESSAGE));
        let (days, email, lends) = (value(DAYS), value(EMAIL), value(LENDS));
        let listed = body.get(TICKED).and_then(Json::as_array).into_iter().flatten();
        let fields: Vec<String> = listed.filter_map(|name| name.as_str().map(ToOwned::to_owned)).collect();
        findings.error_if(fields.is_empty(), TICKED, NO_FIELDS);
        let is_known = |name: &String| name == CONTACTS || FIELDS.iter().any(|field| field.name() == *name);
        if let Some(name) = fields.iter().find(|name| !is_known(name)) {
            findings.error(TICKED, NO_MEMBER.with(&[("name", name)]));
        }
        Refusal::unless_clean(&findings, &[])?;
        Ok(Self {
            coop: Id::from_value(&coop)?,
            company: String::from_value(&company)?.trim().to_owned(),
            message: String::from_value(&message)?,
            days: i64::from_value(&days)?,
            email: String::from_value(&email)?.to_lowercase(),
            lends: Option::<bool>::from_value(&lends)?.unwrap_or_default(),
            fields,
        })
    }
}

/// The company of a code or a name, or the one a partner of that code or name is bound to.
fn company(tx: &mut Tx<'_>, named: &str) -> Result<Id, Refusal> {
    let wrong = |message: Msg| Refusal::field(COMPANY.wire, message.text());
    let own = Id(tx.org());
    let mut orgs = sql::from_global("org");
    orgs.column("id").and_where(sql::eq("status", true)).cond_where(sql::any_of([
        sql::eq("code", named.to_uppercase()),
        sql::eq("code", named.to_owned()),
        sql::eq("name", named.to_owned()),
    ]));
    let mut found: Vec<Id> = tx.query(&orgs.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let mut bound = sql::from(own.0, "coop");
    bound
        .column("bound_org_id")
        .cond_where(sql::any_of([sql::eq("coop_code", named.to_uppercase()), sql::eq("coop_name", named.to_owned())]));
    for row in tx.query(&bound.into())? {
        found.extend(row.get::<Option<Id>>(0)?);
    }
    found.retain(|org| org.0 != PLATFORM_ORG);
    found.sort_unstable();
    found.dedup();
    match found.as_slice() {
        [] => Err(wrong(NO_COMPANY)),
        [one] if *one == own => Err(wrong(OWN_COMPANY)),
        [one] => Ok(*one),
        _ => Err(wrong(MANY_COMPANIES)),
    }
}

/// POST {coopId, company, fields, message, days, email}: the link is told here and never again.
pub(super) fn share(call: &mut Call) -> Outcome {
    let asked = Asked::of(&call.json::<Map<String, Json>>()?)?;
    let (code, base) = (new_token()?, call.public_url().trim_end_matches('/').to_owned());
    let data = call.write(|tx| {
        let actor = tx.actor;
        let partner = own(tx, actor, asked.coop)?;
        if partner.coop_state == coop::STOPPED {
            return Err(Refusal::field(COOP.wire, COOP_STOPPED.text()));
        }
        let peer = company(tx, &asked.company)?;
        let (org, now) = (tx.org(), tx.now);
        super::expire(tx, org, now)?;
        let open = given(tx, org, asked.coop)?.into_iter().find(|one| one.peer == peer.0 && one.state == SENT);
        if let Some(open) = open {
            return Err(Refusal::field(COMPANY.wire, SHARED.with(&[("n", &open.no)])));
        }
        if asked.lends
            && let Some((member, text)) = credit::fault(tx, (org, asked.coop), peer.0)?
        {
            return Err(Refusal::field(member, text));
        }
        let made = write(tx, (&asked, &partner), peer, &code)?;
        let url = format!("{base}{OPENED}?shareId={}&code={code}", made.uuid);
        if !asked.email.is_empty() {
            let words = words(&facts::org(tx, org)?.name, &partner.coop_name, &url, &show_second(made.expires));
            invite::post(tx, (&asked.email, "zh-CN"), &made.no, words)?;
        }
        Ok(json!({
            "id": made.id, "shareNo": made.no, "coopName": partner.coop_name, "peerName": made.peer_name, "url": url,
            "code": code, "state": SENT, "expireTime": show_second(made.expires),
        }))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(data))
}

/// Writes both sides with their log lines, and tells the other company.
fn write(tx: &mut Tx<'_>, (asked, partner): (&Asked, &Coop), peer: Id, code: &str) -> Result<Share, Refusal> {
    let (org, now, user) = (tx.org(), tx.now, tx.actor.user_id);
    let day = now.day().strftime("%y%m%d").to_string();
    let number = tx.next_number("coop share", &day)?;
    let (no, uuid) = (format!("GX-{day}{number:04}"), tx.app.new_uuid()?.to_string());
    let (own_name, peer_name) = (facts::org(tx, org)?.name, facts::org(tx, peer.0)?.name);
    let ends = now.plus_millis(asked.days * DAY_MS);
    let sides = [(org, OUT, peer.0, &peer_name, Some(asked.coop), user), (peer.0, IN, org, &own_name, None, Id(0))];
    for (owner, direction, other, other_name, coop, maker) in sides {
        let cells = [
            ("id", tx.new_id().into_value()),
            ("uuid", uuid.clone().into_value()),
            ("share_no", no.clone().into_value()),
            ("direction", direction.into_value()),
            ("peer_org_id", other.into_value()),
            ("peer_name", other_name.clone().into_value()),
            ("coop_id", coop.into_value()),
            ("coop_name", partner.coop_name.clone().into_value()),
            ("coop_type", partner.coop_type.clone().into_value()),
            ("fields", asked.fields.join(",").into_value()),
            ("message", asked.message.clone().into_value()),
            ("state", SENT.into_value()),
            ("code_hash", Value::Bytes(secret_hash(code))),
            ("expire_at", ends.into_value()),
            ("shares_credit", asked.lends.into_value()),
            ("version", Value::Int(1)),
            ("created_by", maker.into_value()),
            ("created_at", now.into_value()),
            ("updated_by", maker.into_value()),
            ("updated_at", now.into_value()),
        ];
        tx.exec(&sql::insert(owner, TABLE, &cells).into())?;
    }
    let of =
        |direction: &str, conn: &mut dyn Conn| side(conn, &uuid, direction)?.ok_or_else(|| Refusal::broken("no share"));
    let (own, theirs) = (of(OUT, tx)?, of(IN, tx)?);
    log_given(tx, &own, "共享", format!("共享给{peer_name}：{}", labels(asked)))?;
    let got = LogEntry::of(TABLE, theirs.id, &theirs.no, PAGE).did("新建", "收到共享").level(Level::Middle);
    tx.log_in(theirs.org, got.text(format!("{own_name}共享{}", theirs.coop_name)))?;
    told::received(tx, &theirs)?;
    Ok(own)
}

/// Chinese names of what was ticked.
fn labels(asked: &Asked) -> String {
    let ticked = FIELDS.iter().filter(|field| asked.fields.contains(&field.name())).map(|field| field.zh);
    let contacts = asked.fields.iter().any(|name| name == CONTACTS).then_some(CONTACTS_LABEL.0);
    let lends = asked.lends.then_some(LENDS.zh);
    ticked.chain(contacts).chain(lends).collect::<Vec<_>>().join("、")
}

/// A line in the log of the partner in the company that shares it.
pub(super) fn log_given(tx: &mut Tx<'_>, share: &Share, function: &str, text: String) -> Result<(), Refusal> {
    let id = share.coop.unwrap_or(share.id);
    let entry = LogEntry::of("coop", id, &share.coop_name, PAGE).did("修改", function).level(Level::High);
    tx.log_in(share.org, entry.text(format!("{}：{text}", share.no)))
}

fn words(org: &str, partner: &str, url: &str, until: &str) -> Words {
    let text = format!("{org}向贵公司共享客商{partner}，请登录后查看并接收：");
    let note = format!("链接有效期至{until}。");
    Words::of(format!("{org}共享客商：{partner}"), &[&text], Some(("查看共享", url)), &[&note])
}

/// POST {id}/stop {version}: as long as nobody has answered.
pub(super) fn stop(call: &mut Call) -> Outcome {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        version: i64,
    }
    let (id, Body { version }) = (call.path_id("id")?, call.json()?);
    call.write(|tx| {
        let org = tx.org();
        claim(tx, TABLE, id, version)?;
        let mut select = sql::from(org, TABLE);
        select
            .column((TABLE, "uuid"))
            .and_where(sql::of_eq(TABLE, "id", id))
            .and_where(sql::of_eq(TABLE, "direction", OUT))
            .cond_where(super::visible(tx.actor));
        let uuid: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
        let own = side(tx, &uuid, OUT)?.ok_or(Refusal::NotFound)?;
        if own.state_at(tx.now) != SENT {
            return Err(Refusal::business(if own.state_at(tx.now) == EXPIRED {
                super::receive::IS_OVER
            } else {
                NOT_OPEN
            }));
        }
        end(tx, &own, tx.now)?;
        log_given(tx, &own, "停止共享", format!("停止共享给{}", own.peer_name))
    })?;
    Ok(Answer::Data(json!({ "id": id, "version": version + 1, "state": STOPPED })))
}

/// Ends both sides; the version of the own one was raised when it was claimed.
fn end(tx: &mut Tx<'_>, own: &Share, now: Instant) -> Result<(), Refusal> {
    let name = tx.actor.name.clone();
    let cells =
        [("state", STOPPED.into_value()), ("handled_at", now.into_value()), ("handled_by_name", name.into_value())];
    tx.exec(&sql::update(own.org, TABLE, &cells).and_where(sql::eq("id", own.id)).to_owned().into())?;
    if let Some(theirs) = side(tx, &own.uuid, IN)? {
        set(tx, &theirs, cells.get(..2).unwrap_or_default())?;
    }
    Ok(())
}
