//! 初始化: the accounts of 企业会计准则 or 小企业会计准则, with a leaf for each bank account of the company and each type of
//! expense. Each is made by the rules of the form.

use std::collections::BTreeMap;

use account::{
    ADVANCE_IN, ADVANCE_OUT, AUXILIARY, BAD_DEBT, BANK, BY_COOP, CASH, COST, CREDIT, DEBIT, EXCHANGE, EXPENSE, FEE,
    INCOME, NOTE, OTHER, OTHER_PAYABLE, OTHER_RECEIVABLE, PAYABLE, PROFIT, RECEIVABLE, SMALL, TABLE, TAX_IN, TAX_OUT,
};
use charge::rate;
use platform::call::next_number;
use platform::dictionary;
use platform::field::tail;
use platform::prelude::*;
use platform::sea_query::Order;
use serde_json::{Map, Value as Json, json};

use super::PAGE;

const NOT_EMPTY: Msg =
    Msg::new("account.not_empty", "会计科目已存在，不能初始化", "There are accounts already; they can't be set up.");

const ENTERPRISE: &str = "ENTERPRISE";
const SMALL_ENTERPRISE: &str = "SMALL";
const STANDARDS: &[Choice] = &[
    Choice::new(ENTERPRISE, "企业会计准则", "Accounting Standards for Business Enterprises"),
    Choice::new(SMALL_ENTERPRISE, "小企业会计准则", "Accounting Standards for Small Business Enterprises"),
];
/// Which accounts are made.
pub(super) const STANDARD: Field =
    Field::select(STANDARDS, "会计准则", "Standard").column("standard").required().initially("\"ENTERPRISE\"");
/// Dictionary of the types of expense (prm.md, category 62).
const EXPENSE_TYPES: i64 = 62;
/// Most letters of a name.
const NAME_MAX: usize = 40;
const BANKS_BELOW: &str = "1002";

/// An account of a standard. Codes of six digits are below that of their first four.
struct Seed {
    code: &'static str,
    name: &'static str,
    account_type: &'static str,
    direction: &'static str,
    /// Kept for each partner, with foreign amounts.
    by_coop: bool,
}

const fn seed(code: &'static str, name: &'static str, account_type: &'static str, direction: &'static str) -> Seed {
    Seed { code, name, account_type, direction, by_coop: false }
}

const fn by_coop(code: &'static str, name: &'static str, account_type: &'static str, direction: &'static str) -> Seed {
    Seed { by_coop: true, ..seed(code, name, account_type, direction) }
}

impl Seed {
    /// What the form takes of it beside its place and its name.
    fn more(&self) -> Json {
        let (kind, direction) = (self.account_type, self.direction);
        if self.by_coop {
            json!({
                "financialAccountType": kind, "direction": direction, "manageMode": AUXILIARY,
                "subsidiaryAccount": BY_COOP, "currency": true,
            })
        } else {
            json!({ "financialAccountType": kind, "direction": direction })
        }
    }
}

/// What both standards have.
const BOTH: &[Seed] = &[
    seed("1001", "库存现金", CASH, DEBIT),
    seed("1002", "银行存款", BANK, DEBIT),
    seed("1121", "应收票据", NOTE, DEBIT),
    by_coop("1122", "应收账款", RECEIVABLE, DEBIT),
    by_coop("1123", "预付账款", ADVANCE_OUT, DEBIT),
    seed("1221", "其他应收款", OTHER_RECEIVABLE, DEBIT),
    by_coop("2202", "应付账款", PAYABLE, CREDIT),
    by_coop("2203", "预收账款", ADVANCE_IN, CREDIT),
    seed("2221", "应交税费", OTHER, CREDIT),
    seed("222101", "应交增值税-销项", TAX_OUT, CREDIT),
    seed("222102", "应交增值税-进项", TAX_IN, DEBIT),
    seed("2241", "其他应付款", OTHER_PAYABLE, CREDIT),
];
const OF_ENTERPRISES: &[Seed] = &[
    seed("4103", "本年利润", PROFIT, CREDIT),
    seed("6001", "主营业务收入", INCOME, CREDIT),
    seed("6401", "主营业务成本", COST, DEBIT),
    seed("6601", "销售费用", EXPENSE, DEBIT),
    seed("6602", "管理费用", EXPENSE, DEBIT),
    seed("6603", "财务费用", OTHER, DEBIT),
    seed("660301", "手续费", FEE, DEBIT),
    seed("660302", "汇兑损益", EXCHANGE, DEBIT),
    seed("660303", "尾差", SMALL, DEBIT),
    seed("6702", "信用减值损失", BAD_DEBT, DEBIT),
];
const OF_SMALL: &[Seed] = &[
    seed("3103", "本年利润", PROFIT, CREDIT),
    seed("5001", "主营业务收入", INCOME, CREDIT),
    seed("5401", "主营业务成本", COST, DEBIT),
    seed("5601", "销售费用", EXPENSE, DEBIT),
    seed("5602", "管理费用", EXPENSE, DEBIT),
    seed("5603", "财务费用", OTHER, DEBIT),
    seed("560301", "手续费", FEE, DEBIT),
    seed("560302", "汇兑损益", EXCHANGE, DEBIT),
    seed("560303", "尾差", SMALL, DEBIT),
    seed("5711", "营业外支出", OTHER, DEBIT),
    seed("571101", "坏账损失", BAD_DEBT, DEBIT),
];

