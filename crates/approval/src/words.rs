//! What approvals say.

use kernel::Msg;

macro_rules! messages {
    ($($name:ident = $key:literal, $zh:literal, $en:literal;)*) => {$(
        #[doc = $en]
        pub const $name: Msg = Msg::new(concat!("approval.", $key), $zh, $en);
    )*};
}

messages! {
    HANDLED = "handled", "该审批已处理", "This approval has been dealt with.";
    RUNNING = "running", "已有审批中的申请", "There is an application already.";
    UNDER_APPROVAL = "under", "审批中，不能修改", "It is being decided and can't be changed.";
    UNLOCK_RUNNING = "unlock.running", "已提交解锁申请，请勿重复提交", "You have applied already; please don't apply twice.";
    NOBODY_THERE = "nobody", "{level}没有审批人，不能提交", "Nobody can decide on {level}; the application can't be made.";
    NO_DEPT_HEAD = "dept_head", "部门未设置负责人，请联系管理员", "The department has no head. Please contact the administrator.";
    INCOMPLETE = "incomplete", "参数不完整", "A parameter is missing.";
    REFUSE_REASON = "refuse.reason", "请填写驳回原因", "Please say why you refuse.";
    BACK_REASON = "back.reason", "请填写退回原因", "Please say why you send it back.";
    END_REASON = "end.reason", "请填写终止原因", "Please say why you end it.";
    REASON_NEEDED = "reason", "请填写原因", "Please give a reason.";
    TEXT_LONG = "text.long", "{field}不能超过200个字符", "{field} can't exceed 200 characters.";
    BACK_LEVEL = "back.level", "只能退回申请人或之前的节点", "It can only go back to the applicant or to an earlier level.";
    HAND_WHOM = "hand.whom", "请选择其他在职用户，不能是自己或申请人", "Choose another active user; not yourself and not the applicant.";
    SIGN_COUNT = "sign.count", "加签人须为1-5人", "One to five users can be asked in.";
    SIGN_WHOM = "sign.whom", "加签人须为其他在职用户，不能是申请人或已在本节点的审批人",
        "Only other active users can be asked in; not the applicant and nobody who is asked on this level.";
    SIGN_CLOSED = "sign.closed", "该审批不允许加签", "Nobody can be asked in here.";
    SIGN_OVER = "sign.over", "只能减签自己加签且未审批的人", "Only who was asked in by you and has not decided can be taken back.";
    WITHDRAW_LATE = "withdraw.late", "审批已开始，不能撤回", "Decisions were taken; it can't be withdrawn.";
    NOT_RUNNING = "not_running", "审批已结束", "The approval is over.";
    NOT_RETURNED = "not_returned", "审批未退回申请人", "The approval was not sent back to the applicant.";
    URGE_OFTEN = "urge.often", "4小时内只能催办一次", "You can urge once in four hours.";
    BATCH_MANY = "batch.many", "一次最多审批50条", "At most 50 can be decided at once.";
    NOT_APPLIED = "apply.none", "该事项不能由此申请", "This act can't be applied for here.";
    NO_EFFECT = "effect.none", "该事项没有生效动作", "Nothing follows from this approval.";
    RETRY_NOT = "retry.not", "只有生效失败的审批可以重试", "Only what failed can be tried again.";
    EVENT_CLOSED = "event.closed", "该事项尚未启用", "This act is not in use yet.";
    NOT_OF_PARTNERS = "event.partner", "该事项不在客商审批范围内", "This act is none about partners.";
    SETTING_TAKEN = "setting.taken", "该事项、业务范畴、客户已存在审批设置", "There is a setting of this act, scope and partner already.";
    SETTING_USED = "setting.used", "已有审批记录，不能删除，可停用", "There are records of it; it can't be deleted, but stopped.";
    COOP_UNKNOWN = "setting.coop", "客户不存在", "There is no such partner.";
    LEVELS_NEEDED = "level.none", "请填写审批节点", "Please add a level.";
    LEVELS_MANY = "level.many", "审批节点最多9级", "There can be at most 9 levels.";
    LEVEL_NAME = "level.name", "节点名称不能超过20个字符", "The name of a level can't exceed 20 characters.";
    LEVEL_WHO = "level.who", "请选择审批人", "Please choose who decides.";
    LEVEL_UNKNOWN = "level.unknown", "审批人不存在或已停用", "Who decides does not exist or is stopped.";
    LEVEL_UP = "level.up", "上级须为1-3级", "The department above is 1 to 3 up.";
    LEVEL_HOURS = "level.hours", "时限须为0-720小时", "The limit is 0 to 720 hours.";
    LEVEL_CONDITIONS = "level.conditions", "条件最多5行", "There can be at most 5 conditions.";
    LEVEL_CONDITION = "level.condition", "条件不正确", "The condition is not valid.";
    LEVEL_CC = "level.cc", "抄送人不存在或已停用", "A receiver of a copy is no active user.";
    DELEGATE_WHOM = "delegate.whom", "请选择其他在职用户", "Please choose another active user.";
    DELEGATE_TIME = "delegate.time", "结束时间须晚于开始时间", "The end must be later than the beginning.";
    ORDER_UNKNOWN = "order.unknown", "订单不存在", "There is no such order.";
    PASSED = "said.passed", "已通过", "Passed";
    REFUSED = "said.refused", "已驳回", "Refused";
    RETURNED = "said.returned", "已退回", "Sent back";
    ENDED = "said.ended", "已终止", "Ended";
}
