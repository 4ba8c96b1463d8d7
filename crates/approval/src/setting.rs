//! 内控列表. Which acts need a decision, by whom, under which conditions.

pub mod dept;

use std::collections::BTreeMap;

use kernel::{Findings, Id};
use order::PAGE_CODES;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Draft, FormPage, Section, Unique, Written};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::log::{Level as Weight, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::chain::level_name;
use crate::event::{CHOICES, EVENTS, FACTS, event_of, fact_field};
use crate::people;
use crate::rule::{
    Approver, CONDITIONS_MAX, EMPTY_POLICIES, EmptyPolicy, LEVELS_MAX, Level, Mode, NAMED_MAX, OnTimeout, Policies,
    SELF_POLICIES, SelfPolicy, ordinal,
};
use crate::words;
use platform::access::{Access, Actor};

/// Page in the log and in the menu.
const PAGE: &str = "/hrs_ics_list";
/// Longest limit of a level in hours.
const HOURS_MAX: i64 = 720;
/// List of the levels a customer may have.
const COOP_LEVELS: i64 = 2;
/// Longest name of a level.
const NAME_MAX: usize = 20;

const NEEDED: &[Choice] = &[Choice::new("1", "需要", "Needed"), Choice::new("0", "不需要", "Not needed")];

document! {
    /// One setting.
    pub struct Setting in "approval_setting" {
        /// Number in the company.
        setting_no: i64 = Field::int("设置编号", "Number").read_only(),
        /// Event, scope and partner.
        setting_key: String = Field::text("键", "Key").read_only(),
        /// Act.
        event_id: i64 = Field::select(CHOICES, "事项", "Act").required().fixed(),
        /// Scope; none for all.
        business_scope: Option<String> = Field::select(SCOPES, "业务范畴", "Scope"),
        /// Partner; none for all.
        coop_id: Option<Id> = Field::reference("coop", "客户", "Customer"),
        /// Whether a decision is needed.
        approval: i64 = Field::select(NEEDED, "是否审批", "Decision").required().initially("\"1\""),
        /// Days an unlocking counts.
        unlock_days: i64 = Field::int("解锁天数", "Days unlocked").required().range(0, 365).initially("3"),
        /// Nobody can decide.
        empty_policy: String = Field::select(EMPTY_POLICIES, "无审批人时", "If nobody can decide").initially("\"admin\""),
        /// The applicant is an approver.
        self_policy: String = Field::select(SELF_POLICIES, "审批人为申请人时", "If the applicant is an approver")
            .initially("\"skip\""),
        /// The applicant may withdraw after a decision.
        may_withdraw: bool = Field::flag("允许撤回", "May be withdrawn").initially("true"),
        /// Approvers may ask others in.
        may_add_sign: bool = Field::flag("允许加签", "Others may be asked in").initially("true"),
        /// Number of levels.
        level_count: i64 = Field::int("级数", "Levels").read_only(),
        /// Who decides, in words.
        approver_text: String = Field::text("审批人", "Approvers").read_only(),
        /// Conditions, in words.
        condition_text: String = Field::text("条件", "Conditions").read_only(),
        /// Remark.
        remark: String = Field::long("说明", "Remark").max(200),
        /// In use.
        active: bool = Field::flag("状态", "Active").read_only(),
    }
}

/// Who keeps settings, of every act or of those about partners.
const CHOOSERS: Access = Access::AnyOf(&["hrs_ics_list", crate::partner_setting::CODE]);

/// The levels, as a member of the form.
pub(crate) const LEVELS: Field = Field::many("user", "审批节点", "Levels").wire("levels").initially("[]");

/// The settings of the org.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "partner", on: &[("coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "changer", on: &[("updated_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Setting::SETTING_NO).width(90),
        Column::own(Field::int("事件号", "Event").column("event_id").wire("eventNo")).width(80),
        Column::own(Setting::EVENT_ID).width(170),
        Column::own(Setting::BUSINESS_SCOPE).width(100),
        Column::of("partner", Field::text("客户编码", "Customer code").column("coop_code")).width(110),
        Column::of("partner", Field::text("客户名称", "Customer").column("coop_name")).width(160),
        Column::own(Setting::APPROVAL).width(90),
        Column::own(Setting::LEVEL_COUNT).width(70),
        Column::own(Setting::APPROVER_TEXT).width(280).unsorted(),
        Column::own(Setting::CONDITION_TEXT).width(220).unsorted(),
        Column::own(Setting::UNLOCK_DAYS).width(90).behind(),
        Column::own(Setting::ACTIVE).width(80),
        Column::of("changer", Field::text("修改人", "Changed by").column("name_cn").wire("updatedByName")),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: &filters(Setting::EVENT_ID),
    buttons: &[
        Button::new("sys_ics_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_ics_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_ics_test", ("试算", "Try"), "row", "custom"),
        Button::new("sys_ics_copy", ("复制", "Copy"), "row", "call").calls("POST /prm/ics/approval/setting/copy/{id}"),
        Button::new("sys_ics_stop", ("停用/启用", "Stop or start"), "row", "call")
            .calls("POST /prm/ics/approval/setting/{id}/status")
            .for_many(),
        Button::new("sys_ics_del", ("删除", "Delete"), "row", "remove").for_many(),
        Button::new("sys_ics_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_ics_export",
    form: "hrs.icsSetting.form",
    ..ListPage::new(
        "hrs.icsSetting.list",
        PAGE,
        ("内控列表", "Approval settings"),
        "hrs_ics_list",
        "/prm/ics/approval/setting",
        "approval_setting",
    )
};

/// What the form asks for, behind the acts it offers.
pub(crate) const fn asked(act: Field) -> [Field; 10] {
    [
        act,
        Setting::BUSINESS_SCOPE,
        Setting::COOP_ID,
        Setting::APPROVAL,
        Setting::UNLOCK_DAYS,
        Setting::EMPTY_POLICY,
        Setting::SELF_POLICY,
        Setting::MAY_WITHDRAW,
        Setting::MAY_ADD_SIGN,
        Setting::REMARK,
    ]
}

/// Filters of its lists, behind the acts they offer.
pub(crate) const fn filters(act: Field) -> [Filter; 6] {
    [
        Filter::new("eventId", Match::OneOf, act),
        Filter::new("businessScope", Match::OneOf, Setting::BUSINESS_SCOPE),
        Filter::new("coopName", Match::Contains, Field::text("客户", "Customer"))
            .columns(&[("partner", "coop_code"), ("partner", "coop_name")]),
        Filter::new("approval", Match::OneOf, Setting::APPROVAL),
        Filter::new("approverText", Match::Own(decided_by), Setting::APPROVER_TEXT),
        Filter::new("active", Match::Bool, Setting::ACTIVE),
    ]
}

/// Settings that say so in words, and those by which a person of that name decides: as a holder of a role, as the head
/// of a department.
fn decided_by(actor: &Actor, name: &str) -> Result<Condition, Refusal> {
    let mut deciders = sql::from(actor.org_id, "app_user");
    deciders
        .expr(Expr::cust("1"))
        .join(JoinType::InnerJoin, "approval_level", people::decides())
        .and_where(sql::of("approval_level", "org_id").equals((Setting::table(), "org_id")))
        .and_where(sql::of("approval_level", "setting_id").equals((Setting::table(), "id")))
        .and_where(sql::of_eq("app_user", "active", true))
        .and_where(sql::contains(sql::of("app_user", "name_cn"), name));
    Ok(sql::any_of([sql::contains(sql::of(Setting::table(), "approver_text"), name), Expr::exists(deciders)]))
}

/// The form of a setting; the page draws it with the table of its levels.
pub const FORM: FormPage = FormPage {
    codes: ["sys_ics_add", "sys_ics_edit", "sys_ics_del", "sys_ics_stop"],
    page: PAGE,
    level: Weight::High,
    object_type: "icsSetting",
    uniques: &[Unique {
        index: "uq_approval_setting_key",
        columns: &["setting_key"],
        field: "eventId",
        message: words::SETTING_TAKEN,
    }],
    rules: Some(rules),
    after: Some(after),
    view_more: Some(view_more),
    members: &["levels"],
    remove_rule: Some(remove_rule),
    sections: &[
        Section { key: "main", title: ("审批设置", "Approval setting"), fields: &asked(Setting::EVENT_ID) },
        Section { key: "levels", title: ("审批节点", "Levels"), fields: &[LEVELS] },
    ],
    ..FormPage::of::<Setting>(
        "hrs.icsSetting.form",
        ("审批设置", "Approval setting"),
        ("hrs_ics_list", "/prm/ics/approval/setting", "ics_setting"),
        Setting::SETTING_NO,
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_ics_list", zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/config", "内控列表", "Approval settings, internal control", 30),
        button("sys_ics_add", "新增", "New", 10),
        button("sys_ics_edit", "修改", "Edit", 20),
        button("sys_ics_del", "删除", "Delete", 30),
        button("sys_ics_stop", "停用/启用", "Stop or start", 40),
        button("sys_ics_copy", "复制", "Copy", 50),
        button("sys_ics_test", "试算", "Try", 60),
        button("sys_ics_export", "导出", "Export", 70),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    let applicants = [PAGE_CODES, &["prm_coop", "prm-unlock-apply", "hrs_ics_list", "prm_approval_setting"]].concat();
    room.operations.extend([
        Operation::get(
            "choose_approval_setting",
            "/prm/ics/approval/order/setting/org",
            Access::any_of(&applicants),
            order_setting,
        )
        .param("eventId")
        .param("businessScope")
        .param("coopId")
        .summary("The setting that counts for an act, a scope and a partner"),
        Operation::get("list_approval_choices", "/prm/ics/approval/choices", CHOOSERS, choices)
            .summary("Acts in use with their facts, roles and users a setting may name"),
        Operation::post("copy_ics_setting", "/prm/ics/approval/setting/copy/{id}", Access::Code("sys_ics_copy"), copy)
            .summary("A stopped copy of a setting"),
    ]);
}

/// A setting as an application uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Its row; none for what the event itself says.
    pub id: Option<Id>,
    /// Whether a decision is needed.
    pub approval: bool,
    /// Days an unlocking counts; 0 for no end.
    pub unlock_days: i64,
    /// What it says beside its levels.
    pub policies: Policies,
    /// Its levels.
    pub levels: Vec<Level>,
}

/// How closely a setting fits; nothing when it is of another scope or partner.
fn fit(own: (&str, Option<Id>), asked: (&str, Option<Id>)) -> Option<u8> {
    let scope = match own.0 {
        "" => 0,
        own if own == asked.0 => 1,
        _ => return None,
    };
    let coop = match own.1 {
        None => 0,
        own if own == asked.1 => 2,
        Some(_) => return None,
    };
    Some(scope + coop)
}

/// The most specific active setting.
pub fn choose(
    conn: &mut dyn Conn,
    org: i64,
    event: i64,
    scope: &str,
    coop: Option<Id>,
) -> Result<Option<Chosen>, Refusal> {
    let mut select = sql::from(org, Setting::table());
    select
        .columns(["id", "business_scope", "coop_id"])
        .and_where(sql::eq("event_id", event))
        .and_where(sql::eq("active", true))
        .cond_where(sql::any_of([sql::col("coop_id").is_null(), sql::col("coop_id").eq(sql::value(coop))]));
    let mut best: Option<(u8, Id)> = None;
    for row in conn.query(&select.into())? {
        let own: (String, Option<Id>) = (row.get(1)?, row.get(2)?);
        let Some(rank) = fit((&own.0, own.1), (scope, coop)) else { continue };
        if best.is_none_or(|(known, _)| rank > known) {
            best = Some((rank, row.get(0)?));
        }
    }
    best.map(|(_, id)| chosen(conn, org, id)).transpose()
}

impl Setting {
    const fn table() -> &'static str {
        <Self as platform::document::Document>::TABLE
    }
}

