//! 凭证查询. Vouchers that were made here (catalogue css.md /css_voucher): found, looked at, printed and handed over again, with
//! what is missing among their numbers, what came to each account, and which numbers were given and returned.

mod books;
mod look;
mod paper;

use book::{KINDS, STATES};
use charge::ledger::{COST_VIEW, INCOME_VIEW};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::prelude::*;
use platform::registry::{Operation, Room};
use serde::Deserialize;
use settle::field::{made, money};

/// Its page.
const PATH: &str = "/css_voucher";
const CODE: &str = "css_voucher";
/// Beginning of its calls.
const BASE: &str = "/css/voucher";
/// 导出凭证, which /css_voucher_export has, too.
const HAND_OVER: &str = "css-vc-export";
const PRINT: &str = "css-vc-print";
const EXPORT: &str = "css-voucher-list-export";
/// Amounts of a voucher tell income and cost.
const AMOUNTS: &str = "css-income-view css-cost-view";
const TABS: &[&str] = &[
    "voucher.voucher.list",
    "voucher.voucher-gap.list",
    "voucher.account-summary.list",
    "voucher.voucher-number-log.list",
];

const NO_MONTH: Msg = Msg::new("voucher.month", "请选择月份", "Choose a month.");

document! {
    /// One voucher; its amounts are told to who may see them.
    pub struct Voucher in "voucher" {
        --- "main" ("凭证", "Voucher");
        /// Its date.
        voucher_date: String = Field::day("凭证日期", "Date").read_only(),
        /// 凭证字.
        word: String = Field::text("凭证字", "Word").read_only(),
        /// 凭证号.
        number: i64 = Field::int("凭证号", "Number").read_only(),
        /// Type.
        kind: String = Field::select(KINDS, "类型", "Type").read_only(),
        /// How many papers belong to it.
        attachments: i64 = Field::int("附件数", "Attachments").read_only(),
        /// In words.
        summary: String = Field::text("摘要", "Summary").read_only(),
        /// In force, or returned.
        state: String = Field::state(STATES, "状态", "State").read_only(),
        /// When it was handed over last.
        exported_at: Option<i64> = Field::instant("导出时间", "Exported").wire("exportTime").read_only(),
        /// How often it was.
        exports: i64 = Field::int("导出次数", "Exports").wire("exportCount").read_only(),
    }
}

/// A month, chosen among those that were opened.
const MONTH: Field = Field::code("voucherMonth", "月份", "Month").column("month");
const LABEL: Field = made("voucherNumber", "凭证字号", "Number");
const DEBIT: Field = money("借方", "Debit", "debit", "debit");
const AMOUNT: Field = money("金额", "Amount", "debit", "amount");
const CREDIT: Field = money("贷方", "Credit", "credit", "credit");
const SOURCES: Field = made("sources", "来源单号", "Sources");
const LINK: Field = made("sourceLink", "来源地址", "Address of the sources");
const ACCOUNT: Field =
    Field::reference("financialAccount", "科目（含下级）", "Account, with those below").column("account_id");
const COOP: Field = made("coopName", "往来单位", "Partner");
const CURRENCY: Field = Field::code("currency", "币种", "Currency").column("currency_code").wire("currency");
const EXPORTED: Field = Field::flag("已导出", "Exported").column("is_exported");
const CREATOR: Field = Field::text("创建人", "Created by").column("name_cn").wire("creatorName");

