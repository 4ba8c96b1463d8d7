//! 静默. A place that a backup was restored into does nothing to the world until somebody releases it.

use kernel::{Id, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::job::plan::Schedule;
use platform::log::{Level, LogEntry};
use platform::place;
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::store::Conn;
use serde_json::{Value as Json, json};

use crate::health::PAGE;

const RELEASE: &str = "sys_quiet_release";
/// Who looks after the deployment, and who looks after a company in it.
const READERS: Access = Access::AnyOf(&["hrs_health", RELEASE, "hrs_org_configure"]);
/// Id of the place in the log: there is one.
const PLACE: Id = Id(1);

const NOT_QUIET: Msg = Msg::new("quiet.not", "系统不在静默状态", "This place is not quiet.");

/// Adds the calls to the room; they stand on the frame of every page.
pub(crate) fn add(room: &mut Room) {
    room.nodes.push(Node::button(RELEASE, "hrs_health", "解除静默", "Release a restored copy", 10).platform());
    room.operations.extend([
        Operation::get("get_quiet", "/hrs/quiet", READERS, show)
            .summary("Whether this place is a restored copy that does nothing to the world yet, and what waits"),
        Operation::post("release_quiet", "/hrs/quiet/release", Access::Code(RELEASE), release)
            .summary("Lets a restored copy send mails and messages and run its plans"),
    ]);
}

/// GET /hrs/quiet. How much waits over all companies is told to those who may release it.
fn show(call: &mut Call) -> Outcome {
    let call: &Call = call;
    let may = call.actor()?.has(RELEASE);
    call.read(|conn| {
        let quiet = place::is_quiet(conn)?;
        let mark = place::find(conn)?.filter(|_| quiet);
        let waiting = if may && quiet { waiting(call, conn)? } else { Vec::new() };
        Ok(Answer::Data(json!({
            "quiet": quiet,
            "madeAt": mark.as_ref().map(|mark| kernel::show_second(mark.made_at)),
            "restoredAt": mark.as_ref().map(|mark| kernel::show_second(mark.restored_at)),
            "waiting": waiting,
        })))
    })
}

/// What leaves as soon as it is released: the queues in which something waits.
fn waiting(call: &Call, conn: &mut dyn Conn) -> Result<Vec<Json>, Refusal> {
    let mut queues = Vec::new();
    for plan in &call.app.registry.plans {
        let Schedule::Arrival(backlog) = plan.schedule else { continue };
        let count = backlog(conn, call.now())?.all;
        if count > 0 {
            let name = if call.language().starts_with("en") { plan.title.1 } else { plan.title.0 };
            queues.push(json!({ "name": name, "count": count }));
        }
    }
    Ok(queues)
}

/// POST /hrs/quiet/release.
fn release(call: &mut Call) -> Outcome {
    call.write(|tx| {
        let now = tx.now;
        if !place::release(tx, now)? {
            return Err(Refusal::business(NOT_QUIET));
        }
        let entry = LogEntry::of("place", PLACE, "", PAGE).did("启用", "解除静默").level(Level::High);
        tx.log(entry.text("恢复的系统解除静默，邮件、报文和定时任务开始执行"))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(Json::Null))
}
