//! 合同管理 (prm.md 4). The legal papers: number, parties, term, original, and where it lies.

mod borrow;
mod clock;
mod draft;
mod look;
mod moves;
mod rules;
mod wording;

use platform::access::Access;
use platform::prelude::*;
use platform::registry::{Operation, Room};

use crate::ends;

const PATH: &str = "/prm_contract";
const CODE: &str = "prm_contract";
const TABLE: &str = "contract";
const TABS: &[&str] = &["prm.contract.list", "prm.contract-template.list"];
const EDIT: &str = "prm-contract-edit";
const REMOVE: &str = "prm-contract-del";
const BORROW: &str = "prm-contract-borrow";
const FILE_BYTES_MAX: i64 = 20 * 1024 * 1024;
const AMOUNT_MAX: i64 = 99_999_999_999_999;

const DRAFT: &str = "DRAFT";
const APPROVING: &str = "APPROVING";
const TO_SIGN: &str = "TO_SIGN";
const ACTIVE: &str = "ACTIVE";
const EXPIRED: &str = "EXPIRED";
const ENDED: &str = "ENDED";
const VOID: &str = "VOID";
const STATES: &[Choice] = &[
    Choice::new(DRAFT, "草稿", "Draft").tone("neutral"),
    Choice::new(APPROVING, "审批中", "Being decided").tone("warning"),
    Choice::new(TO_SIGN, "待签订", "To be signed").tone("info"),
    Choice::new(ACTIVE, "生效", "In force").tone("ready"),
    Choice::new(EXPIRED, "已到期", "Expired").tone("neutral"),
    Choice::new(ENDED, "已终止", "Ended").tone("neutral"),
    Choice::new(VOID, "已作废", "Void").tone("neutral"),
];
const WRONG_STATE: Msg =
    Msg::new("contract.state", "合同{state}，不能执行此操作", "A contract that is {state} can't be treated like this.");
const ONLY_DRAFTS: Msg = Msg::new("contract.remove", "仅草稿可删除", "Only a draft can be deleted.");
const BACKWARDS: Msg = Msg::new("contract.days", "到期日不能早于生效日", "The last day is before the first.");
const ROLES: &[Choice] = &[
    Choice::new("A", "甲方", "First party"),
    Choice::new("B", "乙方", "Second party"),
    Choice::new("C", "丙方", "Third party"),
];

document! {
    /// A contract.
    pub struct Contract in "contract" {
        --- "main" ("合同", "Contract");
        /// HT, year, month and number.
        contract_code: String = Field::text("合同编号", "Number").read_only(),
        /// Name.
        contract_name: String = Field::text("合同名称", "Name").required().max(80),
        /// Kind.
        contract_type: String = Field::dictionary(10, "合同类型", "Kind").required().max(40),
        /// Whom of us it binds.
        our_title_id: Option<Id> = Field::reference("agreementTitle", "我方抬头", "Our title").required(),
        /// Its number at the other party.
        outer_code: String = Field::text("对方编号", "Their number").max(60),
        /// What it is about; nothing of a framework.
        amount: Option<i64> = Field::decimal(3, "合同金额（框架合同不填）", "Amount (none of a framework)").digits(2).range(0, AMOUNT_MAX),
        /// Its currency.
        currency_code: String = Field::code("currency", "币种", "Currency").wire("currency").max(3).initially("\"CNY\""),
        /// Who looks after it.
        responsible_id: Option<Id> = Field::reference("user", "责任人", "Responsible").required(),
        /// State.
        state: String = Field::state(STATES, "状态", "State").initially("\"DRAFT\"").read_only(),
        --- "term" ("期限", "Term");
        /// Day of signing.
        sign_date: String = Field::day("签订日期", "Signed on").required().read_only(),
        /// First day.
        valid_from: String = Field::day("生效日", "From").required(),
        /// Last day; none of one without an end.
        valid_to: String = Field::day("到期日（长期不填）", "To (none: without an end)"),
        /// Renewed by itself for so many months.
        renew_months: Option<i64> = Field::int("自动续期（月）", "Renewed by itself (months)").range(1, 36),
        /// Days before its end on which it is told of.
        notice_days: i64 = Field::int("提前提醒天数", "Days of notice").required().range(0, 365).initially("\"30\""),
        /// Why it ended before its time.
        stop_reason: String = Field::text("终止原因", "Why it ended").required().max(200).read_only(),
        --- "paper" ("原件", "Original");
        /// Copies of ours.
        our_copies: Option<i64> = Field::int("我方份数", "Our copies").range(0, 99),
        /// Copies of theirs.
        their_copies: Option<i64> = Field::int("对方份数", "Their copies").range(0, 99),
        /// Seals on it.
        seal_types: String = Field::text("用印", "Seals").max(60),
        /// Number in the archive.
        archive_no: String = Field::text("档案号", "Archive number").required().max(40).read_only(),
        /// Where it lies.
        archive_place: String = Field::text("存放位置", "Place").max(60).read_only(),
        --- "words" ("条款", "Terms");
        /// What it says.
        main_points: String = Field::long("主要条款", "Main points").max(2000),
        /// What follows from breaking it.
        penalty: String = Field::long("违约条款", "Penalty").max(500),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(500),
    }
}

