//! 业务开关: decisions of a company whose rooms share them or are yet to come. Each stands under the heading of its
//! module; a room that reads one takes it from here, so that what a company decided stays.

use kernel::{Msg, Scope};
use platform::field::{Choice, Field};
use platform::setting::{Module, Setting};

use Scope::{Ae, Ai, Io, Lc, Se, Si, Te, Ti};

const EVERY: &[Scope] = &[Ae, Ai, Se, Si, Te, Ti, Lc, Io];
const AIR: &[Scope] = &[Ae, Ai];
const CARRIED: &[Scope] = &[Ae, Ai, Se, Si, Te, Ti];

const ORDER: Module = Module::new("order", "订单", "Orders");
const WAYBILL: Module = Module::new("waybill", "运单与航班", "Waybills and flights");
const SIGN: Module = Module::new("routeSign", "航线签单", "Route sign-off");
const SETTLE: Module = Module::new("settle", "结算", "Settlement");
const MANIFEST: Module = Module::new("manifest", "舱单与报关", "Manifests and customs");
const STORE: Module = Module::new("store", "仓储", "Warehouse");
const SEA: Module = Module::new("sea", "海运", "Sea");
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

const fn flag(key: &'static str, module: Module, zh: &'static str, en: &'static str, initial: &'static str) -> Setting {
    Setting::new(key, module, Field::flag(zh, en).initially(initial))
}

/// Income and cost must be done before finance locks an order. The default is no as long as orders
/// have no charges to record.
pub static LOCK_NEEDS_RECORDED: Setting =
    flag("lockNeedsRecorded", ORDER, "收入成本完成后才可锁账", "Lock only when income and cost are done", "false")
        .scopes(EVERY);

const ROUNDINGS: &[Choice] =
    &[Choice::new("0.5", "0.5 KG", "0.5 KG"), Choice::new("1", "1 KG", "1 KG"), Choice::new("none", "不进位", "None")];
/// To what a waybill rounds its chargeable weight up.
pub static AWB_ROUNDING: Setting = Setting::new(
    "awbChargeRounding",
    WAYBILL,
    Field::select(ROUNDINGS, "运单计费重进位", "Rounding of chargeable weight").required().initially("\"0.5\""),
)
.scopes(AIR);

const RATE_DATES: &[Choice] = &[
    Choice::new("entry", "录入日期", "Day of entry"),
    Choice::new("business", "业务日期", "Business day"),
    Choice::new("finance", "财务日期", "Finance day"),
];
const EXPOSURES: &[Choice] =
    &[Choice::new("order", "订单创建", "Order made"), Choice::new("income", "收入完成", "Income done")];

/// All of them, in the order of the page.
pub static ALL: [&Setting; 27] = [
    &LOCK_NEEDS_RECORDED,
    &AWB_ROUNDING,
    &Setting::new(
        "minConnection",
        WAYBILL,
        Field::int("最短衔接分钟", "Least connecting time").required().range(60, 1_440).unit("分钟").initially("180"),
    )
    .scopes(AIR)
    .help("低于此值显示紧张，低于60分钟显示脱班", "Below it a connection is tight, below 60 minutes missed."),
    &Setting::new(
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
    &flag("signNeedsApproval", SIGN, "签单需审批", "Sign-off at a loss needs approval", "false").scopes(&[Ae]),
    &flag("noteAfterRecorded", SETTLE, "完成后制账单", "Bill only what is done", "false").scopes(EVERY),
    &flag("reconcileAfterRecorded", SETTLE, "成本完成后对账", "Reconcile only costs that are done", "false")
        .scopes(EVERY),
    &Setting::new(
        "smallDifference",
        SETTLE,
        Field::decimal(2, "尾差上限", "Small difference up to").required().range(0, 100_000).initially("10"),
    )
    .help("以本位币计", "In the own currency."),
    &flag("invoicedByInvoice", SETTLE, "开票后仅按发票核销", "Settle what is invoiced on its invoice alone", "true"),
    &Setting::new(
        "rateDate",
        SETTLE,
        Field::select(RATE_DATES, "汇率日期", "Day of the exchange rate").required().initially("\"entry\""),
    ),
    &flag("costNeedsConfirm", SETTLE, "成本确认后才可付款", "Pay confirmed costs alone", "false"),
    &flag("closeNeedsLock", SETTLE, "结账须全部锁账", "Close a month only when all is locked", "false"),
    &flag("bankWithSpecialInvoice", SETTLE, "专票须填开户行与账号", "Special invoices need the bank account", "false"),
    &flag("mftAuto", MANIFEST, "预配舱单自动生成", "Make advance manifests by themselves", "false").scopes(CARRIED),
    &flag("arrivalAtHandover", MANIFEST, "交接签收生成运抵", "Report arrival at the handover", "true").scopes(&[Ae]),
    &flag("matchBeforeSend", MANIFEST, "发送前须签署三单比对", "Sign the comparison before sending", "true"),
    &flag("declareAhead", MANIFEST, "提前申报", "Declare before arrival", "false")
        .help("选“是”时，货物未运抵只提示不拒绝", "With yes, cargo not yet arrived is a warning."),
    &flag("declarationReview", MANIFEST, "报关单复核", "A second person reviews declarations", "true"),
    &flag("paymentsFor9610", MANIFEST, "9610须有收款单", "9610 needs the payment messages", "false"),
    &Setting::new(
        "loadingMinutes",
        MANIFEST,
        Field::int("装载开始早于起飞", "Loading begins before departure").range(0, 1_440).unit("分钟").initially("120"),
    )
    .scopes(CARRIED)
    .help("没有装载时间时按此推算", "Where no time of loading is known."),
    &Setting::new(
        "unloadingMinutes",
        MANIFEST,
        Field::int("卸货结束晚于到达", "Unloading ends after arrival").range(0, 1_440).unit("分钟").initially("120"),
    )
    .scopes(CARRIED)
    .help("没有卸货时间时按此推算", "Where no time of unloading is known."),
    &flag("pickupAfterFee", STORE, "提货前结清仓储费", "Storage is paid before pick-up", "true")
        .help("月结客户除外", "Except for customers with monthly terms."),
    &flag("masterBeforeOut", STORE, "出库须配主单", "A master before leaving the store", "true").scopes(&[Ae]),
    &Setting::new(
        "transferDays",
        SEA,
        Field::int("疏港天数", "Days to the transfer").required().range(0, 60).unit("天").initially("9"),
    )
    .scopes(&[Si]),
    &Setting::new(
        "exposureFrom",
        PARTNER,
        Field::select(EXPOSURES, "占用起算", "Exposure counts from").required().initially("\"order\""),
    ),
    &flag("exposureLessAdvance", PARTNER, "占用扣除预收", "Exposure less advances", "false"),
    &Setting::new(
        "qualificationDays",
        PARTNER,
        Field::int("补全资料天数", "Days to complete a partner").required().range(1, 90).unit("天").initially("7"),
    ),
];

#[cfg(test)]
mod tests {
    use super::is_per_station;

    #[test]
    fn a_station_has_its_minutes() {
        assert!(is_per_station("HKG=120") && is_per_station("PVG=0"));
        for wrong in ["HKG", "HK=120", "hkg=120", "HKG=", "HKG=12345", "HKG=1h"] {
            assert!(!is_per_station(wrong), "{wrong}");
        }
    }
}
