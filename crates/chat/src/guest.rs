//! Guests: partners a user invites by mail. The link in the mail opens a page with the conversation of the two and nothing
//! else; of its code the hash alone is kept, and it ends when the user ends it, with a new link, or after 30 days.

use facts::chat::{ACCOUNTS, new_cells};
use kernel::{Findings, Id, Instant, Msg};
use mail::{Kind, Letter, Sender, Words};
use platform::access::{new_token, secret_hash};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::PAGE;
use crate::account;
use crate::service::Party;

/// Their table.
pub(crate) const TABLE: &str = "chat_guest";
/// Address of the page a link opens.
const LINK: &str = "/chat_guest";
/// How long a link works.
const LIFE_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Invitations of a user, and to an address, within an hour.
const INVITED_AN_HOUR: u32 = 60;
const MAILED_AN_HOUR: u32 = 6;
/// Guests of a user whose links work.
const GUESTS_MAX: i64 = 200;

const NAME: Field = Field::text("姓名", "Name").required().max(40);
const EMAIL: Field =
    Field::text("邮箱", "E-mail").required().max(80).pattern("^[^\\s@]+@[^\\s@]+$", mail::is_address, NO_ADDRESS);
const COOP: Field = Field::reference("", "往来单位", "Partner");
const NO_ADDRESS: Msg =
    Msg::new("chat_guest.address", "请输入正确的邮箱地址", "Please enter a correct e-mail address.");
const NO_COOP: Msg = Msg::new("chat_guest.coop", "往来单位不存在", "There is no such partner.");
const MANY: Msg = Msg::new(
    "chat_guest.many",
    "有效的访客最多{n}位，请先撤销不再使用的链接",
    "There can be at most {n} guests. Please end links that are not used any more.",
);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Invitation {
    #[serde(default)]
    name: Json,
    #[serde(default)]
    email: Json,
    #[serde(default)]
    coop_id: Json,
    #[serde(default)]
    language: String,
}

/// Who is invited.
struct Invited {
    name: String,
    email: String,
    coop: Option<Id>,
    english: bool,
}

/// POST …/guest {name, email, coopId, language}.
pub(crate) fn invite(call: &mut Call) -> Outcome {
    let (own, body) = (account::own(call)?.party, call.json::<Invitation>()?);
    let base = call.public_url().to_owned();
    let wanted = call.read(|conn| read(conn, own.org, &body))?;
    let (limits, now) = (&call.app.limits, call.now());
    limits.take_of_hour(format!("chat invite {}", own.accid), INVITED_AN_HOUR, now)?;
    limits.take_of_hour(format!("chat invite to {}", wanted.email), MAILED_AN_HOUR, now)?;
    let (guest, accid) = call.write(|tx| {
        let code = new_token()?;
        let made = put(tx, &own, &wanted, &code)?;
        post(tx, &wanted, &base, &code)?;
        let entry = LogEntry::of(TABLE, made.0, &wanted.name, PAGE).did("新建", "邀请聊天").level(Level::Middle);
        tx.log(entry.text(format!("邀请聊天：{} {}", wanted.name, wanted.email)))?;
        Ok(made)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "guestId": guest, "accid": accid })))
}

fn read(conn: &mut dyn Conn, org: i64, body: &Invitation) -> Result<Invited, Refusal> {
    let mut findings = Findings::new();
    let name = NAME.parse(Some(&body.name), "name", &mut findings);
    let email = EMAIL.parse(Some(&body.email), "email", &mut findings);
    let coop = COOP.parse(Some(&body.coop_id), "coopId", &mut findings);
    let coop = Option::<Id>::from_value(&coop)?;
    if let Some(id) = coop {
        findings.error_if(facts::coop(conn, org, id)?.is_none(), "coopId", NO_COOP);
    }
    Refusal::unless_clean(&findings, &[])?;
    let english = body.language.starts_with("en");
    Ok(Invited { name: String::from_value(&name)?, email: String::from_value(&email)?.to_lowercase(), coop, english })
}

