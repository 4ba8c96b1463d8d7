//! 凭证规则. How the company posts: 凭证字, 挂账依据, summaries, and which account each amount of each type goes to (catalogue
//! css.md /css_voucher_rule). What is not said goes to the first account of the type the catalogue names.

mod look;

use book::accounts::{PARTNERS, RULE_ENTRY};
use book::part::{self, ENTRIES};
use book::rule::{BASES, MODES, SUMMARY};
use book::{COST, INCOME, KINDS, SOURCE, part::Part};
use platform::access::Access;
use platform::prelude::*;
use platform::registry::{Operation, Room};

const PATH: &str = "/css_voucher_rule";
const BASE: &str = "/css/voucherRule";
const CODE: &str = "css_voucher_rule";
const EDIT: &str = "css-vr-edit";

const ONE_RULE: Msg = Msg::new("voucher_rule.one", "凭证规则已存在", "There is a rule already.");
const BASIS_STAYS: Msg = Msg::new(
    "voucher_rule.basis",
    "已有挂账凭证，不能修改挂账依据",
    "Income or cost was posted already: what it is posted by stays.",
);
const OTHER_PART: Msg =
    Msg::new("voucher_rule.part", "{kind}没有分录{entry}", "Vouchers of {kind} have no entry {entry}.");

document! {
    /// What a company decided.
    pub struct VoucherRule in "voucher_rule" {
        /// 凭证字.
        word: String = Field::text("凭证字", "Word").required().max(4),
        /// 挂账依据.
        post_by: String = Field::select(BASES, "挂账依据", "Posted by").required().initially("\"INVOICE\""),
        /// 税额分列.
        split_tax: bool = Field::flag("税额分列", "Tax apart").initially("true"),
        /// 汇总方式.
        mode: String = Field::select(MODES, "汇总方式", "Made").required().initially("\"EACH\""),
        /// 摘要.
        summary: String = Field::text("摘要", "Summary").required().max(100).initially("\"{coopName} {number}\""),
    }
}

const KIND: Field = Field::select(KINDS, "凭证类型", "Type").column("kind").required();
/// The parts of all types.
static PARTS: &[Choice] = &[
    choice(&part::RECEIVABLE),
    choice(&part::PAYABLE),
    choice(&part::REVENUE),
    choice(&part::EXPENDITURE),
    choice(&part::TAX_OUT),
    choice(&part::TAX_IN),
    choice(&part::PASSED_ON),
    choice(&part::MONEY),
    choice(&part::FEE),
    choice(&part::SMALL),
    choice(&part::BAD_DEBT),
    choice(&part::EXCHANGE),
    choice(&part::RECEIVED),
    choice(&part::PAID),
    choice(&part::DEPOSIT_IN),
    choice(&part::DEPOSIT_OUT),
    choice(&part::SPENT),
    choice(&part::LENT),
];

const fn choice(part: &Part) -> Choice {
    Choice::new(part.code, part.zh, part.en)
}

const PART: Field = Field::select(PARTS, "分录", "Entry").column("part").required();
const ACCOUNT: Field = Field::reference("financialAccount", "科目", "Account").column("account_id").required();

/// Which account an amount goes to.
const LINES: Rows = Rows {
    member: "entries",
    title: ("分录科目", "Accounts of entries"),
    behind: "main",
    table: RULE_ENTRY,
    parent: "rule_id",
    fields: &[
        KIND,
        PART,
        Field::select(SCOPES, "业务范畴（空为全部）", "Scope (none: all)").column("business_scope"),
        Field::dictionary(60, "费用类别（空为全部）", "Category (none: all)").column("category"),
        Field::select(PARTNERS, "往来单位（空为全部）", "Partners (none: all)").column("partner"),
        ACCOUNT,
        Field::select(account::SUBSIDIARIES, "辅助账（空为按科目）", "Ledger by (none: of the account)")
            .column("subsidiary"),
    ],
    most: 300,
    sheet: true,
};

