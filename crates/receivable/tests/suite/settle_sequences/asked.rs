//! The calls sequences are made of: each about what is there, with parts of what is open, a cent too much among them.

use serde_json::{Value as Json, json};

use super::super::receipt::TODAY;
use super::tables::Line;
use super::{Desk, decimal};

/// A call that is about to be made.
#[derive(Debug, Clone)]
pub struct Asked {
    /// What it does, as it is counted.
    pub what: &'static str,
    pub path: String,
    pub body: Json,
    /// How it is undone at once, so that all is as it was before (invariant 28).
    pub undo: Option<Undo>,
}

/// Undoes what a call made: where its answer names it, the table it stands in, the page and what is pressed there.
#[derive(Debug, Clone)]
pub struct Undo {
    pub named: &'static str,
    pub table: &'static str,
    pub base: &'static str,
    pub verb: &'static str,
}

const fn undo(named: &'static str, table: &'static str, base: &'static str, verb: &'static str) -> Undo {
    Undo { named, table, base, verb }
}

/// Lists that documents become vouchers in, the table of each, and a column that has to hold something.
const TABS: [(&str, &str, (&str, &str)); 11] = [
    ("/css/voucherExport", "invoice", ("side", "RECEIVABLE")),
    ("/css/voucherExportCost", "invoice", ("side", "PAYABLE")),
    ("/css/voucherExportIncomeWriteoff", "write_off", ("side", "RECEIVABLE")),
    ("/css/voucherExportCostWriteoff", "write_off", ("side", "PAYABLE")),
    ("/css/voucherExportExpense", "expense_report", ("state", "AUDITED")),
    ("/css/voucherExportExpense", "expense_report", ("state", "PAID")),
    ("/css/voucherExportAdvanceIn", "advance", ("kind", "IN")),
    ("/css/voucherExportAdvanceOut", "advance", ("kind", "OUT")),
    ("/css/voucherExportRefundOut", "fund_movement", ("kind", "REFUND")),
    ("/css/voucherExportOffset", "offsetting", ("state", "VALID")),
    ("/css/voucherExportTransfer", "fund_transfer", ("", "")),
];

/// What is open of something: its id, currency and rest.
type Open = (i64, String, i64);

fn named(line: &Line, currency: &str, rest: i64) -> Open {
    (line.int("id"), currency.to_owned(), rest)
}

fn asked(what: &'static str, path: impl Into<String>, body: Json) -> Asked {
    Asked { what, path: path.into(), body, undo: None }
}

impl Asked {
    /// What is posted to another month can be undone no more when that is closed meanwhile.
    fn undone_by(mut self, by: Undo) -> Self {
        let days = ["date", "paymentDate", "invoiceDate", "noteDate", "statementDate", "redDate"];
        let is_today = days.iter().all(|day| self.body.get(day).is_none_or(|day| *day == json!(TODAY)));
        self.undo = is_today.then_some(by);
        self
    }
}

