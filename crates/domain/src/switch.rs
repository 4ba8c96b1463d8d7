//! 业务开关: decisions of a company whose rooms share them or are yet to come. Each stands under the heading of its
//! module; a room that reads one takes it from here, so that what a company decided stays.

use kernel::{Msg, Scope};
use platform::field::{Choice, Field};
use platform::setting::{Module, Setting};

use Scope::{Ae, Ai, Io, Lc, Se, Si, Te, Ti};

const EVERY: &[Scope] = &[Ae, Ai, Se, Si, Te, Ti, Lc, Io];
const AIR: &[Scope] = &[Ae, Ai];
const BOX: &[Scope] = &[Se, Si, Te, Ti];
const BOX_EXPORT: &[Scope] = &[Se, Te];
const NOT_AIR: &[Scope] = &[Se, Si, Te, Ti, Lc, Io];
const CARRIED: &[Scope] = &[Ae, Ai, Se, Si, Te, Ti];

const ORDER: Module = Module::new("order", "订单", "Orders");
const WAYBILL: Module = Module::new("waybill", "运单与航班", "Waybills and flights");
const SIGN: Module = Module::new("routeSign", "航线签单", "Routing sign-off");
const SETTLE: Module = Module::new("settle", "结算", "Settlement");
const MANIFEST: Module = Module::new("manifest", "舱单与报关", "Manifests and customs");
const STORE: Module = Module::new("store", "仓储", "Warehouse");
const GROUND: Module = Module::new("ground", "海铁陆业务", "Sea, rail and road");
const PARTNER: Module = Module::new("prm", "客商", "Partners");

const PER_STATION: Msg =
    Msg::new("setting.per_station", "请按“三字代码=分钟”填写，如 HKG=120", "Please enter CODE=minutes, as HKG=120.");

/// `HKG=120`: three capitals and up to four digits.
fn is_per_station(text: &str) -> bool {
    let Some((station, minutes)) = text.split_once('=') else { return false };
    station.len() == 3
        && station.bytes().all(|letter| letter.is_ascii_uppercase())
        && (1..=4).contains(&minutes.len())
        && minutes.bytes().all(|letter| letter.is_ascii_digit())
}

const NUMBER_RULE: Msg = Msg::new(
    "setting.number_rule",
    "规则须含 {seq4}，只能使用 {org3}、{pod3}、{yy}、{MM}、{seq4} 与字母数字",
    "A rule has {seq4}, and else {org3}, {pod3}, {yy}, {MM}, letters and digits only.",
);

/// Known variables, one of them the running number; letters, digits, `-` and `/` between them.
fn is_number_rule(text: &str) -> bool {
    const NAMES: [&str; 5] = ["org3", "pod3", "yy", "MM", "seq4"];
    let plain = NAMES.iter().fold(text.to_owned(), |text, name| text.replace(&format!("{{{name}}}"), ""));
    text.contains("{seq4}")
        && plain.bytes().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'/'))
}

/// The page of 财务设置, which the room `hrs` has.
pub const FINANCE: &str = "org_finance";
/// Vouchers are kept in the functional currency alone.
const OWN_CURRENCY: &str = "own";
/// Foreign amounts are kept beside it.
pub const BOTH_CURRENCIES: &str = "both";
const KEPT_IN: &[Choice] = &[
    Choice::new(OWN_CURRENCY, "本位币", "Own currency"),
    Choice::new(BOTH_CURRENCIES, "原币及本位币", "Original and own currency"),
];
/// 凭证币种: what files of vouchers tell of foreign amounts.
pub static VOUCHER_CURRENCY: Setting = Setting::new(
    "voucherCurrency",
    Module::new("financeMoney", "币种与税率", "Currencies and tax").on(FINANCE),
    Field::select(KEPT_IN, "凭证币种", "Currencies of vouchers").required().initially("\"both\""),
);

/// A switch whose room is yet to come.
const fn later(key: &'static str, module: Module, field: Field) -> Setting {
    Setting::new(key, module, field).read_for(&[])
}

