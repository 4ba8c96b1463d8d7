//! The three formats of a statement on paper: a row for each note, for each line, or for each order with a column for each
//! service item (catalogue css.md /css_statement, 打印).

use std::collections::BTreeMap;

use charge::item::ServiceItem;
use charge::ledger::money_text;
use kernel::{Id, Price, Quantity, Volume, Weight, grouped};
use order::ChargeUnit;
use platform::refusal::{Refusal, messages};
use settle::amounts::parts;
use trade::charge::Currency;

use super::paper::{Member, Part};

/// How a statement is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// 汇总: a row for each note.
    Summary,
    /// 明细: a row for each line.
    Lines,
    /// 服务列式: a row for each order, a column for each service item.
    Items,
}

impl Layout {
    /// By its code; 汇总 where none is named.
    pub(super) fn of(code: &str) -> Result<Self, Refusal> {
        match code {
            "" | "SUMMARY" => Ok(Self::Summary),
            "DETAIL" => Ok(Self::Lines),
            "SERVICE" => Ok(Self::Items),
            _ => Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "layout")]))),
        }
    }
}

/// A table of words; figures are plain: `1200.00`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Table {
    /// Headings, and which columns are figures.
    pub columns: Vec<(String, bool)>,
    /// Rows.
    pub rows: Vec<Vec<String>>,
}

/// What a table is made of.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub members: &'a [Member],
    pub items: &'a BTreeMap<Id, ServiceItem>,
    pub own: Currency,
    pub english: bool,
}

const OF_ORDER: [(&str, &str, bool); 9] = [
    ("单号", "Number", false),
    ("客户单号", "Your ref.", false),
    ("业务日期", "Business date", false),
    ("收货日期", "Collected", false),
    ("入库日期", "In store", false),
    ("件数", "Pieces", true),
    ("毛重", "Gross weight", true),
    ("体积", "Volume", true),
    ("计重", "Chargeable", true),
];

