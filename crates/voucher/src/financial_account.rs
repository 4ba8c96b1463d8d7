//! 会计科目. The chart of accounts that vouchers post to: a tree of at most five levels, whose codes begin with that of the
//! account above.

mod calls;
mod rules;
mod standard;

use std::collections::BTreeMap;

use account::{Account, EXPENSES, LEVELS_MAX, MONEY, TABLE};
use platform::access::Access;
use platform::prelude::*;
use platform::registry::Room;
use platform::sea_query::{Condition, Expr, ExprTrait};

pub(crate) const BASE: &str = "/css/financialAccount";
const CODE: &str = "css_financial_account";
/// The select the form asks for the account above.
const ABOVE: &str = "financialAccount?role=ABOVE";

pub(crate) const CODE_TAKEN: Msg = Msg::new("account.taken", "科目代码已存在", "The account code exists already.");
pub(crate) const BANK_TAKEN: Msg =
    Msg::new("account.bank_taken", "该银行账户已设会计科目", "The bank account has an account already.");

/// 可设下级.
const TO_DIVIDE: &str = "ABOVE";
/// 银行科目.
const OF_MONEY: &str = "MONEY";
/// 费用科目.
const OF_EXPENSES: &str = "EXPENSE";
const CLASSES: &[Choice] = &[
    Choice::new(TO_DIVIDE, "可设下级", "May be divided"),
    Choice::new(OF_MONEY, "银行科目", "Money"),
    Choice::new(OF_EXPENSES, "费用科目", "Expenses"),
];
const CLASS: Field = Field::select(CLASSES, "科目属性", "Class").column("class");
const DIVIDES: Field = Field::flag("可设下级", "May be divided").column("may_be_divided");
const IS_MONEY: Field = Field::flag("银行科目", "Money").column("is_money");
const IS_EXPENSE: Field = Field::flag("费用科目", "Expenses").column("is_expense");
const BANK_NAME: Field = Field::text("银行账户", "Bank account").column("bank_cn").wire("bankName");

/// 分录数.
const ENTRIES: Field = Field::int("分录数", "Entries").column("entries");

/// Of a child begins with what is above it: not its own code and name, nor what is of one account alone.
const NOT_BELOW: &[Field] =
    &[Account::OWN_CODE, Account::NAME, Account::CURRENCY_CODE, Account::BANK_ID, Account::REMARK];

