//! 个人设置. What a user decides for himself: who he is, how his orders begin, how he sends mails.

mod member;

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use mail::UserMailbox;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::{OnConflict, Order};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::user::login::{self, Contact};
use crate::user::{is_mail, is_phone, rules};
use member::members;

/// Page of the log.
const PAGE: &str = "/dashboard";
/// Mail servers a user may try a minute.
const TRIES_PER_MINUTE: u32 = 10;
/// Dictionary of the days a new order may begin with (catalogue prm.md, type 81).
const DEFAULT_DATES: i64 = 81;

const NO_NAME: Msg = Msg::new("personal.name", "请输入英文名", "Please enter the English name.");
const NAME_LONG: Msg = Msg::new("personal.name_long", "长度在1到40个字符", "It has 1 to 40 characters.");
const NO_MAIL: Msg = Msg::new("personal.mail", "请输入邮箱", "Please enter the e-mail.");
const BAD_MAIL: Msg = Msg::new("personal.bad_mail", "请输入正确的邮箱地址", "Please enter a correct e-mail address.");
const MAIL_LONG: Msg = Msg::new("personal.mail_long", "长度在1到80个字符", "It has 1 to 80 characters.");
const MAIL_TAKEN: Msg = Msg::new("personal.mail_taken", "邮箱已被使用", "The e-mail is used already.");
const MAIL_SET: Msg = Msg::new("personal.mail_set", "邮箱已设置，不能修改", "The e-mail is set and can't be changed.");
const NO_PHONE: Msg = Msg::new("personal.phone", "请输入手机号码", "Please enter the mobile number.");
const PHONE_LONG: Msg =
    Msg::new("personal.phone_long", "长度不能超过30个字符", "It can't be longer than 30 characters.");
const BAD_PHONE: Msg = Msg::new("personal.bad_phone", "请输入正确的手机号码", "Please enter a correct mobile number.");
const PHONE_TAKEN: Msg = Msg::new("personal.phone_taken", "手机号已被使用", "The mobile number is used already.");
const NO_AREA: Msg = Msg::new("personal.area", "区号不能为空", "The area code can't be empty.");
const BAD_LANGUAGE: Msg = Msg::new("personal.language", "请选择语言", "Please choose the language.");
const NO_NEW_PAGE: Msg =
    Msg::new("personal.new_page", "请选择编辑订单是否打开新页面", "Please choose whether orders open in a new page.");
const NO_CLOSING: Msg =
    Msg::new("personal.closing", "请选择保存订单后是否关闭页面", "Please choose whether the page closes after saving.");

/// Adds the calls to the room.
pub(crate) fn add(room: &mut Room) {
    room.operations.extend([
        Operation::get("get_user_extend", "/hrs/user/getHrsUserExtend", Access::LoggedIn, extend)
            .summary("How the caller's orders begin and who gets copies of his mails"),
        Operation::put("save_personal", "/hrs/user/editPersonal", Access::LoggedIn, save)
            .summary("Changes the caller's personal settings"),
        Operation::post("try_personal_mailbox", "/hrs/user/checkEmail", Access::LoggedIn, check_email)
            .reads()
            .summary("Logs in to the caller's mail server and sends nothing"),
        Operation::get("list_default_dates", "/hrs/user/selectDefaultDates", Access::LoggedIn, default_dates)
            .summary("Days after today a new order may begin with"),
    ]);
}

/// Who the caller is, as the settings show it.
struct Person {
    login_id: Id,
    admin: bool,
    name: String,
    name_en: String,
    mail: String,
    language: String,
    contact: Contact,
    version: i64,
    gone: Option<Msg>,
}

