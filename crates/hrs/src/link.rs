//! Links by which a person sets a password (people chapter, rule 7): an invitation, or a reset. 256
//! random bits, stored as a hash, good once, sent to the login's own e-mail and shown to nobody else.

use kernel::{Id, Instant, Msg, SKEW_MS};
use mail::{Invitation, Kind, Letter, Mailbox, PasswordReset};
use platform::access::{actor_of, end_other_sessions, hash_password, is_elsewhere, new_token, secret_hash};
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::clock;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::auth::{self, device};
use crate::password;
use crate::security::Policy;

const HOUR_MS: i64 = 60 * 60 * 1000;
const INVITATION_HOURS: i64 = 72;
const RESET_MINUTES: i64 = 30;
/// Links one login may be sent an hour, so that nobody's letter box is filled by others.
const LINKS_PER_HOUR: usize = 5;
const DAY_MS: i64 = 24 * HOUR_MS;

const DEAD: Msg =
    Msg::new("link.dead", "链接已失效，请重新申请", "The link is no longer valid. Please ask for a new one.");

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The first password.
    Invite,
    /// A new one.
    Reset,
}

impl Purpose {
    const fn text(self) -> &'static str {
        match self {
            Self::Invite => "invite",
            Self::Reset => "reset",
        }
    }

    const fn life_ms(self) -> i64 {
        match self {
            Self::Invite => INVITATION_HOURS * HOUR_MS,
            Self::Reset => RESET_MINUTES * 60 * 1000,
        }
    }
}

/// Who asked for a link. Each has links of his own: nobody uses up those of an administrator, or of a device the
/// person used before, by asking in his name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Asker {
    /// Somebody before log-in.
    Anyone,
    /// The same, from a device of the person's.
    Device,
    /// An administrator.
    Admin,
}

impl Asker {
    const ALL: [Self; 3] = [Self::Anyone, Self::Device, Self::Admin];

    const fn text(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::Device => "device",
            Self::Admin => "admin",
        }
    }
}

/// Whose account a link is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Whose {
    /// The person.
    pub(crate) login: Id,
    /// Org of the account.
    pub(crate) org: i64,
    /// The account.
    pub(crate) user: Id,
}

/// Sends a link to the login's e-mail; answers the address, or none when there is no e-mail or no mailbox.
/// `sender` is the user who asked for it, with his org, in whose log the mail then stands; none when it
/// was the person himself.
pub(crate) fn send(
    conn: &mut dyn Conn,
    app: &App,
    purpose: Purpose,
    whose: Whose,
    (asker, sender): (Asker, Option<(i64, Id)>),
) -> Result<Option<String>, Refusal> {
    let Some(addressee) = addressee(conn, app, whose)? else { return Ok(None) };
    let now = app.clock.now();
    if sent_lately(conn, whose.login, asker, now)? >= LINKS_PER_HOUR {
        return Err(Refusal::TooMany);
    }
    let token = new_token()?;
    keep(conn, (purpose, asker), whose, &token, now)?;
    let Person { email, name, language, org } = &addressee.person;
    let link = format!("{}/login?{}={token}", addressee.mailbox.public_url.trim_end_matches('/'), purpose.text());
    let (kind, words) = match purpose {
        Purpose::Invite => {
            let says = Invitation { name, org, account: email, link: &link, hours: INVITATION_HOURS };
            (Kind::Invitation, says.words(language))
        }
        Purpose::Reset => {
            let says = PasswordReset { name, account: email, link: &link, minutes: RESET_MINUTES };
            (Kind::PasswordReset, says.words(language))
        }
    };
    let from = mail::Sender {
        user: sender.map(|(_, user)| user),
        ..addressee.sender(sender.map_or(whose.org, |(org, _)| org))
    };
    mail::put(conn, app, from, &Letter::to(kind, email, words))?;
    Ok(Some(addressee.person.email))
}

/// Sends a link, or tells the one-time password where none can be sent; answers whether a link was sent.
/// The answer to the caller gets the address, or the password.
pub(crate) fn answer(
    tx: &mut Tx<'_>,
    purpose: Purpose,
    whose: Whose,
    one_time: &str,
    told: &mut Map<String, Json>,
) -> Result<bool, Refusal> {
    let (app, sender) = (tx.app, (tx.org(), tx.actor.user_id));
    let mailed = send(tx, app, purpose, whose, (Asker::Admin, Some(sender)))?;
    let sent = mailed.is_some();
    match mailed {
        Some(address) => told.insert("mailedTo".to_owned(), json!(address)),
        None => {
            tx.answers_secret();
            told.insert("oneTimePassword".to_owned(), json!(one_time))
        }
    };
    Ok(sent)
}

