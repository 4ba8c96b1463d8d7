//! 汇率维护. The rates at which foreign money becomes functional money.

mod convert;
mod many;
mod rules;

use charge::rate::KINDS;
use kernel::Instant;
use platform::prelude::*;

const RATE: Field = Field::decimal(6, "汇率", "Rate").column("rate").range(1, 999_999_000_000);
const PAGE_PATH: &str = "/css_currency_rate";
const CUSTOMS_CODE: &str = "css-rate-customs";

document! {
    /// One rate of a currency.
    pub struct CurrencyRate in "currency_rate" {
        --- "main" ("汇率", "Rate");
        /// Currency.
        currency_code: String = Field::code("currency", "币种", "Currency").required().max(3),
        /// What it is for.
        kind: String = Field::select(KINDS, "类型", "Type").wire("type").required().initially("\"GENERAL\""),
        /// What one unit is worth.
        rate: i64 = RATE.wire("currencyRate").required(),
        /// From this moment on.
        begin_at: Instant = Field::instant("开始时间", "From").wire("beginDate").required(),
        /// Before this moment.
        end_at: Option<Instant> = Field::instant("结束时间", "To").wire("endDate"),
    }
}

const USED: Field = Field::int("使用行数", "Charges").column("used_lines");
const VALID_ON: Field = Field::day("有效日期", "Valid on").column("valid_on");

/// The page, in the menus of finance and of air freight.
pub static PAGE: LazyLock<Page<CurrencyRate>> = LazyLock::new(|| {
    let door = (PAGE_PATH, "/cssManager/charge", 70);
    Page::of("css.currency-rate", ("汇率维护", "Exchange rates"), door, CurrencyRate::CURRENCY_CODE)
        .also_at("/af_exchange_rate", "/afManager/base", 140)
        .one("汇率", "Exchange rate")
        .calls("/css/currencyRate", "currency_rate")
        .columns_from(CurrencyRate::CURRENCY_CODE, CurrencyRate::END_AT)
        .counts(USED, charge::rate::uses)
        .made_by()
        .filters(&[
            Filter::new("currency", Match::Equals, CurrencyRate::CURRENCY_CODE),
            Filter::new("type", Match::OneOf, CurrencyRate::KIND),
            Filter::new("validOn", Match::Holds(&CurrencyRate::BEGIN_AT, &CurrencyRate::END_AT), VALID_ON),
        ])
        .sort("beginDate,desc")
        .unique("uq_currency_rate", &["currency_code", "kind", "begin_at"], "beginDate", rules::OVERLAP)
        .rules(rules::check)
        .after(rules::end_newest)
        .remove_rule(rules::give_back)
        .action(
            Action::look("css_currency_rate", ("汇率换算", "Converter"), convert::told)
                .verb("convert")
                .asks(convert::FIELDS)
                .above(),
        )
        .action(Action::create("css-rate-add"))
        .action(
            Action::tool("css-rate-batch", ("批量录入", "Enter many"), |tx, filled| many::keep(tx, filled, false))
                .asks(&[CurrencyRate::KIND, CurrencyRate::BEGIN_AT])
                .lines(many::LINES)
                .first(|conn, actor, _| many::first(conn, actor, false)),
        )
        .action(
            Action::tool(CUSTOMS_CODE, ("海关汇率", "Customs rates"), |tx, filled| many::keep(tx, filled, true))
                .asks(&[many::MONTH])
                .lines(many::LINES)
                .note("沿用上月：未改动的汇率按上月填写", "Rates of the last month stand there already.")
                .first(|conn, actor, _| many::first(conn, actor, true)),
        )
        .action(Action::remove("css-rate-del"))
        .action(Action::import(Import::with("css-rate-import")))
        .action(Action::export("css-rate-export"))
});
