//! What users are told of approvals.

use kernel::{Id, Msg};
use message::{About, By, Told, Values};
use platform::call::Tx;
use platform::message::{APPROVAL, DATE, MessageEvent, Mute, Placeholder, To};
use platform::refusal::Refusal;
use platform::registry::Room;

use crate::engine::{OBJECT, PAGE};
use crate::event::event_of;
use crate::store::Instance;

const USER: Placeholder = Placeholder::new("userName", "申请人", "Applicant");
const MATTER: Placeholder = Placeholder::new("matter", "审批事项", "Act");
const NUMBER: Placeholder = Placeholder::new("orderCode", "单号", "Number");
const RESULT: Placeholder = Placeholder::new("result", "结果", "Result");
const TAKES: &[Placeholder] = &[USER, MATTER, NUMBER, DATE];

const fn event(
    key: &'static str,
    name: (&'static str, &'static str),
    explanation: (&'static str, &'static str),
) -> MessageEvent {
    MessageEvent::new(key, APPROVAL, name, explanation).mutes(Mute::Mail)
}

const APPROVER: To = To::Concerned("审批人", "Approver");

/// A task waits for its approver.
pub const ARRIVED: MessageEvent = event(
    "approval.arrived",
    ("审批到达", "Approval to decide"),
    ("有新的审批任务待处理时", "When there is something new to decide"),
)
.to(APPROVER)
.says(
    ("待审批", "To decide"),
    ("{userName}提交的{matter}待您审批：{orderCode}", "{userName} asks for your decision, {matter}: {orderCode}"),
    TAKES,
);

/// What became of an application.
pub const ANSWERED: MessageEvent = event(
    "approval.result",
    ("审批结果", "Decision"),
    ("申请通过、驳回、退回或终止时", "When an application passed, was refused, sent back or ended"),
)
.to(To::Concerned("申请人", "Applicant"))
.says(
    ("审批结果", "Decision"),
    ("您提交的{matter}{result}：{orderCode}", "{result}, your {matter}: {orderCode}"),
    &[USER, MATTER, NUMBER, RESULT, DATE],
);

/// The time to decide is over.
pub const LATE: MessageEvent =
    event("approval.late", ("审批超时", "Approval overdue"), ("审批任务超过时限时", "When the time to decide is over"))
        .to(APPROVER)
        .says(
            ("审批超时", "Time is over"),
            (
                "{userName}提交的{matter}已超过审批时限：{orderCode}",
                "The time to decide is over, {matter} of {userName}: {orderCode}",
            ),
            TAKES,
        );

/// The applicant urges.
pub const URGED: MessageEvent =
    event("approval.urged", ("审批催办", "Urging"), ("申请人催办时", "When the applicant urges")).to(APPROVER).says(
        ("审批催办", "Urging"),
        ("{userName}催办{matter}：{orderCode}", "{userName} urges, {matter}: {orderCode}"),
        TAKES,
    );

/// Somebody gets a copy.
pub const COPIED: MessageEvent = event(
    "approval.copied",
    ("审批抄送", "Copy of an approval"),
    ("审批抄送给用户时", "When a user gets a copy of an application"),
)
.mutes(Mute::All)
.to(To::Concerned("抄送人", "Receivers of copies"))
.says(
    ("审批抄送", "Copy of an approval"),
    (
        "{userName}提交的{matter}抄送给您：{orderCode}",
        "A copy for you of what {userName} asked for, {matter}: {orderCode}",
    ),
    TAKES,
);

/// Adds the events to the room.
pub(crate) fn add(room: &mut Room) {
    room.messages.extend([&ARRIVED, &ANSWERED, &LATE, &URGED, &COPIED]);
}

/// Tells a user something about an application.
pub(crate) fn tell(tx: &mut Tx<'_>, instance: &Instance, user: Id, event: &MessageEvent) -> Result<(), Refusal> {
    tell_values(tx, instance, user, (event, Values::default()))
}

/// Tells the applicant what became of his application.
pub(crate) fn answer(tx: &mut Tx<'_>, instance: &Instance, result: Msg) -> Result<(), Refusal> {
    let values = Values::default().with_text("result", &result.text());
    tell_values(tx, instance, instance.applicant, (&ANSWERED, values))
}

fn tell_values(
    tx: &mut Tx<'_>,
    instance: &Instance,
    user: Id,
    (event, values): (&MessageEvent, Values),
) -> Result<(), Refusal> {
    let org = tx.org();
    // Who urges is the applicant, so one name serves all sentences.
    let name = facts::user_name(tx, org, instance.applicant)?;
    let matter = event_of(instance.event).map_or(("", ""), |act| (act.word_zh(), act.word_en()));
    let told = Told {
        to: vec![user],
        values: values.with("userName", name).with_each("matter", matter).with("orderCode", &instance.number),
        about: About {
            kind: OBJECT,
            id: Some(instance.id),
            number: instance.number.clone(),
            url: format!("{PAGE}?id=0&approval={}", instance.id),
        },
        ..Told::default()
    };
    let by = By::actor(tx);
    message::send(tx, by, event, &told).map(drop)
}
