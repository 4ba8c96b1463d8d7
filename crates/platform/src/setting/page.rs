//! A page of settings: two calls that show and change those it takes.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg, Scope, Text};
use sea_query::Order;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::{Decided, Module, Owner, Setting, in_force, put, row_of};
use crate::PLATFORM_ORG;
use crate::access::{Access, Actor};
use crate::call::{Answer, Call, Outcome, Tx};
use crate::dictionary;
use crate::field::Kind;
use crate::log::{Change, Level, LogEntry};
use crate::refusal::{Refusal, messages};
use crate::registry::Operation;
use crate::store::{Cell, Conn, Value, sql};

/// What stands on the wire for a secret that was given.
pub const HIDDEN: &str = "******";
const WRONG: Msg = Msg::new("setting.wrong", "参数不正确：{field}", "Wrong value: {field}");

/// Looks at the settings as they will be, which are written already; findings stand at their keys.
pub type Check = fn(&mut Tx<'_>, Option<Scope>, &mut Findings) -> Result<(), Refusal>;

/// A page of settings, or a part of one: `GET {base}` and `PUT {base}`, for one scope with
/// `businessScope` in the path, the query or the body.
#[derive(Debug, Clone, Copy)]
pub struct SettingPage {
    /// Noun of its operation ids; modules name it.
    pub noun: &'static str,
    /// Address of its calls.
    pub base: &'static str,
    /// Permission to look.
    pub access: &'static str,
    /// Permission to change.
    pub edit: &'static str,
    /// Address of the page in the log.
    pub page: &'static str,
    /// What the log calls a change.
    pub title: (&'static str, &'static str),
    /// How much a change matters.
    pub level: Level,
    /// Rules among settings.
    pub check: Option<Check>,
}

impl SettingPage {
    /// Its calls.
    pub fn operations(self) -> Vec<Operation> {
        vec![
            Operation::get(&format!("get_{}", self.noun), self.base, Access::Code(self.access), move |call| {
                self.show(call)
            })
            .param("businessScope")
            .summary(self.title.1),
            Operation::put(&format!("save_{}", self.noun), self.base, Access::Code(self.edit), move |call| {
                self.save(call)
            })
            .summary(self.title.1),
        ]
    }

    /// Its settings that are decided for a scope, or for the whole company.
    fn settings(self, call: &Call, scope: Option<Scope>) -> Vec<&'static Setting> {
        let fits = |setting: &Setting| match scope {
            Some(scope) => setting.scopes.contains(&scope),
            None => setting.scopes.is_empty(),
        };
        let all = call.app.registry.settings.iter().copied();
        all.filter(|setting| setting.module.page == self.noun && fits(setting)).collect()
    }

    /// GET: the groups with values in force, defaults and the version of the set.
    fn show(self, call: &mut Call) -> Outcome {
        let scope = scope_of(call, call.query("businessScope"))?;
        let settings = self.settings(call, scope);
        let actor = call.actor()?;
        call.read(|conn| view(conn, actor.org_id, &settings, scope)).map(Answer::Data)
    }

    /// PUT: the keys that were sent; null brings the default back.
    fn save(self, call: &mut Call) -> Outcome {
        let body: Body = call.json()?;
        let scope = scope_of(call, body.business_scope.as_deref().unwrap_or_default())?;
        let settings = self.settings(call, scope);
        let changes = parsed(&settings, &body.values)?;
        let actor = call.actor()?;
        owned(actor, &changes)?;
        let org = actor.org_id;
        call.read(|conn| listed(conn, org, scope, &changes))?;
        if changes.iter().any(|(setting, _)| setting.secret) {
            actor.need_proof()?;
        }
        call.write(|tx| {
            claim(tx, body.version)?;
            let mut told = Vec::new();
            for (setting, wanted) in &changes {
                told.extend(write(tx, setting, scope, wanted)?);
            }
            self.checked(tx, scope)?;
            let org = tx.org();
            let title =
                scope.map_or_else(|| self.title.0.to_owned(), |scope| format!("{} {}", scope.zh(), self.title.0));
            let entry = LogEntry::of("org_setting", Id(org), title.clone(), self.page).did("修改", title);
            tx.log(entry.level(self.level).changes(told))?;
            view(tx, org, &settings, scope)
        })
        .map(Answer::Data)
    }

    fn checked(self, tx: &mut Tx<'_>, scope: Option<Scope>) -> Result<(), Refusal> {
        let mut findings = Findings::new();
        if let Some(check) = self.check {
            check(tx, scope, &mut findings)?;
        }
        Refusal::unless_clean(&findings, &[])
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Body {
    version: i64,
    #[serde(default)]
    business_scope: Option<String>,
    values: BTreeMap<String, Json>,
}

fn scope_of(call: &Call, given: &str) -> Result<Option<Scope>, Refusal> {
    let code = if given.is_empty() { call.path("businessScope") } else { given };
    if code.is_empty() {
        return Ok(None);
    }
    let wrong = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "businessScope")]));
    Scope::from_code(code).map(Some).ok_or_else(wrong)
}

