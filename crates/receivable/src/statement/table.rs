//! The three formats of a statement on paper: a row for each note, for each line, or for each order with a column for each
//! service item (catalogue css.md /css_statement, 打印).

use std::collections::BTreeMap;

use charge::item::ServiceItem;
use charge::line::Charge;
use kernel::{Id, Price, Quantity, Weight};
use order::ChargeUnit;
use settle::amounts::parts;
use trade::charge::Currency;

use super::paper::Member;
use crate::paper::{Table, plain, volume};

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

/// Their codes; 汇总 where none is named.
pub(super) const CODES: [&str; 3] = [Layout::Summary.code(), Layout::Lines.code(), Layout::Items.code()];

impl Layout {
    /// Its code.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Summary => "SUMMARY",
            Self::Lines => "DETAIL",
            Self::Items => "SERVICE",
        }
    }

    /// By its code.
    pub(super) fn of(code: &str) -> Self {
        [Self::Lines, Self::Items].into_iter().find(|one| one.code() == code).unwrap_or(Self::Summary)
    }
}

/// What a table is made of.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub members: &'a [Member],
    pub items: &'a BTreeMap<Id, ServiceItem>,
    /// The one currency of all charges.
    pub only: Option<&'a str>,
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
    ("计费重量", "Chargeable", true),
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
            row.push(self.sum(one.charges.iter()));
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
            for charge in &one.charges {
                let mut row = vec![(rows.len() + 1).to_string()];
                row.extend(of_order(one));
                row.extend([
                    self.name(charge.service_item_id),
                    charge.currency_code.clone(),
                    charge.price.map(|raw| Price::from_raw(raw).to_string()).unwrap_or_default(),
                    charge.quantity.map(|raw| Quantity::from_raw(raw).to_string()).unwrap_or_default(),
                    plain(charge.amount.unwrap_or_default(), &charge.currency_code),
                    charge.note.clone(),
                ]);
                rows.push(row);
            }
        }
        Table { columns, rows }
    }

    fn by_item(self) -> Table {
        let mut items: Vec<Option<Id>> = Vec::new();
        // An order may have several notes.
        let mut orders: Vec<(&Member, Vec<&Charge>)> = Vec::new();
        for one in self.members {
            for charge in &one.charges {
                if !items.contains(&charge.service_item_id) {
                    items.push(charge.service_item_id);
                }
            }
            match orders.iter_mut().find(|(known, _)| known.order == one.order) {
                Some((_, known)) => known.extend(&one.charges),
                None => orders.push((one, one.charges.iter().collect())),
            }
        }
        let mut after: Vec<(String, bool)> = items.iter().map(|item| (self.name(*item), true)).collect();
        after.push(self.total());
        let row = |(place, (one, charges)): (usize, &(&Member, Vec<&Charge>))| {
            let mut row = vec![(place + 1).to_string()];
            row.extend(of_order(one));
            let all = || charges.iter().copied();
            row.extend(items.iter().map(|item| self.sum(all().filter(|one| one.service_item_id == *item))));
            row.push(self.sum(all()));
            row
        };
        let rows = orders.iter().enumerate().map(row).collect();
        Table { columns: self.head(&[], after), rows }
    }

    /// Amounts in a cell: a plain figure where the whole statement has one currency.
    fn sum<'a>(self, charges: impl Iterator<Item = &'a Charge>) -> String {
        let mut amounts = charges.map(|one| (one.currency_code.as_str(), one.amount.unwrap_or_default())).peekable();
        match self.only {
            Some(_) if amounts.peek().is_none() => String::new(),
            Some(code) => plain(amounts.map(|(_, amount)| amount).sum(), code),
            None => parts(self.own, amounts),
        }
    }

    fn name(self, item: Option<Id>) -> String {
        let item = item.and_then(|id| self.items.get(&id));
        item.map(|item| item.name(self.english).to_owned()).unwrap_or_default()
    }
}

/// The cells of the order of a note.
fn of_order(one: &Member) -> [String; 9] {
    let digits = if one.unit == ChargeUnit::Tons { 3 } else { 2 };
    let weight = |of: Option<Weight>, digits: u32| of.map(|weight| weight.show(digits)).unwrap_or_default();
    [
        one.number.clone(),
        one.customer_number.clone(),
        one.biz_date.clone(),
        one.collected.clone(),
        one.stored.clone(),
        one.cargo.pieces.map(|pieces| pieces.to_string()).unwrap_or_default(),
        weight(one.cargo.weight, 2),
        volume(one.cargo.volume),
        weight(one.charged, digits),
    ]
}
