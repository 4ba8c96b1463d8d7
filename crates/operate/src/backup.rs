//! 备份恢复. Backups made by hand or by plan, and whether they can be restored.

use kernel::{Id, Instant, Msg, SKEW_MS};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor};
use platform::call::{Answer, App, Call, Outcome};
use platform::field::{Choice, Field};
use platform::job::{self, JobKind};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::setting::page::SettingPage;
use platform::store::{Conn, Value, sql};
use serde_json::json;

use crate::backup_place::Decided;
use crate::{backup_place, backup_plan, backup_work};

pub(crate) const PAGE: &str = "/hrs_backup";
/// Name of the job that makes one.
pub(crate) const MAKE: &str = "backup";
/// Name of the job that checks one.
pub(crate) const VERIFY: &str = "verify_backup";

pub(crate) const BY_HAND: &str = "手动";
pub(crate) const BY_PLAN: &str = "自动";
pub(crate) const UNDER_WAY: &str = "进行中";
pub(crate) const DONE: &str = "已完成";
pub(crate) const FAILED: &str = "失败";
pub(crate) const NOT_CHECKED: &str = "未校验";
pub(crate) const AGREES: &str = "一致";
pub(crate) const DIFFERS: &str = "不一致";

const BUSY: Msg = Msg::new("backup.busy", "任务正在执行", "The task is running already.");

const MODES: &[Choice] = &[Choice::new(BY_PLAN, "自动", "By plan"), Choice::new(BY_HAND, "手动", "By hand")];
const STATES: &[Choice] = &[
    Choice::new(UNDER_WAY, "进行中", "Under way").tone("info"),
    Choice::new(DONE, "已完成", "Done").tone("done"),
    Choice::new(FAILED, "失败", "Failed").tone("danger"),
];
const VERDICTS: &[Choice] = &[
    Choice::new(NOT_CHECKED, "未校验", "Not verified"),
    Choice::new(AGREES, "一致", "Agrees").tone("ready"),
    Choice::new(DIFFERS, "不一致", "Differs").tone("danger"),
];

const MODE: Field = Field::select(MODES, "方式", "Made").column("mode");
const STATUS: Field = Field::state(STATES, "状态", "State").column("status");
const VERDICT: Field = Field::state(VERDICTS, "校验", "Verified").column("verify");
const TIME: Field = Field::instant("时间", "Time").column("created_at");

/// The backups there are, the newest first.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "person", on: &[("user_id", "id")], by_org: true }],
    columns: &[
        list::ID,
        Column::own(TIME).width(160),
        Column::own(MODE).width(80),
        Column::own(Field::text("范围", "Parts").column("parts")).width(120),
        Column::own(STATUS).width(90),
        Column::own(Field::text("大小", "Size").column("bytes")).width(100).read_as(size),
        Column::own(Field::int("行数", "Rows").column("row_count")).width(100).behind(),
        Column::own(Field::int("附件数", "Files").column("file_count")).width(90).behind(),
        Column::own(Field::int("用时毫秒", "Milliseconds").column("took")).width(100),
        Column::own(VERDICT).width(90),
        Column::own(backup_place::FIELD).width(100),
        Column::own(Field::flag("加密", "Encrypted").column("encrypted")).width(80),
        Column::own(Field::long("文件", "File").column("file")).width(320).copy().unsorted(),
        Column::own(Field::instant("保留至", "Kept until").column("keep_until")).width(160),
        Column::of("person", Field::text("操作人", "Made by").column("name_cn").wire("userName")).width(100),
        Column::own(Field::long("失败原因", "Reason").column("error")).width(220).unsorted(),
    ],
    filters: &[
        Filter::new("mode", Match::OneOf, MODE),
        Filter::new("status", Match::OneOf, STATUS),
        Filter::new("verify", Match::OneOf, VERDICT),
        Filter::new("place", Match::OneOf, backup_place::FIELD),
        Filter::new("createdAt", Match::Range, TIME),
    ],
    buttons: &[
        Button::new("sys_backup_run", ("立即备份", "Back up now"), "primary", "custom"),
        Button::new("sys_backup_edit", ("设置", "Settings"), "toolbar", "custom"),
        Button::new("sys_backup_verify", ("校验", "Verify"), "row", "call")
            .calls("PUT /hrs/backup/verify/{id}")
            .when("status", &[DONE]),
    ],
    ..ListPage::new("hrs.backup.list", PAGE, ("备份恢复", "Backup"), "hrs_backup", "/hrs/backup", "backup")
};

