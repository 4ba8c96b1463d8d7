//! What the figures of the report are made of, row by row: those of a cell come to the cell.

use credit::owed::{Kind, owed};
use domain::coop::visible_coop;
use kernel::show_day;
use platform::list::{Asked, Behind, Button, ListPage, Report};
use platform::prelude::*;
use platform::sea_query::Condition;

use super::rows::{How, PARTS, is_of, partners, wanted};
use super::{
    ASKED, CODE, CURRENCY, DETAIL, EXPORT, FINANCE, FOLLOWS, JOINS, NAME, OF_LINES, REPORT, SCOPE, money, text,
};

const KINDS: &[Choice] = &[
    Choice::new("NOTE", "账单", "Debit note").tone("info"),
    Choice::new("UNBILLED", "未出账", "Unbilled").tone("warning"),
    Choice::new("PAID", "收款", "Received").tone("done"),
];
/// The figures of the report: parts by their names.
const FIGURES: &[Choice] = &[
    Choice::new("total", "应收余额", "Receivable"),
    Choice::new("NOT_DUE", "未到期", "Not due"),
    Choice::new("1-30", "1-30", "1-30"),
    Choice::new("0-30", "0-30", "0-30"),
    Choice::new("31-60", "31-60", "31-60"),
    Choice::new("61-90", "61-90", "61-90"),
    Choice::new("91-180", "91-180", "91-180"),
    Choice::new("181-365", "181-365", "181-365"),
    Choice::new(">365", ">365", "> 365"),
    Choice::new("over90", "90天以上", "Over 90 days"),
    Choice::new("overdue", "逾期合计", "Overdue"),
    Choice::new("unbilled", "未出账", "Unbilled"),
    Choice::new("prepaid", "预收未用", "Paid in advance"),
    Choice::new("net", "净额", "Net"),
];
const FIGURE: Field = Field::select(FIGURES, "指标", "Figure").column("figure");
const KEY: Field = text("汇总项", "Group", "group_key");

/// Their values are made in this order.
const COLUMNS: &[Column] = &[
    Column::made(Field::state(KINDS, "类型", "Kind").column("kind")).width(80),
    Column::made(text("单号", "Number", "number")).width(160).copy(),
    Column::made(text("代码", "Code", "coop_code")).width(90),
    Column::made(NAME).width(150),
    Column::made(text("订单号", "Order", "order_code")).width(150),
    Column::made(SCOPE).width(90),
    Column::made(Field::day("基准日", "Base date").column("base_date")).width(110),
    Column::made(Field::day("账单日", "Day of the bill").column("note_date")).width(110),
    Column::made(Field::day("到期日", "Due").column("due_date")).width(110),
    Column::made(CURRENCY).width(70),
    Column::made(money("金额", "Amount", "amount")).width(120).needs(FINANCE).sum(),
    Column::made(money("已核销", "Settled", "settled")).width(120).needs(FINANCE).sum(),
    Column::made(money("未核销", "Open", "open")).width(120).needs(FINANCE).sum(),
    Column::made(Field::int("账龄", "Age").column("age")).width(80),
    Column::made(Field::int("逾期天数", "Days overdue").column("overdue_days")).width(90),
    Column::made(Field::state(PARTS, "账龄段", "Part").column("bucket")).width(90),
];

static FILTERS: LazyLock<Vec<Filter>> = LazyLock::new(|| {
    let own = [
        Filter::new("figure", Match::Parameter, FIGURE).initially("total"),
        Filter::new("groupKey", Match::Parameter, KEY).more(),
    ];
    let rows = ASKED.into_iter().filter(|filter| !OF_LINES.contains(&filter.name));
    own.into_iter().chain(rows).collect()
});
const BUTTONS: &[Button] = &[Button::new(EXPORT, ("导出", "Export"), "toolbar", "export")];

struct Rows;
static ROWS: Rows = Rows;

impl Behind for Rows {
    fn visible(&self, actor: &Actor) -> Option<Condition> {
        Some(visible_coop(actor))
    }

    fn rows(&self, conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
        let how = How::of(asked);
        let (figure, key) = (asked.value("figure").unwrap_or("total"), asked.value("groupKey"));
        let mut found = owed(conn, asked.org(), &wanted(asked, &how)?)?;
        found.retain(|row| is_of(figure, row, &how));
        let partners = partners(conn, asked, found.iter().map(|row| row.coop).collect())?;
        let ages = how.ages();
        let mut rows = Vec::new();
        for row in &found {
            let Some(partner) = partners.get(&row.coop) else { continue };
            if key.is_some_and(|key| key != how.key(partner, &row.scope, &row.currency)) {
                continue;
            }
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned()).into_value();
            let day = |day| Value::Text(show_day(day));
            let of_note = |value: Value| if row.kind == Kind::Note { value } else { Value::Null };
            let sign = if figure == "net" && row.kind == Kind::Paid { -1 } else { 1 };
            rows.push(vec![
                kind(row.kind).into_value(),
                text(&row.number),
                text(&partner.code),
                text(&partner.name),
                text(&row.order_code),
                text(&row.scope),
                day(row.base),
                of_note(day(row.noted)),
                day(row.due),
                text(&row.currency),
                Value::Int(sign * row.amount),
                Value::Int(sign * row.settled),
                Value::Int(sign * row.open()),
                of_note(Value::Int(ages.days(row).max(0))),
                of_note(Value::Int(ages.overdue_days(row))),
                of_note(Value::Text(ages.name(ages.part(row)))),
            ]);
        }
        Ok(rows)
    }
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Note => "NOTE",
        Kind::Unbilled => "UNBILLED",
        Kind::Paid => "PAID",
    }
}

/// The list.
pub(super) fn list() -> ListPage {
    ListPage {
        row_key: "number",
        joins: JOINS,
        follows: FOLLOWS,
        columns: COLUMNS,
        filters: &FILTERS,
        buttons: BUTTONS,
        sort: "dueDate,asc",
        export: EXPORT,
        report: Some(Report { chart: None }),
        beside: &[REPORT, DETAIL],
        behind: Some(&ROWS),
        ..ListPage::new(
            DETAIL,
            "/prm_report_receivable_age_detail",
            ("应收账龄明细", "Receivable ageing: details"),
            CODE,
            "/prm/report/receivableAge/detail",
            "coop",
        )
    }
}
