//! What has to hold of the tables of settlement, reckoned anew of their lowest rows: charges, lines of write-offs, allocations of
//! invoices, movements of accounts, entries of vouchers. Sums of whole numbers and nothing of the product's own reckoning. The
//! numbers are those of css.md 0.15.

use std::collections::{BTreeMap, BTreeSet};

use super::tables::{Line, Tables};

/// States of invoices that count.
const IN_FORCE: [&str; 3] = ["NORMAL", "PART_RED", "RED"];
/// States of requests that ask for all of what they name, as `LIVE` with the paid ones.
const ASKING: [&str; 4] = ["RUNNING", "PASSED", "PART_PAID", "PAID"];
/// States of expense reports that are set against what they name.
const COUNTING: [&str; 4] = ["SUBMITTED", "APPROVED", "AUDITED", "PAID"];
/// Tables whose rows become vouchers.
const POSTED: [&str; 7] =
    ["invoice", "write_off", "advance", "fund_movement", "offsetting", "fund_transfer", "expense_report"];

/// Everything that does not hold.
pub fn wrong(tables: &Tables) -> Vec<String> {
    let mut truth = Truth { t: tables, wrong: Vec::new() };
    truth.notes();
    truth.statements();
    truth.costs();
    truth.invoices();
    truth.invoiced_and_settled();
    truth.rows();
    truth.write_offs();
    truth.offsets();
    truth.receipts();
    truth.advances();
    truth.requests();
    truth.expenses();
    truth.orders();
    truth.accounts();
    truth.currencies();
    truth.vouchers();
    truth.stamps();
    truth.posted_sums();
    truth.foreign_entries();
    truth.chart();
    truth.rates();
    truth.wrong
}

/// What was posted to a month, as it may not change once the month is closed (invariant 18).
pub fn posted_to(tables: &Tables, month: &str) -> BTreeSet<String> {
    let kept: [(&str, &str, &[&str]); 7] = [
        ("receipt", "receipt_date", &["account_id", "amount", "bank_fee", "exchange_rate", "functional"]),
        ("write_off", "write_off_date", &["money", "exchange_rate", "money_functional", "carrying"]),
        ("fund_movement", "movement_date", &["account_id", "amount"]),
        ("fund_transfer", "transfer_date", &["amount_out", "amount_in", "fee"]),
        ("expense_report", "financial_date", &["amount", "loan_used"]),
        ("advance", "advance_date", &["amount", "exchange_rate", "functional"]),
        ("voucher", "voucher_date", &["debit", "credit", "number"]),
    ];
    let mut found = BTreeSet::new();
    for (table, date, columns) in kept {
        for line in tables.of_where(table, |line| line.text(date).starts_with(month)) {
            let gone = match table {
                "write_off" | "voucher" => line.text("state"),
                "advance" if line.is("state", "VOID") => "VOID",
                _ => "",
            };
            let figures: Vec<i64> = columns.iter().map(|column| line.int(column)).collect();
            found.insert(format!("{table} {} {} {figures:?} {gone}", line.int("id"), line.text(date)));
        }
    }
    found
}

/// Whether a part obeys the sign rule against a whole (css.md 0.7).
fn is_within(part: i64, whole: i64) -> bool {
    part == 0 || (part.signum() == whole.signum() && part.abs() <= whole.abs())
}

fn count(of: usize) -> i64 {
    i64::try_from(of).expect("few")
}

/// How far a document is (0.9): amount, invoiced and settled of each of its rows.
fn status(rows: &[[i64; 3]], asked: bool, begins: &'static str) -> &'static str {
    if rows.iter().all(|[amount, _, settled]| amount == settled) {
        "SETTLED"
    } else if rows.iter().any(|[.., settled]| *settled != 0) {
        "PART_SETTLED"
    } else if rows.iter().all(|[amount, invoiced, _]| amount == invoiced) {
        "INVOICED"
    } else if rows.iter().any(|[_, invoiced, _]| *invoiced != 0) {
        "PART_INVOICED"
    } else if asked {
        "TO_INVOICE"
    } else {
        begins
    }
}

struct Truth<'t> {
    t: &'t Tables,
    wrong: Vec<String>,
}

impl<'t> Truth<'t> {
    fn need(&mut self, holds: bool, what: &str, line: &Line) {
        if !holds {
            self.wrong.push(format!("{what}: {line:?}"));
        }
    }