impl Person {
    fn read(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, "app_user");
        select
            .columns(["login_id", "admin_role", "name_cn", "name_en", "email", "page_language"])
            .columns(["user_status", "blacklist_date", "version"])
            .and_where(sql::eq("id", user));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let text = |place| row.get::<Option<String>>(place).map(Option::unwrap_or_default);
        let black = !text(7)?.is_empty();
        let left = row.get::<i64>(6)? == 0;
        Ok(Self {
            login_id: row.get(0)?,
            admin: !text(1)?.is_empty(),
            name: text(2)?,
            name_en: text(3)?,
            mail: text(4)?,
            language: text(5)?,
            contact: login::contact_of(conn, row.get(0)?)?,
            version: row.get(8)?,
            gone: if black { Some(rules::BLACK) } else { left.then_some(rules::LEFT) },
        })
    }
}

/// What a user saved: switches and members.
struct Kept {
    new_page: bool,
    close_page: bool,
    members: Map<String, Json>,
}

impl Kept {
    fn read(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, "user_extend");
        select
            .columns(["order_edit_new_page", "order_save_close_page", "settings"])
            .and_where(sql::eq("user_id", user));
        let Some(row) = conn.first(&select.into())? else {
            return Ok(Self { new_page: false, close_page: false, members: Map::new() });
        };
        let members = serde_json::from_str(&row.get::<String>(2)?);
        let members = members.map_err(|error| Refusal::broken(format!("personal settings: {error}")))?;
        Ok(Self { new_page: row.get(0)?, close_page: row.get(1)?, members })
    }
}

/// How somebody wants his orders opened and left: in a new page, and closed once saved.
pub(crate) fn page_switches(conn: &mut dyn Conn, org: i64, user: Id) -> Result<(bool, bool), Refusal> {
    let kept = Kept::read(conn, org, user)?;
    Ok((kept.new_page, kept.close_page))
}