/// Bytes as a person reads them.
fn size(_: &Actor, bytes: &Value) -> Value {
    let Value::Int(bytes) = bytes else { return Value::Null };
    let (unit, divisor) = match bytes {
        ..1_048_576 => ("KB", 1024),
        1_048_576..1_073_741_824 => ("MB", 1024 * 1024),
        _ => ("GB", 1024 * 1024 * 1024),
    };
    let tenths = (bytes * 10 + divisor - 1) / divisor;
    Value::Text(format!("{}.{} {unit}", tenths / 10, tenths % 10))
}

const SETTINGS: SettingPage = SettingPage {
    noun: "backup_setting",
    base: "/hrs/backup/setting",
    access: "hrs_backup",
    edit: "sys_backup_edit",
    page: PAGE,
    title: ("备份设置", "Backup settings"),
    level: Level::High,
    check: Some(backup_place::check),
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_backup", zh, en, sort).platform();
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/platform", "备份恢复", "Backup", 90).platform(),
        button("sys_backup_run", "立即备份", "Back up now", 10),
        button("sys_backup_verify", "校验", "Verify", 20),
        button("sys_backup_edit", "设置", "Settings", 30),
    ]);
    room.lists.push(LIST);
    room.settings.extend(backup_plan::SETTINGS);
    room.settings.extend(backup_place::SETTINGS);
    room.operations.extend(SETTINGS.operations());
    room.operations.extend([
        Operation::get("get_backup_place", "/hrs/backup/place", Access::Code("hrs_backup"), place)
            .summary("Where backups lie, whether they are encrypted, whether one is under way"),
        Operation::post("run_backup", "/hrs/backup/run", Access::Code("sys_backup_run"), run),
        Operation::put("verify_backup", "/hrs/backup/verify/{id}", Access::Code("sys_backup_verify"), verify),
    ]);
    room.jobs
        .extend([JobKind { name: MAKE, work: backup_work::make }, JobKind { name: VERIFY, work: backup_work::verify }]);
    room.plans.push(backup_plan::PLAN);
}

fn place(call: &mut Call) -> Outcome {
    let (busy, decided) = call.read(|conn| {
        let busy = is_open(conn, MAKE)? || is_open(conn, VERIFY)?;
        Ok((busy, Decided::of(conn)?))
    })?;
    Ok(Answer::Data(json!({
        "place": decided.place,
        "folder": decided.named(&call.app),
        "encrypted": decided.is_encrypted(&call.app.settings),
        "blocked": decided.blocked(&call.app).map(|text| text.in_language(call.language()).to_owned()),
        "passphrase": call.app.settings.passphrase().is_some(),
        "objects": call.app.settings.backup_objects().is_some(),
        "busy": busy,
    })))
}

fn run(call: &mut Call) -> Outcome {
    let id = call.write(|tx| {
        refuse_while_busy(tx, MAKE)?;
        let (app, now, user) = (tx.app, tx.now, tx.actor.user_id);
        let id = new_row(app, tx, (BY_HAND, user, now))?;
        job::submit(tx, order(MAKE, id))?;
        tx.log(LogEntry::of("backup", id, "", PAGE).did("新建", "立即备份").level(Level::High))?;
        Ok(id)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "id": id })))
}

fn verify(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let mut select = sql::from(tx.org(), "backup");
        select.column("id").and_where(sql::eq("id", id)).and_where(sql::eq("status", DONE.to_owned()));
        tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        refuse_while_busy(tx, VERIFY)?;
        job::submit(tx, order(VERIFY, id))?;
        tx.log(LogEntry::of("backup", id, "", PAGE).did("修改", "校验").level(Level::Low))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "id": id })))
}

