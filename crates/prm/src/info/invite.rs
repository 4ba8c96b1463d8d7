//! 资料邀请: a link for a partner, or for one that is yet to be made.

use kernel::{Findings, Id, Msg, show_second};
use mail::{Kind, Letter, Sender, Words};
use platform::access::{new_token, secret_hash};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::{Choice, Field};
use platform::log::LogEntry;
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::{OPEN, PAGE, SENT, TABLE};
use crate::coop::rules::{MAIL, is_mail};
use crate::coop::{self, Coop, STOPPED, TYPES};

/// How long a link works.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const LIFE_MS: i64 = 14 * DAY_MS;

const OPEN_ALREADY: Msg = Msg::new(
    "info.open",
    "该客商已有未完成的资料邀请{n}，请先撤回",
    "The partner has the open invitation {n}. Please withdraw it first.",
);
const IS_STOPPED: Msg = Msg::new("info.stopped", "客商已停用", "The partner is stopped.");
const NO_MAILBOX: Msg = Msg::new(
    "info.no_mailbox",
    "未配置发件邮箱，请复制链接发送",
    "No mailbox is set up. Please copy the link and send it yourself.",
);

const LANGUAGES: &[Choice] = &[Choice::new("zh-CN", "中文", "Chinese"), Choice::new("en-US", "英文", "English")];
const COOP: Field = Field::reference("coop", "客商", "Partner").wire("coopId");
const TYPE: Field = Field::select(TYPES, "类型", "Type").wire("coopType").required();
const NAME: Field = Field::text("简称", "Short name").wire("coopName").required().max(40);
const EMAIL: Field = Field::text("邮箱", "E-mail").wire("email").max(80).pattern("^[^\\s@]+@[^\\s@]+$", is_mail, MAIL);
const LANGUAGE: Field = Field::select(LANGUAGES, "语言", "Language").wire("language");
const KNOWN: [Field; 5] = [COOP, TYPE, NAME, EMAIL, LANGUAGE];

/// Who is asked.
struct Asked {
    coop: Option<Id>,
    coop_type: String,
    coop_name: String,
    email: String,
    language: String,
}

