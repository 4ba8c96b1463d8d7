//! The users of a company: who answers in the chat, and how much he does.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use facts::chat::{check_service, open_account};
use kernel::{Findings, Id, Instant};
use platform::PLATFORM_ORG;
use platform::access::{Actor, new_token};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::field::Field;
use platform::list::{self, Asks, Behind, Button, Cells, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::{Change, Level, LogEntry};
use platform::push::Topic;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait, JoinType};
use platform::store::sql::{of, of_eq};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ACCESS, COUNTED_MS, EDIT, EXPORT, RECORD, SERVICE, TABS};
use crate::PAGE;
use crate::account::{ONLINE_MS, is_online};

const TABLE: &str = "app_user";
const NAME: Field = Field::text("用户名", "Name").column("name_cn").wire("userName");
const ACCID: Field = Field::text("账号", "Account").column("accid").wire("xyNumber");
const SERVES: Field = Field::flag("在线客服", "Online service").column("online_service").wire("onlineService");
const NICKNAME: Field = Field::text("昵称", "Nickname").column("nickname").wire("nickName").max(20);
const RENEW: Field = Field::flag("更换签名", "New signature").wire("renewSign");
const SEEN: Field = Field::instant("最近在线", "Last online").column("seen_at").wire("seenAt");
const ONLINE: Field = Field::flag("在线状态", "Online").column("seen_at").wire("isOnline");
const UNREAD: Field = Field::int("未读数", "Unread").wire("unread");
const TALKS: Field = Field::int("会话数(30天)", "Conversations (30 days)").wire("conversations");
const RESPONSE: Field = Field::int("首次响应平均秒", "First response, seconds").wire("responseSeconds");

/// What a change of the service asks for.
static ASKS: LazyLock<Asks> = LazyLock::new(|| Asks {
    fields: vec![SERVES, NICKNAME, RENEW],
    first: "/hrs/im/{id}/service".to_owned(),
    versioned: true,
    ..Asks::default()
});

static BUTTONS: LazyLock<Vec<Button>> = LazyLock::new(|| {
    let service = Button::new(SERVICE, ("开通/关闭客服", "Open or close service"), "row", "ask")
        .calls("PUT /hrs/im/{id}/service");
    vec![
        Button { asks: Some(&ASKS), ..service },
        Button::new(RECORD, ("查看会话", "View conversations"), "row", "custom"),
        Button::new(EDIT, ("设置", "Settings"), "toolbar", "custom"),
        Button::new(EXPORT, ("导出", "Export"), "toolbar", "export"),
    ]
});

/// What the list tells of each.
const COLUMNS: &[Column] = &[
    list::ID,
    list::VERSION,
    list::ORG,
    Column::own(NAME).width(110),
    Column::of("dept", Field::text("部门", "Department").column("name").wire("deptName")).width(130),
    Column::of("account", ACCID).width(250).copy(),
    Column::of("account", NICKNAME).width(110),
    Column::own(SERVES).width(90),
    Column::of("account", ONLINE).width(90).unsorted().read_as(told_online),
    Column::made(UNREAD).unsorted().width(80),
    Column::made(TALKS).unsorted().width(120),
    Column::made(RESPONSE).unsorted().width(130),
    Column::of("account", SEEN).width(160),
];

/// What it is narrowed by.
const FILTERS: &[Filter] = &[
    Filter::new("userName", Match::Contains, NAME).columns(&[(TABLE, "name_cn"), (TABLE, "name_en")]),
    Filter::new("deptId", Match::Equals, Field::reference("dept", "部门", "Department").column("dept_id")),
    Filter::new("onlineService", Match::Bool, SERVES),
    Filter::new("isOnline", Match::Flag(by_online), Field::flag("在线状态", "Online")),
];