/// A company's own mailbox is in its administrator's hand: of a person who belongs to others too it must
/// not see the link.
fn mailbox_of(conn: &mut dyn Conn, app: &App, whose: Whose) -> Result<Option<Mailbox>, Refusal> {
    if is_elsewhere(conn, whose.login, whose.org)? {
        return mail::mailbox_of_platform(conn, app);
    }
    mail::mailbox_for(conn, app, whose.org)
}

/// The person of an account.
pub(crate) struct Person {
    pub(crate) email: String,
    pub(crate) name: String,
    pub(crate) language: String,
    /// Name of the account's company.
    org: String,
}

fn person(conn: &mut dyn Conn, whose: Whose) -> Result<Option<Person>, Refusal> {
    let mut select = sql::from(whose.org, "app_user");
    select
        .join(JoinType::InnerJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")))
        .join(JoinType::InnerJoin, "org", sql::of("org", "id").equals(("app_user", "org_id")))
        .columns([("login", "email"), ("app_user", "name_cn"), ("app_user", "page_language"), ("org", "name")])
        .and_where(sql::of_eq("app_user", "id", whose.user));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let language = platform::language::base_of(conn, &row.get::<String>(2)?)?;
    Ok(Some(Person { email: row.get(0)?, name: row.get(1)?, language, org: row.get(3)? }))
}

/// A person who can be written to, and by which mailbox.
pub(crate) struct Addressee {
    pub(crate) person: Person,
    mailbox: Mailbox,
}

impl Addressee {
    /// The system writes; the mail stands in the log of that company.
    pub(crate) fn sender(&self, org: i64) -> mail::Sender<'_> {
        mail::Sender { org, mailbox: &self.mailbox, user: None, language: &self.person.language }
    }
}

/// Whom a mail about an account goes to; none without an e-mail or a mailbox to send it by.
pub(crate) fn addressee(conn: &mut dyn Conn, app: &App, whose: Whose) -> Result<Option<Addressee>, Refusal> {
    let person = person(conn, whose)?.ok_or(Refusal::NotFound)?;
    if !mail::is_address(&person.email) {
        return Ok(None);
    }
    Ok(mailbox_of(conn, app, whose)?.map(|mailbox| Addressee { person, mailbox }))
}

fn sent_lately(conn: &mut dyn Conn, login: Id, asker: Asker, now: Instant) -> Result<usize, Refusal> {
    let mut select = sql::from_global("login_link");
    select
        .column("created_at")
        .and_where(sql::eq("login_id", login))
        .and_where(sql::eq("asker", asker.text()))
        .and_where(sql::col("created_at").gt(sql::value(now.millis() - HOUR_MS)))
        .and_where(sql::col("created_at").lte(sql::value(now.plus_millis(SKEW_MS))));
    Ok(conn.query(&select.into())?.len())
}

/// The newest link alone works, but for those that somebody asked for who counts for more; rows of yesterday are of no
/// use any more.
fn keep(
    conn: &mut dyn Conn,
    (purpose, asker): (Purpose, Asker),
    whose: Whose,
    token: &str,
    now: Instant,
) -> Result<(), Refusal> {
    spend_of(conn, whose.login, asker, now)?;
    if clock::is_trusted(conn, now)? {
        let mut old = sql::delete_global("login_link");
        old.and_where(sql::eq("login_id", whose.login))
            .and_where(sql::col("created_at").lt(sql::value(now.millis() - DAY_MS)));
        conn.exec(&old.into())?;
    }
    let cells = [
        ("token_hash", Value::Bytes(secret_hash(token))),
        ("login_id", whose.login.into_value()),
        ("org_id", Value::Int(whose.org)),
        ("user_id", whose.user.into_value()),
        ("purpose", purpose.text().into_value()),
        ("asker", asker.text().into_value()),
        ("created_at", now.into_value()),
        ("expires_at", Value::Int(now.millis() + purpose.life_ms())),
    ];
    conn.exec(&sql::insert_global("login_link", &cells).into())?;
    Ok(())
}

