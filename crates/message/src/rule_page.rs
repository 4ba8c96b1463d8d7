//! 消息设置. Each event with the company's rule about it.

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::messages::{REQUIRED, TOO_LONG};
use platform::log::{Change, Level, LogEntry};
use platform::message::{MessageEvent, Receiver, To};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::Order;
use platform::store::{Cell, Conn, StoreError, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::rule::{Receivers, Rule, TABLE};
use crate::send::label;

const PAGE: &str = "/hrs_message_setting";
const TITLE_MAX: usize = 100;
const TEXT_MAX: usize = 500;
/// Users, and roles, one rule may name.
const NAMED_MAX: usize = 20;
/// Days ahead of one rule, and the most of them.
const DAYS_COUNT: usize = 5;
const DAYS_MAX: i64 = 365;

const UNKNOWN: Msg = Msg::new("message.placeholder", "没有占位符：{names}", "No such placeholder: {names}");
const NOBODY: Msg = Msg::new("message.nobody", "请选择接收人", "Please choose who is told.");
const NOT_CHOSEN: Msg =
    Msg::new("message.not_chosen", "该事件的接收人不能选择", "Who is told of this event can't be chosen.");
const MANY: Msg = Msg::new("message.many", "用户和角色各不能超过{n}个", "At most {n} users and {n} roles.");
const GONE: Msg = Msg::new("message.gone", "接收人不存在或已停用", "A receiver does not exist or has been stopped.");
const DAYS_WRONG: Msg = Msg::new(
    "message.days",
    "提前天数须为1-{max}的整数，不重复，1至{n}个",
    "One to {n} different numbers of days from 1 to {max}.",
);
const NO_DAYS: Msg = Msg::new("message.no_days", "该事件没有提前天数", "This event is not told ahead.");

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/config", "消息设置", "Message settings", 50),
        Node::button("sys_message_edit", "hrs_message_setting", "修改", "Edit", 10),
    ]);
    let edit = Access::Code("sys_message_edit");
    room.operations.extend([
        Operation::get("list_message_rules", "/hrs/messageRule", Access::Code("hrs_message_setting"), list)
            .summary("Events users are told of, with the company's rule about each"),
        Operation::put("save_message_rule", "/hrs/messageRule", edit, save)
            .summary("Changes the company's rule about an event"),
        Operation::delete("reset_message_rule", "/hrs/messageRule/{event}", edit, reset)
            .param("version")
            .summary("Brings back the standard of an event"),
    ]);
}

/// Whether a company has an event.
pub(crate) fn is_of(event: &MessageEvent, org: i64) -> bool {
    !event.platform || org == PLATFORM_ORG
}

fn find(call: &Call, key: &str) -> Result<&'static MessageEvent, Refusal> {
    let org = call.actor()?.org_id;
    let mut events = call.app.registry.messages.iter().copied();
    events.find(|event| event.key == key && is_of(event, org)).ok_or(Refusal::NotFound)
}

/// GET /hrs/messageRule.
fn list(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let app = call.app.clone();
    let data = call.read(|conn| {
        let decided = Rule::all(conn, org)?;
        let mut rules = Vec::new();
        for event in app.registry.messages.iter().filter(|event| is_of(event, org)) {
            let own = decided.iter().find(|(key, _)| key == event.key).map(|(_, rule)| rule.clone());
            rules.push(shown(conn, org, event, &own.unwrap_or_default())?);
        }
        let mailbox = mail::mailbox_for(conn, &app, org)?.is_some();
        Ok(json!({ "rules": rules, "mailbox": mailbox, "roles": roles(conn, org)? }))
    })?;
    Ok(Answer::Data(data))
}

fn roles(conn: &mut dyn Conn, org: i64) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(org, "role");
    select.columns(["id", "name"]).and_where(sql::eq("active", true)).order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter().map(|row| Ok(json!({ "id": row.get::<Id>(0)?, "name": row.get::<String>(1)? }))).collect()
}