/// The page.
pub(crate) static PAGE: LazyLock<Page<Voucher>> = LazyLock::new(|| {
    Page::of("voucher.voucher", ("凭证查询", "Voucher list"), (PATH, "/cssManager/finance", 30), Voucher::SUMMARY)
        .one("凭证", "Voucher")
        .calls(BASE, "voucher")
        .beside(TABS)
        .columns(&[
            Column::own(Voucher::WORD).unsorted().hidden(),
            Column::own(Voucher::NUMBER).unsorted().hidden(),
            Column::made(LINK).unsorted().hidden(),
            Column::own(Voucher::VOUCHER_DATE).width(100),
            Column::made(LABEL).unsorted().width(90).copy(),
            Column::own(Voucher::KIND).unsorted().width(90),
            Column::own(Voucher::ATTACHMENTS).unsorted().width(70),
            Column::own(Voucher::SUMMARY).unsorted().width(260),
            Column::own(DEBIT).unsorted().width(130).needs(AMOUNTS).sum(),
            Column::own(CREDIT).unsorted().width(130).needs(AMOUNTS).sum(),
            Column::made(SOURCES).unsorted().width(200).link("{*sourceLink}"),
            Column::own(Voucher::STATE).unsorted().width(80),
            Column::own(Voucher::EXPORTED_AT).unsorted().width(150),
            Column::own(Voucher::EXPORTS).unsorted().width(80),
            Column::of("creator", CREATOR).unsorted().width(90),
            Column::own(Field::instant("创建时间", "Created").column("created_at").wire("createTime"))
                .unsorted()
                .width(150),
        ])
        .joins(&[Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true }])
        .filters(&[
            Filter::new("month", Match::Own(look::of_month), MONTH).asks(NO_MONTH).initially(look::THIS_MONTH),
            Filter::new("number", Match::Range, Voucher::NUMBER),
            Filter::new("kind", Match::OneOf, Voucher::KIND),
            Filter::new("account", Match::Own(look::with_account), ACCOUNT),
            Filter::new("state", Match::OneOf, Voucher::STATE).initially(book::VALID),
            Filter::new("word", Match::Equals, Voucher::WORD).more(),
            Filter::new("coopName", Match::Own(look::with_coop), COOP).more(),
            Filter::new("currency", Match::Own(look::in_currency), CURRENCY).more(),
            Filter::new("amount", Match::Own(look::of_amount), AMOUNT).needs(COST_VIEW).more(),
            Filter::new("exported", Match::Flag(look::is_exported), EXPORTED).more(),
            Filter::new("creatorName", Match::Contains, CREATOR).columns(&[("creator", "name_cn")]).more(),
        ])
        .sort("voucherDate,desc")
        .fills(look::fill)
        .tells(look::told)
        .action(Action::own(HAND_OVER, ("导出凭证", "Hand over")).for_many())
        .action(Action::own(PRINT, ("打印", "Print")).for_many())
        .action(Action::export(EXPORT))
});

/// Adds the page to the room, with the lists beside it.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.lists.extend([books::gaps(), books::summary(), books::numbers()]);
    room.selects.push(("voucher", look::offer));
    room.selects.push(("voucherMonth", look::offer_months));
    room.operations.extend([
        Operation::post("hand_over_vouchers", &format!("{BASE}/export"), Access::Code(HAND_OVER), hand_over)
            .summary("The file of up to 2,000 vouchers in a format of the company, counted on each of them"),
        Operation::post("print_vouchers", &format!("{BASE}/paper"), Access::Code(PRINT), paper::print)
            .summary("Up to 200 vouchers as one PDF"),
    ]);
}

/// Refuses who may not see both income and cost.
pub(crate) fn need_amounts(actor: &Actor) -> Result<(), Refusal> {
    actor.need(INCOME_VIEW)?;
    actor.need(COST_VIEW)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    ids: Vec<Id>,
    /// The default of the company where none is named.
    format_id: Option<Id>,
}

/// POST /css/voucher/export.
fn hand_over(call: &mut Call) -> Outcome {
    let Asked { ids, format_id } = call.json()?;
    need_amounts(call.actor()?)?;
    let file = call.write(|tx| {
        let file = book::format::export(tx, (format_id, &ids))?;
        let org = tx.org();
        for one in book::format::vouchers(tx, org, &ids)? {
            let entry = LogEntry::of(book::OBJECT, one.id, one.label(), PATH);
            tx.log(entry.did("导出", "导出凭证").level(Level::Middle))?;
        }
        Ok(file)
    })?;
    Ok(Answer::File { name: file.name, mime: file.mime.to_owned(), bytes: file.bytes, inline: false })
}