/// A job for a backup.
pub(crate) fn order(name: &'static str, id: Id) -> job::NewJob<'static> {
    job::NewJob {
        class: job::Class::Care,
        name,
        page: PAGE,
        title: if name == MAKE { "备份" } else { "校验备份" },
        conditions: String::new(),
        total: None,
        request: json!({ "id": id }),
    }
}

/// One at a time: whoever asks first holds the row of the series until he is done.
pub(crate) fn refuse_while_busy(conn: &mut dyn Conn, name: &str) -> Result<(), Refusal> {
    platform::call::next_number(conn, PLATFORM_ORG, "backup", name)?;
    if is_open(conn, name)? { Err(Refusal::business(BUSY)) } else { Ok(()) }
}

/// Whether a job of this name waits or runs.
pub(crate) fn is_open(conn: &mut dyn Conn, name: &str) -> Result<bool, Refusal> {
    let mut open = sql::from(PLATFORM_ORG, "every_job");
    open.column("id").and_where(sql::eq("name", name.to_owned())).and_where(sql::col("finished_at").is_null()).limit(1);
    Ok(conn.first(&open.into())?.is_some())
}

/// Forgets the backups that were being made when the one was that was restored here, itself among them: none of them is
/// this place's.
pub fn end_copied(conn: &mut dyn Conn) -> Result<(), Refusal> {
    let mut delete = sql::delete(PLATFORM_ORG, "backup");
    delete.and_where(sql::eq("status", UNDER_WAY.to_owned()));
    conn.exec(&delete.into())?;
    Ok(())
}

/// The row of a backup that begins.
pub(crate) fn new_row(app: &App, conn: &mut dyn Conn, (mode, user, now): (&str, Id, Instant)) -> Result<Id, Refusal> {
    let id = app.mint.next(now);
    let text = |text: &str| Value::Text(text.to_owned());
    let place = Decided::of(conn)?.place;
    let cells = [
        ("id", Value::Int(id.0)),
        ("mode", text(mode)),
        ("place", Value::Text(place)),
        ("parts", text("数据库、附件")),
        ("status", text(UNDER_WAY)),
        ("verify", text(NOT_CHECKED)),
        ("user_id", Value::Int(user.0)),
        ("created_at", Value::Int(now.millis())),
    ];
    conn.exec(&sql::insert(PLATFORM_ORG, "backup", &cells).into())?;
    Ok(id)
}

/// Begun by now. A clock that ran ahead begins backups of days to come, which stand for none of these days.
pub(crate) fn begun_by(now: Instant) -> Expr {
    sql::col("created_at").lte(sql::value(now.plus_millis(SKEW_MS)))
}

/// When the newest backup began, if it is a planned one that failed: nobody looked at that one.
pub(crate) fn failed_since(conn: &mut dyn Conn, now: Instant) -> Result<Option<Instant>, Refusal> {
    let mut newest = sql::from(PLATFORM_ORG, "backup");
    newest
        .columns(["status", "mode", "created_at"])
        .and_where(sql::col("status").ne(sql::value(UNDER_WAY)))
        .and_where(begun_by(now))
        .order_by("created_at", Order::Desc)
        .order_by("id", Order::Desc)
        .limit(1);
    let Some(row) = conn.first(&newest.into())? else { return Ok(None) };
    let failed = row.get::<String>(0)? == FAILED && row.get::<String>(1)? == BY_PLAN;
    Ok(if failed { Some(row.get(2)?) } else { None })
}

/// When the last backup that is there was made.
pub(crate) fn last_done(conn: &mut dyn Conn, now: Instant) -> Result<Option<Instant>, Refusal> {
    let mut last = sql::from(PLATFORM_ORG, "backup");
    last.column("created_at")
        .and_where(sql::eq("status", DONE.to_owned()))
        .and_where(begun_by(now))
        .order_by("created_at", Order::Desc)
        .limit(1);
    Ok(conn.first(&last.into())?.map(|row| row.get(0)).transpose()?)
}