/// A setting with its levels.
pub fn chosen(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Chosen, Refusal> {
    let mut select = sql::from(org, Setting::table());
    select
        .columns(["approval", "unlock_days", "empty_policy", "self_policy", "may_withdraw", "may_add_sign"])
        .and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Chosen {
        id: Some(id),
        approval: row.get::<i64>(0)? == 1,
        unlock_days: row.get(1)?,
        policies: Policies {
            empty: EmptyPolicy::from_code(&row.get::<String>(2)?).unwrap_or(EmptyPolicy::Admin),
            own: SelfPolicy::from_code(&row.get::<String>(3)?).unwrap_or(SelfPolicy::Skip),
            may_withdraw: row.get(4)?,
            may_add_sign: row.get(5)?,
        },
        levels: levels_of(conn, org, id)?,
    })
}

/// The levels of a setting, in order.
pub fn levels_of(conn: &mut dyn Conn, org: i64, setting: Id) -> Result<Vec<Level>, Refusal> {
    let mut select = sql::from(org, "approval_level");
    select
        .columns([
            "name",
            "approver_type",
            "approver_ids",
            "approver_up",
            "mode",
            "conditions",
            "limit_hours",
            "on_timeout",
            "cc_ids",
        ])
        .and_where(sql::eq("setting_id", setting))
        .order_by("level", Order::Asc);
    conn.query(&select.into())?.iter().map(level_of).collect()
}