fn shown(conn: &mut dyn Conn, org: i64, event: &MessageEvent, rule: &Rule) -> Result<Json, Refusal> {
    let receivers = rule.receivers(event);
    let kind_of = |kind: &Receiver| json!({ "code": kind.code(), "label": label(kind.label()) });
    let (concerned, among) = match event.to {
        To::Concerned(zh, en) => (Some(label((zh, en))), Vec::new()),
        To::Chosen { among, .. } => (None, among.iter().map(kind_of).collect()),
    };
    let [title, text] = rule.templates(event);
    let takes = event.takes.iter().map(|one| json!({ "name": one.name, "label": label(one.label) }));
    let (by, at) = rule.changed.unzip();
    let by = by.map(|user| names(conn, (org, "app_user", "name_cn"), &[user])).transpose()?.unwrap_or_default();
    Ok(json!({
        "event": event.key,
        "kind": event.kind,
        "name": label(event.name),
        "explanation": label(event.explanation),
        "takes": takes.collect::<Vec<_>>(),
        "mute": event.mute.code(),
        "active": rule.active,
        "inner": rule.inner,
        "mail": rule.mail,
        "concerned": concerned,
        "among": among,
        "receivers": {
            "kinds": receivers.kinds,
            "users": receivers.users,
            "roles": receivers.roles,
        },
        "users": named(conn, (org, "app_user", "name_cn"), &receivers.users)?,
        "roles": named(conn, (org, "role", "name"), &receivers.roles)?,
        "titleZh": title[0],
        "titleEn": title[1],
        "textZh": text[0],
        "textEn": text[1],
        "isAhead": !event.days.is_empty(),
        "days": rule.days(event),
        "version": rule.version,
        "updatedByName": by.first(),
        "updatedAt": at.map(kernel::show_second),
    }))
}

/// Rows with their names.
fn named(
    conn: &mut dyn Conn,
    (org, table, column): (i64, &'static str, &'static str),
    ids: &[Id],
) -> Result<Vec<Json>, Refusal> {
    let found = found(conn, (org, table, column), ids)?;
    Ok(found.into_iter().map(|(id, name)| json!({ "id": id, "name": name })).collect())
}

/// Names of rows.
fn names(conn: &mut dyn Conn, of: (i64, &'static str, &'static str), ids: &[Id]) -> Result<Vec<String>, Refusal> {
    Ok(found(conn, of, ids)?.into_iter().map(|(_, name)| name).collect())
}

/// Rows with their names, in the order of their ids as given; those that are gone are left out.
fn found(
    conn: &mut dyn Conn,
    (org, table, column): (i64, &'static str, &'static str),
    ids: &[Id],
) -> Result<Vec<(Id, String)>, Refusal> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = sql::from(org, table);
    select.columns(["id", column]).and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    let mut found = Vec::new();
    for row in conn.query(&select.into())? {
        found.push((row.get::<Id>(0)?, row.get::<String>(1)?));
    }
    Ok(ids.iter().filter_map(|id| found.iter().find(|(known, _)| known == id).cloned()).collect())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sent {
    event: String,
    version: i64,
    active: bool,
    inner: bool,
    mail: bool,
    #[serde(default)]
    receivers: Receivers,
    title_zh: String,
    #[serde(default)]
    title_en: String,
    text_zh: String,
    #[serde(default)]
    text_en: String,
    #[serde(default)]
    days: Vec<i64>,
}