/// Who works in the company.
pub(super) fn list() -> ListPage {
    ListPage {
        joins: &[
            Join { table: "chat_account", alias: "account", on: &[("id", "user_id")], by_org: true },
            Join { table: "dept", alias: "dept", on: &[("dept_id", "id")], by_org: true },
        ],
        follows: &["chat_account", "chat_member"],
        columns: COLUMNS,
        filters: FILTERS,
        buttons: &BUTTONS,
        export: EXPORT,
        visible: Some(|_| Condition::all().add(of_eq(TABLE, "user_status", 1i64))),
        decorate: Some(|actor: &Actor, _: &RowView<'_>, out: &mut String| {
            list::write_can(actor, &[SERVICE, RECORD], out)
        }),
        beside: TABS,
        tab: Some(("用户", "Users")),
        behind: Some(&Figures),
        ..ListPage::new("hrs.im.list", PAGE, ("聊天管理", "Chat administration"), ACCESS, "/hrs/im", TABLE)
    }
}

fn told_online(actor: &Actor, seen: &Value) -> Value {
    let seen = Option::<Instant>::from_value(seen).unwrap_or_default();
    Value::Bool(is_online(seen, actor.now))
}

fn by_online(actor: &Actor, wanted: bool) -> Condition {
    let here = || of("account", "seen_at").gt(sql::value(actor.now.plus_millis(-ONLINE_MS)));
    let away = of("account", "seen_at").is_null().or(here().not());
    Condition::all().add(if wanted { here() } else { away })
}

/// Counts what the users of a page talk.
struct Figures;

/// What one of them does.
#[derive(Default)]
struct Counted {
    unread: i64,
    talks: i64,
    answered_ms: i64,
    answers: i64,
}

impl Behind for Figures {
    fn fills(&self) -> bool {
        true
    }

    fn fill(&self, conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
        let ids: Vec<Id> = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<_, _>>()?;
        let counted = counted(conn, actor, ids)?;
        for row in rows {
            let one = Id::from_value(row.value("id")).ok().and_then(|id| counted.get(&id));
            row.set("unread", Value::Int(one.map_or(0, |one| one.unread)));
            row.set("conversations", Value::Int(one.map_or(0, |one| one.talks)));
            let average = one.filter(|one| one.answers > 0).map(|one| one.answered_ms / one.answers / 1_000);
            row.set("responseSeconds", average.into_value());
        }
        Ok(())
    }
}

fn counted(conn: &mut dyn Conn, actor: &Actor, users: Vec<Id>) -> Result<BTreeMap<Id, Counted>, Refusal> {
    let since = actor.now.plus_millis(-COUNTED_MS);
    let mut select = sql::from(actor.org_id, "chat_account");
    let own = of("chat_member", "org_id").equals(("chat_account", "org_id"));
    select
        .join(
            JoinType::InnerJoin,
            "chat_member",
            own.and(of("chat_member", "account_id").equals(("chat_account", "id"))),
        )
        .column(("chat_account", "user_id"))
        .columns(["unread", "last_at", "asked_at", "answered_at"].map(|column| ("chat_member", column)))
        .and_where(sql::is_in(of("chat_account", "user_id"), users));
    let mut all: BTreeMap<Id, Counted> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let one = all.entry(row.get(0)?).or_default();
        one.unread += row.get::<i64>(1)?;
        one.talks += i64::from(row.get::<Instant>(2)? >= since);
        let (asked, answered): (Option<Instant>, Option<Instant>) = (row.get(3)?, row.get(4)?);
        if let (Some(asked), Some(answered)) = (asked.filter(|asked| *asked >= since), answered) {
            one.answered_ms += answered.millis() - asked.millis();
            one.answers += 1;
        }
    }
    Ok(all)
}

/// A user as he is.
struct Standing {
    name: String,
    serves: bool,
    version: i64,
    nickname: String,
}

fn standing(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Standing, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["name_cn", "online_service", "version"])
        .and_where(sql::eq("id", id))
        .and_where(sql::eq("user_status", 1i64));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let mut account = sql::from(org, "chat_account");
    account.column("nickname").and_where(sql::eq("user_id", id));
    let nickname: Option<String> = conn.first(&account.into())?.unwrap_or_default().get(0)?;
    Ok(Standing {
        name: row.get(0)?,
        serves: row.get(1)?,
        version: row.get(2)?,
        nickname: nickname.unwrap_or_default(),
    })
}

