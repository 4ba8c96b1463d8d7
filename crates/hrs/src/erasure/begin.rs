//! How the erasing of a person begins: whom it is about, the row that tells of it, and its job.

use platform::call::Call;
use platform::job::{self, NewJob};
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::Order;
use serde_json::{Value as Json, json};

use super::person::{self, Asked};
use super::{EMAIL, EXPORT, ID_NUMBER, KIND, NAME, NAME_EN, PATH, PHONE, REASON, RUNNING, TABLE, TITLE, USER, USER_ID};

const SHORT: Msg = Msg::new("erasure.short", "至少2个字", "Two letters at least.");
const NOT_PHONE: Msg = Msg::new("erasure.phone", "电话至少7位数字", "A phone number has seven digits at least.");
const NOT_MAIL: Msg = Msg::new("erasure.mail", "邮箱格式不正确", "This is no mail address.");
const NOT_PAPER: Msg = Msg::new("erasure.paper", "证件号至少6位", "A number of a paper has six letters at least.");
const SHARED: Msg = Msg::new(
    "erasure.shared",
    "有同名记录，请填写电话、邮箱或证件号",
    "Others have this name. Please give a phone, a mail or a number of a paper.",
);
const NOBODY: Msg = Msg::new(
    "erasure.nobody",
    "请填写姓名、电话、邮箱或证件号",
    "Please give a name, a phone, a mail or a number of a paper.",
);

/// Users who left, for whom who is no employee any more asks.
pub(super) fn offer_left(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, "app_user");
    select.columns(["id", "name_cn", "login_name"]).and_where(sql::eq("user_status", 0i64));
    if ask.value.is_empty() {
        select.and_where(sql::contains(sql::col("name_cn"), &ask.keyword));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    select.order_by("name_cn", Order::Asc).order_by("id", Order::Asc).limit(OFFERS_MAX);
    crate::setup::offers(call, select)
}

/// 清除个人信息: the row and the job that does it. The row, the job and the log say nothing of who it is.
pub(super) fn begin(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    // Nobody who found an unguarded desk takes people out of the data.
    tx.actor.need_proof()?;
    let kind: String = filled.get(KIND)?;
    let reason: String = filled.get(REASON)?;
    let (org, id) = (tx.org(), tx.new_id());
    let mut asked = if kind == USER { person::of_user(tx, filled.get(USER_ID)?)? } else { typed(filled)? };
    asked.erasure = id.0;
    asked.token = format!("已清除{}", tx.next_number(TABLE, "")?);
    person::look_around(tx, org, &mut asked)?;
    if asked.shares_name && asked.numbers.is_empty() && asked.mails.is_empty() {
        // Nothing of his could be told from what is another's.
        let place = if kind == USER { USER_ID } else { PHONE };
        return Err(Refusal::field(place.name(), SHARED.text()));
    }
    put_row(tx, id, &asked.token, (&kind, &reason), (asked.shares_name, asked.login_kept))?;
    job::submit(tx, new_job(EXPORT, &asked.token, json!(asked)))?;
    let entry = LogEntry::of(TABLE, id, asked.token.clone(), PATH).did("删除", "清除个人信息");
    tx.log(entry.level(Level::High))?;
    tx.app.jobs.ring();
    Ok(())
}

/// A job of an erasure.
pub(super) fn new_job(name: &'static str, token: &str, request: Json) -> NewJob<'static> {
    NewJob {
        class: job::Class::Pack,
        name,
        page: PATH,
        title: TITLE,
        conditions: token.to_owned(),
        total: None,
        request,
    }
}

/// What is under way from now on.
pub(super) fn put_row(
    tx: &mut Tx<'_>,
    id: Id,
    token: &str,
    (kind, reason): (&str, &str),
    (shares_name, login_kept): (bool, bool),
) -> Result<(), Refusal> {
    let org = tx.org();
    let cells = [
        ("id", id.into_value()),
        ("token", Value::Text(token.to_owned())),
        ("kind", Value::Text(kind.to_owned())),
        ("state", Value::Text(RUNNING.to_owned())),
        ("reason", Value::Text(reason.to_owned())),
        ("texts", Value::Int(0)),
        ("files", Value::Int(0)),
        ("letters", Value::Int(0)),
        ("doubtful", Value::Int(0)),
        ("unread_files", Value::Int(0)),
        ("job_files", Value::Int(0)),
        ("sealed", Value::Int(0)),
        ("shares_name", Value::Bool(shares_name)),
        ("login_kept", Value::Bool(login_kept)),
        ("version", Value::Int(1)),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    Ok(())
}

/// A person as he was typed in.
fn typed(filled: &Filled<'_>) -> Result<Asked, Refusal> {
    let mut findings = Findings::new();
    let mut asked = Asked::default();
    for field in [NAME, NAME_EN] {
        let name: String = filled.get(field)?;
        findings.error_if(name.chars().count() == 1, &field.name(), SHORT);
        asked.name(&name);
    }
    let (phone, paper): (String, String) = (filled.get(PHONE)?, filled.get(ID_NUMBER)?);
    findings.error_if(!phone.is_empty() && !asked.number(&phone, 7), &PHONE.name(), NOT_PHONE);
    findings.error_if(!paper.is_empty() && !asked.number(&paper, 6), &ID_NUMBER.name(), NOT_PAPER);
    let mail: String = filled.get(EMAIL)?;
    findings.error_if(!mail.is_empty() && !crate::user::is_mail(&mail.to_lowercase()), &EMAIL.name(), NOT_MAIL);
    asked.mail(&mail);
    findings.error_if(!findings.has_errors() && asked.is_empty(), &NAME.name(), NOBODY);
    Refusal::unless_clean(&findings, &[])?;
    Ok(asked)
}