/// The page.
pub(crate) static PAGE: LazyLock<Page<Account>> = LazyLock::new(|| {
    let door = ("/css_financial_account", "/cssManager/finance", 60);
    Page::of("voucher.financial-account", ("会计科目", "Chart of accounts"), door, Account::CODE)
        .one("会计科目", "Account")
        .calls(BASE, "financial_account")
        .joins(&[Join { table: "org_bank", alias: "bank", on: &[("bank_id", "id")], by_org: true }])
        .columns(&[
            Column::own(Account::PARENT_ID).hidden(),
            Column::own(Account::CODE).width(160).copy(),
            Column::own(Account::NAME).width(180),
            Column::own(Account::FULL_NAME).width(240),
            Column::own(Account::ACCOUNT_TYPE).width(120),
            Column::own(Account::DIRECTION).width(60),
            Column::own(Account::MANAGE_MODE).width(90),
            Column::own(Account::SUBSIDIARY).width(90),
            Column::own(Account::BY_CURRENCY).width(90),
            Column::own(Account::CURRENCY_CODE).width(70),
            Column::of("bank", BANK_NAME).width(180),
            Column::made(DIVIDES).width(90).unsorted(),
            Column::made(IS_MONEY).width(90).unsorted(),
            Column::made(IS_EXPENSE).width(90).unsorted(),
            Column::own(Account::SCOPES).width(120).behind(),
            Column::own(Account::LEVEL).width(70).behind(),
            Column::own(Account::REMARK).width(200).unsorted(),
            Column::own(Account::ACTIVE).width(70),
        ])
        .counts(ENTRIES, entries)
        .edited_by()
        .fills(classes)
        .filters(&[
            Filter::new("financialAccountCode", Match::Contains, Account::CODE),
            Filter::new("financialAccountName", Match::Contains, Account::NAME).columns(&[(TABLE, "full_name")]),
            Filter::new("financialAccountType", Match::OneOf, Account::ACCOUNT_TYPE),
            Filter::new("class", Match::Own(of_class), CLASS),
            Filter::new("isValid", Match::Bool, Account::ACTIVE).more(),
        ])
        .tree("parentId")
        .sort("financialAccountCode,asc")
        .section(
            "main",
            ("会计科目", "Account"),
            &[
                Account::PARENT_ID,
                Account::OWN_CODE,
                Account::CODE,
                Account::NAME,
                Account::ACCOUNT_TYPE,
                Account::DIRECTION,
                Account::CURRENCY_CODE,
                Account::BANK_ID,
                Account::MANAGE_MODE,
                Account::SUBSIDIARY,
                Account::SCOPES,
                Account::BY_CURRENCY,
                Account::REMARK,
            ],
        )
        .unique("uq_financial_account_code", &["code"], "ownCode", CODE_TAKEN)
        .unique("uq_financial_account_bank", &["bank_id"], "bankId", BANK_TAKEN)
        .rules(rules::check)
        .after(rules::renew_below)
        .status_rule(rules::switched)
        .remove_rule(rules::removed)
        .action(
            Action::copy("css-fa-add", NOT_BELOW)
                .remembers(Account::PARENT_ID)
                .label("新增下级", "Add below")
                .verb("below"),
        )
        .action(Action::create("css-fa-add"))
        .action(Action::edit("css-fa-edit"))
        .action(Action::switch("css-fa-stop"))
        .action(Action::remove("css-fa-del"))
        .action(
            Action::tool("css-fa-init", ("初始化", "Set up"), standard::set_up)
                .asks(&[standard::STANDARD])
                .note(
                    "按会计准则建立科目，并为每个银行账户和报销费用类型建立末级科目；仅在没有科目时可用",
                    "Makes the accounts of a standard, with one for each bank account and each type of expense, where there are none yet.",
                ),
        )
        .action(Action::import(Import { own_select: ABOVE, except: &[Account::BANK_ID], ..Import::with("css-fa-import") }))
        .action(Action::export("css-fa-export"))
});

/// Adds the page to the room, with the calls and selects of the chart.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.selects.push(("financialAccount", account::offer));
    room.selects.push(("moneyAccount", account::offer_money));
    // Pages about money ask it; so may who keeps the accounts.
    room.select_uses.push(("moneyAccount", Access::Code(CODE)));
    calls::add(room);
}

/// What an account may be taken for.
fn classes(_: &mut dyn Conn, _: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    for row in rows {
        let kind = String::from_value(row.value(&Account::ACCOUNT_TYPE.name()))?;
        let is_last = *row.value(&Account::LEVEL.name()) == Value::Int(LEVELS_MAX);
        let has_bank = *row.value(&BANK_NAME.name()) != Value::Null;
        row.set(&DIVIDES.name(), Value::Bool(!is_last && !has_bank));
        row.set(&IS_MONEY.name(), Value::Bool(MONEY.contains(&kind.as_str())));
        row.set(&IS_EXPENSE.name(), Value::Bool(EXPENSES.contains(&kind.as_str())));
    }
    Ok(())
}

/// The same as a filter.
fn of_class(_: &Actor, class: &str) -> Result<Condition, Refusal> {
    let of_types = |types: &[&str]| {
        let types = types.iter().map(|one| (*one).to_owned());
        Condition::all().add(sql::is_in(sql::of(TABLE, "account_type"), types))
    };
    Ok(match class {
        TO_DIVIDE => Condition::all()
            .add(sql::of(TABLE, "level").lt(sql::value(LEVELS_MAX)))
            .add(sql::of(TABLE, "bank_id").is_null()),
        OF_MONEY => of_types(MONEY),
        OF_EXPENSES => of_types(EXPENSES),
        _ => Condition::all().add(Expr::cust("1 = 0")),
    })
}

/// How many entries of vouchers stand on accounts; those of returned ones count, for they name the account still.
fn entries(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut select = sql::from(org, book::ENTRY);
    select
        .column("account_id")
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::is_in(sql::col("account_id"), ids.iter().copied()))
        .group_by_col("account_id");
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