/// GET /hrs/im/{id}/service: what its dialog begins with.
pub(super) fn first(call: &mut Call) -> Outcome {
    let (org, id) = (call.actor()?.org_id, call.path_id("id")?);
    let user = call.read(|conn| standing(conn, org, id))?;
    Ok(Answer::Data(json!({ "onlineService": user.serves, "nickName": user.nickname, "renewSign": false })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    /// Of another company, which the platform alone names.
    org_id: Option<Id>,
    user_id: Option<Id>,
    version: Option<i64>,
    #[serde(default)]
    online_service: Json,
    #[serde(default)]
    nick_name: Json,
    #[serde(default)]
    renew_sign: Json,
}

/// The company whose user is meant: the caller's own, for the platform any.
fn company_of(call: &Call, named: Option<Id>) -> Result<i64, Refusal> {
    let own = call.actor()?.org_id;
    match named {
        Some(Id(org)) if own == PLATFORM_ORG || org == own => Ok(org),
        Some(_) => Err(Refusal::NotFound),
        None => Ok(own),
    }
}

/// PUT /hrs/im/service {userId, onlineService, nickName, renewSign}: what is not sent stays.
pub(super) fn save(call: &mut Call) -> Outcome {
    let body: Wanted = call.json()?;
    let id = if call.path("id").is_empty() { body.user_id.ok_or(Refusal::NotFound)? } else { call.path_id("id")? };
    call.write_in(company_of(call, body.org_id)?, |tx| {
        let org = tx.org();
        let user = standing(tx, org, id)?;
        claim(tx, TABLE, id, body.version.unwrap_or(user.version))?;
        let mut findings = Findings::new();
        let serves = SERVES.parse(Some(&body.online_service), "onlineService", &mut findings);
        let nickname = NICKNAME.parse(Some(&body.nick_name), "nickName", &mut findings);
        let renew = RENEW.parse(Some(&body.renew_sign), "renewSign", &mut findings);
        let serves = Option::<bool>::from_value(&serves)?.unwrap_or(user.serves);
        if serves && !user.serves {
            check_service(tx, "onlineService", &mut findings)?;
        }
        Refusal::unless_clean(&findings, &[])?;
        let renew = Option::<bool>::from_value(&renew)?.unwrap_or_default();
        let nickname = (!body.nick_name.is_null()).then_some(String::from_value(&nickname)?);
        write(tx, (id, &user), (serves, nickname, renew))
    })?;
    Ok(Answer::Data(Json::Null))
}

fn write(
    tx: &mut Tx<'_>,
    (id, user): (Id, &Standing),
    (serves, nickname, renew): (bool, Option<String>, bool),
) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let mut flag = sql::update(org, TABLE, &[("online_service", Value::Bool(serves))]);
    tx.exec(&flag.and_where(sql::eq("id", id)).to_owned().into())?;
    let renamed = nickname.filter(|nickname| *nickname != user.nickname);
    // A name or a signature is that of an account.
    if serves || renew || renamed.is_some() {
        open_account(tx.app, tx, (org, id), now)?;
    }
    let mut cells = vec![("updated_at", now.into_value()), ("updated_by", tx.actor.user_id.into_value())];
    if renew {
        cells.push(("sign", Value::Bytes(tx.app.secrets.seal(&new_token()?)?)));
    }
    let said = |flag: bool| if flag { "是" } else { "否" }.to_owned();
    let change = |field: &str, label: &str, old: String, new: String| Change {
        field: field.to_owned(),
        label: label.to_owned(),
        old,
        new,
    };
    let mut changes = Vec::new();
    if serves != user.serves {
        changes.push(change("onlineService", SERVES.zh, said(user.serves), said(serves)));
    }
    if let Some(nickname) = renamed {
        changes.push(change("nickName", NICKNAME.zh, user.nickname.clone(), nickname.clone()));
        cells.push(("nickname", nickname.into_value()));
    }
    let mut account = sql::update(org, "chat_account", &cells);
    tx.exec(&account.and_where(sql::eq("user_id", id)).to_owned().into())?;
    tx.tell(Topic::chats(org, id));
    let function = if renew { "更换聊天签名" } else { "开通/关闭客服" };
    let entry = LogEntry::of("user", id, user.name.clone(), PAGE).did("修改", function);
    tx.log(entry.level(Level::Middle).changes(changes))
}