impl Sent {
    /// Everything that is wrong with it.
    fn check(&self, conn: &mut dyn Conn, org: i64, event: &MessageEvent) -> Result<Findings, Refusal> {
        let mut findings = Findings::new();
        for (field, label, text, most, needed) in [
            ("titleZh", "模板标题", &self.title_zh, TITLE_MAX, true),
            ("titleEn", "模板标题（英文）", &self.title_en, TITLE_MAX, false),
            ("textZh", "模板内容", &self.text_zh, TEXT_MAX, true),
            ("textEn", "模板内容（英文）", &self.text_en, TEXT_MAX, false),
        ] {
            if needed && text.trim().is_empty() {
                findings.error(field, REQUIRED.with(&[("field", label)]));
            }
            if text.chars().count() > most {
                findings.error(field, TOO_LONG.with(&[("field", label), ("n", &most.to_string())]));
            }
            let unknown: Vec<String> = event.unknown_in(text).into_iter().collect();
            if !unknown.is_empty() {
                findings.error(field, UNKNOWN.with(&[("names", &unknown.join(" "))]));
            }
        }
        self.check_receivers(conn, org, event, &mut findings)?;
        self.check_days(event, &mut findings);
        Ok(findings)
    }

    fn check_receivers(
        &self,
        conn: &mut dyn Conn,
        org: i64,
        event: &MessageEvent,
        findings: &mut Findings,
    ) -> Result<(), Refusal> {
        let Receivers { kinds, users, roles } = &self.receivers;
        let To::Chosen { among, .. } = event.to else {
            findings.error_if(!self.receivers.is_empty(), "receivers", NOT_CHOSEN);
            return Ok(());
        };
        findings.error_if(self.receivers.is_empty(), "receivers", NOBODY);
        if users.len() > NAMED_MAX || roles.len() > NAMED_MAX {
            findings.error("receivers", MANY.with(&[("n", &NAMED_MAX.to_string())]));
            return Ok(());
        }
        let is_offered = |code: &String| Receiver::from_code(code).is_some_and(|kind| among.contains(&kind));
        let mut known = kinds.iter().all(is_offered);
        for (table, ids) in [("app_user", users), ("role", roles)] {
            let mut select = sql::from(org, table);
            select
                .column("id")
                .and_where(sql::eq("active", true))
                .and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
            known &= ids.is_empty() || conn.query(&select.into())?.len() == ids.len();
        }
        findings.error_if(!known, "receivers", GONE);
        Ok(())
    }

    fn check_days(&self, event: &MessageEvent, findings: &mut Findings) {
        if event.days.is_empty() {
            findings.error_if(!self.days.is_empty(), "days", NO_DAYS);
            return;
        }
        let mut days = self.days.clone();
        days.sort_unstable();
        days.dedup();
        let fits = (1..=DAYS_COUNT).contains(&self.days.len())
            && days.len() == self.days.len()
            && days.iter().all(|day| (1..=DAYS_MAX).contains(day));
        if !fits {
            let (max, n) = (DAYS_MAX.to_string(), DAYS_COUNT.to_string());
            findings.error("days", DAYS_WRONG.with(&[("max", &max), ("n", &n)]));
        }
    }

    /// The rule it makes; what is like the standard stays the standard.
    fn rule(&self, event: &MessageEvent) -> Rule {
        let own = |text: &str, standard: &str| {
            let text = text.trim();
            (!text.is_empty() && text != standard).then(|| text.to_owned())
        };
        let standard = Rule::default();
        let mut days = self.days.clone();
        days.sort_unstable_by(|a, b| b.cmp(a));
        Rule {
            active: self.active,
            inner: self.inner,
            mail: self.mail,
            receivers: Some(self.receivers.clone()).filter(|chosen| *chosen != standard.receivers(event)),
            title: [own(&self.title_zh, event.title.0), own(&self.title_en, event.title.1)],
            text: [own(&self.text_zh, event.text.0), own(&self.text_en, event.text.1)],
            days: Some(days).filter(|days| days.as_slice() != event.days),
            ..standard
        }
    }
}

