//! 个人信息清除. A person is taken out of everything the company keeps, as the law on personal information demands: what
//! names him is exported first, then his names, phones, mails and numbers of papers are replaced in every text and every file
//! that can be read. Figures stay. The page tells what was done and what could not be.

mod begin;
mod close;
pub(crate) mod company;
mod outcome;
mod person;
mod sealed;
mod work;

use platform::access::Access;
use platform::job::JobKind;
use platform::prelude::*;
use platform::registry::{Operation, Room};

use begin::{begin, offer_left};
pub(crate) use outcome::cancel;

const TABLE: &str = "erasure";
const PATH: &str = "/hrs_erasure";
/// Given to no role of the template: what it does is never undone.
const ADD: &str = "hrs-erasure-add";
/// Names of its jobs: the first keeps what it exported when it ends, and only then the second begins.
const EXPORT: &str = "export_person";
const JOB: &str = "erase_person";
/// All jobs that erase.
const JOBS: [&str; 4] = [EXPORT, JOB, company::PACK, company::JOB];
/// What the download centre calls them.
const TITLE: &str = "个人信息清除";

const RUNNING: &str = "RUNNING";
const DONE: &str = "DONE";
const FAILED: &str = "FAILED";
const USER: &str = "USER";
const OTHER: &str = "PERSON";
const COMPANY: &str = "ORG";

const STATES: &[Choice] = &[
    Choice::new(RUNNING, "处理中", "Under way").tone("info"),
    Choice::new(DONE, "已完成", "Done").tone("done"),
    Choice::new(FAILED, "失败", "Failed").tone("danger"),
];
const OF_USER: Choice = Choice::new(USER, "离职用户", "User who left");
const OF_OTHER: Choice = Choice::new(OTHER, "联系人或其他个人", "Contact or another person");
/// Whom its dialog takes out; companies are taken out where they are kept.
const PERSONS: &[Choice] = &[OF_USER, OF_OTHER];
const KINDS: &[Choice] = &[OF_USER, OF_OTHER, Choice::new(COMPANY, "终止的企业", "Company that ended")];

const STILL_HERE: Msg =
    Msg::new("erasure.still_here", "用户在职，请先办理离职", "The user is employed; he has to leave first.");

document! {
    /// One person taken out.
    pub struct Erasure in "erasure" {
        --- "main" ("个人信息清除", "Erasure");
        /// What stands in his place.
        token: String = Field::text("替换为", "Stands instead").read_only(),
        /// Who it was.
        kind: String = Field::select(KINDS, "对象", "Whom").read_only(),
        /// State.
        state: String = Field::state(STATES, "状态", "State").read_only(),
        /// Who demanded it, and why.
        reason: String = Field::text("依据", "On what ground").max(200).read_only(),
        --- "done" ("结果", "Outcome");
        /// Texts that were replaced.
        texts: i64 = Field::int("已替换文本", "Texts replaced").read_only(),
        /// Files that were written anew.
        files: i64 = Field::int("已改写文件", "Files rewritten").read_only(),
        /// Letters that were to be sent and named him.
        letters: i64 = Field::int("已取消的待发邮件", "Waiting mails stopped").read_only(),
        /// Texts and files that may mean him and may mean something else.
        doubtful: i64 = Field::int("存疑未替换（请人工核对）", "In doubt, left as they are (please look)").read_only(),
        /// Files nobody can look into.
        unread_files: i64 =
            Field::int("无法检查的文件（图片、PDF等）", "Files that can't be searched (pictures, PDF)").read_only(),
        /// Files of jobs, which go by themselves.
        job_files: i64 =
            Field::int("下载中心文件（到期自动删除）", "Files of the download centre (they expire)").read_only(),
        /// Sealed texts that could not be looked into, or not be changed.
        sealed: i64 = Field::int("未处理的加密内容", "Sealed texts not done").read_only(),
        /// Others are called so, too.
        shares_name: bool = Field::flag(
            "同名（仅替换与其电话、邮箱同处的姓名）",
            "Name of others too (replaced beside his phone or mail alone)",
        )
        .read_only(),
        /// He works for other companies, too.
        login_kept: bool =
            Field::flag("登录账号保留（属于其他企业）", "Login kept (of other companies too)").read_only(),
        /// What failed.
        failed_tables: String = Field::text("未处理的数据表", "Tables not done").read_only(),
        /// The newest backup of before is gone then.
        backups_until: Option<i64> = Field::instant("备份保留至", "Backups hold it until").read_only(),
        /// When it was done.
        finished_at: Option<i64> = Field::instant("完成时间", "Done at").read_only(),
    }
}

