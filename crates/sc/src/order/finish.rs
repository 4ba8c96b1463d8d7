//! 操作完成: what must be there before an order's operations are finished, and what stays as it is afterwards.

use domain::carriage::{Boxes, Detail, Head, Kind, PlanBoxes, need_returned};
use domain::order::{Move, MoveFacts, Sheet, fixed, fixed_fields, refuse};
use kernel::{Findings, Msg, Scope, Text};
use platform::call::{Call, Outcome};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::{Cell, Value};

use super::moves::make;
use super::store::{Draft, Saved};

const BOXES_OPEN: Msg =
    Msg::new("order.finish.boxes", "箱信息不完整：{rows}", "These boxes lack number, seal or weight: {rows}");
const NOT_SAILED: Msg = Msg::new(
    "order.finish.sailed",
    "船舶未离港，不能操作完成",
    "The vessel has not left; operations can't be finished.",
);
const TRAIN_HERE: Msg =
    Msg::new("order.finish.train", "班列未发车，不能操作完成", "The train has not left; operations can't be finished.");
const NOT_SERVED: Msg = Msg::new("order.finish.service", "服务未完成", "The service is not finished.");

/// What a box must have before its order is finished.
const BOX_NEEDS: [Field; 3] = [Boxes::CONTAINER_NO, Boxes::SEAL_NO, Boxes::WEIGHT];
/// What is measured of the cargo.
const MEASURED: [Field; 3] = [Head::CONFIRM_PIECES, Head::CONFIRM_WEIGHT, Head::CONFIRM_VOLUME];

/// Why the operations of an order can't be finished.
fn refused(kind: &Kind, saved: &Saved) -> Option<Text> {
    let draft = &saved.draft;
    // Where nothing else says that the cargo is handled, its actual figures do.
    let by_figures = matches!(kind.scope, Scope::Ai | Scope::Ti);
    let facts = MoveFacts {
        lifecycle: saved.lifecycle,
        operation_finished: saved.operation_finished,
        confirm_complete: !by_figures || MEASURED.iter().all(|field| draft.has(field.column)),
        ..MoveFacts::default()
    };
    refuse(Move::OpFinish, &facts).or_else(|| open_end(kind.scope, draft))
}

/// What of the work of a scope is not done.
fn open_end(scope: Scope, draft: &Draft) -> Option<Text> {
    let unless = |field: Field, message: Msg| (!draft.has(field.column)).then(|| message.text());
    match scope {
        Scope::Se => open_boxes(draft).or_else(|| unless(Detail::ACTUAL_DEPARTURE, NOT_SAILED)),
        Scope::Te => unless(Detail::ACTUAL_DEPARTURE, TRAIN_HERE),
        Scope::Io => unless(Detail::FINISH_DATE, NOT_SERVED),
        Scope::Ae | Scope::Ai | Scope::Si | Scope::Ti | Scope::Lc => None,
    }
}

/// Names the rows of boxes that lack something. Planned ones lack their number as long as there are no others.
fn open_boxes(draft: &Draft) -> Option<Text> {
    let lacks = |sheet: &Sheet| BOX_NEEDS.iter().any(|field| is_empty(sheet.value(field.column)));
    let open: Vec<i64> = if draft.boxes.is_empty() {
        let planned: i64 = draft.plan_boxes.iter().filter_map(|sheet| sheet.get::<i64>(PlanBoxes::QUANTITY)).sum();
        (1..=planned).collect()
    } else {
        (1..).zip(&draft.boxes).filter(|(_, sheet)| lacks(sheet)).map(|(row, _)| row).collect()
    };
    let rows: Vec<String> = open.iter().map(i64::to_string).collect();
    (!rows.is_empty()).then(|| BOXES_OPEN.with_each(&[("rows", &rows.join("、"))], &[("rows", &rows.join(", "))]))
}

fn is_empty(value: &Value) -> bool {
    *value == Value::Null || *value == Value::Text(String::new())
}

/// PUT opFinish.
pub(crate) fn op_finish(kind: &'static Kind, call: &mut Call) -> Outcome {
    make(kind, call, (Move::OpFinish, "操作完成"), |tx, saved, asked| {
        if let Some(why) = refused(kind, saved) {
            return Err(Refusal::Business(why));
        }
        if kind.scope == Scope::Si {
            let org = tx.org();
            need_returned(tx, org, (kind.scope, saved.id), &asked.confirmed)?;
        }
        let cells = vec![("operation_finished", Value::Bool(true)), ("finished_at", tx.now.into_value())];
        Ok((cells, "操作完成：否 -> 是".to_owned()))
    })
}

/// PUT opCancel.
pub(crate) fn op_cancel(kind: &'static Kind, call: &mut Call) -> Outcome {
    make(kind, call, (Move::OpCancel, "撤销操作完成"), |_, saved, _| {
        let facts = MoveFacts {
            lifecycle: saved.lifecycle,
            operation_finished: saved.operation_finished,
            ..MoveFacts::default()
        };
        if let Some(why) = refuse(Move::OpCancel, &facts) {
            return Err(Refusal::Business(why));
        }
        let cells = vec![("operation_finished", Value::Bool(false)), ("finished_at", Value::Null)];
        Ok((cells, "操作完成：是 -> 否".to_owned()))
    })
}

/// Finished operations fix cargo and routing, with the boxes and stops; what is told of an order still fills them in.
pub(super) fn need_fixed(kind: &Kind, saved: &Saved, draft: &Draft, findings: &mut Findings) {
    if !saved.operation_finished {
        return;
    }
    let was = &saved.draft;
    // What follows from other fields does not differ by itself.
    let is_fixed = |field: &Field| kind.fixed(field.column) && !field.read_only;
    for sheets in [(&draft.head, &was.head), (&draft.detail, &was.detail)] {
        fixed_fields(sheets, is_fixed, findings);
    }
    let rows = [
        ("containerList", ("箱型箱量", "Planned boxes"), &draft.plan_boxes, &was.plan_boxes),
        ("containers", ("箱货", "Boxes"), &draft.boxes, &was.boxes),
        ("stops", ("装卸点", "Stops"), &draft.stops, &was.stops),
    ];
    for (name, label, _, _) in rows.into_iter().filter(|(_, _, now, was)| now != was) {
        fixed(name, label, findings);
    }
}