/// PUT /hrs/messageRule.
fn save(call: &mut Call) -> Outcome {
    let sent: Sent = call.json()?;
    let event = find(call, &sent.event)?;
    let version = call.write(|tx| {
        let org = tx.org();
        let old = Rule::of(tx, org, event)?;
        if old.version != sent.version {
            return Err(Refusal::Stale(Json::Null));
        }
        Refusal::unless_clean(&sent.check(tx, org, event)?, &[])?;
        let new = sent.rule(event);
        keep(tx, event, (&old, &new))?;
        log(tx, event, "修改", (&old, &new))?;
        Ok(old.version + 1)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}

fn keep(tx: &mut Tx<'_>, event: &MessageEvent, (old, new): (&Rule, &Rule)) -> Result<(), Refusal> {
    let org = tx.org();
    let mut cells = new.cells()?;
    cells.extend([
        ("version", Value::Int(old.version + 1)),
        ("updated_by", tx.actor.user_id.into_value()),
        ("updated_at", tx.now.into_value()),
    ]);
    if old.version == 0 {
        cells.push(("event", event.key.into_value()));
        // Somebody else may have been first.
        return match tx.exec(&sql::insert(org, TABLE, &cells).into()) {
            Ok(_) => Ok(()),
            Err(StoreError::Unique(_)) => Err(Refusal::Stale(Json::Null)),
            Err(error) => Err(error.into()),
        };
    }
    let mut update = sql::update(org, TABLE, &cells);
    update.and_where(sql::eq("event", event.key.to_owned())).and_where(sql::eq("version", old.version));
    if tx.exec(&update.into())? == 1 { Ok(()) } else { Err(Refusal::Stale(Json::Null)) }
}

/// DELETE /hrs/messageRule/{event}: the standard counts again. The row stays and keeps its version, so
/// that a form opened before does not overwrite it.
fn reset(call: &mut Call) -> Outcome {
    let event = find(call, call.path("event"))?;
    let version: i64 = call.query("version").parse().unwrap_or_default();
    let version = call.write(|tx| {
        let org = tx.org();
        let old = Rule::of(tx, org, event)?;
        if old.version != version || version == 0 {
            return Err(Refusal::Stale(Json::Null));
        }
        let new = Rule::default();
        keep(tx, event, (&old, &new))?;
        log(tx, event, "恢复默认", (&old, &new))?;
        Ok(old.version + 1)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}

fn log(tx: &mut Tx<'_>, event: &MessageEvent, did: &str, (old, new): (&Rule, &Rule)) -> Result<(), Refusal> {
    let (before, after) = (told(tx, event, old)?, told(tx, event, new)?);
    let changes = before.into_iter().zip(after).filter(|((.., old), (.., new))| old != new);
    let changes = changes.map(|((field, label, old), (.., new))| Change {
        field: field.to_owned(),
        label: label.to_owned(),
        old,
        new,
    });
    let entry = LogEntry::of("messageRule", Id(tx.org()), event.name.0, PAGE).level(Level::High);
    tx.log(entry.did("修改", did).text(format!("{did} {}", event.name.0)).changes(changes.collect()))
}

/// A rule as the log tells it.
fn told(
    tx: &mut Tx<'_>,
    event: &MessageEvent,
    rule: &Rule,
) -> Result<Vec<(&'static str, &'static str, String)>, Refusal> {
    let org = tx.org();
    let yes = |flag: bool| if flag { "是" } else { "否" }.to_owned();
    let receivers = rule.receivers(event);
    let mut who: Vec<String> = receivers
        .kinds
        .iter()
        .filter_map(|code| Receiver::from_code(code).map(|kind| kind.label().0.to_owned()))
        .collect();
    who.extend(names(tx, (org, "app_user", "name_cn"), &receivers.users)?);
    who.extend(names(tx, (org, "role", "name"), &receivers.roles)?);
    let [[title_zh, title_en], [text_zh, text_en]] = rule.templates(event).map(|pair| pair.map(str::to_owned));
    let days = rule.days(event).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Ok(vec![
        ("active", "状态", yes(rule.active)),
        ("inner", "站内消息", yes(rule.inner)),
        ("mail", "邮件", yes(rule.mail)),
        ("receivers", "接收人", who.join("、")),
        ("titleZh", "模板标题", title_zh),
        ("titleEn", "模板标题（英文）", title_en),
        ("textZh", "模板内容", text_zh),
        ("textEn", "模板内容（英文）", text_en),
        ("days", "提前天数", days),
    ])
}