const fn flag(key: &'static str, module: Module, zh: &'static str, en: &'static str, initial: &'static str) -> Setting {
    later(key, module, Field::flag(zh, en).initially(initial))
}

/// Income and cost must be done before finance locks an order.
pub static LOCK_NEEDS_RECORDED: Setting =
    flag("lockNeedsRecorded", ORDER, "收入成本完成后才可锁账", "Lock only when income and cost are done", "true")
        .scopes(EVERY);

const ROUNDINGS: &[Choice] =
    &[Choice::new("0.5", "0.5 KG", "0.5 KG"), Choice::new("1", "1 KG", "1 KG"), Choice::new("none", "不进位", "None")];
/// To what a waybill rounds its chargeable weight up.
pub static AWB_ROUNDING: Setting = Setting::new(
    "awbChargeRounding",
    WAYBILL,
    Field::select(ROUNDINGS, "运单计费重量进位", "Rounding of chargeable weight").required().initially("\"0.5\""),
)
.scopes(AIR)
.read_for(&[Ae]);

/// Unused numbers below which the waybill stock is low.
pub static AWB_ALERT_NUMBERS: Setting =
    alert("awbAlertNumbers", "主单库存预警数量", "Low waybill stock below", 10_000, "20")
        .help("按航司、始发港、来源统计，未使用数量低于此值时预警", "Unused numbers of a carrier, origin and source.");
/// Days the unused numbers last, below which it is low.
pub static AWB_ALERT_DAYS: Setting =
    alert("awbAlertDays", "主单库存预警天数", "Low waybill stock below days", 365, "7")
        .help("按近30天日均用量估算的可用天数低于此值时预警", "Days it lasts at the use of the last 30 days.");

const fn alert(key: &'static str, zh: &'static str, en: &'static str, most: i64, initial: &'static str) -> Setting {
    Setting::new(key, WAYBILL, Field::int(zh, en).required().range(0, most).initially(initial))
}

/// Kilograms that count as a cubic metre by sea.
pub static SEA_RATIO: Setting = ratio("1000", &[Se, Si]);
/// Kilograms that count as a cubic metre by rail.
pub static RAIL_RATIO: Setting = ratio("500", &[Te, Ti]);
/// Cubic centimetres that count as a kilogram on the road; 0 for gross weight alone.
pub static ROAD_DIVISOR: Setting = divisor("lcDivisor", "3000", &[Lc]);
/// Cubic centimetres that count as a kilogram of other business; 0 for gross weight alone.
pub static OTHER_DIVISOR: Setting = divisor("ioDivisor", "6000", &[Io]);

const fn ratio(initial: &'static str, scopes: &'static [Scope]) -> Setting {
    let field = Field::int("重泡比", "Kilograms of a cubic metre").required().range(333, 1_000).unit("KG/CBM");
    Setting::new("wmFactor", GROUND, field.initially(initial)).scopes(scopes)
}

const fn divisor(key: &'static str, initial: &'static str, scopes: &'static [Scope]) -> Setting {
    let field = Field::int("体积重除数", "Divisor of volume weight").required().range(0, 10_000).initially(initial);
    Setting::new(key, GROUND, field).scopes(scopes).help("0 表示只按毛重", "0: gross weight only.")
}

const fn days(key: &'static str, zh: &'static str, en: &'static str, initial: &'static str) -> Setting {
    later(key, GROUND, Field::int(zh, en).required().range(0, 60).unit("天").initially(initial))
}

const fn hours(key: &'static str, zh: &'static str, en: &'static str, initial: &'static str) -> Setting {
    let field = Field::int(zh, en).required().range(1, 240).unit("小时").initially(initial);
    later(key, GROUND, field).scopes(BOX_EXPORT)
}

