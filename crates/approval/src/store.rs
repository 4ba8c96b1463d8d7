//! Applications and their tasks between the tables and the flow.

use kernel::{Id, Instant};
use platform::call::Tx;
use platform::push::Topic;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order, SelectStatement};
use platform::store::{Cell, Conn, Row, Value, sql};
use serde::{Deserialize, Serialize};

use crate::chain::Stage;
use crate::flow::{Sign, State, Step};
use crate::rule::{Facts, Mode, Policies};

/// Table of applications.
pub const INSTANCE: &str = "approval_instance";
/// Table of tasks.
pub const TASK: &str = "approval_task";

/// Running.
pub const RUNNING: &str = "审批中";
/// Every level agreed.
pub const PASSED: &str = "已通过";
/// Somebody refused.
pub const REFUSED: &str = "已驳回";
/// Taken back by the applicant.
pub const WITHDRAWN: &str = "已撤回";
/// Ended by an administrator, or with its object.
pub const ENDED: &str = "已终止";
/// The effect was had.
pub const EFFECT_DONE: &str = "成功";
/// The object refused the effect.
pub const EFFECT_FAILED: &str = "失败";

/// What an application started with; later changes of the setting do not touch it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// What the setting says beside its levels.
    pub policies: Policies,
    /// The chain.
    pub stages: Vec<Stage>,
    /// What was known of the act.
    pub facts: Facts,
}

/// An application.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Row.
    pub id: Id,
    /// Number.
    pub no: String,
    /// Event.
    pub event: i64,
    /// What it started with.
    pub snapshot: Snapshot,
    /// Kind of object.
    pub ref_type: String,
    /// Object.
    pub object: Id,
    /// Number of the object.
    pub number: String,
    /// Page of the object.
    pub url: String,
    /// What is asked for.
    pub content: String,
    /// Why.
    pub reason: String,
    /// Applicant.
    pub applicant: Id,
    /// State.
    pub status: String,
    /// Sent back to the applicant.
    pub returned: bool,
    /// Days an unlocking counts; 0 for no end.
    pub unlock_days: i64,
    /// When the applicant urged last.
    pub urged_at: Option<Instant>,
    /// What became of the effect.
    pub effect_status: String,
    /// Internal number of the object.
    pub internal_number: String,
    /// Partner.
    pub coop: Option<Id>,
    /// Scope.
    pub scope: String,
    /// When it was made.
    pub applied_at: Instant,
    /// When it was over.
    pub finished_at: Option<Instant>,
    /// Why the effect failed.
    pub effect_error: String,
    /// Name of the level it stands on.
    pub level_name: String,
}

impl Instance {
    /// Whether decisions are still to be taken.
    pub fn is_running(&self) -> bool {
        self.status == RUNNING
    }

    /// A level of its chain.
    pub fn stage(&self, level: i64) -> Option<&Stage> {
        self.snapshot.stages.iter().find(|stage| stage.level == level)
    }
}

const COLUMNS: [&str; 23] = [
    "id",
    "instance_no",
    "event_id",
    "setting_snapshot",
    "ref_type",
    "ref_id",
    "ref_no",
    "ref_url",
    "content",
    "reason",
    "applicant_id",
    "status",
    "returned",
    "unlock_days",
    "urged_at",
    "effect_status",
    "internal_number",
    "coop_id",
    "business_scope",
    "applied_at",
    "finished_at",
    "effect_error",
    "level_name",
];

fn instance_of(row: &Row) -> Result<Instance, Refusal> {
    let snapshot: String = row.get(3)?;
    Ok(Instance {
        id: row.get(0)?,
        no: row.get(1)?,
        event: row.get(2)?,
        snapshot: serde_json::from_str(&snapshot).map_err(|e| Refusal::broken(format!("approval snapshot: {e}")))?,
        ref_type: row.get(4)?,
        object: row.get(5)?,
        number: row.get(6)?,
        url: row.get(7)?,
        content: row.get(8)?,
        reason: row.get(9)?,
        applicant: row.get(10)?,
        status: row.get(11)?,
        returned: row.get(12)?,
        unlock_days: row.get(13)?,
        urged_at: row.get(14)?,
        effect_status: row.get(15)?,
        internal_number: row.get(16)?,
        coop: row.get(17)?,
        scope: row.get(18)?,
        applied_at: row.get(19)?,
        finished_at: row.get(20)?,
        effect_error: row.get(21)?,
        level_name: row.get(22)?,
    })
}