/// The row of a guest with a new code; who was invited before keeps his account, and so the conversation.
fn put(tx: &mut Tx<'_>, own: &Party, wanted: &Invited, code: &str) -> Result<(Id, String), Refusal> {
    let mut cells = vec![
        ("name", wanted.name.clone().into_value()),
        ("coop_id", wanted.coop.into_value()),
        ("code_hash", Value::Bytes(secret_hash(code))),
        ("expire_at", tx.now.plus_millis(LIFE_MS).into_value()),
        ("revoked_at", Value::Null),
    ];
    // Two invitations of the same user wait for each other.
    let mut hold = sql::from(own.org, ACCOUNTS);
    hold.column("id").and_where(sql::eq("id", own.id)).lock_exclusive();
    tx.first(&hold.into())?;
    let mut known = sql::from(own.org, TABLE);
    known
        .columns(["id", "account_id"])
        .and_where(sql::eq("host_account_id", own.id))
        .and_where(sql::eq("email", wanted.email.clone()));
    if let Some(row) = tx.first(&known.into())? {
        let (id, account): (Id, Id) = (row.get(0)?, row.get(1)?);
        tx.exec(&sql::update(own.org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
        let person = crate::contact::of_id(tx, own.org, account)?.ok_or(Refusal::NotFound)?;
        return Ok((id, person.party.accid));
    }
    need_room(tx, own)?;
    let account = new_cells(tx.app, None, tx.now)?;
    tx.exec(&sql::insert(own.org, ACCOUNTS, &account).into())?;
    let cell =
        |name: &str| account.iter().find(|(known, _)| *known == name).map_or(Value::Null, |(_, cell)| cell.clone());
    let id = tx.new_id();
    cells.extend([
        ("id", id.into_value()),
        ("account_id", cell("id")),
        ("host_account_id", own.id.into_value()),
        ("email", wanted.email.clone().into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ]);
    tx.exec(&sql::insert(own.org, TABLE, &cells).into())?;
    Ok((id, String::from_value(&cell("accid"))?))
}

fn need_room(tx: &mut Tx<'_>, own: &Party) -> Result<(), Refusal> {
    let mut count = sql::from(own.org, TABLE);
    count
        .expr(platform::sea_query::Expr::cust("COUNT(*)"))
        .and_where(sql::eq("host_account_id", own.id))
        .and_where(sql::col("revoked_at").is_null())
        .and_where(sql::col("expire_at").gt(sql::value(tx.now)));
    if tx.first(&count.into())?.unwrap_or_default().get::<i64>(0)? < GUESTS_MAX {
        return Ok(());
    }
    Err(Refusal::Business(MANY.with(&[("n", &GUESTS_MAX.to_string())])))
}

/// The mail with the link.
fn post(tx: &mut Tx<'_>, to: &Invited, base: &str, code: &str) -> Result<(), Refusal> {
    let (org, app, user) = (tx.org(), tx.app, tx.actor.user_id);
    let mailbox = mail::need_mailbox(tx, app, org, user)?;
    let base = if mailbox.public_url.is_empty() { base } else { &mailbox.public_url };
    let link = format!("{}{LINK}?code={code}", base.trim_end_matches('/'));
    let (company, host) = (facts::org(tx, org)?, tx.actor.name.clone());
    let language = if to.english { "en-US" } else { "zh-CN" };
    let words = words(to, &host, &company, &link);
    let from = Sender { org, mailbox: &mailbox, user: Some(user), language };
    mail::put(tx, app, from, &Letter::to(Kind::Chat, &to.email, words)).map(drop)
}

fn words(to: &Invited, host: &str, company: &facts::Org, link: &str) -> Words {
    if to.english {
        let company = if company.name_en.is_empty() { &company.name } else { &company.name_en };
        let text = format!("{host} of {company} invites you, {}, to an online chat. No log-in is needed.", to.name);
        let note = "The link works for 30 days and shows this conversation alone. Please do not pass it on.";
        return Words::of(format!("Online chat with {company}"), &[&text], Some(("Open the chat", link)), &[note]);
    }
    let company = &company.name;
    let text = format!("{}，您好：{company}的{host}邀请您在线沟通，无需登录。", to.name);
    let note = "链接30天内有效，仅可查看双方的会话，请勿转发他人。";
    Words::of(format!("{company}邀请您在线沟通"), &[&text], Some(("打开聊天", link)), &[note])
}

/// PUT …/guest/{id}/revoke: from now on the link opens nothing.
pub(crate) fn revoke(call: &mut Call) -> Outcome {
    let (own, id) = (account::own(call)?.party, call.path_id("id")?);
    call.write(|tx| {
        let mut select = sql::from(own.org, TABLE);
        select
            .columns(["name", "revoked_at"])
            .and_where(sql::eq("id", id))
            .and_where(sql::eq("host_account_id", own.id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (name, before): (String, Option<Instant>) = (row.get(0)?, row.get(1)?);
        if before.is_none() {
            let mut update = sql::update(own.org, TABLE, &[("revoked_at", tx.now.into_value())]);
            tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
        }
        tx.log(LogEntry::of(TABLE, id, name, PAGE).did("停用", "撤销聊天邀请").level(Level::Middle))
    })?;
    Ok(Answer::Data(Json::Null))
}