/// How numbers of house bills are made.
pub static HBL_NO_RULE: Setting = later(
    "hblNoRule",
    GROUND,
    Field::text("分提单号规则", "House bill numbers")
        .required()
        .max(60)
        .pattern("([A-Za-z0-9/-]|\\{(org3|pod3|yy|MM|seq4)\\})+", is_number_rule, NUMBER_RULE)
        .initially("\"{org3}{pod3}{yy}{MM}{seq4}\""),
)
.scopes(BOX_EXPORT)
.read_for(&[Se])
.help(
    "公司三字代码 {org3}、目的港 {pod3}、年 {yy}、月 {MM}、四位流水号 {seq4}",
    "{org3} company, {pod3} destination, {yy} year, {MM} month, {seq4} running number.",
);
/// A bill is finished only after its customer confirmed it, or with a reason.
pub static BILL_NEEDS_CONFIRM: Setting =
    flag("billNeedsConfirm", GROUND, "提单确认后才可完成", "Bills are confirmed before they are done", "false")
        .scopes(BOX_EXPORT)
        .read_for(&[Se]);
/// On-board bills may be issued before the vessel has left.
pub static ALLOW_PRE_BOARD: Setting =
    flag("allowPreBoardIssue", GROUND, "未离港可签已装船提单", "On-board bills before departure", "false")
        .scopes(&[Se])
        .read_for(&[Se]);

const EXPOSURES: &[Choice] =
    &[Choice::new("order", "订单创建", "Order made"), Choice::new("income", "收入完成", "Income done")];

/// An order bought dearer than its minimum sell rate is signed when that is approved.
pub static SIGN_NEEDS_APPROVAL: Setting =
    flag("signNeedsApproval", SIGN, "签单需审批", "Sign-off at a loss needs approval", "false")
        .scopes(&[Ae])
        .read_for(&[Ae]);

/// Income is billed only once it is done (css.md 0.17).
pub static NOTE_AFTER_RECORDED: Setting =
    flag("noteAfterRecorded", SETTLE, "完成后制账单", "Bill only what is done", "false").scopes(EVERY).read_for(EVERY);
/// How much of the functional currency a small difference may be 尾差 (css.md 0.7).
pub static SMALL_DIFFERENCE: Setting = Setting::new(
    "smallDifference",
    SETTLE,
    Field::decimal(2, "尾差上限", "Small difference up to").required().range(0, 100_000).initially("10"),
)
.help("以本位币计", "In the own currency.");
/// What an invoice is applied for is settled on its invoices alone (css.md 0.7).
pub static WRITE_OFF_BY_INVOICE: Setting = Setting::new(
    "writeoffByInvoice",
    SETTLE,
    Field::flag("开票后仅按发票核销", "Settle what is invoiced on its invoice alone").initially("true"),
);

/// Cost is reconciled when it is done (css.md 0.17).
pub static PAYMENT_AFTER_RECORDED: Setting = Setting::new(
    "paymentAfterRecorded",
    SETTLE,
    Field::flag("成本完成后对账", "Reconcile only costs that are done").initially("false"),
);

/// Payments are made of costs alone that their suppliers and the company agreed on (css.md 0.17).
pub static PAY_NEEDS_CONFIRMATION: Setting = Setting::new(
    "payNeedsConfirmation",
    SETTLE,
    Field::flag("付款需成本确认", "Pay confirmed costs alone").initially("false"),
);

/// Nothing is paid without a request that passed (css.md 0.17).
pub static PAY_NEEDS_REQUEST: Setting =
    Setting::new("payNeedsRequest", SETTLE, Field::flag("付款须申请", "Payments need a request").initially("true"));

/// A special VAT invoice names address, phone, bank and account of the buyer (css.md 0.17 专票资料必填).
pub static BANK_WITH_SPECIAL_INVOICE: Setting = Setting::new(
    "bankWithSpecialInvoice",
    SETTLE,
    Field::flag("专票须填开户行与账号", "Special invoices need the bank account").initially("false"),
);