fn level_of(row: &Row) -> Result<Level, Refusal> {
    let unknown = |what: &str| Refusal::broken(format!("approval level: unknown {what}"));
    Ok(Level {
        name: row.get(0)?,
        approver_type: Approver::from_code(&row.get::<String>(1)?).ok_or_else(|| unknown("approver"))?,
        approver_ids: ids(&row.get::<String>(2)?),
        approver_up: row.get(3)?,
        mode: Mode::from_code(&row.get::<String>(4)?).ok_or_else(|| unknown("mode"))?,
        conditions: serde_json::from_str(&row.get::<String>(5)?).map_err(|_| unknown("condition"))?,
        limit_hours: row.get(6)?,
        on_timeout: OnTimeout::from_code(&row.get::<String>(7)?).unwrap_or(OnTimeout::Remind),
        cc_ids: ids(&row.get::<String>(8)?),
    })
}

fn ids(text: &str) -> Vec<Id> {
    text.split(',').filter_map(|id| id.parse().ok().map(Id)).collect()
}

fn joined(ids: &[Id]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The levels a body brings; none when it brings none.
fn sent(body: &Map<String, Json>) -> Result<Option<Vec<Level>>, Refusal> {
    match body.get("levels") {
        None => Ok(None),
        Some(Json::Null) => Ok(Some(Vec::new())),
        Some(levels) => platform::body::read_at(levels, "levels").map(Some),
    }
}

/// Completes a setting and looks at its levels.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let number = match draft.value(Setting::EVENT_ID) {
        Value::Int(number) => *number,
        _ => return Ok(()),
    };
    let Some(event) = event_of(number) else { return Ok(()) };
    let used = tx.app.registry.effects.iter().any(|effect| effect.event == number);
    findings.error_if(!used, "eventId", words::EVENT_CLOSED);
    if event.unlocks() {
        draft.set(Setting::BUSINESS_SCOPE, Value::Text(event.scope.to_owned()));
    } else {
        draft.set(Setting::UNLOCK_DAYS, Value::Int(0));
    }
    defaults(tx, draft)?;
    if let Value::Int(coop) = *draft.value(Setting::COOP_ID) {
        findings.error_if(facts::coop(tx, org, Id(coop))?.is_none(), "coopId", words::COOP_UNKNOWN);
    }
    let levels = match sent(draft.body)? {
        Some(levels) => levels,
        None => levels_of(tx, org, draft.id)?,
    };
    let needed = *draft.value(Setting::APPROVAL) == Value::Int(1);
    findings.error_if(needed && levels.is_empty(), "levels", words::LEVELS_NEEDED);
    findings.error_if(levels.len() > LEVELS_MAX, "levels", words::LEVELS_MANY);
    for (place, level) in levels.iter().enumerate() {
        let mut part = Findings::new();
        check_level(tx, org, (level, event.facts), &mut part)?;
        findings.absorb(&format!("levels.{place}"), part);
    }
    draft.set(Setting::LEVEL_COUNT, Value::Int(i64::try_from(levels.len()).unwrap_or(0)));
    draft.set(Setting::APPROVER_TEXT, told_levels(tx, org, &levels)?.into_value());
    draft.set(Setting::CONDITION_TEXT, told_conditions(tx, org, &levels)?.into_value());
    let part = |value: &Value| match value {
        Value::Int(id) => id.to_string(),
        Value::Text(text) => text.clone(),
        _ => String::new(),
    };
    let key =
        format!("{number}|{}|{}", part(draft.value(Setting::BUSINESS_SCOPE)), part(draft.value(Setting::COOP_ID)));
    draft.set(Setting::SETTING_KEY, Value::Text(key));
    Ok(())
}