impl Asked {
    fn of(tx: &mut Tx<'_>, body: &Map<String, Json>) -> Result<Self, Refusal> {
        if let Some(name) = body.keys().find(|name| !KNOWN.iter().any(|field| field.wire == *name)) {
            return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let mut findings = Findings::new();
        let mut value = |field: Field| field.parse(body.get(field.wire), field.wire, &mut findings);
        let coop = Option::<Id>::from_value(&value(COOP))?;
        let (email, language) = (String::from_value(&value(EMAIL))?, String::from_value(&value(LANGUAGE))?);
        let (coop_type, coop_name) = match coop {
            Some(_) => (String::new(), String::new()),
            None => (String::from_value(&value(TYPE))?, String::from_value(&value(NAME))?),
        };
        Refusal::unless_clean(&findings, &[])?;
        let language = if language.is_empty() { "zh-CN".to_owned() } else { language };
        let asked = Self { coop, coop_type, coop_name, email: email.to_lowercase(), language };
        match coop {
            Some(id) => asked.of_partner(tx, id),
            None => asked.of_new(tx),
        }
    }

    fn of_partner(self, tx: &mut Tx<'_>, id: Id) -> Result<Self, Refusal> {
        let actor = tx.actor;
        let (_, coop): (i64, Coop) = coop::seen(tx, actor, id)?;
        if coop.coop_state == STOPPED {
            return Err(Refusal::field("coopId", IS_STOPPED.text()));
        }
        Ok(Self { coop_type: coop.coop_type, coop_name: coop.coop_name, ..self })
    }

    /// A short name that is taken belongs to a partner that can be chosen.
    fn of_new(self, tx: &mut Tx<'_>) -> Result<Self, Refusal> {
        let mut same = sql::from(tx.org(), "coop");
        same.expr(Expr::cust("1")).and_where(sql::eq("coop_name", self.coop_name.clone())).limit(1);
        if tx.first(&same.into())?.is_some() {
            return Err(Refusal::field("coopName", coop::NAME_TAKEN.text()));
        }
        Ok(self)
    }
}

/// POST invite {coopId | coopType, coopName, email, language}: the link is told here and never again.
pub(super) fn invite(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let (code, base) = (new_token()?, call.public_url().trim_end_matches('/').to_owned());
    let url = format!("{base}/customer_info?code={code}");
    let data = call.write(|tx| {
        let asked = Asked::of(tx, &body)?;
        let (org, now, id) = (tx.org(), tx.now, tx.new_id());
        let day = now.day().strftime("%y%m%d").to_string();
        let number = tx.next_number("customer info", &day)?;
        let no = format!("ZL-{day}{number:04}");
        super::expire(tx, org, now)?;
        one_open(tx, &asked)?;
        let ends = now.plus_millis(LIFE_MS);
        let user = tx.actor.user_id;
        let cells = [
            ("id", id.into_value()),
            ("request_no", no.clone().into_value()),
            ("coop_id", asked.coop.into_value()),
            ("coop_type", asked.coop_type.clone().into_value()),
            ("coop_name", asked.coop_name.clone().into_value()),
            ("email", asked.email.clone().into_value()),
            ("language", asked.language.clone().into_value()),
            ("state", SENT.into_value()),
            ("code_hash", Value::Bytes(secret_hash(&code))),
            ("expire_at", ends.into_value()),
            ("version", Value::Int(1)),
            ("created_by", user.into_value()),
            ("created_at", now.into_value()),
            ("updated_by", user.into_value()),
            ("updated_at", now.into_value()),
        ];
        tx.exec(&sql::insert(org, TABLE, &cells).into())?;
        if !asked.email.is_empty() {
            let org_name = facts::org(tx, org)?.name;
            post(
                tx,
                (&asked.email, &asked.language),
                &no,
                words(&asked.language, &org_name, &url, &show_second(ends)),
            )?;
        }
        let to = if asked.email.is_empty() { String::new() } else { format!("，发送至{}", asked.email) };
        let text = format!("资料邀请：{}{to}", asked.coop_name);
        tx.log(LogEntry::of(TABLE, id, &no, PAGE).did("新建", "资料邀请").text(text))?;
        Ok(json!({
            "id": id, "requestNo": no, "coopName": asked.coop_name, "state": SENT, "url": url, "code": code,
            "expireTime": show_second(ends),
        }))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(data))
}

/// One open invitation for each partner.
fn one_open(tx: &mut Tx<'_>, asked: &Asked) -> Result<(), Refusal> {
    let mut open = sql::from(tx.org(), TABLE);
    open.column("request_no").and_where(sql::is_in(sql::col("state"), OPEN)).limit(1);
    match asked.coop {
        Some(coop) => open.and_where(sql::eq("coop_id", coop)),
        None => open.and_where(sql::col("coop_id").is_null()).and_where(sql::eq("coop_name", asked.coop_name.clone())),
    };
    match tx.first(&open.into())? {
        None => Ok(()),
        Some(row) => {
            let at = if asked.coop.is_some() { "coopId" } else { "coopName" };
            Err(Refusal::field(at, OPEN_ALREADY.with(&[("n", &row.get::<String>(0)?)])))
        }
    }
}

/// Puts a mail of the company into the outbox. It carries a link, which does not stay in the log.
pub(crate) fn post(
    tx: &mut Tx<'_>,
    (email, language): (&str, &str),
    number: &str,
    words: Words,
) -> Result<(), Refusal> {
    let (org, app, user) = (tx.org(), tx.app, tx.actor.user_id);
    let mailbox = mail::mailbox_for(tx, app, org)?.ok_or_else(|| Refusal::field("email", NO_MAILBOX.text()))?;
    let letter = Letter { number: number.to_owned(), ..Letter::to(Kind::Invitation, email, words) };
    let from = Sender { org, mailbox: &mailbox, user: Some(user), language };
    mail::put(tx, app, from, &letter).map(drop)
}

fn words(language: &str, org: &str, url: &str, until: &str) -> Words {
    let (subject, text, label, note) = if language.starts_with("en") {
        (
            format!("{org} asks for your company data"),
            format!("{org} would like to keep your company data up to date. Please fill in the sheet:"),
            "Fill in the data sheet",
            format!("The link works until {until}."),
        )
    } else {
        (
            format!("{org}邀请您填写客户信息"),
            format!("{org}邀请您填写贵公司的资料："),
            "填写客户信息登记表",
            format!("链接有效期至{until}。"),
        )
    };
    Words::of(subject, &[&text], Some((label, url)), &[&note])
}
