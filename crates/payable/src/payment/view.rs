//! What the view of a payment tells: its figures, its lines of the orders its reader sees, its invoices and write-offs.

use charge::chain::PAYMENT;
use charge::ledger::COST_VIEW;
use charge::rate;
use kernel::ExchangeRate;
use platform::bulk;
use platform::prelude::*;
use settle::amounts::figure;
use settle::partly;
use trade::charge::{Currency, exchange};

use super::chain::hung;
use super::details::{self, Line};
use super::seen;

/// Lines that are drawn; more are exported.
const DRAWN_MAX: usize = 500;

/// A payment's own figures.
struct Figures {
    currency: Currency,
    own: Currency,
    amount: i64,
    settled: i64,
    open: i64,
    functional: i64,
    rate: i64,
    mixed: bool,
}

impl Figures {
    fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Self, Refusal> {
        let mut select = sql::from(org, PAYMENT);
        select
            .columns(["currency_code", "amount", "settled", "open_amount", "functional", "exchange_rate", "mixed_rate"])
            .and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        Ok(Self {
            currency: rate::currency_of(&row.get::<String>(0)?)?,
            own: rate::functional(conn, org)?,
            amount: row.get(1)?,
            settled: row.get(2)?,
            open: row.get(3)?,
            functional: row.get(4)?,
            rate: row.get(5)?,
            mixed: row.get(6)?,
        })
    }

    fn money(&self, raw: i64) -> String {
        figure(raw, self.currency)
    }

    fn told(&self, told: Told) -> Told {
        let shown = |raw: i64| format!("{} {}", self.currency.code(), self.money(raw));
        let rate = exchange::text(ExchangeRate::from_raw(self.rate));
        let mixed = if self.mixed { format!("{rate} 综合") } else { rate.clone() };
        let mixed_en = if self.mixed { format!("{rate}, several") } else { rate };
        told.line(("对账单金额", "Amount"), shown(self.amount))
            .line(("已核销金额", "Settled"), shown(self.settled))
            .line(("未核销金额", "Open"), shown(self.open))
            .line(("汇率", "Rate"), Said { zh: mixed, en: mixed_en })
            .line(("本币", "Functional"), figure(self.functional, self.own))
    }
}

/// The view's figures and tables.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let (org, sees) = (actor.org_id, actor.has(COST_VIEW));
    let figures = Figures::of(conn, org, id)?;
    let lines = details::read(conn, actor, &[id])?;
    let mut told = partly::told(seen::hidden(conn, actor, &[id])?);
    if let Some(written) = bulk::standing(conn, org, (&settle::payment::KIND, &[id]))?.get(&id) {
        told = written.told(told);
    }
    if sees {
        told = figures.told(told);
    }
    told = lines_told(told, &lines, sees.then_some(&figures));
    if sees {
        told = hung(conn, org, &[id])?.told(figures.own, told);
    }
    Ok(told)
}

fn lines_told(told: Told, lines: &[Line], figures: Option<&Figures>) -> Told {
    let mut columns: Vec<(&'static str, (&'static str, &'static str), bool)> = vec![
        ("bizNumber", ("单号", "Number"), false),
        ("orderCode", ("订单号", "Order"), false),
        ("bizDate", ("业务日期", "Business date"), false),
        ("route", ("航程", "Route"), false),
        ("serviceName", ("服务项目", "Service item"), false),
        ("orderCoopName", ("订单客户", "Customer of the order"), false),
    ];
    if figures.is_some() {
        columns.extend([
            ("amount", ("对账单金额", "Amount"), true),
            ("written", ("已核销金额", "Settled"), true),
            ("open", ("未核销金额", "Open"), true),
        ]);
    }
    let row = |line: &Line| -> Vec<Said> {
        let texts = [&line.number, &line.order_code, &line.biz_date, &line.route, &line.item, &line.customer];
        let money = figures.map(|of| [line.amount, line.settled, line.amount - line.settled].map(|raw| of.money(raw)));
        texts.into_iter().map(Said::from).chain(money.into_iter().flatten().map(Said::from)).collect()
    };
    let title = if lines.len() > DRAWN_MAX {
        ("明细（前500行，全部请导出明细）", "Lines (the first 500; export the lines for all)")
    } else {
        ("明细", "Lines")
    };
    told.table(title, &columns, lines.iter().take(DRAWN_MAX).map(row).collect())
}