/// Applications go to the tax office and invoices come back by files 数电票 (css.md /css_income_invoice, 导入).
pub static DIGITAL_INVOICE: Setting = Setting::new(
    "digitalInvoice",
    SETTLE,
    Field::flag("数电票文件对接", "Digital invoices by files").initially("false"),
)
.help("启用后可导出批量开票模板、导入已开发票清单", "For the tax office's template and its list of issued invoices.");

const ITEM_CODE: Msg = Msg::new(
    "setting.item_code",
    "请按“开票项目=19位编码”填写，如 默认=3040802010000000000",
    "Please enter ITEM=CODE of 19 digits, 默认=CODE for all others.",
);

/// An item and its 19 digits.
fn is_item_code(text: &str) -> bool {
    text.rsplit_once('=').is_some_and(|(item, code)| {
        !item.trim().is_empty() && code.len() == 19 && code.bytes().all(|digit| digit.is_ascii_digit())
    })
}

/// 税收分类编码 of what invoices name.
pub static DIGITAL_TAX_CODES: Setting = Setting::new(
    "digitalTaxCodes",
    SETTLE,
    Field::text("开票项目税收分类编码", "Tax codes of items").max(100).pattern(".+=\\d{19}", is_item_code, ITEM_CODE),
)
.many()
.help("开票项目=编码；默认=编码 用于其他项目", "ITEM=CODE; 默认=CODE counts for all other items.");