/// What the columns hold when nothing was said.
fn defaults(tx: &mut Tx<'_>, draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.is_new() {
        let number = tx.next_number("approvalSetting", "")?;
        draft.set(Setting::SETTING_NO, Value::Int(number));
        draft.set(Setting::ACTIVE, Value::Bool(true));
    }
    for (field, value) in [
        (Setting::UNLOCK_DAYS, Value::Int(3)),
        (Setting::EMPTY_POLICY, EmptyPolicy::Admin.code().into_value()),
        (Setting::SELF_POLICY, SelfPolicy::Skip.code().into_value()),
        (Setting::MAY_WITHDRAW, Value::Bool(true)),
        (Setting::MAY_ADD_SIGN, Value::Bool(true)),
    ] {
        if *draft.value(field) == Value::Null {
            draft.set(field, value);
        }
    }
    Ok(())
}

fn check_level(
    tx: &mut Tx<'_>,
    org: i64,
    (level, known): (&Level, &[&str]),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    findings.error_if(level.name.trim().chars().count() > NAME_MAX, "name", words::LEVEL_NAME);
    let named = level.approver_ids.len();
    match level.approver_type {
        Approver::User | Approver::Role if named == 0 || named > NAMED_MAX => {
            findings.error("approverIds", words::LEVEL_WHO.text());
        }
        Approver::User => {
            let there = people::active(tx, org, &level.approver_ids)?.len();
            findings.error_if(there < named, "approverIds", words::LEVEL_UNKNOWN);
        }
        Approver::Role => {
            let there = roles_of(tx, org, &level.approver_ids)?.len();
            findings.error_if(there < named, "approverIds", words::LEVEL_UNKNOWN);
        }
        Approver::UpperHead => {
            findings.error_if(!(1..=3).contains(&level.approver_up), "approverUp", words::LEVEL_UP);
        }
        _ => {}
    }
    findings.error_if(!(0..=HOURS_MAX).contains(&level.limit_hours), "limitHours", words::LEVEL_HOURS);
    findings.error_if(level.conditions.len() > CONDITIONS_MAX, "conditions", words::LEVEL_CONDITIONS);
    let sound = level.conditions.iter().all(|one| one.is_sound() && known.contains(&one.field.as_str()));
    findings.error_if(!sound, "conditions", words::LEVEL_CONDITION);
    let copies = people::active(tx, org, &level.cc_ids)?.len();
    findings.error_if(copies < level.cc_ids.len() || copies > NAMED_MAX, "ccIds", words::LEVEL_CC);
    Ok(())
}