    fn rows_of(&self, note: i64) -> Vec<&'t Line> {
        self.t.of_where("debit_note_row", move |row| row.int("note_id") == note).collect()
    }

    fn figures_of(&self, note: i64) -> Vec<[i64; 3]> {
        self.rows_of(note).iter().map(|row| [row.int("amount"), row.int("invoiced"), row.int("settled")]).collect()
    }

    /// 3, 4, 5 and the statuses of notes.
    fn notes(&mut self) {
        let t = self.t;
        for charge in t.all("charge") {
            let Some(id) = charge.id("debit_note_id") else { continue };
            let holds = t.find("debit_note", Some(id)).is_some_and(|note| {
                note.is("state", "NORMAL")
                    && charge.is("kind", "RECEIVABLE")
                    && note.int("order_id") == charge.int("order_id")
                    && note.int("coop_id") == charge.int("coop_id")
            });
            self.need(holds, "4: a charge stands on another's note or a void one", charge);
        }
        for note in t.all("debit_note") {
            let id = note.int("id");
            let rows = self.rows_of(id);
            if note.is("state", "VOID") {
                let is_free = rows.iter().all(|row| row.int("settled") == 0 && row.int("invoiced") == 0);
                self.need(is_free && note.is("status", "VOID"), "a void note is settled or invoiced", note);
                continue;
            }
            let mut of_charges: BTreeMap<&str, [i64; 2]> = BTreeMap::new();
            for charge in t.of_where("charge", |charge| charge.id("debit_note_id") == Some(id)) {
                let sum = of_charges.entry(charge.text("currency_code")).or_default();
                sum[0] += charge.int("amount");
                sum[1] += charge.int("functional");
            }
            let of_rows: BTreeMap<&str, [i64; 2]> = rows
                .iter()
                .map(|row| (row.text("currency_code"), [row.int("amount"), row.int("functional")]))
                .collect();
            self.need(of_charges == of_rows && of_rows.len() == rows.len(), "5: rows are not their charges", note);
            self.need(!rows.is_empty(), "5: a note of nothing", note);
            let sum = |column: &str| rows.iter().map(|row| row.int(column)).sum::<i64>();
            let (all, settled) = (sum("functional"), sum("functional_settled"));
            let shown = ["functional", "functional_settled", "functional_open"].map(|name| note.int(name));
            self.need(shown == [all, settled, all - settled], "a note is not its rows", note);
            let begins = if note.id("statement_id").is_some() { "STATED" } else { "MADE" };
            let wanted = status(&self.figures_of(id), note.id("application_id").is_some(), begins);
            self.need(note.is("status", wanted), &format!("15: the note is {wanted}"), note);
            let applied = note.id("application_id").is_none_or(|application| {
                t.find("invoice_application", Some(application)).is_some_and(|one| !one.is("state", "CANCELLED"))
            });
            self.need(applied, "a note answers an application that was cancelled", note);
        }
    }

    /// 6 and the statuses of statements.
    fn statements(&mut self) {
        let t = self.t;
        for note in t.all("debit_note") {
            let Some(id) = note.id("statement_id") else { continue };
            let holds = t.find("statement", Some(id)).is_some_and(|statement| {
                statement.is("state", "NORMAL")
                    && note.is("state", "NORMAL")
                    && statement.int("coop_id") == note.int("coop_id")
            });
            self.need(holds, "6: a note is in a void statement, or that of another", note);
        }
        for statement in t.of_where("statement", |line| line.is("state", "NORMAL")) {
            let id = statement.int("id");
            let notes: Vec<&Line> = t.of_where("debit_note", |note| note.id("statement_id") == Some(id)).collect();
            let sum = |column: &str| notes.iter().map(|note| note.int(column)).sum::<i64>();
            let (all, settled) = (sum("functional"), sum("functional_settled"));
            let shown = ["functional", "functional_settled", "functional_open"].map(|name| statement.int(name));
            self.need(shown == [all, settled, all - settled], "6: a statement is not its notes", statement);
            self.need(statement.int("notes") == count(notes.len()), "6: another count of notes", statement);
            let rows: Vec<[i64; 3]> = notes.iter().flat_map(|note| self.figures_of(note.int("id"))).collect();
            let asked = notes.iter().any(|note| note.id("application_id").is_some());
            let wanted = status(&rows, asked, "STATED");
            self.need(statement.is("status", wanted), &format!("15: the statement is {wanted}"), statement);
        }
    }

    fn details_of(&self, payment: i64) -> Vec<&'t Line> {
        self.t
            .of_where("payment_detail", move |line| line.int("payment_id") == payment && !line.flag("is_void"))
            .collect()
    }

    /// 3, 7, 8 and the statuses of payments.
    fn costs(&mut self) {
        let t = self.t;
        for charge in t.of_where("charge", |charge| charge.is("kind", "PAYABLE")) {
            let id = charge.int("id");
            let taken = t.sum("payment_detail", "amount", |line| line.int("charge_id") == id && !line.flag("is_void"));
            self.need(taken == charge.int("reconciled"), "7: not what details take", charge);
            self.need(is_within(taken, charge.int("amount")), "7: more is taken than there is", charge);
            let carried =
                t.sum("payment_detail", "functional", |line| line.int("charge_id") == id && !line.flag("is_void"));
            let is_whole = taken == charge.int("amount") && taken != 0;
            self.need(!is_whole || carried == charge.int("functional"), "3: details carry another amount", charge);
        }
        for payment in t.all("payment") {
            let details = self.details_of(payment.int("id"));
            if payment.is("state", "VOID") {
                self.need(details.is_empty(), "a void payment takes something", payment);
                continue;
            }
            let of_it = details.iter().all(|detail| {
                t.find("charge", detail.id("charge_id")).is_some_and(|charge| {
                    charge.is("currency_code", payment.text("currency_code"))
                        && charge.int("coop_id") == payment.int("coop_id")
                        && charge.int("order_id") == detail.int("order_id")
                })
            });
            self.need(of_it && !details.is_empty(), "8: details of another partner or currency", payment);
            for column in ["amount", "functional", "settled", "functional_settled"] {
                let sum: i64 = details.iter().map(|detail| detail.int(column)).sum();
                self.need(sum == payment.int(column), &format!("8: {column} is not that of its details"), payment);
            }
            let open = payment.int("amount") - payment.int("settled");
            self.need(open == payment.int("open_amount"), "its open amount is another", payment);
            let invoiced = payment.int("invoiced");
            let wanted = if details.iter().all(|detail| detail.int("settled") == detail.int("amount")) {
                "SETTLED"
            } else if details.iter().any(|detail| detail.int("settled") != 0) {
                "PART_SETTLED"
            } else if invoiced != 0 {
                if invoiced == payment.int("amount") { "INVOICED" } else { "PART_INVOICED" }
            } else if payment.int("requested") != 0 {
                "TO_INVOICE"
            } else {
                "MADE"
            };
            self.need(payment.is("status", wanted), &format!("15: the payment is {wanted}"), payment);
        }
    }

    /// 9 of invoices: what they cover, their lines, what red ones take back.
    fn invoices(&mut self) {
        let t = self.t;
        for invoice in t.all("invoice") {
            let (id, amount) = (invoice.int("id"), invoice.int("amount"));
            let covered = t.sum("invoice_allocation", "amount", |one| one.int("invoice_id") == id);
            let settled = t.sum("invoice_allocation", "settled", |one| one.int("invoice_id") == id);
            self.need(covered == invoice.int("allocated"), "9: it covers something else", invoice);
            self.need(settled == invoice.int("settled"), "10: another sum is settled of it", invoice);
            if !IN_FORCE.contains(&invoice.text("state")) {
                self.need(covered == 0, "9: an invoice covers something and is not in force", invoice);
                continue;
            }
            let is_income = invoice.is("side", "RECEIVABLE");
            let holds = if is_income { covered == amount } else { is_within(covered, amount) };
            self.need(holds, "9: it does not cover its amount, or more", invoice);
            let parts = ["amount", "not_tax", "tax"].map(|column| invoice.int(column));
            self.need(parts[0] == parts[1] + parts[2], "2: its tax is no part of it", invoice);
            let lines: Vec<&Line> = t.of_where("invoice_line", |line| line.int("invoice_id") == id).collect();
            if is_income || !lines.is_empty() {
                let sums =
                    ["amount", "not_tax", "tax"].map(|column| lines.iter().map(|line| line.int(column)).sum::<i64>());
                self.need(sums == parts, "9: its lines are something else", invoice);
            }
            if invoice.id("red_of").is_some() {
                continue;
            }
            let is_red = |one: &Line| one.id("red_of") == Some(id) && IN_FORCE.contains(&one.text("state"));
            let left = amount + t.sum("invoice", "amount", is_red);
            self.need(is_within(left, amount), "9: red invoices take back more than there is", invoice);
            let wanted = match left {
                left if left == amount => "NORMAL",
                0 => "RED",
                _ => "PART_RED",
            };
            self.need(invoice.is("state", wanted), &format!("the invoice is {wanted}"), invoice);
            // What red ones take back counts as settled of it. Of rows of both signs one sign may be settled first.
            let money = invoice.int("settled") + left - amount;
            self.need(left == amount || is_within(money, left), "9: red invoices take back what is settled", invoice);
        }
    }

    /// 9 and 10 of the rows invoices cover.
    fn invoiced_and_settled(&mut self) {
        let t = self.t;
        for (table, side) in [("debit_note_row", "RECEIVABLE"), ("payment", "PAYABLE")] {
            for row in t.all(table) {
                let id = row.int("id");
                let covers = |one: &Line| one.is("side", side) && one.int("row_id") == id;
                let invoiced = t.sum("invoice_allocation", "amount", covers);
                self.need(invoiced == row.int("invoiced"), "9: not what invoices cover", row);
                self.need(is_within(invoiced, row.int("amount")), "9: more is invoiced than there is", row);
                let settled = t.sum("invoice_allocation", "settled", covers);
                let is_done = row.int("settled") == row.int("amount") && row.int("amount") != 0;
                self.need(!is_done || settled == invoiced, "0.7: an invoice of a settled row is open", row);
            }
        }
        for one in t.all("invoice_allocation") {
            self.need(
                is_within(one.int("settled"), one.int("amount")),
                "10: more is settled than the invoice covers",
                one,
            );
            let (invoice, row) = (one.id("invoice_id"), one.int("row_id"));
            let on_it = t.sum("write_off_line", "amount", |line| {
                line.id("invoice_id") == invoice && line.int("row_id") == row && !line.flag("is_reversed")
            });
            self.need(is_within(on_it, one.int("amount")), "10: more is settled on the invoice than it covers", one);
        }
    }

    /// 10 and 13 of the lowest rows.
    fn rows(&mut self) {
        let t = self.t;
        for (table, side) in [("debit_note_row", "RECEIVABLE"), ("payment_detail", "PAYABLE")] {
            for row in t.all(table) {
                let id = row.int("id");
                let settles =
                    |line: &Line| line.is("side", side) && line.int("row_id") == id && !line.flag("is_reversed");
                let (amount, settled) = (row.int("amount"), t.sum("write_off_line", "amount", settles));
                self.need(settled == row.int("settled"), "10: a row is not settled by its lines", row);
                self.need(is_within(settled, amount), "10: a row is settled beyond itself", row);
                let carried = t.sum("write_off_line", "carrying", settles);
                self.need(carried == row.int("functional_settled"), "13: a row is not carried by its lines", row);
                let is_done = settled == amount && amount != 0;
                self.need(!is_done || carried == row.int("functional"), "13: a settled row leaves a rest", row);
            }
        }
    }

    /// 11 and 13 of write-offs.
    fn write_offs(&mut self) {
        let t = self.t;
        for one in t.all("write_off") {
            let id = one.int("id");
            let lines: Vec<&Line> = t.of_where("write_off_line", |line| line.int("write_off_id") == id).collect();
            let sum = |column: &str| lines.iter().map(|line| line.int(column)).sum::<i64>();
            let is_income = one.is("side", "RECEIVABLE");
            let (money, fee, small) = (one.int("money"), one.int("fee"), one.int("small"));
            let holds =
                if is_income { sum("money") == money + fee + small } else { sum("money") + fee == money + small };
            self.need(
                holds && !lines.is_empty(),
                "11: targets are not what money, fee and small difference come to",
                one,
            );
            for column in ["money_functional", "carrying", "exchange_diff"] {
                self.need(sum(column) == one.int(column), &format!("13: {column} is not that of its lines"), one);
            }
            let is_reversed = one.is("state", "REVERSED");
            for line in lines {
                let gain = line.int("money_functional") - line.int("carrying");
                let gain = if is_income { gain } else { -gain };
                self.need(line.int("exchange_diff") == gain, "13: a difference is not worth less carrying", line);
                self.need(line.flag("is_reversed") == is_reversed, "28: a line is undone without its write-off", line);
            }
        }
    }

    /// 14.
    fn offsets(&mut self) {
        let t = self.t;
        for offset in t.all("offsetting") {
            let id = offset.int("id");
            let of = |side: &str| {
                let is = |one: &Line| one.id("offset_id") == Some(id) && one.is("side", side);
                t.of_where("write_off", is).collect::<Vec<_>>()
            };
            let (income, cost) = (of("RECEIVABLE"), of("PAYABLE"));
            let ([income], [cost]) = (income.as_slice(), cost.as_slice()) else {
                self.need(false, "14: an offset without a half", offset);
                continue;
            };
            let alike = [income, cost].iter().all(|half| {
                half.int("coop_id") == offset.int("coop_id")
                    && half.is("write_off_date", offset.text("offset_date"))
                    && half.is("state", offset.text("state"))
                    && half.int("money_functional") == offset.int("functional")
            });
            self.need(alike, "14: its halves differ", offset);
            let gain = income.int("exchange_diff") + cost.int("exchange_diff");
            self.need(gain == offset.int("exchange_diff"), "13: its gain is another", offset);
        }
    }

    fn paid_back(&self, source: &str, id: i64) -> i64 {
        let is = |line: &Line| line.is("kind", "REFUND") && line.is("source", source) && line.int("source_id") == id;
        self.t.sum("fund_movement", "amount", is)
    }

    /// 12 and 15 of receipts.
    fn receipts(&mut self) {
        let t = self.t;
        for receipt in t.all("receipt") {
            let id = receipt.int("id");
            let used = |one: &Line| one.id("receipt_id") == Some(id) && one.is("state", "VALID");
            let turned = |one: &Line| one.id("receipt_id") == Some(id) && !one.is("state", "VOID");
            let settled = t.sum("write_off", "money", used);
            let advanced = t.sum("advance", "amount", turned);
            let refunded = -self.paid_back("receipt", id);
            let shown = ["settled", "advanced", "refunded"].map(|column| receipt.int(column));
            self.need(shown == [settled, advanced, refunded], "12: a receipt is not what became of it", receipt);
            let (amount, open) = (receipt.int("amount"), receipt.int("open_amount"));
            self.need(
                amount == settled + advanced + refunded + open && open >= 0,
                "12: a receipt does not add up",
                receipt,
            );
            let wanted = match open {
                _ if receipt.id("coop_id").is_none() => "UNCLAIMED",
                0 => "DONE",
                open if open == amount => "CLAIMED",
                _ => "PART",
            };
            self.need(receipt.is("state", wanted), &format!("15: the receipt is {wanted}"), receipt);
        }
    }

    /// 12 of advances.
    fn advances(&mut self) {
        let t = self.t;
        for advance in t.all("advance") {
            let id = advance.int("id");
            let uses = |one: &Line| one.id("advance_id") == Some(id) && one.is("state", "VALID");
            let used = t.sum("write_off", "money", uses);
            let back = self.paid_back("advance", id);
            let refunded = if advance.text("kind").ends_with("IN") { -back } else { back };
            if advance.is("state", "VOID") {
                self.need(
                    [used, refunded, advance.int("open_amount")] == [0; 3],
                    "12: a void advance is used",
                    advance,
                );
                continue;
            }
            let open = advance.int("open_amount");
            let shown = ["used", "refunded"].map(|column| advance.int(column));
            self.need(shown == [used, refunded], "12: an advance is not what became of it", advance);
            let adds_up = advance.int("amount") == used + refunded + open && open >= 0;
            self.need(adds_up, "12: an advance does not add up", advance);
            self.need(advance.is("state", if open == 0 { "USED" } else { "OPEN" }), "its state is another", advance);
            let is_whole = advance.int("functional_used") == advance.int("functional");
            self.need(open != 0 || is_whole, "13: an advance that is used up leaves a rest", advance);
        }
    }

    /// What is asked for and paid of requests.
    fn requests(&mut self) {
        let t = self.t;
        for request in t.of_where("payment_request", |line| line.is("kind", "PAYMENT")) {
            let id = request.int("id");
            let pays: BTreeSet<i64> = t
                .of_where("write_off", |one| one.id("request_id") == Some(id) && one.is("state", "VALID"))
                .map(|one| one.int("id"))
                .collect();
            let paid = t.sum("write_off_line", "amount", |line| pays.contains(&line.int("write_off_id")));
            self.need(paid == request.int("paid"), "a request is not paid by its write-offs", request);
            let amount = request.int("amount");
            let parts = t.sum("payment_request_row", "amount", |row| row.int("request_id") == id);
            self.need(amount == parts, "a request is not what it asks for", request);
            self.need(is_within(paid, amount), "more is paid than was asked for", request);
            let wanted = match paid {
                0 => "PASSED",
                paid if paid == amount => "PAID",
                _ => "PART_PAID",
            };
            let follows =
                !["PASSED", "PART_PAID", "PAID"].contains(&request.text("state")) || request.is("state", wanted);
            self.need(follows, &format!("the request is {wanted}"), request);
            for row in t.of_where("payment_request_row", |row| row.int("request_id") == id) {
                let of_it = |line: &Line| {
                    pays.contains(&line.int("write_off_id")) && line.int("document_id") == row.int("payment_id")
                };
                self.need(t.sum("write_off_line", "amount", of_it) == row.int("paid"), "a part is paid otherwise", row);
            }
        }
        for payment in t.of_where("payment", |payment| payment.is("state", "NORMAL")) {
            let mut asked = 0;
            for row in t.of_where("payment_request_row", |row| row.int("payment_id") == payment.int("id")) {
                let state =
                    t.find("payment_request", row.id("request_id")).map(|one| one.text("state")).unwrap_or_default();
                asked += match state {
                    state if ASKING.contains(&state) => row.int("amount"),
                    "CLOSED" => row.int("paid"),
                    _ => 0,
                };
            }
            self.need(asked == payment.int("requested"), "another sum is asked for", payment);
        }
    }

    /// What expense reports come to, and what is set against staff advances.
    fn expenses(&mut self) {
        let t = self.t;
        for report in t.all("expense_report") {
            let id = report.int("id");
            let to_pay = report.int("amount") - report.int("loan_used");
            self.need(to_pay == report.int("to_pay"), "a report is to be paid otherwise", report);
            if report.is("kind", "EXPENSE") {
                let lines = t.sum("expense_line", "amount", |line| line.int("report_id") == id);
                self.need(lines == report.int("amount"), "a report is not its lines", report);
                continue;
            }
            let against = |one: &Line| one.id("loan_id") == Some(id) && COUNTING.contains(&one.text("state"));
            let repaid = t.sum("expense_report", "loan_used", against);
            self.need(repaid == report.int("repaid"), "another sum is set against a staff advance", report);
            self.need(
                is_within(repaid, report.int("amount")),
                "more is set against a staff advance than it is",
                report,
            );
        }
    }

    /// 15 of orders.
    fn orders(&mut self) {
        let t = self.t;
        for finance in t.all("order_finance") {
            let order = finance.int("order_id");
            let of = |kind: &str| {
                let counts =
                    |one: &Line| one.int("order_id") == order && one.is("kind", kind) && one.is("state", "NORMAL");
                t.of_where("charge", counts).collect::<Vec<_>>()
            };
            let income = self.income_of(order, &of("RECEIVABLE"));
            self.need(finance.is("income_status", income), &format!("15: its income is {income}"), finance);
            let cost = self.cost_of(order, &of("PAYABLE"));
            self.need(finance.is("cost_status", cost), &format!("15: its cost is {cost}"), finance);
        }
    }

    fn income_of(&self, order: i64, lines: &[&Line]) -> &'static str {
        let t = self.t;
        let notes = t.of_where("debit_note", move |note| note.int("order_id") == order && note.is("state", "NORMAL"));
        let rows: Vec<[i64; 3]> = notes.flat_map(|note| self.figures_of(note.int("id"))).collect();
        let is_billed = |line: &&Line| line.id("debit_note_id").is_some();
        let all_billed = lines.iter().all(is_billed);
        if lines.is_empty() {
            "NONE"
        } else if rows.is_empty() {
            "ENTERED"
        } else if all_billed && rows.iter().all(|[amount, _, settled]| amount == settled) {
            "SETTLED"
        } else if rows.iter().any(|[.., settled]| *settled != 0) {
            "PART_SETTLED"
        } else if all_billed && rows.iter().all(|[amount, invoiced, _]| amount == invoiced) {
            "INVOICED"
        } else if rows.iter().any(|[_, invoiced, _]| *invoiced != 0) {
            "PART_INVOICED"
        } else {
            "BILLED"
        }
    }

    fn cost_of(&self, order: i64, lines: &[&Line]) -> &'static str {
        let t = self.t;
        let details: Vec<&Line> =
            t.of_where("payment_detail", |line| line.int("order_id") == order && !line.flag("is_void")).collect();
        let payments: Vec<&Line> = details.iter().filter_map(|line| t.find("payment", line.id("payment_id"))).collect();
        let all_taken = lines.iter().all(|line| line.int("reconciled") == line.int("amount"));
        let is_invoiced = |one: &&Line| one.int("invoiced") != 0;
        if lines.is_empty() {
            "NONE"
        } else if details.is_empty() {
            "ENTERED"
        } else if all_taken && details.iter().all(|line| line.int("settled") == line.int("amount")) {
            "SETTLED"
        } else if details.iter().any(|line| line.int("settled") != 0) {
            "PART_SETTLED"
        } else if all_taken && payments.iter().all(|one| is_invoiced(one) && one.int("invoiced") == one.int("amount")) {
            "INVOICED"
        } else if payments.iter().any(|one| one.int("requested") != 0) && !payments.iter().any(is_invoiced) {
            "REQUESTED"
        } else if payments.iter().any(is_invoiced) {
            "PART_INVOICED"
        } else {
            "RECONCILED"
        }
    }

    /// The balance of each account: what moved it is what documents in force say. Refunds stand with what they pay back.
    fn accounts(&mut self) {
        let t = self.t;
        let mut wanted: BTreeMap<i64, i64> = BTreeMap::new();
        let mut move_by = |account: Option<i64>, amount: i64| {
            if let Some(account) = account {
                *wanted.entry(account).or_default() += amount;
            }
        };
        for receipt in t.all("receipt") {
            move_by(receipt.id("account_id"), receipt.int("amount") - receipt.int("bank_fee"));
        }
        for one in t.of_where("write_off", |one| one.is("state", "VALID")) {
            let sign = if one.is("side", "RECEIVABLE") { 1 } else { -1 };
            move_by(one.id("account_id"), sign * one.int("money"));
        }
        let own = |one: &Line| !one.is("state", "VOID") && one.id("receipt_id").is_none();
        for advance in t.of_where("advance", own) {
            let sign = if advance.text("kind").ends_with("IN") { 1 } else { -1 };
            move_by(advance.id("account_id"), sign * advance.int("amount"));
        }
        for transfer in t.all("fund_transfer") {
            move_by(transfer.id("from_account_id"), -transfer.int("amount_out") - transfer.int("fee"));
            move_by(transfer.id("to_account_id"), transfer.int("amount_in"));
        }
        for report in t.of_where("expense_report", |one| one.is("state", "PAID")) {
            move_by(report.id("paid_account_id"), -report.int("to_pay"));
        }
        let mut found: BTreeMap<i64, i64> = BTreeMap::new();
        for line in t.of_where("fund_movement", |line| !line.is("kind", "REFUND")) {
            *found.entry(line.int("account_id")).or_default() += line.int("amount");
        }
        wanted.retain(|_, sum| *sum != 0);
        found.retain(|_, sum| *sum != 0);
        if wanted != found {
            self.wrong.push(format!("accounts hold {found:?}, documents say {wanted:?}"));
        }
    }

    /// 31.
    fn currencies(&mut self) {
        let t = self.t;
        for table in ["receipt", "advance", "write_off"] {
            for line in t.all(table) {
                let account = t.find("financial_account", line.id("account_id"));
                let own = account.map(|account| account.text("currency_code")).unwrap_or_default();
                self.need(
                    own.is_empty() || line.is("currency_code", own),
                    "31: another currency than its account",
                    line,
                );
            }
        }
    }

    /// 20 and 21 of vouchers and their numbers; 33 of what their entries stand on.
    fn vouchers(&mut self) {
        let t = self.t;
        let parents: BTreeSet<i64> = t.all("financial_account").iter().filter_map(|one| one.id("parent_id")).collect();
        let valid: BTreeSet<i64> =
            t.of_where("voucher", |one| one.is("state", "VALID")).map(|one| one.int("id")).collect();
        for entry in t.of_where("voucher_entry", |entry| valid.contains(&entry.int("voucher_id"))) {
            self.need(
                (entry.int("debit") == 0) != (entry.int("credit") == 0),
                "20: an entry of two sides or none",
                entry,
            );
            self.need(!parents.contains(&entry.int("account_id")), "33: an entry stands on no leaf", entry);
        }
        let (mut numbers, mut sources) = (BTreeSet::new(), BTreeSet::new());
        for voucher in t.all("voucher") {
            let id = voucher.int("id");
            let entries: Vec<&Line> = t.of_where("voucher_entry", |entry| entry.int("voucher_id") == id).collect();
            let sum = |column: &str| entries.iter().map(|entry| entry.int(column)).sum::<i64>();
            let sides = ["debit", "credit"].map(|side| voucher.int(side));
            self.need(sides == [sum("debit"), sum("credit")] && sides[0] == sides[1], "20: no balance", voucher);
            self.need(entries.len() >= 2, "20: fewer than two entries", voucher);
            if voucher.is("state", "VALID") {
                let number = (voucher.text("month"), voucher.text("word"), voucher.int("number"));
                self.need(numbers.insert(number), "21: a number is of two vouchers", voucher);
            }
        }
        for source in t.all("voucher_source") {
            let state = t.find("voucher", source.id("voucher_id")).map(|one| one.text("state")).unwrap_or_default();
            self.need((state == "VALID") != source.flag("is_freed"), "21: freed, but not returned", source);
            if !source.flag("is_freed") {
                let document = (source.text("kind"), source.text("source"), source.int("source_id"));
                self.need(sources.insert(document), "21: a document is in two vouchers", source);
            }
        }
    }

    /// Each document names the voucher it is in, and no other.
    fn stamps(&mut self) {
        let t = self.t;
        for table in POSTED {
            for document in t.all(table) {
                let is = |one: &Line| {
                    one.is("source", table) && one.int("source_id") == document.int("id") && !one.flag("is_freed")
                };
                let wanted = t.of_where("voucher_source", is).map(|one| one.int("voucher_id")).next();
                self.need(
                    wanted == document.id("voucher_id"),
                    &format!("21: {table} is in voucher {wanted:?}"),
                    document,
                );
            }
        }
    }

    /// 22, of the documents that are posted: what stands on 应收账款 and 应付账款 of a partner is what is invoiced less what is
    /// settled, at what it is carried at.
    fn posted_sums(&mut self) {
        let t = self.t;
        let offsets: BTreeSet<i64> =
            t.of_where("offsetting", |one| one.id("voucher_id").is_some()).map(|one| one.int("id")).collect();
        let valid: BTreeSet<i64> =
            t.of_where("voucher", |one| one.is("state", "VALID")).map(|one| one.int("id")).collect();
        for (side, sign) in [("RECEIVABLE", 1), ("PAYABLE", -1)] {
            let mut wanted: BTreeMap<i64, i64> = BTreeMap::new();
            for one in t.of_where("invoice", |one| one.is("side", side) && one.id("voucher_id").is_some()) {
                *wanted.entry(one.int("coop_id")).or_default() += one.int("functional");
            }
            for one in t.of_where("write_off", |one| one.is("side", side)) {
                let is_posted =
                    one.id("voucher_id").is_some() || one.id("offset_id").is_some_and(|id| offsets.contains(&id));
                if is_posted {
                    *wanted.entry(one.int("coop_id")).or_default() -= one.int("carrying");
                }
            }
            let mut found: BTreeMap<i64, i64> = BTreeMap::new();
            for entry in t.of_where("voucher_entry", |entry| valid.contains(&entry.int("voucher_id"))) {
                let account = t.find("financial_account", entry.id("account_id"));
                if account.is_some_and(|account| account.is("account_type", side)) {
                    let sum = found.entry(entry.int("coop_id")).or_default();
                    *sum += sign * (entry.int("debit") - entry.int("credit"));
                }
            }
            wanted.retain(|_, sum| *sum != 0);
            found.retain(|_, sum| *sum != 0);
            if wanted != found {
                self.wrong.push(format!("22: {side}: vouchers hold {found:?}, documents say {wanted:?}"));
            }
        }
    }

    /// 20 of foreign entries: original at its rate is the entry, but for a cent for each line that was settled of its rows or
    /// each use of its advance. Rows of several rates are left out.
    fn foreign_entries(&mut self) {
        let t = self.t;
        for voucher in t.of_where("voucher", |one| one.is("state", "VALID")) {
            let id = voucher.int("id");
            let Some(cents) = self.cents_of(id) else { continue };
            for entry in t.of_where("voucher_entry", |entry| entry.int("voucher_id") == id) {
                let side = i128::from(entry.int("debit") + entry.int("credit"));
                let worth = i128::from(entry.int("original")) * i128::from(entry.int("exchange_rate")) / 1_000_000;
                let rest = (side.abs() - worth.abs()).abs();
                self.need(rest <= i128::from(cents) * 10, "20: an entry is not its original at its rate", entry);
            }
        }
    }

    /// How many cents the entries of a voucher may be off, unless a row behind it has several rates.
    fn cents_of(&self, voucher: i64) -> Option<i64> {
        let t = self.t;
        let mut cents = 5;
        for source in t.of_where("voucher_source", |one| one.int("voucher_id") == voucher) {
            let id = source.int("source_id");
            let of_it = |one: &&Line| match source.text("source") {
                "write_off" => one.int("id") == id,
                "offsetting" => one.id("offset_id") == Some(id),
                _ => false,
            };
            for one in t.all("write_off").iter().filter(of_it) {
                let write_off = one.int("id");
                for line in t.of_where("write_off_line", |line| line.int("write_off_id") == write_off) {
                    let (side, row) = (line.text("side"), line.int("row_id"));
                    let settles = |other: &Line| other.is("side", side) && other.int("row_id") == row;
                    cents += 1 + count(t.of_where("write_off_line", settles).count());
                    let note_row = t.find("debit_note_row", Some(row)).filter(|_| side == "RECEIVABLE");
                    if note_row.is_some_and(|row| row.flag("mixed_rate")) {
                        return None;
                    }
                }
                if one.id("advance_id").is_some() {
                    let advance = one.id("advance_id");
                    cents += count(t.of_where("write_off", |other| other.id("advance_id") == advance).count());
                }
            }
            if source.is("source", "invoice") {
                for one in t.of_where("invoice_allocation", |one| one.int("invoice_id") == id) {
                    cents += 1;
                    let table = if one.is("side", "RECEIVABLE") { "debit_note_row" } else { "payment" };
                    if t.find(table, one.id("row_id")).is_some_and(|row| row.flag("mixed_rate")) {
                        return None;
                    }
                }
            }
        }
        Some(cents)
    }

    /// 33.
    fn chart(&mut self) {
        let t = self.t;
        for account in t.all("financial_account") {
            let parent = t.find("financial_account", account.id("parent_id"));
            let level = parent.map_or(1, |parent| parent.int("level") + 1);
            self.need(account.int("level") == level && level <= 5, "33: a level of its own", account);
            let begins = parent.is_none_or(|parent| {
                account.text("code").starts_with(parent.text("code")) && account.text("code") != parent.text("code")
            });
            self.need(begins, "33: a code that does not begin with its parent's", account);
        }
    }

    /// 32.
    fn rates(&mut self) {
        let t = self.t;
        let mut ends: BTreeMap<(&str, &str), Vec<(i64, i64)>> = BTreeMap::new();
        for rate in t.all("currency_rate") {
            let times = ends.entry((rate.text("currency_code"), rate.text("kind"))).or_default();
            times.push((rate.int("begin_at"), rate.id("end_at").unwrap_or(i64::MAX)));
        }
        for (of, mut times) in ends {
            times.sort_unstable();
            if times.windows(2).any(|two| two[0].1 > two[1].0) {
                self.wrong.push(format!("32: rates of {of:?} overlap: {times:?}"));
            }
        }
    }
}
