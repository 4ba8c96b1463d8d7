//! 忘记密码. The answer is the same for every login and comes before anybody looks whether there is one:
//! what was asked lies in a queue, and a worker sends the link.

use std::sync::Arc;

use kernel::{Id, Instant, Msg};
use platform::access::may_work;
use platform::call::{Answer, App, Call, Outcome};
use platform::job::plan::{Category, Plan, Schedule, Waiting};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, JoinType, Order};
use platform::store::{Cell, Conn, Row, sql};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::auth::{self, device};
use crate::link::{self, Asker, Purpose, Whose};
use crate::user::{is_mail, is_phone};

const SENT: Msg = Msg::new(
    "forgot.sent",
    "如账号存在，重置链接已发送至登记邮箱",
    "If the account exists, a link to set a new password has been sent to its e-mail.",
);
const BAD_PHONE: Msg = Msg::new("user.phone", "请输入正确的手机号码", "Please enter a correct phone number.");
const BAD_MAIL: Msg = Msg::new("user.mail", "请输入正确的邮箱地址", "Please enter a correct e-mail address.");
/// Requests for one login a minute.
const PER_LOGIN: u32 = 3;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    phone_number: String,
    international_country_code: String,
    user_email: String,
}

impl Default for Asked {
    fn default() -> Self {
        Self { phone_number: String::new(), international_country_code: "86".to_owned(), user_email: String::new() }
    }
}

/// POST /auth/password/forgot.
pub(crate) fn ask(call: &mut Call) -> Outcome {
    auth::limit(call, "forgot")?;
    let asked: Asked = call.json()?;
    let (phone, email) = (asked.phone_number.trim(), asked.user_email.trim().to_lowercase());
    let area = asked.international_country_code.trim().trim_start_matches('+');
    if phone.is_empty() && !is_mail(&email) {
        return Err(Refusal::field("userEmail", BAD_MAIL.text()));
    }
    if !phone.is_empty() && !is_phone(area, phone) {
        return Err(Refusal::field("phoneNumber", BAD_PHONE.text()));
    }
    let now = call.now();
    // Strangers use up their own requests for a login, not those of a device; whether it is one of the person's is seen
    // when the request is worked on, so that nobody learns here who has an account.
    let marks = device::marks(call);
    let keys: Option<Vec<u8>> = (!marks.is_empty()).then(|| marks.iter().flat_map(device::Mark::key).collect());
    let device = marks.iter().map(|mark| mark.limit_key()).collect::<String>();
    call.app.limits.take(format!("forgot {area} {phone} {email} {device}"), PER_LOGIN, now)?;
    let email = if phone.is_empty() { email } else { String::new() };
    let cells = [
        ("id", call.app.mint.next(now).into_value()),
        ("phone_area", area.into_value()),
        ("phone", phone.to_owned().into_value()),
        ("email", email.into_value()),
        ("device", keys.into_value()),
        ("created_at", now.into_value()),
    ];
    call.app.system_write(|conn| Ok(conn.exec(&sql::insert_global("password_request", &cells).into())?))?;
    call.app.jobs.ring();
    Ok(Answer::Said(SENT.text(), Json::Null))
}

/// Answering the requests is a plan of the platform.
pub(crate) const PLAN: Plan = Plan::new(
    "password.forgot",
    ("找回密码处理", "Requests for a new password"),
    (Category::Mail, Schedule::Arrival(backlog)),
    work_due,
);

fn backlog(conn: &mut dyn Conn, _: Instant) -> Result<Waiting, Refusal> {
    let mut all = sql::from_global("password_request");
    all.expr(Expr::cust("COUNT(*)"));
    let all = conn.first(&all.into())?.unwrap_or_default().get(0)?;
    Ok(Waiting { all, due: all })
}

/// Works on the requests. One that fails is gone: its person asks again.
pub(crate) fn work_due(app: &Arc<App>) -> Result<usize, Refusal> {
    let mut count = 0;
    while !app.jobs.is_stopping() {
        let mut oldest = sql::from_global("password_request");
        oldest.columns(["id", "phone_area", "phone", "email", "device"]).order_by("id", Order::Asc).limit(1);
        let Some(row) = app.store.read(|conn| Ok::<_, Refusal>(conn.first(&oldest.into())?))? else { break };
        count += 1;
        let mut done = sql::delete_global("password_request");
        done.and_where(sql::eq("id", row.get::<Id>(0)?));
        // Of two workers one takes the row away.
        if app.store.write(|conn| conn.exec(&done.into()).map_err(Refusal::from))? == 0 {
            continue;
        }
        let sent = app.system_write(|conn| answer(conn, app, &row));
        match sent {
            Ok(()) | Err(Refusal::TooMany) => {}
            Err(refusal) => tracing::error!(?refusal, "a request for a new password failed"),
        }
    }
    Ok(count)
}

fn answer(conn: &mut dyn Conn, app: &App, row: &Row) -> Result<(), Refusal> {
    let (area, phone, email): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
    let by = if phone.is_empty() {
        Condition::all().add(sql::of_eq("login", "email", email))
    } else {
        Condition::all().add(sql::of_eq("login", "phone_area", area)).add(sql::of_eq("login", "phone", phone))
    };
    match account(conn, app, by)? {
        Some(whose) => {
            let mut known = false;
            for key in row.get::<Option<Vec<u8>>>(4)?.unwrap_or_default().chunks(device::KEY_BYTES) {
                known = known || device::is_known(conn, whose.login, key, app)?;
            }
            let asker = if known { Asker::Device } else { Asker::Anyone };
            link::send(conn, app, Purpose::Reset, whose, (asker, None)).map(drop)
        }
        None => Ok(()),
    }
}

/// The first account of a login that may log in.
fn account(conn: &mut dyn Conn, app: &App, by: Condition) -> Result<Option<Whose>, Refusal> {
    use platform::sea_query::ExprTrait;
    let mut select = sql::from_global("login");
    select
        .join(JoinType::InnerJoin, "app_user", sql::of("app_user", "login_id").equals(("login", "id")))
        .join(JoinType::InnerJoin, "org", sql::of("org", "id").equals(("app_user", "org_id")))
        .columns([("login", "id"), ("app_user", "org_id"), ("app_user", "id")])
        .cond_where(by)
        .and_where(sql::of_eq("app_user", "active", true))
        .cond_where(may_work(app.clock.now()))
        .order_by(("app_user", "org_id"), Order::Asc)
        .limit(1);
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    Ok(Some(Whose { login: row.get(0)?, org: row.get(1)?, user: row.get(2)? }))
}