/// Those who may get copies.
fn people(conn: &mut dyn Conn, org: i64) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select.column("id").and_where(sql::eq("active", true)).and_where(sql::eq("user_status", 1i64));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// The settings of the caller: answered by GET /hrs/user/{userId} for his own id. Without the password of his mailbox.
pub(crate) fn shown(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Map<String, Json>, Refusal> {
    let person = Person::read(conn, org, user)?;
    let kept = Kept::read(conn, org, user)?;
    let mut name = sql::from_global("org");
    name.column("name").and_where(sql::eq("id", org));
    let org_name: String = conn.first(&name.into())?.unwrap_or_default().get(0)?;
    let mailbox = UserMailbox::read(conn, org, user)?;
    let language = platform::language::in_force(conn, person.language.clone())?;
    let language_name = platform::language::find(conn, &language)?.map(|one| one.name);
    let mut shown = json!({
        "userId": user,
        "loginRole": if person.admin { "admin" } else { "user" },
        "orgName": org_name,
        "userName": person.name,
        "userEname": person.name_en,
        "phoneNumber": person.contact.phone,
        "internationalCountryCode": person.contact.area,
        "userEmail": person.mail,
        "pageLanguage": language,
        "paramText": language_name,
        "orderEditNewPage": kept.new_page,
        "orderSaveClosePage": kept.close_page,
        "version": person.version,
    });
    let mailbox = serde_json::to_value(mailbox).map_err(|error| Refusal::broken(error.to_string()))?;
    let mut all = std::mem::take(shown.as_object_mut().ok_or_else(|| Refusal::broken("no object"))?);
    if let Json::Object(mailbox) = mailbox {
        all.extend(mailbox);
    }
    Ok(all)
}

/// GET /hrs/user/getHrsUserExtend.
fn extend(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let (org, user) = (actor.org_id, actor.user_id);
    call.read(|conn| {
        let (kept, people) = (Kept::read(conn, org, user)?, people(conn, org)?);
        let name_en = Person::read(conn, org, user)?.name_en;
        let own = [("userId", json!(user)), ("orgId", json!(org.to_string())), ("userEname", json!(name_en))];
        let own = own.into_iter().map(|(name, value)| (name.to_owned(), value));
        let members = members().map(|member| (member.name.to_owned(), member.shown(&kept.members, &people)));
        Ok(Answer::Data(Json::Object(own.chain(members).collect())))
    })
}

/// PUT /hrs/user/editPersonal: everything is checked before anything is written.
fn save(call: &mut Call) -> Outcome {
    let sent: Map<String, Json> = call.json()?;
    let public_url = call.public_url().to_owned();
    let version = call.write(|tx| {
        let (org, user) = (tx.org(), tx.actor.user_id);
        let person = Person::read(tx, org, user)?;
        if let Some(why) = person.gone {
            return Err(Refusal::business(why));
        }
        // The specified body has no version: then the last write counts.
        let named = sent.get("version").filter(|version| !version.is_null());
        if named.is_some_and(|version| version.as_i64() != Some(person.version)) {
            return Err(Refusal::Stale(Json::Null));
        }
        let kept = Kept::read(tx, org, user)?;
        let mut findings = Findings::new();
        let wanted = Wanted::read(tx, &sent, &person, &mut findings)?;
        let people = people(tx, org)?;
        let members: Map<String, Json> = members()
            .map(|member| (member.name.to_owned(), member.read(sent.get(member.name), &people, &mut findings)))
            .collect();
        let mailbox = mailbox_of(&sent, &person, &wanted.mail)?;
        let mailed = mailbox.save(tx, &public_url, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let mut changes = wanted.changes(&person, &kept);
        changes.extend(member_changes(&kept.members, &members));
        changes.extend(mailed);
        wanted.write(tx, &person)?;
        keep(tx, &wanted, &members)?;
        let entry = LogEntry::of("user", user, person.name.clone(), PAGE).did("修改", "个人设置");
        tx.log(entry.level(Level::Middle).changes(changes))?;
        Ok(person.version + 1)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}

/// What was sent about the person.
struct Wanted {
    name_en: String,
    /// Both as they will be.
    mail: String,
    contact: Contact,
    language: String,
    new_page: bool,
    close_page: bool,
}

fn text(sent: &Map<String, Json>, name: &str) -> String {
    sent.get(name).and_then(Json::as_str).unwrap_or_default().trim().to_owned()
}

fn flag(sent: &Map<String, Json>, name: &str) -> Option<bool> {
    match sent.get(name)? {
        Json::Bool(flag) => Some(*flag),
        Json::Number(number) => number.as_i64().filter(|number| (0..=1).contains(number)).map(|number| number == 1),
        Json::String(text) => platform::field::flag_of(text),
        _ => None,
    }
}

impl Wanted {
    fn read(
        tx: &mut Tx<'_>,
        sent: &Map<String, Json>,
        person: &Person,
        findings: &mut Findings,
    ) -> Result<Self, Refusal> {
        let name_en = text(sent, "userEname");
        findings.error_if(name_en.is_empty(), "userEname", NO_NAME);
        findings.error_if(name_en.chars().count() > 40, "userEname", NAME_LONG);
        let language = text(sent, "pageLanguage");
        let known = platform::language::find(tx, &language)?;
        findings.error_if(known.is_none(), "pageLanguage", BAD_LANGUAGE);
        let (new_page, close_page) = (flag(sent, "orderEditNewPage"), flag(sent, "orderSaveClosePage"));
        findings.error_if(new_page.is_none(), "orderEditNewPage", NO_NEW_PAGE);
        findings.error_if(close_page.is_none(), "orderSaveClosePage", NO_CLOSING);
        Ok(Self {
            mail: mail(tx, sent, person, findings)?,
            contact: contact(tx, sent, person, findings)?,
            name_en,
            language,
            new_page: new_page.unwrap_or_default(),
            close_page: close_page.unwrap_or_default(),
        })
    }

    fn write(&self, tx: &mut Tx<'_>, person: &Person) -> Result<(), Refusal> {
        // Codes and links go there.
        if self.mail != person.mail || self.contact != person.contact {
            tx.actor.need_proof()?;
        }
        let mail = if self.mail.is_empty() { Value::Null } else { Value::Text(self.mail.clone()) };
        let cells = [
            ("name_en", self.name_en.clone().into_value()),
            ("email", mail),
            ("page_language", self.language.clone().into_value()),
            ("version", Value::Int(person.version + 1)),
            ("updated_by", tx.actor.user_id.into_value()),
            ("updated_at", tx.now.into_value()),
        ];
        let mut update = sql::update(tx.org(), "app_user", &cells);
        update.and_where(sql::eq("id", tx.actor.user_id)).and_where(sql::eq("version", person.version));
        if tx.exec(&update.into())? != 1 {
            return Err(Refusal::Stale(Json::Null));
        }
        if self.contact != person.contact {
            login::change(tx, person.login_id, &self.contact)?;
        }
        Ok(())
    }

    fn changes(&self, person: &Person, kept: &Kept) -> Vec<Change> {
        let yes = |flag: bool| if flag { "是" } else { "否" }.to_owned();
        let all = [
            ("userEname", "英文名", person.name_en.clone(), self.name_en.clone()),
            ("userEmail", "邮箱", person.mail.clone(), self.mail.clone()),
            ("phoneNumber", "手机号", person.contact.phone.clone(), self.contact.phone.clone()),
            ("pageLanguage", "语言", person.language.clone(), self.language.clone()),
            ("orderEditNewPage", "编辑订单打开新页面", yes(kept.new_page), yes(self.new_page)),
            ("orderSaveClosePage", "保存订单后关闭页面", yes(kept.close_page), yes(self.close_page)),
        ];
        all.into_iter()
            .filter(|(_, _, old, new)| old != new)
            .map(|(field, label, old, new)| Change { field: field.to_owned(), label: label.to_owned(), old, new })
            .collect()
    }
}

/// The address: settable once, by its owner (settings-email-server-locked).
fn mail(
    tx: &mut Tx<'_>,
    sent: &Map<String, Json>,
    person: &Person,
    findings: &mut Findings,
) -> Result<String, Refusal> {
    let mail = text(sent, "userEmail").to_lowercase();
    if !person.mail.is_empty() {
        let same = mail.is_empty() || mail == person.mail.to_lowercase();
        return if same { Ok(person.mail.clone()) } else { Err(Refusal::business(MAIL_SET)) };
    }
    findings.error_if(mail.is_empty(), "userEmail", NO_MAIL);
    findings.error_if(!mail.is_empty() && !is_mail(&mail), "userEmail", BAD_MAIL);
    findings.error_if(mail.chars().count() > 80, "userEmail", MAIL_LONG);
    let owner = login::by_mail(tx, &Contact { area: String::new(), phone: String::new(), mail: mail.clone() })?;
    findings.error_if(owner.is_some_and(|login| login != person.login_id), "userEmail", MAIL_TAKEN);
    Ok(mail)
}

/// Phone and address of the login: what is there stays, what is missing may be filled in.
fn contact(
    tx: &mut Tx<'_>,
    sent: &Map<String, Json>,
    person: &Person,
    findings: &mut Findings,
) -> Result<Contact, Refusal> {
    let mut contact = person.contact.clone();
    if contact.mail.is_empty() && person.mail.is_empty() {
        contact.mail = text(sent, "userEmail").to_lowercase();
    }
    let area = text(sent, "internationalCountryCode").trim_start_matches('+').to_owned();
    findings.error_if(area.is_empty(), "internationalCountryCode", NO_AREA);
    if !contact.phone.is_empty() {
        if contact.area.is_empty() {
            contact.area = area;
        }
        return Ok(contact);
    }
    let phone = text(sent, "phoneNumber");
    let length = phone.chars().count();
    findings.error_if(phone.is_empty(), "phoneNumber", NO_PHONE);
    findings.error_if(length > 30, "phoneNumber", PHONE_LONG);
    findings.error_if((1..=30).contains(&length) && !is_phone(&area, &phone), "phoneNumber", BAD_PHONE);
    (contact.area, contact.phone) = (area, phone);
    findings.error_if(login::by_phone(tx, &contact)?.is_some(), "phoneNumber", PHONE_TAKEN);
    Ok(contact)
}

/// The mailbox that was sent: all but the administrator send by their own address.
fn mailbox_of(sent: &Map<String, Json>, person: &Person, mail: &str) -> Result<UserMailbox, Refusal> {
    // Only the port may be nothing.
    let given = |name: &str, value: &Json| name.starts_with("mail") && (name == "mailPort" || !value.is_null());
    let named = sent.iter().filter(|(name, value)| given(name, value));
    let named = named.map(|(name, value)| (name.clone(), value.clone())).collect();
    let mut mailbox: UserMailbox = serde_json::from_value(Json::Object(named))
        .map_err(|_| Refusal::BadRequest(platform::refusal::messages::BAD_PARAMETER.with(&[("name", "mail")])))?;
    if !person.admin {
        mailbox.mail_address = mail.to_owned();
    }
    Ok(mailbox)
}

fn member_changes(old: &Map<String, Json>, new: &Map<String, Json>) -> Vec<Change> {
    let nobody = BTreeSet::new();
    members()
        .filter_map(|member| {
            let before = old.get(member.name).cloned().unwrap_or_else(|| member.shown(&Map::new(), &nobody));
            let after = new.get(member.name)?;
            let words = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (before != *after).then(|| Change {
                field: member.name.to_owned(),
                label: member.title(),
                old: words(&before),
                new: words(after),
            })
        })
        .collect()
}

fn keep(tx: &mut Tx<'_>, wanted: &Wanted, members: &Map<String, Json>) -> Result<(), Refusal> {
    let settings = serde_json::to_string(members).map_err(|error| Refusal::broken(error.to_string()))?;
    let cells = [
        ("user_id", tx.actor.user_id.into_value()),
        ("order_edit_new_page", Value::Bool(wanted.new_page)),
        ("order_save_close_page", Value::Bool(wanted.close_page)),
        ("settings", Value::Text(settings)),
        ("updated_at", tx.now.into_value()),
    ];
    let mut insert = sql::insert(tx.org(), "user_extend", &cells);
    let changed = ["order_edit_new_page", "order_save_close_page", "settings", "updated_at"];
    insert.on_conflict(OnConflict::columns(["org_id", "user_id"]).update_columns(changed).to_owned());
    tx.exec(&insert.into())?;
    Ok(())
}

/// POST /hrs/user/checkEmail: false when the server lets nobody in; why is not told.
fn check_email(call: &mut Call) -> Outcome {
    let sent: Map<String, Json> = call.json()?;
    let actor = call.actor()?;
    let (org, user) = (actor.org_id, actor.user_id);
    call.app.limits.take(format!("mailbox {org} {user}"), TRIES_PER_MINUTE, call.now())?;
    let person = call.read(|conn| Person::read(conn, org, user))?;
    let mail = if person.mail.is_empty() { text(&sent, "userEmail").to_lowercase() } else { person.mail.clone() };
    let mut findings = Findings::new();
    findings.error_if(!person.admin && mail.is_empty(), "userEmail", NO_MAIL);
    Refusal::unless_clean(&findings, &[])?;
    let verified = mailbox_of(&sent, &person, &mail)?.try_out(&call.app, org, user)?;
    Ok(Answer::Data(json!(verified)))
}

/// GET /hrs/user/selectDefaultDates.
fn default_dates(call: &mut Call) -> Outcome {
    let english = call.language().starts_with("en");
    let mut select = platform::dictionary::values(call.actor()?.org_id);
    select
        .columns(["edi_code1", "param_text", "param_text_en"])
        .and_where(sql::eq("category_type", DEFAULT_DATES))
        .and_where(sql::eq("active", true))
        .order_by("sort", Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let option = |row: &Row| -> Result<Json, Refusal> {
        let text = row.get::<Option<String>>(if english { 2 } else { 1 })?;
        Ok(json!({ "ediCode1": row.get::<Option<String>>(0)?.unwrap_or_default(), "paramText": text }))
    };
    Ok(Answer::Data(Json::Array(rows.iter().map(option).collect::<Result<_, _>>()?)))
}