const KIND: Field =
    Field::select(PERSONS, "对象", "Whom").column("asked_kind").wire("kind").required().initially("\"USER\"");
const IS_USER: When = When::Is(&KIND, USER);
const IS_OTHER: When = When::Is(&KIND, OTHER);
const USER_ID: Field = Field::reference("leftUser", "离职用户", "User who left")
    .column("user_id")
    .shown_when(&IS_USER)
    .required_when(&IS_USER);
const NAME: Field = Field::text("姓名", "Name").column("name").max(60).shown_when(&IS_OTHER);
const NAME_EN: Field = Field::text("英文名", "English name").column("name_en").max(60).shown_when(&IS_OTHER);
const PHONE: Field = Field::text("电话", "Phone").column("phone").max(30).shown_when(&IS_OTHER);
const EMAIL: Field = Field::text("邮箱", "E-mail").column("email").max(80).shown_when(&IS_OTHER);
const ID_NUMBER: Field = Field::text("证件号", "Number of a paper").column("id_number").max(30).shown_when(&IS_OTHER);
const REASON: Field = Field::text("依据", "On what ground").column("asked_reason").wire("reason").required().max(200);
const ASKS: [Field; 8] = [KIND, USER_ID, NAME, NAME_EN, PHONE, EMAIL, ID_NUMBER, REASON];

/// The page.
pub static PAGE: LazyLock<Page<Erasure>> = LazyLock::new(|| {
    Page::of(
        "hrs.erasure",
        ("个人信息清除", "Erasure of personal data"),
        (PATH, "/hrsManager/staff", 60),
        Erasure::TOKEN,
    )
    .one("个人信息清除", "Erasure")
    .calls("/hrs/erasure", TABLE)
    .level(Level::High)
    .columns(&[
        Column::own(Erasure::TOKEN).width(110),
        Column::own(Erasure::KIND).width(140),
        Column::own(Erasure::STATE).width(90),
        Column::own(Erasure::REASON).width(200),
        Column::own(Erasure::TEXTS).width(100),
        Column::own(Erasure::FILES).width(100),
        Column::own(Erasure::LETTERS).width(140),
        Column::own(Erasure::DOUBTFUL).width(180),
        Column::own(Erasure::UNREAD_FILES).width(200),
        Column::own(Erasure::JOB_FILES).width(200),
        Column::own(Erasure::SEALED).width(140),
        Column::own(Erasure::SHARES_NAME).width(220),
        Column::own(Erasure::LOGIN_KEPT).width(190),
        Column::own(Erasure::FAILED_TABLES).width(160),
        Column::own(Erasure::BACKUPS_UNTIL).width(160),
        Column::own(Erasure::FINISHED_AT).width(160),
    ])
    .made_by()
    .filters(&[
        Filter::new("token", Match::Contains, Erasure::TOKEN),
        Filter::new("kind", Match::OneOf, Erasure::KIND),
        Filter::new("state", Match::OneOf, Erasure::STATE),
    ])
    .action(
        Action::tool(ADD, ("清除个人信息", "Erase a person"), begin)
            .asks(&ASKS)
            .note(
                "先导出涉及该人的全部内容到下载中心，再替换其姓名、电话、邮箱和证件号；不能恢复",
                "All that names the person is exported first, then replaced; it can't be undone.",
            )
            .danger()
            .level(Level::High),
    )
    .action(Action::export("hrs-erasure-export"))
});

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.selects.push(("leftUser", offer_left));
    // Its dialog belongs to no list or form.
    room.select_uses.push(("leftUser", Access::Code(ADD)));
    room.jobs.extend([
        JobKind { name: EXPORT, work: work::export },
        JobKind { name: JOB, work: work::erase },
        JobKind { name: company::PACK, work: company::pack },
        JobKind { name: company::JOB, work: company::remove },
    ]);
    room.operations.push(
        Operation::post("erase_org", "/hrs/org/erase/{id}", Access::Code(company::CODE), company::begin)
            .summary("Packs everything of a company that ended, then removes it"),
    );
}