/// All of them, in the order of the page.
pub static ALL: [&Setting; 48] = [
    &LOCK_NEEDS_RECORDED,
    &AWB_ROUNDING,
    &AWB_ALERT_NUMBERS,
    &AWB_ALERT_DAYS,
    &later(
        "minConnection",
        WAYBILL,
        Field::int("最短衔接分钟", "Least connecting time").required().range(60, 1_440).unit("分钟").initially("180"),
    )
    .scopes(AIR)
    .help("低于此值显示紧张，低于60分钟显示脱班", "Below it a connection is tight, below 60 minutes missed."),
    &later(
        "minConnectionStation",
        WAYBILL,
        Field::upper("中转站最短衔接", "Least connecting time of stations").pattern(
            "[A-Z]{3}=\\d{1,4}",
            is_per_station,
            PER_STATION,
        ),
    )
    .many()
    .scopes(AIR)
    .help("按中转站另定，如 HKG=120", "For single stations, as HKG=120."),
    &SIGN_NEEDS_APPROVAL,
    &NOTE_AFTER_RECORDED,
    &PAYMENT_AFTER_RECORDED,
    &SMALL_DIFFERENCE,
    &WRITE_OFF_BY_INVOICE,
    &PAY_NEEDS_CONFIRMATION,
    &PAY_NEEDS_REQUEST,
    &BANK_WITH_SPECIAL_INVOICE,
    &DIGITAL_INVOICE,
    &DIGITAL_TAX_CODES,
    &flag("mftAuto", MANIFEST, "预配舱单自动生成", "Make advance manifests by themselves", "false").scopes(CARRIED),
    &flag("arrivalAtHandover", MANIFEST, "交接签收生成运抵", "Report arrival at the handover", "true").scopes(&[Ae]),
    &flag("matchBeforeSend", MANIFEST, "发送前须签署三单比对", "Sign the comparison before sending", "true"),
    &flag("declareAhead", MANIFEST, "提前申报", "Declare before arrival", "false")
        .help("选“是”时，货物未运抵只提示不拒绝", "With yes, cargo not yet arrived is a warning."),
    &flag("declarationReview", MANIFEST, "报关单复核", "A second person reviews declarations", "true"),
    &flag("paymentsFor9610", MANIFEST, "9610须有收款单", "9610 needs the payment messages", "false"),
    &flag("hsFourDigits9610", MANIFEST, "9610汇总统计按4位HS编码", "HS codes of 4 digits for 9610 statistics", "false"),
    &flag(
        "fileBeforeSubmit",
        MANIFEST,
        "跨境委托提交须有文件或运单",
        "Submitted entrustments need files or bills",
        "false",
    ),
    &later(
        "loadingMinutes",
        MANIFEST,
        Field::int("装载开始早于起飞", "Loading begins before departure").range(0, 1_440).unit("分钟").initially("120"),
    )
    .scopes(CARRIED)
    .help("没有装载时间时按此推算", "Where no time of loading is known."),
    &later(
        "unloadingMinutes",
        MANIFEST,
        Field::int("卸货结束晚于到达", "Unloading ends after arrival").range(0, 1_440).unit("分钟").initially("120"),
    )
    .scopes(CARRIED)
    .help("没有卸货时间时按此推算", "Where no time of unloading is known."),
    &flag("pickupAfterFee", STORE, "提货前结清仓储费", "Storage is paid before pick-up", "true")
        .help("月结客户除外", "Except for customers with monthly terms."),
    &flag("masterBeforeOut", STORE, "出库须配主单", "A master before leaving the store", "true").scopes(&[Ae]),
    &later(
        "minRt",
        GROUND,
        Field::decimal(3, "拼箱最低计费吨", "Least chargeable tons of LCL").required().range(0, 100_000).initially("1"),
    )
    .scopes(BOX),
    &SEA_RATIO,
    &RAIL_RATIO,
    &ROAD_DIVISOR,
    &OTHER_DIVISOR,
    &flag("lclTeuShare", GROUND, "拼箱按体积折算TEU", "TEU of LCL by volume", "false").scopes(BOX),
    &HBL_NO_RULE,
    &BILL_NEEDS_CONFIRM,
    &ALLOW_PRE_BOARD,
    &flag("telexLoiRequired", GROUND, "电放须上传保函", "Telex release needs a letter of indemnity", "true")
        .scopes(&[Se, Si]),
    &days("transferDays", "疏港天数", "Days to the transfer", "9").scopes(&[Si]),
    &days("demWarnDays", "免箱期预警天数", "Warn before free time ends", "2").scopes(BOX),
    &hours("cutoffOrange", "截点预警小时", "Warn before a cut-off", "24"),
    &hours("cutoffRed", "截点告急小时", "Alarm before a cut-off", "4"),
    &later(
        "certWarnDays",
        GROUND,
        Field::int("证照预警天数", "Warn before papers expire").range(1, 365).unit("天").initially("[30,15,7]"),
    )
    .many()
    .scopes(&[Lc]),
    &days("receiptOverdueDays", "回单超期天数", "Receipts are late after", "7").scopes(&[Lc]),
    &flag("workSteps", GROUND, "启用作业流程", "Work steps", "true").scopes(NOT_AIR),
    &later(
        "exposureFrom",
        PARTNER,
        Field::select(EXPOSURES, "占用起算", "Exposure counts from").required().initially("\"order\""),
    ),
    &flag("exposureLessAdvance", PARTNER, "占用扣除预收", "Exposure less advances", "false"),
    &later(
        "qualificationDays",
        PARTNER,
        Field::int("补全资料天数", "Days to complete a partner").required().range(1, 90).unit("天").initially("7"),
    ),
];

#[cfg(test)]
mod tests {
    use super::{is_number_rule, is_per_station};

    #[test]
    fn a_station_has_its_minutes() {
        assert!(is_per_station("HKG=120") && is_per_station("PVG=0"));
        for wrong in ["HKG", "HK=120", "hkg=120", "HKG=", "HKG=12345", "HKG=1h"] {
            assert!(!is_per_station(wrong), "{wrong}");
        }
    }

    #[test]
    fn numbers_of_house_bills_follow_known_variables() {
        for rule in ["{org3}{pod3}{yy}{MM}{seq4}", "HB-{seq4}", "{seq4}"] {
            assert!(is_number_rule(rule), "{rule}");
        }
        for wrong in ["", "{yy}{MM}", "{foo}{seq4}", "{seq4} ", "{seq4", "单{seq4}"] {
            assert!(!is_number_rule(wrong), "{wrong}");
        }
    }
}