/// Names of active roles, by id.
fn roles_of(conn: &mut dyn Conn, org: i64, roles: &[Id]) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select = sql::from(org, "role");
    select
        .columns(["id", "name"])
        .and_where(sql::eq("active", true))
        .and_where(sql::is_in(sql::col("id"), roles.iter().copied()));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// `一级: 经理一 → 二级: 财务一`.
fn told_levels(conn: &mut dyn Conn, org: i64, levels: &[Level]) -> Result<String, Refusal> {
    let mut told = Vec::new();
    for (place, level) in levels.iter().enumerate() {
        let who = match level.approver_type {
            Approver::User => people::names(conn, org, &level.approver_ids)?.join("、"),
            Approver::Role => roles_of(conn, org, &level.approver_ids)?.into_values().collect::<Vec<_>>().join("、"),
            other => other.zh().to_owned(),
        };
        told.push(format!("{}级: {who}", ordinal(place + 1)));
    }
    Ok(told.join(" → "))
}

/// `二级: 锁账天数 > 30`.
fn told_conditions(conn: &mut dyn Conn, org: i64, levels: &[Level]) -> Result<String, Refusal> {
    let mut told = Vec::new();
    for (place, level) in levels.iter().enumerate().filter(|(_, level)| !level.conditions.is_empty()) {
        let mut lines = Vec::new();
        for one in &level.conditions {
            let name = fact_field(&one.field).map_or("", |field| field.zh);
            let value = if one.field == dept::FACT { depts(conn, org, &one.depts())? } else { one.value.clone() };
            lines.push(format!("{name} {} {value}", one.compare.zh()));
        }
        told.push(format!("{}级: {}", ordinal(place + 1), lines.join("，")));
    }
    Ok(told.join("；"))
}