/// POST /css/financialAccount/init.
pub(super) fn set_up(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let org = tx.org();
    // Who sets up holds the row of a series until he is done, so that two at once don't both find nothing.
    next_number(tx, org, TABLE, "")?;
    let mut any = sql::from(org, TABLE);
    any.column("id").limit(1);
    if tx.first(&any.into())?.is_some() {
        return Err(Refusal::business(NOT_EMPTY));
    }
    let standard: String = filled.get(STANDARD)?;
    let (seeds, expenses) = if standard == SMALL_ENTERPRISE { (OF_SMALL, "5602") } else { (OF_ENTERPRISES, "6602") };
    let mut chart = Chart::default();
    for seed in BOTH.iter().chain(seeds) {
        let (above, own) = if seed.code.len() > 4 { seed.code.split_at(4) } else { ("", seed.code) };
        chart.add(tx, (above, own, seed.name), seed.more())?;
    }
    chart.banks(tx)?;
    chart.expenses(tx, expenses)?;
    filled.answer("made", json!(chart.made.len()));
    Ok(())
}

/// The accounts that are made, by their codes.
#[derive(Default)]
struct Chart {
    made: BTreeMap<String, Id>,
}

impl Chart {
    /// Makes an account below another one, or of the first level.
    fn add(&mut self, tx: &mut Tx<'_>, (above, own, name): (&str, &str, &str), more: Json) -> Result<(), Refusal> {
        let mut body = Map::new();
        body.insert("parentId".to_owned(), json!(self.made.get(above)));
        body.insert("ownCode".to_owned(), json!(own));
        body.insert("financialAccountName".to_owned(), json!(name));
        if let Json::Object(more) = more {
            body.extend(more);
        }
        let id = PAGE.form().make(tx, &body, "初始化")?;
        self.made.insert(format!("{above}{own}"), id);
        Ok(())
    }

    /// A leaf for each bank account that is not stopped, the oldest first.
    fn banks(&mut self, tx: &mut Tx<'_>) -> Result<(), Refusal> {
        let org = tx.org();
        let functional = rate::functional(tx, org)?;
        let mut select = sql::from(org, "org_bank");
        select
            .columns(["id", "bank_cn", "account", "currency"])
            .and_where(sql::eq("active", true))
            .order_by("id", Order::Asc);
        for (number, row) in (1..).zip(tx.query(&select.into())?) {
            let (id, bank, account, currency): (Id, String, String, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            let name = bank_name(&bank, &account);
            let more = json!({ "bankId": id, "currency": currency != functional.code() });
            self.add(tx, (BANKS_BELOW, &own_code(number), &name), more)?;
        }
        Ok(())
    }

    /// A leaf for each type of expense.
    fn expenses(&mut self, tx: &mut Tx<'_>, above: &str) -> Result<(), Refusal> {
        let mut select = dictionary::values(tx.org());
        select
            .column("param_text")
            .and_where(sql::eq("category_type", EXPENSE_TYPES))
            .and_where(sql::eq("active", true))
            .order_by("sort", Order::Asc)
            .order_by("value", Order::Asc);
        for (number, row) in (1..).zip(tx.query(&select.into())?) {
            self.add(tx, (above, &own_code(number), &expense_name(&row.get::<String>(0)?)), json!({}))?;
        }
        Ok(())
    }
}

fn own_code(number: u32) -> String {
    format!("{number:02}")
}

/// A bank and the last digits of the account there: 中国银行上海分行(5678).
fn bank_name(bank: &str, account: &str) -> String {
    let digits = format!("({})", tail(account).trim_start_matches('*'));
    let bank: String = bank.chars().take(NAME_MAX.saturating_sub(digits.chars().count())).collect();
    bank + &digits
}

/// 差旅 is posted to 差旅费.
fn expense_name(kind: &str) -> String {
    let named = ["费", "费用", "其他"].iter().any(|end| kind.ends_with(end));
    let kind: String = kind.chars().take(NAME_MAX - 1).collect();
    if named { kind } else { kind + "费" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_named_by_what_they_are_made_of() {
        assert_eq!(bank_name("中国银行上海分行", "4400 1234 5678"), "中国银行上海分行(5678)");
        assert_eq!(bank_name(&"行".repeat(100), "123456").chars().count(), NAME_MAX);
        assert_eq!(expense_name("差旅"), "差旅费");
        assert_eq!(expense_name("培训费"), "培训费");
        assert_eq!(expense_name("其他"), "其他");
        assert_eq!(expense_name(&"长".repeat(60)).chars().count(), NAME_MAX);
        assert_eq!((own_code(1), own_code(99), own_code(100)), ("01".into(), "99".into(), "100".into()));
    }

    #[test]
    fn every_account_of_a_standard_has_the_one_above_before_it() {
        for standard in [OF_ENTERPRISES, OF_SMALL] {
            let mut seen: Vec<&str> = Vec::new();
            for seed in BOTH.iter().chain(standard) {
                assert!(!seen.contains(&seed.code), "{} twice", seed.code);
                assert!(seed.code.len() == 4 || seen.contains(&&seed.code[..4]), "{} below nothing", seed.code);
                assert!(account::TYPES.iter().any(|one| one.value == seed.account_type), "{}", seed.name);
                seen.push(seed.code);
            }
        }
    }
}