/// An application of the org; 404 when there is none.
pub fn instance(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Instance, Refusal> {
    let mut select = sql::from(org, INSTANCE);
    select.columns(COLUMNS).and_where(sql::eq("id", id));
    instance_of(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)
}

/// What an application, by its number, knew of its act when it was made.
pub fn facts_of(conn: &mut dyn Conn, org: i64, no: &str) -> Result<Facts, Refusal> {
    let mut select = sql::from(org, INSTANCE);
    select.columns(COLUMNS).and_where(sql::eq("instance_no", no.to_owned()));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(instance_of(&row)?.snapshot.facts)
}

/// A task.
#[derive(Debug, Clone)]
pub struct Task {
    /// What the flow sees of it.
    pub step: Step,
    /// Counts for the chain; others are history.
    pub current: bool,
    /// Who decides.
    pub approver: Id,
    /// In whose place, or from whom.
    pub from_user: Option<Id>,
    /// 委托, 转交, 转管理员 or 加签; empty for the chain's own.
    pub source: String,
    /// What was said with the decision.
    pub comment: String,
    /// When its turn came.
    pub started_at: Option<Instant>,
    /// By when it should be decided.
    pub due_at: Option<Instant>,
    /// When it was decided.
    pub decided_at: Option<Instant>,
    /// When its approver was told that its time is over.
    pub reminded_at: Option<Instant>,
}

impl Task {
    /// A new task whose turn has not come.
    pub fn new(id: Id, (level, place): (i64, i64), approver: Id) -> Self {
        Self {
            step: Step { id, level, place, state: State::Later, added: None },
            current: true,
            approver,
            from_user: None,
            source: String::new(),
            comment: String::new(),
            started_at: None,
            due_at: None,
            decided_at: None,
            reminded_at: None,
        }
    }

    /// Waits although its time is over.
    pub fn is_late(&self, now: Instant) -> bool {
        self.step.state == State::Waiting && self.due_at.is_some_and(|due| due < now)
    }

    /// Ends it with a decision.
    pub fn decide(&mut self, state: State, comment: &str, now: Instant) {
        self.step.state = state;
        comment.clone_into(&mut self.comment);
        self.decided_at = Some(now);
    }
}

fn task_select(org: i64) -> SelectStatement {
    let mut select = sql::from(org, TASK);
    select.columns([
        "id",
        "level",
        "place",
        "status",
        "parent_id",
        "sign",
        "counts",
        "approver_id",
        "from_user_id",
        "source",
        "comment",
        "started_at",
        "due_at",
        "decided_at",
        "reminded_at",
    ]);
    select
}

fn task_of(row: &Row) -> Result<Task, Refusal> {
    let parent: Option<Id> = row.get(4)?;
    let sign = Sign::from_code(&row.get::<String>(5)?);
    Ok(Task {
        step: Step {
            id: row.get(0)?,
            level: row.get(1)?,
            place: row.get(2)?,
            state: State::from_zh(&row.get::<String>(3)?),
            added: parent.zip(sign),
        },
        current: row.get(6)?,
        approver: row.get(7)?,
        from_user: row.get(8)?,
        source: row.get(9)?,
        comment: row.get(10)?,
        started_at: row.get(11)?,
        due_at: row.get(12)?,
        decided_at: row.get(13)?,
        reminded_at: row.get(14)?,
    })
}

/// The tasks of an application, the oldest first.
pub fn tasks(conn: &mut dyn Conn, org: i64, instance: Id) -> Result<Vec<Task>, Refusal> {
    let mut select = task_select(org);
    select
        .and_where(sql::eq("instance_id", instance))
        .order_by("created_at", Order::Asc)
        .order_by("level", Order::Asc)
        .order_by("place", Order::Asc)
        .order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(task_of).collect()
}

/// The application a task belongs to; 404 when the org has no such task.
pub fn instance_of_task(conn: &mut dyn Conn, org: i64, task: Id) -> Result<Id, Refusal> {
    let mut select = sql::from(org, TASK);
    select.column("instance_id").and_where(sql::eq("id", task));
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// An application held for a change: nobody else changes it until the transaction ends.
#[derive(Debug)]
pub struct Held {
    /// It.
    pub instance: Instance,
    /// Its tasks; those behind the stored ones are new.
    pub tasks: Vec<Task>,
    stored: usize,
}

impl Held {
    /// Holds an application. Raising the version takes the row's lock, and only then is it read.
    pub fn take(tx: &mut Tx<'_>, id: Id) -> Result<Self, Refusal> {
        let org = tx.org();
        let mut touch = sql::update(org, INSTANCE, &[]);
        touch.value("version", sql::col("version").add(1)).and_where(sql::eq("id", id));
        if tx.exec(&touch.into())? == 0 {
            return Err(Refusal::NotFound);
        }
        let (instance, tasks) = (instance(tx, org, id)?, tasks(tx, org, id)?);
        Ok(Self { instance, stored: tasks.len(), tasks })
    }

    /// One that is only looked at.
    pub fn read(instance: Instance, tasks: Vec<Task>) -> Self {
        Self { instance, stored: tasks.len(), tasks }
    }

    /// A new application with its first tasks.
    pub fn new(instance: Instance) -> Self {
        Self { instance, tasks: Vec::new(), stored: 0 }
    }

    /// The tasks that count, as the flow sees them.
    pub fn steps(&self) -> Vec<Step> {
        self.tasks.iter().filter(|task| task.current).map(|task| task.step.clone()).collect()
    }

    /// Levels that ask somebody, with their modes.
    pub fn levels(&self) -> Vec<(i64, Mode)> {
        let stages = self.instance.snapshot.stages.iter();
        stages.filter(|stage| stage.skipped.is_none()).map(|stage| (stage.level, stage.mode)).collect()
    }

    /// A task by its row.
    pub fn task(&mut self, id: Id) -> Option<&mut Task> {
        self.tasks.iter_mut().find(|task| task.step.id == id)
    }

    /// New tasks for the levels from one on; what was there of them is history.
    pub fn start_from(&mut self, level: i64, mut new_id: impl FnMut() -> Id, now: Instant) {
        for task in self.tasks.iter_mut().filter(|task| task.current && task.step.level >= level) {
            task.current = false;
            if task.step.state.is_open() {
                task.decide(State::Cancelled, "", now);
            }
        }
        for stage in self.instance.snapshot.stages.iter().filter(|stage| stage.level >= level) {
            for (place, approver) in (1i64..).zip(&stage.approvers) {
                self.tasks.push(Task::new(new_id(), (stage.level, place), *approver));
            }
        }
    }

    /// Writes the tasks and what changes of the application.
    pub fn write(&mut self, tx: &mut Tx<'_>) -> Result<(), Refusal> {
        let org = tx.org();
        for (place, task) in self.tasks.iter().enumerate() {
            let mut cells = task_cells(task);
            if place < self.stored {
                let mut update = sql::update(org, TASK, &cells);
                update.and_where(sql::eq("id", task.step.id));
                tx.exec(&update.into())?;
            } else {
                cells.extend([
                    ("id", task.step.id.into_value()),
                    ("instance_id", self.instance.id.into_value()),
                    ("created_at", tx.now.into_value()),
                ]);
                tx.exec(&sql::insert(org, TASK, &cells).into())?;
            }
            tx.tell(Topic::counts(org, task.approver));
        }
        self.stored = self.tasks.len();
        let level = self.standing();
        let one = &self.instance;
        let cells = [
            ("status", one.status.clone().into_value()),
            ("returned", Value::Bool(one.returned)),
            ("level", level.into_value()),
            ("level_name", one.level_name.clone().into_value()),
            ("reason", one.reason.clone().into_value()),
            ("finished_at", one.finished_at.into_value()),
            ("urged_at", one.urged_at.into_value()),
            ("effect_status", one.effect_status.clone().into_value()),
            ("effect_error", one.effect_error.clone().into_value()),
        ];
        let mut update = sql::update(org, INSTANCE, &cells);
        update.and_where(sql::eq("id", one.id));
        tx.exec(&update.into())?;
        Ok(())
    }

    /// The level that waits; 0 when none does.
    fn standing(&self) -> i64 {
        let waiting = self.tasks.iter().find(|task| task.current && task.step.state == State::Waiting);
        waiting.map_or(0, |task| task.step.level)
    }
}

fn task_cells(task: &Task) -> Vec<(&'static str, Value)> {
    vec![
        ("level", task.step.level.into_value()),
        ("place", task.step.place.into_value()),
        ("counts", Value::Bool(task.current)),
        ("approver_id", task.approver.into_value()),
        ("from_user_id", task.from_user.into_value()),
        ("source", task.source.clone().into_value()),
        ("parent_id", task.step.added.map(|(parent, _)| parent).into_value()),
        ("sign", task.step.added.map_or(Value::Null, |(_, sign)| sign.code().into_value())),
        ("status", task.step.state.zh().into_value()),
        ("comment", task.comment.clone().into_value()),
        ("started_at", task.started_at.into_value()),
        ("due_at", task.due_at.into_value()),
        ("decided_at", task.decided_at.into_value()),
        ("reminded_at", task.reminded_at.into_value()),
    ]
}