fn depts(conn: &mut dyn Conn, org: i64, named: &[Id]) -> Result<String, Refusal> {
    let mut select = sql::from(org, "dept");
    select
        .column("full_name")
        .and_where(sql::is_in(sql::col("id"), named.iter().copied()))
        .order_by("code", Order::Asc);
    let names: Vec<String> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(names.join("、"))
}

/// Writes the levels.
fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    if let Some(levels) = sent(draft.body)? {
        write_levels(tx, draft.id, &levels)?;
    }
    Ok(Written::default())
}

fn write_levels(tx: &mut Tx<'_>, setting: Id, levels: &[Level]) -> Result<(), Refusal> {
    let org = tx.org();
    tx.exec(&sql::delete(org, "approval_level").and_where(sql::eq("setting_id", setting)).into())?;
    for (place, level) in levels.iter().enumerate() {
        let conditions =
            serde_json::to_string(&level.conditions).map_err(|e| Refusal::broken(format!("approval level: {e}")))?;
        let cells = [
            ("setting_id", setting.into_value()),
            ("level", Value::Int(i64::try_from(place).unwrap_or(0) + 1)),
            ("name", Value::Text(level_name(level, place + 1))),
            ("approver_type", level.approver_type.code().into_value()),
            ("approver_ids", joined(&level.approver_ids).into_value()),
            ("approver_up", level.approver_up.into_value()),
            ("mode", level.mode.code().into_value()),
            ("conditions", Value::Text(conditions)),
            ("limit_hours", level.limit_hours.into_value()),
            ("on_timeout", level.on_timeout.code().into_value()),
            ("cc_ids", joined(&level.cc_ids).into_value()),
        ];
        tx.exec(&sql::insert(org, "approval_level", &cells).into())?;
    }
    Ok(())
}

fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    view.insert("levels".to_owned(), json!(levels_of(conn, org, id)?));
    if let Some(coop) = view.get("coopId").and_then(Json::as_str).and_then(|id| id.parse().ok()) {
        view.insert("coopName".to_owned(), json!(facts::coop_name(conn, org, Id(coop))?));
    }
    Ok(())
}

/// What applications name stays.
fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut used = sql::from(org, crate::store::INSTANCE);
    used.column("id").and_where(sql::eq("setting_id", id)).limit(1);
    if tx.first(&used.into())?.is_some() {
        return Err(Refusal::business(words::SETTING_USED));
    }
    tx.exec(&sql::delete(org, "approval_level").and_where(sql::eq("setting_id", id)).into())?;
    Ok(())
}

