//! The lists beside that of vouchers, each of a month: numbers that are missing, what came to each account, and which numbers
//! were given and returned.

use account::DIRECTIONS;
use book::{NUMBER_LOG, TABLE, ledger};
use charge::rate;
use platform::list::{Asked, Behind, Button, ListPage, Report};
use platform::prelude::*;
use platform::sea_query::{Condition, ExprTrait};
use settle::amounts::figure;
use settle::field::{made, money};

use super::look::{self, THIS_MONTH};
use super::need_amounts;
use super::{AMOUNTS, CODE, EXPORT, MONTH, NO_MONTH, PATH, TABS};

const WORD: Field = Field::text("凭证字", "Word").column("word");
const FROM: Field = Field::int("缺号起", "Missing from").column("number_from").wire("from");
const TO: Field = Field::int("缺号止", "To").column("number_to").wire("to");
const MISSING: Field = Field::int("缺号数", "Numbers").column("missing");
const SHOWN_MONTH: Field = made("month", "月份", "Month");

const ACCOUNT_ID: Field = made("account", "科目", "Account row");
const ACCOUNT_CODE: Field = made("accountCode", "科目代码", "Code");
const ACCOUNT_NAME: Field = made("accountName", "科目名称", "Account");
const DIRECTION: Field = Field::select(DIRECTIONS, "方向", "Side").column("direction");
const LEVEL: Field = Field::int("级次", "Level").column("level");
const OPENING: Field = money("期初余额", "Opening", "opening", "opening");
const DEBIT: Field = money("本期借方", "Debit", "debit", "debit");
const CREDIT: Field = money("本期贷方", "Credit", "credit", "credit");
const CLOSING: Field = money("期末余额", "Closing", "closing", "closing");

const NUMBER: Field = Field::int("凭证号", "Number").column("number");
const ACTS: &[Choice] =
    &[Choice::new("GIVEN", "取号", "Given").tone("ready"), Choice::new("RETURNED", "退回", "Returned").tone("warning")];
const ACT: Field = Field::state(ACTS, "动作", "What was done").column("act");
const ACTOR: Field = Field::text("操作人", "By").column("name_cn").wire("actorName");
const TIME: Field = Field::instant("时间", "At").column("acted_at").wire("actTime");
const SUMMARY: Field = Field::text("凭证摘要", "Voucher").column("summary");

/// The month such a list is of.
const OF_MONTH: Filter = Filter::new("month", Match::Parameter, MONTH).asks(NO_MONTH).initially(THIS_MONTH);

/// What makes the rows of 断号检查.
struct Gaps;
/// What makes those of 科目汇总.
struct Summary;
static GAPS: Gaps = Gaps;
static SUMMED: Summary = Summary;

fn month_of(asked: &Asked<'_>) -> String {
    look::month(asked.actor(), asked.value("month").unwrap_or(THIS_MONTH))
}

impl Behind for Gaps {
    fn rows(&self, conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
        let month = month_of(asked);
        let row = |gap: ledger::Gap| {
            vec![
                Value::Text(month.clone()),
                Value::Text(gap.word),
                Value::Int(gap.from),
                Value::Int(gap.to),
                Value::Int(gap.to - gap.from + 1),
            ]
        };
        Ok(ledger::gaps(conn, asked.org(), &month)?.into_iter().map(row).collect())
    }
}

impl Behind for Summary {
    fn rows(&self, conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
        let month = month_of(asked);
        let row = |one: ledger::Balance| {
            vec![
                Value::Text(month.clone()),
                Value::Text(one.account.to_string()),
                Value::Text(one.code),
                Value::Text(one.name),
                Value::Int(one.level),
                Value::Text(one.direction),
                Value::Int(one.opening),
                Value::Int(one.debit),
                Value::Int(one.credit),
                Value::Int(one.closing),
            ]
        };
        Ok(ledger::summary(conn, asked.org(), &month)?.into_iter().map(row).collect())
    }

    /// What came to the accounts of the first level, in which those below are counted.
    fn totals(&self, conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
        if need_amounts(asked.actor()).is_err() {
            return Ok(Vec::new());
        }
        let own = rate::functional(conn, asked.org())?;
        let rows = ledger::summary(conn, asked.org(), &month_of(asked))?;
        let sum = |of: fn(&ledger::Balance) -> i64| {
            let first = rows.iter().filter(|one| one.level == 1).map(of);
            figure(first.fold(0, i64::saturating_add), own)
        };
        Ok(vec![(DEBIT.name(), sum(|one| one.debit)), (CREDIT.name(), sum(|one| one.credit))])
    }
}

