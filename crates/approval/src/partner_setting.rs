//! 客商审批设置. The settings of acts about partners, for those who look after partners and not after every act.

use kernel::{Findings, Id};
use platform::access::Actor;
use platform::call::Tx;
use platform::document::{Document, Draft, FormPage, Section};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, ListPage};
use platform::refusal::Refusal;
use platform::registry::{Node, Room};
use platform::sea_query::Condition;
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json};

use crate::setting::{FORM as ALL_FORM, LEVELS, LIST as ALL, Setting, asked, filters};
use crate::words;

/// Page in the log and in the menu.
const PAGE: &str = "/prm_approval_setting";
/// Its permission.
pub(crate) const CODE: &str = "prm_approval_setting";
/// Permission to try a setting out.
pub(crate) const TRY: &str = "prm-ics-test";

/// Acts about partners.
const ACTS: &[Choice] = &[
    Choice::new("15", "AE 解锁申请", "AE unlocking"),
    Choice::new("25", "AI 解锁申请", "AI unlocking"),
    Choice::new("27", "SE 解锁申请", "SE unlocking"),
    Choice::new("29", "SI 解锁申请", "SI unlocking"),
    Choice::new("31", "TE 解锁申请", "TE unlocking"),
    Choice::new("33", "TI 解锁申请", "TI unlocking"),
    Choice::new("35", "LC 解锁申请", "LC unlocking"),
    Choice::new("37", "IO 解锁申请", "IO unlocking"),
    Choice::new("101", "新增客商准入", "Admission of a partner"),
    Choice::new("102", "客户信用额度/账期调整", "Credit limit or term"),
    Choice::new("103", "合作协议、合同审批", "Agreement or contract"),
    Choice::new("104", "黑名单恢复", "Off the blacklist"),
    Choice::new("105", "超信用放单放货", "Release beyond the credit"),
    Choice::new("110", "成本确认差异", "Difference of a cost"),
    Choice::new("115", "预算审批", "Budget"),
];
const ACT: Field = Field::select(ACTS, "事项", "Act").column("event_id").required().fixed();

fn numbers() -> impl Iterator<Item = i64> {
    ACTS.iter().filter_map(|act| act.value.parse().ok())
}

/// Rows about partners.
fn visible(_: &Actor) -> Condition {
    Condition::all().add(sql::is_in(sql::of(Setting::TABLE, "event_id"), numbers()))
}

/// The settings of the acts about partners.
const LIST: ListPage = ListPage {
    joins: ALL.joins,
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Setting::SETTING_NO).width(90),
        Column::own(Setting::APPROVAL).width(90),
        Column::own(Field::int("事件号", "Event").column("event_id").wire("eventNo")).width(80),
        Column::own(ACT).width(170),
        Column::own(Setting::BUSINESS_SCOPE).width(100),
        Column::of("partner", Field::text("客户编码", "Customer code").column("coop_code")).width(110),
        Column::of("partner", Field::text("客户名称", "Customer").column("coop_name")).width(160),
        Column::own(Setting::LEVEL_COUNT).width(70),
        Column::own(Setting::APPROVER_TEXT).width(280).unsorted(),
        Column::own(Setting::CONDITION_TEXT).width(220).unsorted(),
        Column::own(Setting::UNLOCK_DAYS).width(90),
        Column::own(Setting::ACTIVE).width(80),
        Column::of("changer", Field::text("修改人", "Changed by").column("name_cn").wire("updatedByName")).behind(),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160).behind(),
    ],
    filters: &filters(ACT),
    buttons: &[
        Button::new("prm-ics-add", ("新增", "New"), "primary", "create"),
        Button::new("prm-ics-edit", ("修改", "Edit"), "row", "edit"),
        Button::new(TRY, ("试算", "Try"), "row", "custom"),
        Button::new("prm-ics-stop", ("停用/启用", "Stop or start"), "row", "call")
            .calls("POST /prm/approvalSetting/{id}/status")
            .for_many(),
        Button::new("prm-ics-del", ("删除", "Delete"), "row", "remove").for_many(),
    ],
    visible: Some(visible),
    form: "prm.approvalSetting.form",
    ..ListPage::new(
        "prm.approvalSetting.list",
        PAGE,
        ("客商审批设置", "Partner approval settings"),
        CODE,
        "/prm/approvalSetting",
        Setting::TABLE,
    )
};

const FORM: FormPage = FormPage {
    key: "prm.approvalSetting.form",
    access: CODE,
    base: "/prm/approvalSetting",
    noun: "partner_approval_setting",
    codes: ["prm-ics-add", "prm-ics-edit", "prm-ics-del", "prm-ics-stop"],
    page: PAGE,
    rules: Some(rules),
    view_more: Some(view_more),
    status_rule: Some(status_rule),
    remove_rule: Some(remove_rule),
    sections: &[
        Section { key: "main", title: ("审批设置", "Approval setting"), fields: &asked(ACT) },
        Section { key: "levels", title: ("审批节点", "Levels"), fields: &[LEVELS] },
    ],
    ..ALL_FORM
};

/// The rules of every setting; the act is about partners.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if let Value::Int(event) = *draft.value(Setting::EVENT_ID) {
        let other = numbers().all(|number| number != event);
        if other && !draft.is_new() {
            return Err(Refusal::NotFound);
        }
        findings.error_if(other, "eventId", words::NOT_OF_PARTNERS);
    }
    ALL_FORM.rules.map_or(Ok(()), |rules| rules(tx, draft, findings))
}

/// A setting of another act is not there for who has this page alone.
pub(crate) fn need_of_partners(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(org, Setting::TABLE);
    select.column("id").and_where(sql::eq("id", id)).and_where(sql::is_in(sql::col("event_id"), numbers()));
    conn.first(&select.into())?.map(drop).ok_or(Refusal::NotFound)
}

fn view_more(conn: &mut dyn Conn, org: i64, id: Id, members: &mut Map<String, Json>) -> Result<(), Refusal> {
    need_of_partners(conn, org, id)?;
    ALL_FORM.view_more.map_or(Ok(()), |more| more(conn, org, id, members))
}

fn status_rule(tx: &mut Tx<'_>, id: Id, _: bool, _: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    need_of_partners(tx, org, id)
}

fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    need_of_partners(tx, org, id)?;
    ALL_FORM.remove_rule.map_or(Ok(()), |rule| rule(tx, id))
}

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, CODE, zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/prmManager/base", "客商审批设置", "Partner approval settings", 40),
        button("prm-ics-add", "新增", "New", 10),
        button("prm-ics-edit", "修改", "Edit", 20),
        button("prm-ics-del", "删除", "Delete", 30),
        button("prm-ics-stop", "停用/启用", "Disable/enable", 40),
        button(TRY, "试算", "Trial calculation", 50),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::event_of;

    #[test]
    fn the_acts_are_called_as_everywhere() {
        for act in ACTS {
            let event = act.value.parse().ok().and_then(event_of).expect("an event");
            assert_eq!((act.zh, act.en), (event.zh, event.en));
        }
    }
}