impl Source<'_> {
    /// The table of a layout.
    pub(super) fn table(self, layout: Layout) -> Table {
        match layout {
            Layout::Summary => self.summary(),
            Layout::Lines => self.lines(),
            Layout::Items => self.by_item(),
        }
    }

    fn word(self, (zh, en): (&str, &str)) -> String {
        if self.english { en.to_owned() } else { zh.to_owned() }
    }

    fn head(self, before: &[(&str, &str)], after: Vec<(String, bool)>) -> Vec<(String, bool)> {
        let number = std::iter::once((self.word(("序号", "No.")), true));
        let before = before.iter().map(|words| (self.word(*words), false));
        let of_order = OF_ORDER.iter().map(|(zh, en, figure)| (self.word((zh, en)), *figure));
        number.chain(before).chain(of_order).chain(after).collect()
    }

    fn total(self) -> (String, bool) {
        (self.word(("合计", "Total")), true)
    }

    fn summary(self) -> Table {
        let row = |(place, one): (usize, &Member)| {
            let mut row = vec![(place + 1).to_string(), one.num.clone()];
            row.extend(of_order(one));
            row.push(self.sum(one.amounts().into_iter()));
            row
        };
        let columns = self.head(&[("账单编号", "Debit note")], vec![self.total()]);
        Table { columns, rows: self.members.iter().enumerate().map(row).collect() }
    }

    fn lines(self) -> Table {
        let after = [
            (("服务项目", "Charge"), false),
            (("币种", "Currency"), false),
            (("单价", "Price"), true),
            (("数量", "Quantity"), true),
            (("金额", "Amount"), true),
            (("备注", "Note"), false),
        ];
        let columns = self.head(&[], after.iter().map(|(words, figure)| (self.word(*words), *figure)).collect());
        let mut rows = Vec::new();
        for one in self.members {
            for part in &one.parts {
                let mut row = vec![(rows.len() + 1).to_string()];
                row.extend(of_order(one));
                row.extend([
                    self.name(part.item),
                    part.currency.clone(),
                    part.price.map(|raw| Price::from_raw(raw).to_string()).unwrap_or_default(),
                    part.quantity.map(|raw| Quantity::from_raw(raw).to_string()).unwrap_or_default(),
                    plain(part.amount, &part.currency),
                    part.note.clone(),
                ]);
                rows.push(row);
            }
        }
        Table { columns, rows }
    }

    fn by_item(self) -> Table {
        let mut items: Vec<Option<Id>> = Vec::new();
        // An order may have several notes.
        let mut orders: Vec<(&Member, Vec<&Part>)> = Vec::new();
        for one in self.members {
            let parts = one.parts.iter().collect::<Vec<_>>();
            for part in &parts {
                if !items.contains(&part.item) {
                    items.push(part.item);
                }
            }
            match orders.iter_mut().find(|(known, _)| known.order == one.order) {
                Some((_, known)) => known.extend(parts),
                None => orders.push((one, parts)),
            }
        }
        let mut after: Vec<(String, bool)> = items.iter().map(|item| (self.name(*item), true)).collect();
        after.push(self.total());
        let row = |(place, (one, parts)): (usize, &(&Member, Vec<&Part>))| {
            let mut row = vec![(place + 1).to_string()];
            row.extend(of_order(one));
            let amounts = |of: &dyn Fn(&Part) -> bool| {
                let of_item = parts.iter().filter(|part| of(part));
                self.sum(of_item.map(|part| (part.currency.as_str(), part.amount)))
            };
            row.extend(items.iter().map(|item| amounts(&|part| part.item == *item)));
            row.push(amounts(&|_| true));
            row
        };
        let rows = orders.iter().enumerate().map(row).collect();
        Table { columns: self.head(&[], after), rows }
    }

    /// Amounts in a cell: a plain figure where the whole statement has one currency.
    fn sum<'a>(self, amounts: impl Iterator<Item = (&'a str, i64)>) -> String {
        let mut codes = self.members.iter().flat_map(|one| &one.parts).map(|part| part.currency.as_str());
        let first = codes.next().unwrap_or(self.own.code());
        if !codes.all(|code| code == first) {
            return parts(self.own, amounts);
        }
        let mut amounts = amounts.peekable();
        if amounts.peek().is_none() {
            return String::new();
        }
        plain(amounts.map(|(_, amount)| amount).sum(), first)
    }

    fn name(self, item: Option<Id>) -> String {
        let Some(item) = item.and_then(|id| self.items.get(&id)) else { return String::new() };
        let own = if self.english { &item.service_name_en } else { &item.service_name_cn };
        if own.is_empty() { item.service_name_cn.clone() } else { own.clone() }
    }
}

impl Table {
    /// The same with figures of money and weight in groups of three, as people read them.
    pub(super) fn grouped(mut self) -> Self {
        let figures: Vec<bool> = self.columns.iter().map(|(_, figure)| *figure).collect();
        for row in &mut self.rows {
            for (cell, figure) in row.iter_mut().zip(&figures) {
                if *figure && cell.parse::<f64>().is_ok() {
                    *cell = grouped(cell);
                }
            }
        }
        self
    }
}

/// An amount without its currency.
fn plain(raw: i64, currency: &str) -> String {
    Currency::named(currency).map(|currency| money_text(raw, currency)).unwrap_or_default()
}

/// The cells of the order of a note.
fn of_order(one: &Member) -> [String; 9] {
    let digits = if one.unit == ChargeUnit::Tons { 3 } else { 2 };
    let weight = |raw: Option<i64>, digits: u32| raw.map(|raw| Weight::from_raw(raw).show(digits)).unwrap_or_default();
    [
        one.number.clone(),
        one.customer_number.clone(),
        one.biz_date.clone(),
        one.collected.clone(),
        one.stored.clone(),
        one.pieces.map(|pieces| pieces.to_string()).unwrap_or_default(),
        weight(one.weight, 2),
        one.volume.map(|raw| Volume::from_raw(raw).show(3)).unwrap_or_default(),
        weight(one.charged, digits),
    ]
}