/// 断号检查.
pub(super) fn gaps() -> ListPage {
    const COLUMNS: &[Column] = &[
        Column::made(SHOWN_MONTH).unsorted().width(100),
        Column::made(WORD).unsorted().width(80),
        Column::made(FROM).unsorted().width(100),
        Column::made(TO).unsorted().width(100),
        Column::made(MISSING).unsorted().width(90),
    ];
    ListPage {
        columns: COLUMNS,
        filters: &[OF_MONTH],
        beside: TABS,
        report: Some(Report { chart: None }),
        behind: Some(&GAPS),
        ..list("voucher.voucher-gap.list", ("断号检查", "Missing numbers"), "/css/voucher/gaps", TABLE)
    }
}

/// 科目汇总: each account leads to its vouchers.
pub(super) fn summary() -> ListPage {
    const COLUMNS: &[Column] = &[
        Column::made(SHOWN_MONTH).unsorted().hidden(),
        Column::made(ACCOUNT_ID).unsorted().hidden(),
        Column::made(ACCOUNT_CODE).unsorted().width(120).link("/css_voucher?month={month}&account={account}"),
        Column::made(ACCOUNT_NAME).unsorted().width(260),
        Column::made(LEVEL).unsorted().width(60).behind(),
        Column::made(DIRECTION).unsorted().width(60),
        Column::made(OPENING).unsorted().width(140).needs(AMOUNTS),
        Column::made(DEBIT).unsorted().width(140).needs(AMOUNTS),
        Column::made(CREDIT).unsorted().width(140).needs(AMOUNTS),
        Column::made(CLOSING).unsorted().width(140).needs(AMOUNTS),
    ];
    static BUTTONS: LazyLock<[Button; 1]> =
        LazyLock::new(|| [Button::new(EXPORT, ("导出", "Export"), "toolbar", "export")]);
    ListPage {
        columns: COLUMNS,
        filters: &[OF_MONTH],
        buttons: &*BUTTONS,
        export: EXPORT,
        beside: TABS,
        follows: &["financial_account"],
        report: Some(Report { chart: None }),
        behind: Some(&SUMMED),
        ..list("voucher.account-summary.list", ("科目汇总", "Sums by account"), "/css/voucher/accountSummary", TABLE)
    }
}

/// 号码日志.
pub(super) fn numbers() -> ListPage {
    const JOINS: &[Join] = &[
        Join { table: TABLE, alias: TABLE, on: &[("voucher_id", "id")], by_org: true },
        Join { table: "app_user", alias: "actor", on: &[("acted_by", "id")], by_org: true },
    ];
    const COLUMNS: &[Column] = &[
        platform::list::ID,
        Column::own(MONTH).unsorted().width(100),
        Column::own(WORD).unsorted().width(80),
        Column::own(NUMBER).unsorted().width(90),
        Column::own(ACT).unsorted().width(90),
        Column::of(TABLE, SUMMARY).unsorted().width(260),
        Column::of("actor", ACTOR).unsorted().width(100),
        Column::own(TIME).unsorted().width(160),
    ];
    const FILTERS: &[Filter] = &[
        Filter::new("month", Match::Own(logged_in), MONTH).asks(NO_MONTH).initially(THIS_MONTH),
        Filter::new("act", Match::OneOf, ACT),
    ];
    ListPage {
        joins: JOINS,
        columns: COLUMNS,
        filters: FILTERS,
        beside: TABS,
        ..list("voucher.voucher-number-log.list", ("号码日志", "Number log"), "/css/voucher/numberLog", NUMBER_LOG)
    }
}

fn logged_in(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let month = look::month(actor, text);
    Ok(Condition::all().add(sql::of(NUMBER_LOG, "month").eq(sql::value(month))))
}

const fn list(
    key: &'static str,
    title: (&'static str, &'static str),
    base: &'static str,
    table: &'static str,
) -> ListPage {
    ListPage::new(key, PATH, title, CODE, base, table)
}
