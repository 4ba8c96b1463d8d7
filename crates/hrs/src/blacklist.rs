//! 人员黑名单. Persons the org wants no account for, known by phone, e-mail or ID number.

use kernel::{Findings, Id, Msg};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Written, claim};
use platform::field::{Choice, Field};
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait, Func, JoinType, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::user::{ID_TYPES, is_mail, is_phone, masked};

/// The reason of the active entry of a person known by phone (dialling code, number), e-mail or the
/// keyed hash of an ID number; empty texts match nothing. The newest entry counts.
pub fn entry_for(
    conn: &mut dyn Conn,
    org: i64,
    (phone_area, phone): (&str, &str),
    email: &str,
    id_number_hash: Option<&[u8]>,
) -> Result<Option<String>, Refusal> {
    let mut known = Vec::new();
    if !phone.is_empty() {
        known.push(sql::eq("phone", phone.to_owned()).and(sql::eq("phone_area", phone_area.to_owned())));
    }
    if !email.is_empty() {
        known.push(sql::eq("email", email.to_lowercase()));
    }
    if let Some(hash) = id_number_hash {
        known.push(sql::eq("id_number_hash", hash.to_vec()));
    }
    let mut select = sql::from(org, "blacklist");
    select
        .column("reason")
        .and_where(sql::eq("active", true))
        .cond_where(sql::any_of(known))
        .order_by("id", Order::Desc)
        .limit(1);
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Puts the person of an account on the list, with the account's blacklist date and reason. The log
/// line of the account tells of it.
pub fn add_entry(tx: &mut Tx<'_>, user: Id) -> Result<Id, Refusal> {
    let mut select = sql::from(tx.org(), "app_user");
    select
        .join(JoinType::InnerJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")))
        .columns(OF_ACCOUNT.map(|(table, column, _)| (table, column)))
        .and_where(sql::of_eq("app_user", "id", user));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let id = tx.new_id();
    let (now, actor) = (Value::Int(tx.now.millis()), Value::Int(tx.actor.user_id.0));
    let mut cells = vec![
        ("id", Value::Int(id.0)),
        ("source", Value::Text(OF_USER.to_owned())),
        ("active", Value::Bool(true)),
        ("version", Value::Int(1)),
        ("created_by", actor.clone()),
        ("created_at", now.clone()),
        ("updated_by", actor),
        ("updated_at", now),
    ];
    cells.extend(OF_ACCOUNT.iter().zip(row.0).map(|((_, _, column), value)| (*column, value)));
    tx.exec(&sql::insert(tx.org(), "blacklist", &cells).into())?;
    Ok(id)
}

/// What an entry takes over of an account: table, column, column of the entry.
const OF_ACCOUNT: [(&str, &str, &str); 10] = [
    ("app_user", "name_cn", "user_name"),
    ("app_user", "name_en", "user_ename"),
    ("login", "phone_area", "phone_area"),
    ("login", "phone", "phone"),
    ("login", "email", "email"),
    ("app_user", "id_type", "id_type"),
    ("app_user", "id_number_masked", "id_number_masked"),
    ("app_user", "id_number_hash", "id_number_hash"),
    ("app_user", "blacklist_date", "blacklist_date"),
    ("app_user", "blacklist_reason", "reason"),
];

/// Source of an entry made on the page of users.
const OF_USER: &str = "hrs";
/// Source of an entry made here.
const BY_HAND: &str = "manual";
/// Most characters of a reason.
const REASON_MAX: usize = 200;

const NOBODY: Msg = Msg::new(
    "blacklist.nobody",
    "手机号、邮箱、证件号至少填写一项",
    "Fill in at least one of phone, e-mail and ID number.",
);
const PHONE_FORM: Msg = Msg::new("blacklist.phone", "请输入正确的手机号码", "Please enter a correct phone number.");
const MAIL_FORM: Msg = Msg::new("blacklist.mail", "请输入正确的邮箱地址", "Please enter a correct e-mail address.");
const LIFTED: Msg =
    Msg::new("blacklist.lifted", "黑名单已解除，不能修改", "The entry has been lifted and can't be changed.");

const SOURCES: &[Choice] =
    &[Choice::new(OF_USER, "用户管理", "Users"), Choice::new(BY_HAND, "手工", "Entered by hand")];
const ACTIVE: &str = "生效";
const OVER: &str = "已解除";
const STATES: &[Choice] =
    &[Choice::new(ACTIVE, "生效", "Active").tone("danger"), Choice::new(OVER, "已解除", "Lifted").tone("done")];

document! {
    /// One person on the list.
    pub struct Entry in "blacklist" {
        /// Name.
        user_name: String = Field::text("姓名", "Name").required().max(40),
        /// English name.
        user_ename: String = Field::text("英文名", "English name").max(40),
        /// Dialling code of the phone.
        phone_area: String = Field::text("区号", "Dialling code").max(5).initially("\"86\""),
        /// Phone number.
        phone: String = Field::text("手机号", "Mobile phone").max(30),
        /// Address in lower case.
        email: String = Field::text("邮箱", "E-mail").max(80),
        /// Kind of paper.
        id_type: String = Field::select(ID_TYPES, "证件类型", "Paper"),
        /// Number of the paper, its middle hidden.
        id_number_masked: String = Field::text("证件号", "ID number").read_only(),
        /// Day; today unless told.
        blacklist_date: String = Field::day("黑名单日期", "Blacklisted on"),
        /// Why.
        reason: String = Field::long("列入原因", "Reason").required().max(REASON_MAX),
        /// Where it was made.
        source: String = Field::state(SOURCES, "来源", "Source"),
        /// Still counts.
        active: bool = Field::flag("生效", "Active").read_only(),
    }
}

/// The whole number: a member of the form, kept only as a hash.
const ID_NUMBER: Field = Field::text("证件号", "ID number").wire("idNumber").max(30);

fn state() -> Expr {
    Expr::cust("CASE WHEN blacklist.active THEN '生效' ELSE '已解除' END")
}

/// The persons on the list.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
        Join { table: "app_user", alias: "lifter", on: &[("off_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Entry::USER_NAME).width(110),
        Column::own(Entry::USER_ENAME).width(120),
        Column::own(Entry::PHONE).width(130).copy(),
        Column::own(Entry::EMAIL).width(190).copy(),
        Column::own(Entry::ID_TYPE).width(90),
        Column::own(Entry::ID_NUMBER_MASKED).width(180).unsorted(),
        Column::own(Entry::BLACKLIST_DATE).width(110),
        Column::own(Field::long("原因", "Reason").column("reason")).width(220).unsorted(),
        Column::own(Entry::SOURCE).width(90),
        Column::expr(state, Field::state(STATES, "状态", "State").wire("state")).width(90),
        Column::of("creator", Field::text("创建人", "Created by").column("name_cn").wire("createdByName")),
        Column::own(Field::instant("创建时间", "Created").column("created_at")).width(160),
        Column::of("lifter", Field::text("解除人", "Lifted by").column("name_cn").wire("offByName")),
        Column::own(Field::instant("解除时间", "Lifted").column("off_at")).width(160),
        Column::own(Field::long("解除原因", "Reason for lifting").column("off_reason")).width(220).unsorted(),
    ],
    filters: &[
        Filter::new("userName", Match::Contains, Entry::USER_NAME)
            .columns(&[("blacklist", "user_name"), ("blacklist", "user_ename")]),
        Filter::new("phone", Match::Contains, Entry::PHONE),
        Filter::new("email", Match::Contains, Entry::EMAIL),
        Filter::new("idNumber", Match::Hashed, Field::upper("证件号", "ID number").column("id_number_hash")),
        Filter::new("state", Match::Own(by_state), Field::select(STATES, "状态", "State").wire("state")),
        Filter::new("source", Match::OneOf, Field::select(SOURCES, "来源", "Source").column("source")).more(),
        Filter::new("blacklistDate", Match::Range, Entry::BLACKLIST_DATE).more(),
    ],
    buttons: &[
        Button::new("sys_blacklist_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_blacklist_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_blacklist_off", ("解除", "Lift"), "row", "custom").calls("PUT /hrs/blacklist/off"),
        Button::import("sys_blacklist_import", "POST /hrs/blacklist/import"),
        Button::new("sys_blacklist_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_blacklist_export",
    decorate: Some(decorate),
    form: "hrs.blacklist.form",
    ..ListPage::new(
        "hrs.blacklist.list",
        "/hrs_blacklist",
        ("人员黑名单", "Person blacklist"),
        "hrs_blacklist",
        "/hrs/blacklist",
        "blacklist",
    )
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let is_active = *row.value("state") == Value::Text(ACTIVE.to_owned());
    list::write_can(actor, if is_active { &["sys_blacklist_edit", "sys_blacklist_off"] } else { &[] }, out);
}

fn by_state(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(sql::of_eq("blacklist", "active", wanted == ACTIVE)))
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_blacklist_add", "sys_blacklist_edit", "", ""],
    page: "/hrs_blacklist",
    level: Level::High,
    rules: Some(rules),
    after: Some(after),
    view_more: Some(view_more),
    members: &["idNumber"],
    import: Import::with("sys_blacklist_import"),
    sections: &[Section {
        key: "main",
        title: ("人员", "Person"),
        fields: &[
            Entry::USER_NAME,
            Entry::USER_ENAME,
            Entry::PHONE_AREA,
            Entry::PHONE,
            Entry::EMAIL,
            Entry::ID_TYPE,
            ID_NUMBER,
            Entry::BLACKLIST_DATE,
            Entry::REASON,
        ],
    }],
    ..FormPage::of::<Entry>(
        "hrs.blacklist.form",
        ("人员黑名单", "Person blacklist"),
        ("hrs_blacklist", "/hrs/blacklist", "blacklist"),
        Entry::USER_NAME,
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_blacklist", zh, en, sort);
    room.nodes.extend([
        Node::page("/hrs_blacklist", "/hrsManager/staff", "人员黑名单", "Person blacklist", 50),
        button("sys_blacklist_add", "新增", "New", 10),
        button("sys_blacklist_edit", "修改", "Edit", 20),
        button("sys_blacklist_off", "解除", "Lift", 30),
        button("sys_blacklist_import", "导入", "Import", 35),
        button("sys_blacklist_export", "导出", "Export", 40),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    room.operations.push(
        Operation::put("lift_blacklist", "/hrs/blacklist/off", Access::Code("sys_blacklist_off"), lift)
            .summary("Lifts an entry; the blacklisted account has left from then on"),
    );
}

/// The ID number as it was typed; none when it was not sent, or sent back as it is shown.
fn typed_number(draft: &Draft<'_>, findings: &mut Findings) -> Option<String> {
    let sent = draft.body.get("idNumber")?;
    let number = match ID_NUMBER.parse(Some(sent), "idNumber", findings) {
        Value::Text(number) => number.to_uppercase(),
        _ => String::new(),
    };
    let old = draft.old.and_then(|old| Entry::from_values(old).ok());
    let shown = old.is_some_and(|old| !number.is_empty() && old.id_number_masked == number);
    if shown { None } else { Some(number) }
}

/// A person is known by something, and what he is known by has its form.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Entry::SOURCE, Value::Text(BY_HAND.to_owned()));
        draft.set(Entry::ACTIVE, Value::Bool(true));
    }
    let entry = Entry::from_values(&draft.values)?;
    if !entry.active {
        return Err(Refusal::business(LIFTED));
    }
    if entry.blacklist_date.is_empty() {
        draft.set(Entry::BLACKLIST_DATE, Value::Text(kernel::show_day(tx.now.day())));
    }
    let area = entry.phone_area.trim_start_matches('+');
    let area = if area.is_empty() { "86" } else { area };
    findings.error_if(!entry.phone.is_empty() && !is_phone(area, &entry.phone), "phone", PHONE_FORM);
    draft.set(Entry::PHONE_AREA, if entry.phone.is_empty() { Value::Null } else { Value::Text(area.to_owned()) });
    findings.error_if(!entry.email.is_empty() && !is_mail(&entry.email), "email", MAIL_FORM);
    draft.set(Entry::EMAIL, entry.email.to_lowercase().into_value());
    let mut number = entry.id_number_masked;
    if let Some(typed) = typed_number(draft, findings) {
        number = masked(&typed);
        draft.set(Entry::ID_NUMBER_MASKED, number.clone().into_value());
    }
    findings.error_if(entry.phone.is_empty() && entry.email.is_empty() && number.is_empty(), "phone", NOBODY);
    Ok(())
}

/// Keeps the hash of the ID number.
fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    if let Some(typed) = typed_number(draft, &mut Findings::new()) {
        let hash = if typed.is_empty() { Value::Null } else { Value::Bytes(tx.app.secrets.hash(&typed)?) };
        let mut update = sql::update(tx.org(), "blacklist", &[("id_number_hash", hash)]);
        update.and_where(sql::eq("id", draft.id));
        tx.exec(&update.into())?;
    }
    Ok(Written::default())
}

fn view_more(_: &mut dyn Conn, _: i64, _: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let shown = view.get("idNumberMasked").cloned().unwrap_or(Json::Null);
    view.insert("idNumber".to_owned(), shown);
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Lift {
    id: Id,
    version: i64,
    #[serde(default)]
    off_reason: String,
}

const OFF_REASON: Field = Field::long("解除原因", "Reason for lifting").wire("offReason").required().max(REASON_MAX);

/// PUT /hrs/blacklist/off.
fn lift(call: &mut Call) -> Outcome {
    let asked: Lift = call.json()?;
    let mut findings = Findings::new();
    let reason = OFF_REASON.parse(Some(&json!(asked.off_reason)), "offReason", &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    call.write(|tx| {
        claim(tx, "blacklist", asked.id, asked.version)?;
        let person = Person::of_entry(tx, asked.id)?;
        let cells = [
            ("active", Value::Bool(false)),
            ("off_reason", reason.clone()),
            ("off_by", Value::Int(tx.actor.user_id.0)),
            ("off_at", Value::Int(tx.now.millis())),
        ];
        let mut update = sql::update(tx.org(), "blacklist", &cells);
        update.and_where(sql::eq("id", asked.id));
        tx.exec(&update.into())?;
        let told = |field: &str, label: &str, old: &str, new: &str| Change {
            field: field.to_owned(),
            label: label.to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        };
        let why: String = String::from_value(&reason)?;
        let changes = vec![told("state", "状态", ACTIVE, OVER), told("offReason", "解除原因", "", &why)];
        let entry = LogEntry::of("blacklist", asked.id, person.name.clone(), "/hrs_blacklist");
        tx.log(entry.did("黑名单", "解除").level(Level::High).changes(changes))?;
        for (id, name) in person.blacklisted_accounts(tx)? {
            release(tx, id)?;
            let entry = LogEntry::of("user", id, name, "/hrs_user").did("黑名单", "解除黑名单").level(Level::High);
            tx.log(entry.changes(vec![told("state", "状态", "黑名单", "离职")]))?;
        }
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
}

/// A blacklisted account is one whose person left.
fn release(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let cells = [
        ("blacklist_date", Value::Null),
        ("blacklist_reason", Value::Null),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(tx.org(), "app_user", &cells);
    update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}

/// What a person is known by.
struct Person {
    name: String,
    phone: (String, String),
    email: String,
    hash: Option<Vec<u8>>,
}

impl Person {
    /// The person of an active entry.
    fn of_entry(tx: &mut Tx<'_>, id: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(tx.org(), "blacklist");
        select
            .columns(["user_name", "phone_area", "phone", "email", "id_number_hash", "active"])
            .and_where(sql::eq("id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        if !row.get::<bool>(5)? {
            return Err(Refusal::business(LIFTED));
        }
        Ok(Self { name: row.get(0)?, phone: (row.get(1)?, row.get(2)?), email: row.get(3)?, hash: row.get(4)? })
    }

    /// The person's blacklisted accounts that no other entry holds.
    fn blacklisted_accounts(&self, tx: &mut Tx<'_>) -> Result<Vec<(Id, String)>, Refusal> {
        let org = tx.org();
        let mut known = Vec::new();
        let (area, phone) = &self.phone;
        if !phone.is_empty() {
            let same_area = sql::of_eq("login", "phone_area", area.clone());
            known.push(sql::of_eq("login", "phone", phone.clone()).and(same_area));
        }
        if !self.email.is_empty() {
            let lower = Expr::expr(Func::lower(sql::of("login", "email")));
            known.push(lower.eq(sql::value(self.email.clone())));
        }
        if let Some(hash) = &self.hash {
            known.push(sql::of_eq("app_user", "id_number_hash", hash.clone()));
        }
        let mut select = sql::from(org, "app_user");
        select
            .join(JoinType::InnerJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")))
            .columns([("app_user", "id"), ("app_user", "name_cn"), ("login", "phone_area"), ("login", "phone")])
            .columns([("login", "email"), ("app_user", "id_number_hash")])
            .and_where(sql::of("app_user", "blacklist_date").is_not_null())
            .cond_where(sql::any_of(known));
        let mut free = Vec::new();
        for row in tx.query(&select.into())? {
            let (area, phone, email): (String, String, String) = (row.get(2)?, row.get(3)?, row.get(4)?);
            let hash: Option<Vec<u8>> = row.get(5)?;
            if entry_for(tx, org, (&area, &phone), &email, hash.as_deref())?.is_none() {
                free.push((row.get(0)?, row.get(1)?));
            }
        }
        Ok(free)
    }
}
