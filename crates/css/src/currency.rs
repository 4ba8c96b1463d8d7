//! 币种. The currencies a company works with: those of ISO 4217 that the platform brings along, and what the company
//! decided about them.

use charge::rate;
use platform::prelude::*;
use trade::charge::exchange::Kind;

const OWN: Msg = Msg::new("currency.own", "本位币不能停用", "The own currency can't be disabled.");

document! {
    /// One currency.
    pub struct Currency in "currency" {
        /// ISO 4217.
        code: String = Field::upper("代码", "Code").wire("currencyCode").required().fixed().max(3),
        /// Chinese name.
        name_cn: String = Field::text("币种", "Currency").wire("currencyName").read_only(),
        /// English name.
        name_en: String = Field::text("英文名", "English name").wire("currencyNameEn").read_only(),
        /// What is written before an amount.
        sign: String = Field::text("符号", "Sign").wire("currencySign").read_only(),
        /// Three digits of ISO 4217.
        number: String = Field::text("数字代码", "Number").wire("currencyNum").read_only(),
        /// Decimals of its amounts, fixed by ISO 4217.
        exponent: i64 = Field::int("小数位", "Decimals").read_only(),
        /// Offered first.
        common: bool = Field::flag("常用", "Common").wire("currencyCommon").initially("false"),
        /// Place among the common ones.
        sort: i64 = Field::int("排序", "Order").required().range(0, 9_999).initially("100"),
        /// Offered at all.
        active: bool = Field::flag("启用", "Active").initially("true"),
    }
}

const LATEST: Field = Field::decimal(6, "当前汇率", "Present rate").column("latest_rate").digits(4);

/// The page, in the menus of finance and of air freight.
pub static PAGE: LazyLock<Page<Currency>> = LazyLock::new(|| {
    Page::of("css.currency", ("币种", "Currencies"), ("/css_currency", "/cssManager/charge", 60), Currency::CODE)
        .also_at("/af_currency", "/afManager/base", 130)
        .one("币种", "Currency")
        .calls("/css/currency", "currency")
        .overlays(&["code"])
        .adopts()
        .columns(&[
            Column::own(Currency::CODE).width(80).copy(),
            Column::own(Currency::NAME_CN).width(150),
            Column::own(Currency::NAME_EN).width(200),
            Column::own(Currency::SIGN).width(70),
            Column::own(Currency::NUMBER).width(90),
            Column::own(Currency::EXPONENT).width(80),
            Column::own(Currency::COMMON).width(70),
            Column::own(Currency::SORT).width(70).behind(),
            Column::own(Currency::ACTIVE).width(70),
            Column::made(LATEST).width(110).unsorted(),
        ])
        .filters(&[
            Filter::new("code", Match::Contains, Currency::CODE),
            Filter::new("name", Match::Contains, Field::text("名称", "Name"))
                .columns(&[("currency", "name_cn"), ("currency", "name_en")]),
            Filter::new("common", Match::Bool, Currency::COMMON),
            Filter::new("active", Match::Bool, Currency::ACTIVE).more(),
        ])
        .sort("currencyCommon,desc;sort,asc;currencyCode,asc")
        .fills(latest)
        .status_rule(stopped)
        .action(
            Action::row("css-currency-common", ("设为常用", "Set as common"))
                .asks(&[Currency::COMMON, Currency::SORT])
                .first(|conn, actor, id| PAGE.first_of(conn, actor, id)),
        )
        .action(Action::switch("css-currency-stop"))
});

/// The general rate of each currency that holds now.
fn latest(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let held = rate::Table::holding(conn, actor.org_id, actor.now)?;
    for row in rows {
        let Value::Text(code) = row.value("currencyCode") else { continue };
        if let Some(rate) = held.at(code, Kind::General, actor.now) {
            row.set("latestRate", Value::Int(rate.raw()));
        }
    }
    Ok(())
}

/// What a company counts in stays.
fn stopped(tx: &mut Tx<'_>, id: Id, active: bool, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, "currency");
    select.column("code").and_where(sql::eq("id", id));
    let code: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    findings.error_if(!active && rate::functional(tx, org)?.code() == code, "", OWN);
    Ok(())
}