/// What is to become of a setting.
enum Wanted {
    Default,
    Keep,
    Values(Vec<Value>),
}

/// The sent values; an unknown key, and each value out of its range, is a finding at its key.
fn parsed(
    settings: &[&'static Setting],
    values: &BTreeMap<String, Json>,
) -> Result<Vec<(&'static Setting, Wanted)>, Refusal> {
    let (mut findings, mut changes) = (Findings::new(), Vec::new());
    for (key, json) in values {
        let Some(setting) = settings.iter().find(|setting| setting.key == key) else {
            findings.error(key.clone(), WRONG.with(&[("field", key)]));
            continue;
        };
        let wanted = match json {
            Json::Null => Wanted::Default,
            Json::String(text) if setting.secret && text == HIDDEN => Wanted::Keep,
            json => {
                let mut faults = Findings::new();
                let values = setting.parse(json, key, &mut faults);
                if faults.has_errors() {
                    findings.error(key.clone(), wrong(setting));
                }
                Wanted::Values(values)
            }
        };
        changes.push((*setting, wanted));
    }
    Refusal::unless_clean(&findings, &[])?;
    Ok(changes)
}

fn wrong(setting: &Setting) -> Text {
    WRONG.with_each(&[("field", setting.field.zh)], &[("field", setting.field.en)])
}

/// Values of a dictionary are among those it offers for the scope.
fn listed(
    conn: &mut dyn Conn,
    org: i64,
    scope: Option<Scope>,
    changes: &[(&'static Setting, Wanted)],
) -> Result<(), Refusal> {
    let mut findings = Findings::new();
    for (setting, wanted) in changes {
        let (Kind::Dictionary(list), Wanted::Values(values)) = (setting.field.kind, wanted) else { continue };
        let offers = offers(conn, org, list, scope)?;
        let known = |value: &Value| *value == Value::Null || offers.iter().any(|offer| offer.value == *value);
        if !values.iter().all(known) {
            findings.error(setting.key, wrong(setting));
        }
    }
    Refusal::unless_clean(&findings, &[])
}

/// A value of a dictionary.
struct Offer {
    value: Value,
    zh: String,
    en: String,
}

/// What a dictionary offers for a scope: the platform's values, then the company's own.
fn offers(conn: &mut dyn Conn, org: i64, list: u32, scope: Option<Scope>) -> Result<Vec<Offer>, Refusal> {
    let mut offers: Vec<Offer> = Vec::new();
    let mut select = dictionary::values(org);
    select
        .columns(["value", "param_text", "param_text_en", "scopes"])
        .and_where(sql::eq("category_type", i64::from(list)))
        .and_where(sql::eq("active", true))
        .order_by_expr(dictionary::is_of_platform(), Order::Desc)
        .order_by("sort", Order::Asc)
        .order_by("value", Order::Asc);
    for row in conn.query(&select.into())? {
        let scopes: String = row.get(3)?;
        if scope.is_none_or(|scope| scopes.is_empty() || scopes.split(',').any(|code| code == scope.code())) {
            offers.push(Offer { value: Value::Text(row.get(0)?), zh: row.get(1)?, en: row.get(2)? });
        }
    }
    Ok(offers)
}

/// The platform's settings are changed by its own people alone, whatever page shows them.
fn owned(actor: &Actor, changes: &[(&'static Setting, Wanted)]) -> Result<(), Refusal> {
    let of_platform = changes.iter().any(|(setting, _)| setting.owner == Owner::Platform);
    if of_platform && actor.org_id != PLATFORM_ORG { Err(Refusal::Forbidden) } else { Ok(()) }
}

/// Takes the company's settings for a change: the version must be the caller's, and is raised.
fn claim(tx: &mut Tx<'_>, version: i64) -> Result<(), Refusal> {
    let mut raise = sql::update_global("org", &[("setting_version", Value::Int(version + 1))]);
    raise.and_where(sql::eq("id", tx.org())).and_where(sql::eq("setting_version", version));
    if tx.exec(&raise.into())? == 0 { Err(Refusal::Stale(Json::Null)) } else { Ok(()) }
}

/// Writes one setting; answers the line of the log when it says something else now.
fn write(tx: &mut Tx<'_>, setting: &Setting, scope: Option<Scope>, wanted: &Wanted) -> Result<Option<Change>, Refusal> {
    let who = (tx.org(), tx.actor.user_id, tx.now);
    let old = shown(tx, setting, scope)?;
    let stored = match wanted {
        Wanted::Keep => return Ok(None),
        Wanted::Default => None,
        Wanted::Values(values) if setting.secret => match values.first() {
            Some(Value::Text(text)) => Some(Value::Bytes(tx.app.secrets.seal(text)?)),
            _ => None,
        },
        Wanted::Values(values) => Some(Value::Text(setting.json_of(values).to_string())),
    };
    let replaced = setting.secret && stored.is_some();
    put(tx, who, (setting, scope), stored)?;
    let new = shown(tx, setting, scope)?;
    let label = setting.field.zh.to_owned();
    Ok((old != new || replaced).then(|| Change { field: setting.key.to_owned(), label, old, new }))
}

/// The value in force as the log tells it.
fn shown(tx: &mut Tx<'_>, setting: &Setting, scope: Option<Scope>) -> Result<String, Refusal> {
    let org = tx.org();
    if setting.secret {
        let given = row_of(tx, org, setting, scope)?.is_some();
        return Ok(if given { "***".to_owned() } else { String::new() });
    }
    let values = in_force(tx, org, setting, scope)?;
    Ok(values.iter().map(|value| setting.field.show(value, "zh-CN")).collect::<Vec<_>>().join("、"))
}

/// The settings with their values, under the headings of their modules.
fn view(conn: &mut dyn Conn, org: i64, settings: &[&Setting], scope: Option<Scope>) -> Result<Json, Refusal> {
    let mut select = sql::from_global("org");
    select.column("setting_version").and_where(sql::eq("id", org));
    let version: i64 = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let (own, platform) = (Decided::of(conn, org)?, Decided::of(conn, PLATFORM_ORG)?);
    let mut groups: Vec<(Module, Vec<Json>)> = Vec::new();
    for setting in settings {
        let decided = if setting.owner == Owner::Platform { &platform } else { &own };
        let one = told(conn, (org, decided), setting, scope)?;
        match groups.iter_mut().find(|(module, _)| module.key == setting.module.key) {
            Some((_, list)) => list.push(one),
            None => groups.push((setting.module, vec![one])),
        }
    }
    groups.sort_by_key(|(module, _)| module.sort);
    let groups = groups.into_iter().map(|(module, settings)| {
        json!({ "key": module.key, "label": { "zh": module.zh, "en": module.en }, "settings": settings })
    });
    Ok(json!({ "version": version, "groups": groups.collect::<Vec<_>>() }))
}

/// One setting: its field, the value in force, the default, and whether the default holds.
fn told(
    conn: &mut dyn Conn,
    (org, decided): (i64, &Decided),
    setting: &Setting,
    scope: Option<Scope>,
) -> Result<Json, Refusal> {
    let own = decided.stored(setting, scope).is_some();
    let value = match (setting.secret, own) {
        (true, true) => json!(HIDDEN),
        (true, false) => Json::Null,
        (false, _) => setting.json_of(&decided.in_force(setting, scope)),
    };
    let mut field = setting.field.contract();
    let offers = match setting.field.kind {
        Kind::Dictionary(list) => Some(offers(conn, org, list, scope)?),
        _ => None,
    };
    if let Some(field) = field.as_object_mut() {
        field.remove("initial");
        // The page chooses among what counts for the scope, which it does not know of the dictionary.
        if let Some(offers) = offers {
            field.remove("dictionary");
            let shown = offers.into_iter().map(|offer| {
                let en = if offer.en.is_empty() { &offer.zh } else { &offer.en };
                let label = json!({ "zh": offer.zh, "en": en });
                json!({ "value": String::from_value(&offer.value).unwrap_or_default(), "label": label })
            });
            field.insert("options".to_owned(), shown.collect());
        }
        if !setting.help.0.is_empty() {
            field.insert("help".to_owned(), json!({ "zh": setting.help.0, "en": setting.help.1 }));
        }
    }
    let mut out = Map::new();
    out.insert("field".to_owned(), field);
    out.insert("many".to_owned(), json!(setting.many));
    out.insert("secret".to_owned(), json!(setting.secret));
    out.insert("value".to_owned(), value);
    out.insert("default".to_owned(), if setting.secret { Json::Null } else { setting.default_json() });
    out.insert("isDefault".to_owned(), json!(!own));
    if !setting.is_read(scope) {
        out.insert("unread".to_owned(), json!(true));
    }
    Ok(Json::Object(out))
}