/// GET /prm/ics/approval/order/setting/org.
fn order_setting(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let (event, scope, coop) =
        (call.query("eventId").trim(), call.query("businessScope").trim(), call.query("coopId").trim());
    let asked = event.parse::<i64>().ok().zip(coop.parse().ok().map(Id));
    let Some((event, coop)) = asked.filter(|_| !scope.is_empty()) else {
        return Err(Refusal::business(words::INCOMPLETE));
    };
    let data = call.read(|conn| {
        let Some(found) = choose(conn, org, event, scope, Some(coop))? else { return Ok(Json::Null) };
        let partner = facts::coop(conn, org, coop)?;
        let (code, name) = partner.map(|partner| (partner.code, partner.name)).unwrap_or_default();
        Ok(json!({
            "settingId": found.id, "approval": i64::from(found.approval), "eventId": event, "businessScope": scope,
            "coopId": coop, "coopCode": code, "coopName": name,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// GET /prm/ics/approval/choices.
fn choices(call: &mut Call) -> Outcome {
    let (org, english) = (call.actor()?.org_id, call.language().starts_with("en"));
    let events = events_in_use(call, english);
    let scope = |one: &Choice| {
        let name = if english { one.en } else { one.zh };
        json!({ "value": one.value, "label": format!("{} {name}", one.value) })
    };
    let scopes: Vec<Json> = SCOPES.iter().map(scope).collect();
    let data = call.read(|conn| {
        Ok(json!({
            "events": events,
            "roles": offered(conn, org, ("role", "name"))?,
            "users": offered(conn, org, ("app_user", "name_cn"))?,
            "depts": offered(conn, org, ("dept", "full_name"))?,
            "scopes": scopes,
            "coopLevels": coop_levels(conn, org, english)?,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// Acts a module takes part in, with the facts their conditions may look at.
fn events_in_use(call: &Call, english: bool) -> Vec<Json> {
    let say = |zh: &'static str, en: &'static str| if english { en } else { zh };
    let used = |event: i64| call.app.registry.effects.iter().any(|effect| effect.event == event);
    EVENTS
        .iter()
        .filter(|event| used(event.id))
        .map(|event| {
            let facts = FACTS.iter().filter(|fact| event.facts.contains(&fact.name));
            let facts: Vec<Json> = facts
                .map(|fact| json!({ "name": fact.name, "label": say(fact.zh, fact.en), "kind": fact.kind }))
                .collect();
            let label = say(event.zh, event.en);
            json!({ "value": event.id.to_string(), "label": label, "scope": event.scope, "facts": facts })
        })
        .collect()
}

/// Levels a customer may have: the platform's and the company's own.
fn coop_levels(conn: &mut dyn Conn, org: i64, english: bool) -> Result<Vec<Json>, Refusal> {
    let mut select = platform::dictionary::values(org);
    select
        .columns(["value", "param_text", "param_text_en"])
        .and_where(sql::eq("category_type", COOP_LEVELS))
        .and_where(sql::eq("active", true))
        .order_by("sort", Order::Asc);
    conn.query(&select.into())?
        .iter()
        .map(|row| {
            // A company's own level may have no English name.
            let translated = row.get::<Option<String>>(2)?.filter(|text| english && !text.is_empty());
            let label: String = translated.map_or_else(|| row.get(1), Ok)?;
            Ok(json!({ "value": row.get::<String>(0)?, "label": label }))
        })
        .collect()
}

fn offered(conn: &mut dyn Conn, org: i64, (table, name): (&'static str, &'static str)) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(org, table);
    select.columns(["id", name]).and_where(sql::eq("active", true)).order_by(name, Order::Asc);
    conn.query(&select.into())?
        .iter()
        .map(|row| Ok(json!({ "value": row.get::<Id>(0)?, "label": row.get::<String>(1)? })))
        .collect()
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Versioned {
    version: i64,
}

/// POST /prm/ics/approval/setting/copy/{id}: the copy is stopped, so that one setting counts.
fn copy(call: &mut Call) -> Outcome {
    let (from, body): (Id, Versioned) = (call.path_id("id")?, call.json()?);
    let id = call.write(|tx| {
        let org = tx.org();
        let fields = <Setting as platform::document::Document>::FIELDS;
        let mut select = sql::from(org, Setting::table());
        select.column("version").columns(fields.iter().map(|field| field.column)).and_where(sql::eq("id", from));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        if row.get::<i64>(0)? != body.version {
            return Err(Refusal::Stale(Json::Null));
        }
        let number = tx.next_number("approvalSetting", "")?;
        let id = tx.new_id();
        let mut cells = vec![
            ("id", id.into_value()),
            ("version", Value::Int(1)),
            ("created_by", tx.actor.user_id.into_value()),
            ("created_at", tx.now.into_value()),
            ("updated_by", tx.actor.user_id.into_value()),
            ("updated_at", tx.now.into_value()),
        ];
        for (field, value) in fields.iter().zip(row.0.into_iter().skip(1)) {
            cells.push((
                field.column,
                match field.column {
                    "setting_no" => Value::Int(number),
                    "active" => Value::Bool(false),
                    "may_withdraw" | "may_add_sign" => Value::Bool(bool::from_value(&value)?),
                    _ => value,
                },
            ));
        }
        tx.exec(&sql::insert(org, Setting::table(), &cells).into())?;
        let levels = levels_of(tx, org, from)?;
        write_levels(tx, id, &levels)?;
        tx.log(LogEntry::of("icsSetting", id, number.to_string(), PAGE).did("新建", "复制").level(Weight::High))?;
        Ok(id)
    })?;
    Ok(Answer::Data(json!({ "id": id })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_specific_setting_fits_best() {
        let (kh1, kh2) = (Some(Id(1)), Some(Id(2)));
        assert_eq!(fit(("AE", kh1), ("AE", kh1)), Some(3));
        assert_eq!(fit(("AE", None), ("AE", kh1)), Some(1));
        assert_eq!(fit(("", None), ("AE", kh1)), Some(0));
        assert_eq!(fit(("AE", kh2), ("AE", kh1)), None);
        assert_eq!(fit(("SE", None), ("AE", kh1)), None);
        assert_eq!(fit(("AE", kh1), ("AE", None)), None);
    }
}