impl Desk<'_> {
    /// Some call that there is something to do with.
    pub(super) fn asked(&mut self) -> Asked {
        loop {
            let side = self.dice.below(13);
            let found = match side {
                0..=3 => self.of_income(),
                4..=7 => self.of_cost(),
                8 | 9 => self.of_invoices(),
                10 => self.of_staff(),
                _ => self.of_books(),
            };
            if let Some(asked) = found {
                return asked;
            }
        }
    }

    fn of_income(&mut self) -> Option<Asked> {
        match self.dice.below(16) {
            0 | 1 => Some(self.registering()),
            2..=4 => self.settling(),
            5 => self.settling_directly(),
            6 => self.giving_up(),
            7 => self.using(true),
            8 => self.turning(),
            9 => self.paying_back(),
            10 => self.reversing(),
            11 => self.voiding_advance(),
            12 => self.claiming(),
            13 => self.noting(),
            14 => self.voiding("void a note", "debit_note", "/css/debitNote"),
            _ if self.dice.one_in(2) => self.stating(),
            _ => self.voiding("void a statement", "statement", "/css/statement"),
        }
    }

    fn of_cost(&mut self) -> Option<Asked> {
        match self.dice.below(16) {
            0..=2 => self.reconciling(),
            3 => self.voiding("void a payment", "payment", "/css/payment"),
            4..=6 => self.paying(),
            7 => self.using(false),
            8 => self.advancing(),
            9 => self.requesting(),
            10 => self.requested("submit a request", &["DRAFT"], "submit"),
            11 | 12 => self.paying_request(),
            13 if self.dice.one_in(2) => self.requested("close a request", &["PASSED", "PART_PAID"], "close"),
            _ => self.netting(),
        }
    }

    fn of_invoices(&mut self) -> Option<Asked> {
        match self.dice.below(10) {
            0..=2 => self.applying(),
            3 => self.cancelling(),
            4 | 5 => self.issuing(),
            6 => self.taking_back(),
            7 => self.removing("remove an invoice", "RECEIVABLE", "/css/incomeInvoice"),
            8 => self.receiving(),
            _ if self.dice.one_in(2) => self.receiving(),
            _ => self.removing("remove a cost invoice", "PAYABLE", "/css/costInvoice"),
        }
    }

    fn of_staff(&mut self) -> Option<Asked> {
        match self.dice.below(4) {
            0 => Some(self.claiming_expenses()),
            1 => Some(self.transferring()),
            _ => self.moving_report(),
        }
    }

    fn of_books(&mut self) -> Option<Asked> {
        match self.dice.below(10) {
            0..=5 => self.posting(),
            6 => self.returning(),
            7 => Some(self.month()),
            8 => Some(self.rating()),
            _ => self.growing(),
        }
    }

    /// Today in most cases, sometimes in the month before, sometimes in one that is closed.
    fn day(&mut self) -> &'static str {
        match self.dice.below(12) {
            0 => "2026-06-20",
            1 => "2026-05-20",
            _ => TODAY,
        }
    }

    fn money(&mut self) -> &'static str {
        if self.dice.one_in(3) { "USD" } else { "CNY" }
    }

    /// The version a row has.
    fn act(&self, what: &'static str, (base, table, id): (&str, &str, i64), verb: &str, mut body: Json) -> Asked {
        body["version"] = json!(self.version(table, id));
        asked(what, format!("{base}/{id}/{verb}"), body)
    }

    fn receipts(&self) -> Vec<Open> {
        let open = |one: &Line| one.int("open_amount") != 0 && one.id("coop_id").is_some();
        let all = self.now.of_where("receipt", open);
        all.map(|one| named(one, one.text("currency_code"), one.int("open_amount"))).collect()
    }

    /// Advances that were received, or paid.
    fn advances(&self, received: bool) -> Vec<Open> {
        let open = |one: &Line| one.int("open_amount") != 0 && one.text("kind").ends_with("IN") == received;
        let all = self.now.of_where("advance", open);
        all.map(|one| named(one, one.text("currency_code"), one.int("open_amount"))).collect()
    }

    /// Rows of notes and invoices that are open; of void notes now and then.
    fn income(&mut self) -> Vec<Open> {
        let void_too = self.dice.one_in(12);
        let mut open = Vec::new();
        for row in self.now.of_where("debit_note_row", |row| row.int("settled") != row.int("amount")) {
            let note = self.now.find("debit_note", row.id("note_id"));
            if void_too || note.is_some_and(|note| note.is("state", "NORMAL")) {
                open.push(named(row, row.text("currency_code"), row.int("amount") - row.int("settled")));
            }
        }
        let issued = |one: &Line| one.is("side", "RECEIVABLE") && one.int("allocated") != one.int("settled");
        for one in self.now.of_where("invoice", issued) {
            open.push(named(one, one.text("currency_code"), one.int("allocated") - one.int("settled")));
        }
        open
    }

    /// Payments of a partner that are open.
    fn payments(&self, coop: Option<i64>) -> Vec<Open> {
        let open = |one: &Line| {
            one.is("state", "NORMAL")
                && one.int("open_amount") != 0
                && coop.is_none_or(|coop| one.int("coop_id") == coop)
        };
        let all = self.now.of_where("payment", open);
        all.map(|one| named(one, one.text("currency_code"), one.int("open_amount"))).collect()
    }

    /// Some of what is open, each with a part of it, in `member` of the call by `name`.
    fn parts(&mut self, open: &[Open], money: &str, name: &str) -> Vec<Json> {
        let count = self.dice.below(3) + 1;
        let mut parts = Vec::new();
        for _ in 0..count {
            let Some((id, currency, rest)) = self.dice.one(open) else { break };
            let amount = self.dice.part(rest);
            let amount = if currency == "JPY" { amount / 1_000 * 1_000 } else { amount };
            let mut part = json!({ "amount": decimal(amount, &currency) });
            part[name] = json!(id.to_string());
            if name == "id" && !money.is_empty() && currency != money && self.dice.one_in(2) {
                let typed = self.dice.part(amount.max(10));
                part["money"] = json!(decimal(typed, money));
            }
            parts.push(part);
        }
        parts
    }

    fn registering(&mut self) -> Asked {
        let currency = self.money();
        let amount = i64::try_from(self.dice.below(900_000) + 1).expect("small") * 10;
        let mut body = json!({
            "receiptDate": self.day(), "accountId": self.accounts[currency], "amount": decimal(amount, currency),
        });
        if !self.dice.one_in(5) {
            body["coopId"] = json!(self.coop);
        }
        if currency == "USD" {
            body["exchangeRate"] = json!(self.dice.one(&["7.0", "7.1234", "7.055555"]));
        }
        if self.dice.one_in(3) {
            body["bankFee"] = json!("0.01");
        }
        asked("register a receipt", "/css/receipt/save", body)
    }

    fn claiming(&mut self) -> Option<Asked> {
        let unclaimed: Vec<i64> =
            self.now.of_where("receipt", |one| one.is("state", "UNCLAIMED")).map(|one| one.int("id")).collect();
        if let Some(id) = self.dice.one(&unclaimed) {
            let body = json!({ "coopId": self.coop });
            return Some(self.act("claim a receipt", ("/css/receipt", "receipt", id), "claim", body));
        }
        let (id, ..) = self.dice.one(&self.receipts())?;
        Some(self.act("give a claim up", ("/css/receipt", "receipt", id), "unclaim", json!({})))
    }

    fn settling(&mut self) -> Option<Asked> {
        let (id, currency, _) = self.dice.one(&self.receipts())?;
        let open = self.income();
        let mut body = json!({
            "coopId": self.coop, "method": "RECEIPT", "receiptId": id.to_string(), "date": self.day(),
            "targets": self.parts(&open, &currency, "id"),
        });
        if self.dice.one_in(4) {
            body["small"] = json!(self.dice.one(&["0.01", "-1.30", "1.39"]));
        }
        Some(income_settled("settle from a receipt", body))
    }

    fn settling_directly(&mut self) -> Option<Asked> {
        let currency = self.money();
        let open = self.income();
        let mut body = json!({
            "coopId": self.coop, "method": "ACCOUNT", "accountId": self.accounts[currency], "date": self.day(),
            "targets": self.parts(&open, currency, "id"),
        });
        if self.dice.one_in(2) {
            body["fee"] = json!("0.07");
        }
        if currency == "USD" {
            body["exchangeRate"] = json!(self.dice.one(&["6.9", "7.333333"]));
        }
        Some(income_settled("settle on an account", body))
    }

    /// 坏账 and 尾差.
    fn giving_up(&mut self) -> Option<Asked> {
        let open = self.income();
        let (id, currency, rest) = self.dice.one(&open)?;
        let is_small = self.dice.one_in(2);
        let most = if is_small { 9_990 } else { i64::MAX };
        let amount = rest.clamp(-most, most);
        let amount = if currency == "JPY" { amount / 1_000 * 1_000 } else { amount };
        let body = json!({
            "coopId": self.coop, "method": if is_small { "SMALL" } else { "BAD_DEBT" }, "date": self.day(),
            "targets": [{ "id": id.to_string(), "amount": decimal(amount, &currency) }],
        });
        let what = if is_small { "settle a small difference" } else { "give a bad debt up" };
        Some(income_settled(what, body))
    }

    fn using(&mut self, received: bool) -> Option<Asked> {
        let (id, currency, _) = self.dice.one(&self.advances(received))?;
        let coop = self.now.find("advance", Some(id))?.int("coop_id");
        let open = if received { self.income() } else { self.payments(Some(coop)) };
        let body = json!({
            "coopId": coop.to_string(), "date": TODAY, "targets": self.parts(&open, &currency, "id"),
        });
        let what = if received { "use an advance received" } else { "use an advance paid" };
        let asked = self.act(what, ("/css/advance", "advance", id), "use", body);
        Some(asked.undone_by(undo("/writeoffId", "write_off", "", "reverse")))
    }

    fn turning(&mut self) -> Option<Asked> {
        let (id, currency, open) = self.dice.one(&self.receipts())?;
        let amount = decimal(self.dice.part(open), &currency);
        let body = json!({ "kind": "IN", "amount": amount, "date": TODAY });
        let asked = self.act("turn a receipt", ("/css/receipt", "receipt", id), "toAdvance", body);
        Some(asked.undone_by(undo("/advanceId", "advance", "/css/advance", "void")))
    }

    fn paying_back(&mut self) -> Option<Asked> {
        let of_receipt = self.dice.one_in(2);
        let received = self.dice.one_in(2);
        let (table, open) =
            if of_receipt { ("receipt", self.receipts()) } else { ("advance", self.advances(received)) };
        let (id, currency, open) = self.dice.one(&open)?;
        let amount = decimal(self.dice.part(open), &currency);
        let body = json!({
            "amount": amount, "accountId": self.accounts.get(currency.as_str())?, "date": TODAY, "reason": "退回",
        });
        let what = if of_receipt { "pay a receipt back" } else { "pay an advance back" };
        Some(self.act(what, (&format!("/css/{table}"), table, id), "refund", body))
    }

    /// A write-off or an offset; a half of an offset now and then.
    fn reversing(&mut self) -> Option<Asked> {
        let body = json!({ "reverseReason": "录错" });
        if self.dice.one_in(4) {
            let id = self.some("offsetting", |one| one.is("state", "VALID"))?;
            return Some(self.act("reverse an offset", ("/css/offset", "offsetting", id), "reverse", body));
        }
        let id = self.some("write_off", |one| one.is("state", "VALID"))?;
        let (what, base) = if self.now.find("write_off", Some(id))?.is("side", "RECEIVABLE") {
            ("reverse a write-off", "/css/incomeWriteoff")
        } else {
            ("reverse a cost write-off", "/css/costWriteoff")
        };
        Some(self.act(what, (base, "write_off", id), "reverse", body))
    }

    fn voiding_advance(&mut self) -> Option<Asked> {
        let id = self.some("advance", |one| !one.is("state", "VOID"))?;
        Some(self.act("void an advance", ("/css/advance", "advance", id), "void", json!({})))
    }

    fn voiding(&mut self, what: &'static str, table: &str, base: &str) -> Option<Asked> {
        let id = self.some(table, |one| one.is("state", "NORMAL"))?;
        Some(self.act(what, (base, table, id), "void", json!({ "voidReason": "开错" })))
    }

    /// Bills what is not billed of an order, all of it or a part.
    fn noting(&mut self) -> Option<Asked> {
        let is_free =
            |one: &Line| one.is("kind", "RECEIVABLE") && one.is("state", "NORMAL") && one.id("debit_note_id").is_none();
        let first = self.some("charge", is_free)?;
        let order = self.now.find("charge", Some(first))?.int("order_id");
        let free = self.now.of_where("charge", |one| is_free(one) && one.int("order_id") == order);
        let free: Vec<String> = free.map(|one| one.int("id").to_string()).collect();
        let ids: Vec<String> = free.into_iter().filter(|id| *id == first.to_string() || !self.dice.one_in(3)).collect();
        let body = json!({ "chargeIds": ids, "dateBy": "TYPED", "noteDate": TODAY, "rates": {}, "confirmed": [] });
        let made = asked("make a note", "/css/debitNote/batchSave", body);
        // Charges of two partners make two notes, and one is undone alone.
        let coops: std::collections::BTreeSet<i64> = ids
            .iter()
            .filter_map(|id| self.now.find("charge", id.parse().ok()))
            .map(|one| one.int("coop_id"))
            .collect();
        let by = undo("/notes/0/id", "debit_note", "/css/debitNote", "void");
        Some(if coops.len() == 1 { made.undone_by(by) } else { made })
    }

    fn stating(&mut self) -> Option<Asked> {
        let coop: i64 = self.coop.parse().expect("an id");
        let free =
            |one: &Line| one.is("state", "NORMAL") && one.id("statement_id").is_none() && one.int("coop_id") == coop;
        let first = self.some("debit_note", free)?;
        let second = self.some("debit_note", free)?;
        let mut notes = vec![json!({ "id": first.to_string(), "chosen": true })];
        if second != first {
            notes.push(json!({ "id": second.to_string(), "chosen": true }));
        }
        let body = json!({ "coopId": self.coop, "statementDate": TODAY, "notes": notes });
        let by = undo("/id", "statement", "/css/statement", "void");
        Some(asked("make a statement", "/css/statement/doSave", body).undone_by(by))
    }

    /// 开票申请 of rows of notes, or of a statement.
    fn applying(&mut self) -> Option<Asked> {
        let mut body = json!({
            "invoiceType": "数电普票", "invoiceTitle": "演示客户甲贸易有限公司", "taxpayerNum": "91000000MA00000157",
        });
        let coop: i64 = self.coop.parse().expect("an id");
        let of_statement = self.dice.one_in(3);
        let free = |one: &Line| {
            one.is("state", "NORMAL") && one.id("statement_id").is_some() == of_statement && one.int("coop_id") == coop
        };
        let note = self.some("debit_note", free)?;
        let statement = self.now.find("debit_note", Some(note))?.id("statement_id");
        let mut open = Vec::new();
        for row in self.now.all("debit_note_row") {
            let of = self.now.find("debit_note", row.id("note_id"))?;
            let fits = if of_statement { of.id("statement_id") == statement } else { of.int("id") == note };
            if fits && row.int("amount") != row.int("invoiced") {
                open.push(named(row, row.text("currency_code"), row.int("amount") - row.int("invoiced")));
            }
        }
        body["rows"] = json!(self.parts(&open, "", "id"));
        let by = undo("/applicationId", "invoice_application", "/css/invoiceApplication", "cancel");
        let made = if let Some(statement) = statement {
            self.act("apply of a statement", ("/css/statement", "statement", statement), "apply", body)
        } else {
            body["coopId"] = json!(self.coop);
            asked("apply for an invoice", "/css/invoiceApplication/apply", body)
        };
        Some(made.undone_by(by))
    }

    fn cancelling(&mut self) -> Option<Asked> {
        let id = self.some("invoice_application", |one| !one.is("state", "CANCELLED"))?;
        let of = ("/css/invoiceApplication", "invoice_application", id);
        Some(self.act("cancel an application", of, "cancel", json!({})))
    }

    /// 开票: an invoice over some of what a note leaves.
    fn issuing(&mut self) -> Option<Asked> {
        let id = self.some("invoice_application", |one| !one.is("state", "CANCELLED"))?;
        let notes: Vec<i64> = self
            .now
            .of_where("debit_note", |note| note.id("application_id") == Some(id))
            .map(|note| note.int("id"))
            .collect();
        let open = |row: &Line| notes.contains(&row.int("note_id")) && row.int("amount") != row.int("invoiced");
        let row = self.some("debit_note_row", open)?;
        let row = self.now.find("debit_note_row", Some(row))?;
        let (currency, rest) = (row.text("currency_code").to_owned(), row.int("amount") - row.int("invoiced"));
        self.invoices += 1;
        let part = self.dice.part(rest);
        let part = if currency == "JPY" { part / 1_000 * 1_000 } else { part };
        let one = json!({
            "invoiceNum": format!("{:0>20}", self.invoices), "currency": currency, "amount": decimal(part, &currency),
        });
        let body = json!({ "invoiceType": "数电普票", "invoiceDate": TODAY, "invoices": [one] });
        let of = ("/css/invoiceApplication", "invoice_application", id);
        let made = self.act("issue an invoice", of, "open", body);
        Some(made.undone_by(undo("/invoices/0/id", "invoice", "/css/incomeInvoice", "del")))
    }

    /// 红冲.
    fn taking_back(&mut self) -> Option<Asked> {
        let is_normal = |one: &Line| {
            one.is("side", "RECEIVABLE")
                && one.id("red_of").is_none()
                && ["NORMAL", "PART_RED"].contains(&one.text("state"))
        };
        let id = self.some("invoice", is_normal)?;
        let invoice = self.now.find("invoice", Some(id))?;
        let (currency, amount) = (invoice.text("currency_code").to_owned(), invoice.int("amount"));
        self.invoices += 1;
        let part = self.dice.part(amount);
        let part = if currency == "JPY" { part / 1_000 * 1_000 } else { part };
        let body = json!({
            "redNum": format!("{:0>20}", self.invoices), "redDate": TODAY, "redAmount": decimal(part, &currency),
            "redConfirmNo": "HZ20260001", "reason": "开票有误",
        });
        let made = self.act("take an invoice back", ("/css/incomeInvoice", "invoice", id), "red", body);
        Some(made.undone_by(undo("/redId", "invoice", "/css/incomeInvoice", "del")))
    }

    fn removing(&mut self, what: &'static str, side: &str, base: &str) -> Option<Asked> {
        let id = self.some("invoice", |one| one.is("side", side) && !one.is("state", "REMOVED"))?;
        Some(self.act(what, (base, "invoice", id), "del", json!({})))
    }

    /// 收票 of a partner's payments.
    fn receiving(&mut self) -> Option<Asked> {
        let open = |one: &Line| one.is("state", "NORMAL") && one.int("amount") != one.int("invoiced");
        let id = self.some("payment", open)?;
        let payment = self.now.find("payment", Some(id))?;
        let (currency, coop) = (payment.text("currency_code").to_owned(), payment.int("coop_id"));
        let rest = payment.int("amount") - payment.int("invoiced");
        self.invoices += 1;
        let one = json!({ "invoiceNum": format!("G{:0>7}", self.invoices), "amount": decimal(self.dice.part(rest), &currency) });
        let body = json!({
            "coopId": coop.to_string(), "currency": currency, "invoiceType": "境外发票", "invoiceDate": TODAY,
            "invoiceTitle": "演示供应商甲有限公司", "invoices": [one],
        });
        let made = asked("register a cost invoice", "/css/costInvoice/save", body);
        Some(made.undone_by(undo("/invoices/0/id", "invoice", "/css/costInvoice", "del")))
    }

    /// 对账: parts of costs of one partner in one currency.
    fn reconciling(&mut self) -> Option<Asked> {
        let is_open = |one: &Line| {
            one.is("kind", "PAYABLE") && one.is("state", "NORMAL") && one.int("reconciled") != one.int("amount")
        };
        let first = self.some("charge", is_open)?;
        let first = self.now.find("charge", Some(first))?;
        let (coop, currency) = (first.int("coop_id"), first.text("currency_code").to_owned());
        let alike = |one: &Line| is_open(one) && one.int("coop_id") == coop && one.is("currency_code", &currency);
        let all = self.now.of_where("charge", alike);
        let mut open: Vec<Open> =
            all.map(|one| named(one, &currency, one.int("amount") - one.int("reconciled"))).collect();
        let mut parts = Vec::new();
        while parts.len() < 3 && !open.is_empty() {
            let at = usize::try_from(self.dice.below(u64::try_from(open.len()).expect("few"))).expect("few");
            let (id, _, rest) = open.swap_remove(at);
            parts.push(json!({ "chargeId": id.to_string(), "amount": decimal(self.dice.part(rest), &currency) }));
            if self.dice.one_in(2) {
                break;
            }
        }
        let body = json!({ "coopId": coop.to_string(), "currency": currency, "paymentDate": TODAY, "parts": parts });
        let by = undo("/id", "payment", "/css/payment", "void");
        Some(asked("make a payment", "/css/payment/doSave", body).undone_by(by))
    }

    /// 付款核销 from an account, or a small difference.
    fn paying(&mut self) -> Option<Asked> {
        let is_open = |one: &Line| !one.flag("is_void") && one.int("amount") != one.int("settled");
        let first = self.some("payment_detail", is_open)?;
        let of = self.now.find("payment_detail", Some(first))?.id("payment_id");
        let payment = self.now.find("payment", of)?;
        let (coop, currency) = (payment.int("coop_id"), payment.text("currency_code").to_owned());
        let mut open = Vec::new();
        for one in self.now.of_where("payment_detail", is_open) {
            let payment = self.now.find("payment", one.id("payment_id"))?;
            if payment.int("coop_id") == coop && payment.is("currency_code", &currency) {
                open.push(named(one, &currency, one.int("amount") - one.int("settled")));
            }
        }
        let is_small = self.dice.one_in(5);
        let mut body = json!({ "coopId": coop.to_string(), "date": self.day() });
        if is_small {
            let (id, _, rest) = self.dice.one(&open)?;
            (body["method"], body["targets"]) = (
                json!("SMALL"),
                json!([{ "rowId": id.to_string(), "amount": decimal(rest.clamp(-9_990, 9_990), &currency) }]),
            );
            return Some(cost_settled("settle a small difference of cost", body));
        }
        let money = if self.dice.one_in(4) { self.money() } else { currency.as_str() };
        let account = self.accounts.get(money).or_else(|| self.accounts.get("CNY"))?.clone();
        (body["method"], body["accountId"]) = (json!("ACCOUNT"), json!(account));
        body["targets"] = json!(self.parts(&open, money, "rowId"));
        if money == "USD" {
            body["rate"] = json!(self.dice.one(&["7.05", "7.1234"]));
        }
        if self.dice.one_in(3) {
            body["fee"] = json!("5.00");
        }
        if self.dice.one_in(4) {
            body["small"] = json!(self.dice.one(&["0.02", "-1.10"]));
        }
        Some(cost_settled("settle cost on an account", body))
    }

    /// 预付 without a request.
    fn advancing(&mut self) -> Option<Asked> {
        let currency = self.money();
        let coop = self.dice.one(&self.suppliers)?;
        let amount = i64::try_from(self.dice.below(90_000) + 1).expect("small") * 10;
        let body = json!({
            "kind": "OUT", "coopId": coop, "accountId": self.accounts[currency], "date": self.day(),
            "amount": decimal(amount, currency),
        });
        let by = undo("/id", "advance", "/css/advance", "void");
        Some(asked("pay an advance", "/css/advance/save", body).undone_by(by))
    }

    fn requesting(&mut self) -> Option<Asked> {
        let ((coop, currency), bank) = self.dice.one(&self.banks)?;
        let coop: i64 = coop.parse().expect("an id");
        let mut open = self.payments(Some(coop));
        open.retain(|one| one.1 == currency);
        let (id, _, rest) = self.dice.one(&open)?;
        let part = json!({ "paymentId": id.to_string(), "amount": decimal(self.dice.part(rest), &currency) });
        let body = json!({
            "type": "PAYMENT", "dueDate": "2026-07-20", "urgency": "NORMAL", "paymentMethod": "电汇", "coopBankId": bank,
            "payments": [part],
        });
        Some(asked("make a request", "/css/paymentRequest/save", body))
    }

    fn requested(&mut self, what: &'static str, states: &[&str], verb: &str) -> Option<Asked> {
        let id = self.some("payment_request", |one| states.contains(&one.text("state")))?;
        let body = if verb == "close" { json!({ "closeReason": "余款不付" }) } else { json!({}) };
        Some(self.act(what, ("/css/paymentRequest", "payment_request", id), verb, body))
    }

    fn paying_request(&mut self) -> Option<Asked> {
        let id = self.some("payment_request", |one| ["PASSED", "PART_PAID"].contains(&one.text("state")))?;
        let request = self.now.find("payment_request", Some(id))?;
        let (currency, rest) = (request.text("currency_code").to_owned(), request.int("amount") - request.int("paid"));
        let mut body = json!({
            "accountId": self.accounts.get(currency.as_str())?, "date": self.day(),
            "amount": decimal(self.dice.part(rest), &currency),
        });
        if self.dice.one_in(3) {
            body["fee"] = json!("5.00");
        }
        Some(self.act("pay a request", ("/css/paymentRequest", "payment_request", id), "pay", body))
    }

    /// 对冲: both sides alike in most cases.
    fn netting(&mut self) -> Option<Asked> {
        let coop: i64 = self.coop.parse().expect("an id");
        let income = self.income();
        let (row, currency, open) = self.dice.one(&income)?;
        let mut cost = self.payments(Some(coop));
        if !self.dice.one_in(6) {
            cost.retain(|one| one.1 == currency && one.2.signum() == open.signum());
        }
        let (payment, other, owed) = self.dice.one(&cost)?;
        let rest = if open.abs() < owed.abs() { open } else { owed };
        let amount = self.dice.part(rest);
        let body = json!({
            "coopId": self.coop, "date": self.day(),
            "income": [{ "id": row.to_string(), "amount": decimal(amount, &currency) }],
            "cost": [{ "id": payment.to_string(), "amount": decimal(amount, &other) }],
        });
        let by = undo("/id", "offsetting", "/css/offset", "reverse");
        Some(asked("net both sides", "/css/offset/save", body).undone_by(by))
    }

    fn transferring(&mut self) -> Asked {
        let there = self.dice.one_in(2);
        let (from, to) = if there { ("CNY", "USD") } else { ("USD", "CNY") };
        let out = i64::try_from(self.dice.below(90_000) + 100).expect("small") * 10;
        let come = if there { out / 7 } else { out * 7 } / 10 * 10;
        let mut body = json!({
            "fromAccountId": self.accounts[from], "toAccountId": self.accounts[to], "date": self.day(),
            "amountOut": decimal(out, from), "amountIn": decimal(come, to),
        });
        if self.dice.one_in(2) {
            body["fee"] = json!("5.00");
        }
        asked("transfer", "/css/bankJournal/transfer", body)
    }

    /// 报销, some against a 借款; 借款.
    fn claiming_expenses(&mut self) -> Asked {
        let amount = i64::try_from(self.dice.below(90_000) + 1).expect("small") * 10;
        let mut body = json!({
            "type": "EXPENSE", "expenseReportDate": TODAY, "expenseReportMode": "PERSON", "paymentMethod": "TRANSFER",
            "attachedDocument": 1,
            "lines": [{ "expenseType": "差旅", "purpose": "拜访客户", "amount": decimal(amount, "CNY") }],
        });
        if self.dice.one_in(3) {
            (body["type"], body["lines"], body["expensesUse"]) = (json!("LOAN"), json!([]), json!("出差备用金"));
            body["expenseAmount"] = json!(decimal(amount, "CNY"));
            return asked("ask for a staff advance", "/css/expenseReport", body);
        }
        let open =
            |one: &Line| one.is("kind", "LOAN") && one.is("state", "PAID") && one.int("repaid") != one.int("amount");
        if let Some(loan) = self.some("expense_report", open) {
            let rest = self.now.find("expense_report", Some(loan)).map(|one| one.int("amount") - one.int("repaid"));
            let used = self.dice.part(rest.unwrap_or_default().min(amount));
            (body["loanId"], body["loanUsed"]) = (json!(loan.to_string()), json!(decimal(used, "CNY")));
        }
        asked("claim expenses", "/css/expenseReport", body)
    }

    /// What comes next of an expense report, or its way back.
    fn moving_report(&mut self) -> Option<Asked> {
        let id = self.some("expense_report", |one| !one.is("state", "PAID"))?;
        let state = self.now.find("expense_report", Some(id))?.text("state").to_owned();
        let account = self.accounts["CNY"].clone();
        let (what, verb, body) = match state.as_str() {
            "DRAFT" | "RETURNED" => ("submit a report", "submit", json!({})),
            "AUDITED" if self.dice.one_in(4) => ("return a report", "return", json!({ "returnReason": "缺发票" })),
            "AUDITED" => ("pay a report", "pay", json!({ "accountId": account, "date": self.day() })),
            _ => ("audit a report", "audit", json!({ "bankAccountId": account, "financialDate": self.day() })),
        };
        Some(self.act(what, ("/css/expenseReport", "expense_report", id), verb, body))
    }

    /// 生成凭证 of documents of a kind; some that have one are exported again.
    fn posting(&mut self) -> Option<Asked> {
        let (base, table, (column, value)) = self.dice.one(&TABS)?;
        let again = self.dice.one_in(8);
        let waits = |one: &Line| {
            (column.is_empty() || one.is(column, value))
                && one.id("voucher_id").is_some() == again
                && is_posted(table, one)
        };
        let mut ids = vec![self.some(table, waits)?];
        while self.dice.one_in(2) && ids.len() < 3 {
            let other = self.some(table, waits)?;
            if !ids.contains(&other) {
                ids.push(other);
            }
        }
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        let mode = if self.dice.one_in(2) { "EACH" } else { "TOGETHER" };
        let mut body = json!({ "ids": ids, "mode": mode });
        if self.dice.one_in(5) {
            body["voucherNumber"] = json!(self.dice.below(12) + 1);
        }
        let what = if again { "export a voucher again" } else { "make vouchers" };
        let mut made = asked(what, format!("{base}/generate"), body);
        if !again {
            made.undo = Some(undo("", table, base, "return"));
        }
        Some(made)
    }

    fn returning(&mut self) -> Option<Asked> {
        let (base, table, (column, value)) = self.dice.one(&TABS)?;
        let has = |one: &Line| (column.is_empty() || one.is(column, value)) && one.id("voucher_id").is_some();
        let id = self.some(table, has)?;
        Some(asked("return a voucher", format!("{base}/return"), json!({ "ids": [id.to_string()] })))
    }

    fn month(&mut self) -> Asked {
        let is_closed =
            self.now.of_where("finance_period", |one| one.is("month", "2026-06")).all(|one| one.is("state", "CLOSED"));
        if is_closed {
            return asked("reopen a month", "/css/period/reopen", json!({ "month": "2026-06", "reason": "更正" }));
        }
        asked("close a month", "/css/period/close", json!({ "month": "2026-06" }))
    }

    fn rating(&mut self) -> Asked {
        let currency = self.dice.one(&["USD", "EUR", "JPY"]).expect("a currency");
        let whole = if currency == "JPY" { 0 } else { 7 };
        let body = json!({
            "currencyCode": currency, "type": self.dice.one(&["GENERAL", "RECEIVABLE", "PAYABLE"]),
            "currencyRate": format!("{whole}.{:04}", 400 + self.dice.below(2_000)),
            "beginDate": format!("2026-07-{:02} 00:00:00", 16 + self.dice.below(12)),
        });
        asked("enter a rate", "/css/currencyRate", body)
    }

    /// An account below those of 销售费用, which nothing is posted to.
    fn growing(&mut self) -> Option<Asked> {
        let above = self.some("financial_account", |one| one.text("code").starts_with("6601"))?;
        let own = format!("{:02}", self.dice.below(9) + 1);
        let body =
            json!({ "parentId": above.to_string(), "ownCode": own, "financialAccountName": format!("测试{own}") });
        Some(asked("add an account", "/css/financialAccount", body))
    }

    /// Some row of a table for which something holds.
    fn some(&mut self, table: &str, holds: impl Fn(&Line) -> bool) -> Option<i64> {
        let ids: Vec<i64> = self.now.of_where(table, holds).map(|one| one.int("id")).collect();
        self.dice.one(&ids)
    }
}

/// Whether a document of a table is among those that post.
fn is_posted(table: &str, one: &Line) -> bool {
    match table {
        "invoice" => !["REMOVED", "PENDING"].contains(&one.text("state")),
        "write_off" => one.is("state", "VALID") && !one.is("method", "OFFSET"),
        "advance" => !one.is("state", "VOID"),
        "fund_movement" => one.int("amount") < 0,
        _ => true,
    }
}

fn income_settled(what: &'static str, body: Json) -> Asked {
    asked(what, "/css/incomeWriteoff/save", body).undone_by(undo("/writeoffId", "write_off", "", "reverse"))
}

fn cost_settled(what: &'static str, body: Json) -> Asked {
    asked(what, "/css/costWriteoff/save", body).undone_by(undo("/id", "write_off", "", "reverse"))
}