const COOP: Field = Field::reference("coop", "对方", "Party").column("coop_id").required();
const ROLE: Field = Field::select(ROLES, "身份", "Role").column("role").required().initially("\"B\"");
/// With whom it is.
const PARTIES: Rows = Rows {
    member: "coops",
    title: ("合同方", "Parties"),
    behind: "main",
    table: "contract_party",
    parent: "contract_id",
    fields: &[COOP, ROLE],
    most: 10,
    sheet: false,
};

const TITLE: Field = Field::text("我方", "Our title").column("title_cn").wire("ourTitleName");
const RESPONSIBLE: Field = Field::text("责任人", "Responsible").column("name_cn").wire("responsibleName");

/// The page.
pub static PAGE: LazyLock<Page<Contract>> = LazyLock::new(|| moved(acted(listed())));

fn listed() -> Page<Contract> {
    let door = (PATH, "/prmManager/agreement", 20);
    Page::of("prm.contract", ("合同管理", "Contracts"), door, Contract::CONTRACT_CODE)
        .one("合同", "Contract")
        .calls("/prm/contract", "contract")
        .level(Level::High)
        .states(Contract::STATE, WRONG_STATE)
        .elsewhere(&[EXPIRED])
        .beside(TABS)
        .rows(PARTIES)
        .ordered(Contract::VALID_FROM, Contract::VALID_TO, BACKWARDS)
        .rules(rules::check)
        .visible(look::visible)
        .joins(&[
            Join { table: "org_bank", alias: "title", on: &[("our_title_id", "id")], by_org: true },
            Join { table: "app_user", alias: "responsible", on: &[("responsible_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::own(Contract::CONTRACT_CODE).width(130).copy(),
            Column::own(Contract::STATE).unsorted().width(90),
            Column::own(Contract::OUTER_CODE).unsorted().width(120),
            Column::own(Contract::CONTRACT_NAME).unsorted().width(180),
            Column::own(Contract::CONTRACT_TYPE).width(100),
            Column::made(look::PARTIES_SAID).unsorted().width(180),
            Column::of("title", TITLE).unsorted().width(160),
            Column::own(Contract::AMOUNT).unsorted().width(120).needs("prm-coop-finance"),
            Column::own(Contract::CURRENCY_CODE).unsorted().width(70),
            Column::own(Contract::SIGN_DATE).unsorted().width(100),
            Column::own(Contract::VALID_FROM).unsorted().width(100),
            Column::own(Contract::VALID_TO).unsorted().width(100),
            Column::made(ends::DAYS_LEFT).unsorted().width(90),
            Column::made(ends::ENDS).unsorted().width(100),
            Column::own(Contract::RENEW_MONTHS).unsorted().width(100).behind(),
            Column::own(Contract::OUR_COPIES).unsorted().width(80).behind(),
            Column::own(Contract::THEIR_COPIES).unsorted().width(80).behind(),
            Column::own(Contract::SEAL_TYPES).unsorted().width(100).behind(),
            Column::own(Contract::ARCHIVE_NO).unsorted().width(110),
            Column::of("responsible", RESPONSIBLE).unsorted().width(90),
        ])
        .edited_by()
        .filters(&[
            Filter::new("contractCode", Match::Contains, Contract::CONTRACT_CODE)
                .columns(&[("contract", "contract_code"), ("contract", "outer_code")]),
            Filter::new("contractName", Match::Contains, Contract::CONTRACT_NAME),
            Filter::new("coopName", Match::Own(look::of_coop), look::PARTIES_SAID),
            Filter::new("contractType", Match::OneOf, Contract::CONTRACT_TYPE),
            Filter::new("state", Match::OneOf, Contract::STATE),
            Filter::new("expireIn", Match::Own(look::ends_within), ends::EXPIRE_IN),
            Filter::new("responsibleId", Match::Equals, Contract::RESPONSIBLE_ID).more(),
            Filter::new("signDate", Match::Range, Contract::SIGN_DATE).more(),
            Filter::new("archived", Match::Flag(look::archived), look::ARCHIVED).more(),
        ])
        .tabs("state")
        .fills(look::fill)
        .tells(look::told)
}

fn acted(page: Page<Contract>) -> Page<Contract> {
    page.action(Action::create("prm-contract-add").label("新增", "New"))
        .action(Action::edit(EDIT).begins_in(&[DRAFT]))
        .action(Action::row(EDIT, ("附件", "Files")).verb("files").files(
            "files",
            ("附件", "Files"),
            FILE_BYTES_MAX,
            false,
        ))
        .action(
            Action::row(EDIT, ("生成草稿", "Make the draft"))
                .verb("draft")
                .begins_in(&[DRAFT, TO_SIGN])
                .asks(&draft::ASKED)
                .note("按模板生成DOCX，作为附件保存", "A DOCX by the template, kept among the files.")
                .does(draft::make),
        )
        .action(Action::remove(REMOVE).begins_in(&[DRAFT]).refused(ONLY_DRAFTS))
        .action(
            Action::moves(REMOVE, ("作废", "Make void"), &[DRAFT], VOID)
                .verb("void")
                .confirms("确认作废？", "Make it void?")
                .danger(),
        )
        .action(Action::export("prm-contract-export"))
}

fn moved(page: Page<Contract>) -> Page<Contract> {
    let kept = [ACTIVE, EXPIRED, ENDED];
    page.action(
        Action::moves("prm-contract-submit", ("提交", "Submit"), &[DRAFT], APPROVING)
            .or(&[TO_SIGN])
            .level(Level::High)
            .confirms("确认提交？提交后不能修改", "Submit it? It can't be edited then.")
            .does(moves::submit),
    )
    .action(
        Action::moves("prm-contract-sign", ("签订登记", "Register the signing"), &[TO_SIGN], ACTIVE)
            .asks(&[Contract::SIGN_DATE.typed()])
            .files(moves::SCAN, ("签署文件", "Signed paper"), FILE_BYTES_MAX, false)
            .level(Level::High)
            .does(moves::sign),
    )
    .action(
        Action::row("prm-contract-archive", ("归档", "Archive"))
            .begins_in(&kept)
            .asks(&[Contract::ARCHIVE_NO.typed(), Contract::ARCHIVE_PLACE.typed()]),
    )
    .action(
        Action::moves("prm-contract-stop", ("终止", "End"), &[ACTIVE], ENDED)
            .or(&[ACTIVE])
            .asks(&[moves::ENDS_ON, Contract::STOP_REASON.typed()])
            .danger()
            .level(Level::High)
            .does(moves::stop),
    )
    .action(Action::row(BORROW, ("借阅", "Lend")).begins_in(&kept).asks(&borrow::FIELDS).does(borrow::lend))
    .action(
        Action::row(BORROW, ("归还", "Take back"))
            .verb("return")
            .begins_in(&kept)
            .confirms("确认归还？", "Is it back?")
            .does(borrow::back),
    )
}

/// Adds the page and what the clock does of it.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.page(&wording::PAGE);
    room.selects.push(("contractTemplate", wording::offers));
    room.operations.extend([
        Operation::get("list_contract_templates_in_use", "/prm/contract/template", Access::Code(CODE), wording::list)
            .summary("The templates drafts of contracts can be made by"),
        Operation::post("make_contract_draft", "/prm/contract/draft", Access::Code(EDIT), draft::draft)
            .reads()
            .summary("The draft of a contract with a partner as a DOCX, by a template of the company or by ours"),
    ]);
    room.effects.push(moves::EFFECT);
    room.setbacks.push(moves::SETBACK);
    room.plans.extend(clock::PLANS);
    room.messages.extend(clock::MESSAGES);
}