/// The page.
pub(crate) static PAGE: LazyLock<Page<VoucherRule>> = LazyLock::new(|| {
    let door = (PATH, "/cssManager/finance", 40);
    Page::of("voucher.rule", ("凭证规则", "Voucher rules"), door, VoucherRule::WORD)
        .one("凭证规则", "Voucher rule")
        .calls(BASE, "voucher_rule")
        .section(
            "main",
            ("凭证规则", "Voucher rule"),
            &[VoucherRule::WORD, VoucherRule::POST_BY, VoucherRule::SPLIT_TAX, VoucherRule::MODE, VoucherRule::SUMMARY],
        )
        .columns_from(VoucherRule::WORD, VoucherRule::SUMMARY)
        .edited_by()
        .rows(LINES)
        .rules(check)
        .tells(|conn, actor, _| look::defaults(conn, actor))
        .unique("uq_voucher_rule", &[], "word", ONE_RULE)
        .action(
            Action::look("css-vr-test", ("试生成", "Try"), look::trial)
                .verb("test")
                .asks(look::FIELDS)
                .note("按规则试算一张单据的分录，不保存", "The entries of a document by the rule; nothing is kept."),
        )
        .action(Action::create(EDIT).label("设置规则", "Set up the rule").level(Level::High))
        .action(Action::edit(EDIT).level(Level::High))
});

/// Entries are of their types; summaries say something; what is posted stays by what it was posted by.
fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.get::<String>(VoucherRule::SUMMARY)?.is_empty() {
        draft.set(VoucherRule::SUMMARY, SUMMARY.to_owned().into_value());
    }
    if draft.changes(VoucherRule::POST_BY) && posted_otherwise(tx, &draft.get::<String>(VoucherRule::POST_BY)?)? {
        findings.error(VoucherRule::POST_BY.name(), BASIS_STAYS.text());
    }
    for (place, row) in draft.rows(LINES.member).unwrap_or_default().iter().enumerate() {
        let text = |at: usize| row.get(at).map_or(Ok(String::new()), String::from_value);
        let (kind, code) = (text(0)?, text(1)?);
        if kind.is_empty() || code.is_empty() || part::find(&kind, &code).is_some() {
            continue;
        }
        let name = |known: &[Choice], value: &str| {
            known.iter().find(|one| one.value == value).map_or(("", ""), |one| (one.zh, one.en))
        };
        let (kind, entry) = (name(KINDS, &kind), name(PARTS, &code));
        let said =
            OTHER_PART.with_each(&[("kind", kind.0), ("entry", entry.0)], &[("kind", kind.1), ("entry", entry.1)]);
        findings.error(format!("{}.{place}.part", LINES.member), said);
    }
    Ok(())
}

/// Whether income or cost has vouchers by another 挂账依据 than this: the same would be posted twice, by its invoice and by its
/// lock. Whoever makes vouchers reads the rule, so their numbers are held first. A company without a rule has the usual one.
fn posted_otherwise(tx: &mut Tx<'_>, post_by: &str) -> Result<bool, Refusal> {
    book::lock(tx)?;
    let org = tx.org();
    if book::rule(tx, org)?.post_by == post_by {
        return Ok(false);
    }
    let mut select = sql::from(org, SOURCE);
    select
        .column("id")
        .and_where(sql::is_in(sql::col("kind"), [INCOME, COST].map(ToOwned::to_owned)))
        .and_where(sql::eq("is_freed", false))
        .limit(1);
    Ok(tx.first(&select.into())?.is_some())
}

/// Adds the page to the room, and the calls the catalogue names.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    for operation in &mut room.operations {
        if operation.id == "create_voucher_rule" {
            operation.also = Some(format!("{BASE}/save"));
        }
    }
    room.operations
        .push(Operation::get("get_voucher_rule_in_force", BASE, Access::Code(CODE), look::in_force).summary(
            "The rule of the company, the usual one where it decided nothing, with the accounts of each type",
        ));
    debug_assert_eq!(ENTRIES.len(), KINDS.len(), "each type has its entries");
}