/// Makes every link of a login worthless: a newer one was sent, or the password was set otherwise.
pub(crate) fn spend_all(conn: &mut dyn Conn, login: Id, now: Instant) -> Result<(), Refusal> {
    spend_of(conn, login, Asker::Admin, now)
}

/// Makes the links worthless that this one or somebody who counts for less asked for.
fn spend_of(conn: &mut dyn Conn, login: Id, asker: Asker, now: Instant) -> Result<(), Refusal> {
    let less = Asker::ALL.into_iter().filter(|other| *other <= asker).map(Asker::text);
    let mut spend = sql::update_global("login_link", &[("used_at", now.into_value())]);
    spend
        .and_where(sql::eq("login_id", login))
        .and_where(sql::col("used_at").is_null())
        .and_where(sql::is_in(sql::col("asker"), less));
    conn.exec(&spend.into())?;
    Ok(())
}

/// A link that works.
struct Live {
    whose: Whose,
    purpose: String,
}

fn find(conn: &mut dyn Conn, token: &str, now: Instant) -> Result<Live, Refusal> {
    let mut select = sql::from_global("login_link");
    select
        .columns(["login_id", "org_id", "user_id", "purpose"])
        .and_where(sql::eq("token_hash", secret_hash(token)))
        .and_where(sql::col("used_at").is_null())
        .and_where(sql::col("expires_at").gt(sql::value(now)))
        // One that a clock made which ran ahead would work for years.
        .and_where(sql::col("created_at").lte(sql::value(now.plus_millis(SKEW_MS))));
    let row = conn.first(&select.into())?.ok_or(Refusal::business(DEAD))?;
    Ok(Live { whose: Whose { login: row.get(0)?, org: row.get(1)?, user: row.get(2)? }, purpose: row.get(3)? })
}

/// GET /auth/password/link/{token}: whom a link is for.
pub(crate) fn look(call: &mut Call) -> Outcome {
    auth::limit(call, "link")?;
    let (token, now) = (call.path("token").to_owned(), call.now());
    let (live, who, policy) = call.read(|conn| {
        let live = find(conn, &token, now)?;
        let who = person(conn, live.whose)?.ok_or(Refusal::business(DEAD))?;
        let (policy, _) = Policy::of_login(conn, live.whose.login)?;
        Ok((live, who, policy))
    })?;
    Ok(Answer::Data(json!({
        "purpose": live.purpose, "orgName": who.org, "userName": who.name,
        "loginName": who.email, "policy": password::asked(&policy, call.language()),
    })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewPassword {
    token: String,
    new_password: String,
}

/// POST /auth/password/reset: sets the password and ends every session of the login.
pub(crate) fn set_password(call: &mut Call) -> Outcome {
    auth::limit(call, "link")?;
    let body: NewPassword = call.json()?;
    let now = call.now();
    let live = call.read(|conn| find(conn, &body.token, now))?;
    let whose = live.whose;
    // Who holds the link acts as the account it is for; one that was stopped since does not.
    let actor = call.read(|conn| actor_of(conn, &call.app.rights, (whose.org, whose.user), now))?;
    call.caller = Some(actor.ok_or(Refusal::business(DEAD))?);
    if let Some(fault) = call.read(|conn| password::refusal_of(conn, whose.login, &body.new_password))? {
        return Err(Refusal::field("newPassword", fault));
    }
    let hash = hash_password(&body.new_password, call.app.settings.password_cost)?;
    let cookie = call.write(|tx| {
        let mut spend = sql::update_global("login_link", &[("used_at", now.into_value())]);
        spend.and_where(sql::eq("token_hash", secret_hash(&body.token))).and_where(sql::col("used_at").is_null());
        if tx.exec(&spend.into())? != 1 {
            return Err(Refusal::business(DEAD));
        }
        password::replace(tx, whose.login, hash, false)?;
        auth::forgive_all(tx, whose.login)?;
        // Who reads the person's letters is let in next, whoever else fails at his login meanwhile.
        let cookie = device::keep(tx, call, whose.login, None)?;
        end_other_sessions(tx, whose.login, "", now)?;
        let done = if live.purpose == Purpose::Invite.text() { "接受邀请" } else { "找回密码" };
        let entry = LogEntry::of("login", whose.login, tx.actor.name.clone(), "/login");
        tx.log(entry.did("重置密码", done).level(Level::High))?;
        Ok(cookie)
    })?;
    Ok(Answer::Cookie(cookie, Box::new(Answer::Data(Json::Null))))
}
