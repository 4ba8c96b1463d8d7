//! Ways from a number a user types to the rows of lists of bills and of what hangs on them: filters find these rows first, so
//! that they need not compare all (`platform::list::Place`). Each names in its steps what the condition of its filter joins.

use std::marker::PhantomData;

use charge::chain::{DETAIL, NOTE, NOTE_ROW, PAYMENT};
use charge::confirmed::WAITING;
use charge::line::TABLE as CHARGE;
use platform::document::Document;
use platform::list::{Filter, Match, Place, Step};

use crate::field::VOUCHER_CREATOR;
use crate::note::STATEMENT;
use crate::{application, invoice, request, write_off};

const ORDER: &str = "freight_order";

const NOTE_OF_ORDER: Step = Step::new(NOTE, "order_id", "id");
const NOTE_OF_STATEMENT: Step = Step::new(NOTE, "statement_id", "id");
const STATEMENT_OF_ORDER: Step = Step::new(NOTE, "order_id", "statement_id");
const ROW_OF_NOTE: Step = Step::new(NOTE_ROW, "note_id", "id");
const APPLICATION_OF_ROW: Step = Step::new(application::ROW, "note_row_id", "application_id");
const APPLICATION_OF_STATEMENT: Step = Step::new(application::TABLE, "statement_id", "id");
const INVOICE_OF_APPLICATION: Step = Step::new(invoice::TABLE, "application_id", "id");
const ISSUED_ROW: Step =
    Step::new(invoice::ALLOCATION, "invoice_id", "row_id").among("invoice_allocation.side = 'RECEIVABLE'");
const NOTE_OF_ROW: Step = Step::new(NOTE_ROW, "id", "note_id");
const STATEMENT_OF_NOTE: Step = Step::new(NOTE, "id", "statement_id");
const RECEIVED_PAYMENT: Step =
    Step::new(invoice::ALLOCATION, "invoice_id", "row_id").among("invoice_allocation.side = 'PAYABLE'");
const INVOICE_OF_PAYMENT: Step =
    Step::new(invoice::ALLOCATION, "row_id", "invoice_id").among("invoice_allocation.side = 'PAYABLE'");
const PAYMENT_OF_ORDER: Step = Step::new(DETAIL, "order_id", "payment_id");
const SETTLED_NOTE: Step =
    Step::new(write_off::LINE, "document_id", "write_off_id").among("write_off_line.side = 'RECEIVABLE'");
const SETTLED_PAYMENT: Step =
    Step::new(write_off::LINE, "document_id", "write_off_id").among("write_off_line.side = 'PAYABLE'");
const SETTLED_INVOICE: Step = Step::new(write_off::LINE, "invoice_id", "write_off_id");
const LINE_OF_WRITE_OFF: Step =
    Step::new(write_off::LINE, "write_off_id", "document_id").among("write_off_line.side = 'PAYABLE'");

fn of_order(text: &str, steps: &'static [Step]) -> Vec<Place> {
    ["order_code", "biz_number"].map(|column| Place::of(ORDER, column, text).by(steps)).into()
}

/// Applications by an order of a code or number.
pub fn applications_of_order(text: &str) -> Vec<Place> {
    of_order(text, &[NOTE_OF_ORDER, ROW_OF_NOTE, APPLICATION_OF_ROW])
}

/// Issued invoices by such an order.
pub fn invoices_of_order(text: &str) -> Vec<Place> {
    of_order(text, &[NOTE_OF_ORDER, ROW_OF_NOTE, APPLICATION_OF_ROW, INVOICE_OF_APPLICATION])
}

/// Applications by their number, and by that of their statement or of a note.
pub fn applications_of_number(text: &str) -> Vec<Place> {
    vec![
        Place::of(application::TABLE, "application_num", text),
        Place::of(STATEMENT, "statement_num", text).by(&[APPLICATION_OF_STATEMENT]),
        Place::of(NOTE, "note_num", text).by(&[ROW_OF_NOTE, APPLICATION_OF_ROW]),
    ]
}

/// Issued invoices by such numbers.
pub fn invoices_of_number(text: &str) -> Vec<Place> {
    vec![
        Place::of(application::TABLE, "application_num", text).by(&[INVOICE_OF_APPLICATION]),
        Place::of(STATEMENT, "statement_num", text).by(&[APPLICATION_OF_STATEMENT, INVOICE_OF_APPLICATION]),
        Place::of(NOTE, "note_num", text).by(&[ROW_OF_NOTE, APPLICATION_OF_ROW, INVOICE_OF_APPLICATION]),
    ]
}

/// Applications by an invoice that answers them.
pub fn applications_of_invoice(text: &str) -> Vec<Place> {
    vec![Place::of(invoice::TABLE, "invoice_num", text).naming("application_id")]
}

/// Notes by an invoice that covers something of them.
pub fn notes_of_invoice(text: &str) -> Vec<Place> {
    vec![Place::of(invoice::TABLE, "invoice_num", text).by(&[ISSUED_ROW, NOTE_OF_ROW])]
}

/// Notes by the title of such an invoice.
pub fn notes_of_title(text: &str) -> Vec<Place> {
    vec![Place::of(invoice::TABLE, "title", text).by(&[ISSUED_ROW, NOTE_OF_ROW])]
}

const NOTE_OF_APPLICATION: Step = Step::new(NOTE, "application_id", "id");

/// Notes by who applied for their invoice.
pub fn notes_of_applicant(text: &str) -> Vec<Place> {
    const STEPS: &[Step] = &[Step::new(application::TABLE, "created_by", "id"), NOTE_OF_APPLICATION];
    vec![Place::of("app_user", "name_cn", text).by(STEPS)]
}

/// Notes by the moment somebody did.
pub fn notes_applied_at(_: &str) -> Vec<Place> {
    vec![Place::within(Step::new(application::TABLE, "created_at", "id")).by(&[NOTE_OF_APPLICATION])]
}

/// Notes by items of their charges: ids with commas between.
pub fn notes_of_items(ids: &str) -> Vec<Place> {
    const STEPS: &[Step] = &[Step::new(CHARGE, "service_item_id", "debit_note_id")];
    of_chosen(ids, STEPS)
}

fn of_chosen(ids: &str, steps: &'static [Step]) -> Vec<Place> {
    let items: Option<Vec<i64>> = ids.split(',').map(|id| id.trim().parse().ok()).collect();
    items.unwrap_or_default().into_iter().map(|id| Place::chosen(id).by(steps)).collect()
}

/// Payments by items of their costs.
pub fn payments_of_items(ids: &str) -> Vec<Place> {
    const STEPS: &[Step] = &[Step::new(CHARGE, "service_item_id", "id"), Step::new(DETAIL, "charge_id", "payment_id")];
    of_chosen(ids, STEPS)
}

/// Statements by a note.
pub fn statements_of_note(text: &str) -> Vec<Place> {
    vec![Place::of(NOTE, "note_num", text).naming("statement_id")]
}

/// Statements by a number of an order that stands in some column.
pub fn statements_of_order(column: &'static str, text: &str) -> Vec<Place> {
    vec![Place::of(ORDER, column, text).by(&[STATEMENT_OF_ORDER])]
}

/// Statements by who serves an order on one.
pub fn statements_of_servicers(ids: &str) -> Vec<Place> {
    const STEPS: &[Step] = &[Step::new(ORDER, "servicer_id", "id"), STATEMENT_OF_ORDER];
    of_chosen(ids, STEPS)
}

/// Statements by who sold an order on one.
pub fn statements_of_sales(ids: &str) -> Vec<Place> {
    const STEPS: &[Step] = &[Step::new(ORDER, "sales_id", "id"), STATEMENT_OF_ORDER];
    of_chosen(ids, STEPS)
}

/// Statements by an invoice that covers something of a note of theirs.
pub fn statements_of_invoice(text: &str) -> Vec<Place> {
    vec![Place::of(invoice::TABLE, "invoice_num", text).by(&[ISSUED_ROW, NOTE_OF_ROW, STATEMENT_OF_NOTE])]
}

/// Statements by the title of one.
pub fn statements_of_title(text: &str) -> Vec<Place> {
    vec![Place::of(invoice::TABLE, "title", text).by(&[ISSUED_ROW, NOTE_OF_ROW, STATEMENT_OF_NOTE])]
}

const ISSUED_ON: Step = Step::new(invoice::TABLE, "invoice_date", "id").among("invoice.side = 'RECEIVABLE'");

/// Notes by the day of such an invoice.
pub fn notes_invoiced_on(_: &str) -> Vec<Place> {
    vec![Place::within(ISSUED_ON).by(&[ISSUED_ROW, NOTE_OF_ROW])]
}

/// Statements by it.
pub fn statements_invoiced_on(_: &str) -> Vec<Place> {
    vec![Place::within(ISSUED_ON).by(&[ISSUED_ROW, NOTE_OF_ROW, STATEMENT_OF_NOTE])]
}

/// Issued invoices by the moment they were entered.
pub fn issued_at(_: &str) -> Vec<Place> {
    vec![Place::within(Step::new(invoice::TABLE, "created_at", "id").among("invoice.side = 'RECEIVABLE'"))]
}

/// Write-offs of income by a note, statement or invoice.
pub fn settled_of_source(text: &str) -> Vec<Place> {
    vec![
        Place::of(NOTE, "note_num", text).by(&[SETTLED_NOTE]),
        Place::of(STATEMENT, "statement_num", text).by(&[NOTE_OF_STATEMENT, SETTLED_NOTE]),
        Place::of(invoice::TABLE, "invoice_num", text).by(&[SETTLED_INVOICE]),
    ]
}

/// Write-offs of a side that settle an invoice.
pub fn settled_of_invoice(text: &str) -> Vec<Place> {
    vec![Place::of(invoice::TABLE, "invoice_num", text).by(&[SETTLED_INVOICE])]
}

/// Write-offs of income by an order.
pub fn settled_of_order(text: &str) -> Vec<Place> {
    of_order(text, &[NOTE_OF_ORDER, SETTLED_NOTE])
}

/// Payments by an order.
pub fn payments_of_order(text: &str) -> Vec<Place> {
    of_order(text, &[PAYMENT_OF_ORDER])
}

/// Payments by an invoice that covers them.
pub fn payments_of_invoice(text: &str) -> Vec<Place> {
    vec![Place::of(invoice::TABLE, "invoice_num", text).by(&[RECEIVED_PAYMENT])]
}

/// Payments by a write-off that settled them.
pub fn payments_of_write_off(text: &str) -> Vec<Place> {
    vec![Place::of(write_off::TABLE, "write_off_num", text).by(&[LINE_OF_WRITE_OFF])]
}

/// Received invoices by a payment they cover.
pub fn received_of_payment(text: &str) -> Vec<Place> {
    vec![Place::of(PAYMENT, "payment_num", text).by(&[INVOICE_OF_PAYMENT])]
}

/// Received invoices by an order of such a payment.
pub fn received_of_order(text: &str) -> Vec<Place> {
    of_order(text, &[PAYMENT_OF_ORDER, INVOICE_OF_PAYMENT])
}

/// Received invoices by the request that asks for such a payment.
pub fn received_of_request(text: &str) -> Vec<Place> {
    const STEPS: &[Step] = &[Step::new(request::ROW, "request_id", "payment_id"), INVOICE_OF_PAYMENT];
    vec![Place::of(request::TABLE, "request_num", text).by(STEPS)]
}

/// Write-offs of cost by a payment.
pub fn paid_of_payment(text: &str) -> Vec<Place> {
    vec![Place::of(PAYMENT, "payment_num", text).by(&[SETTLED_PAYMENT])]
}

/// Write-offs of cost by an order of a payment they settled.
pub fn paid_of_order(text: &str) -> Vec<Place> {
    of_order(text, &[PAYMENT_OF_ORDER, SETTLED_PAYMENT])
}

/// The filter of documents by who made their voucher; the list joins `field::VOUCHER_JOINS`.
pub fn voucher_maker<D: Document>() -> Filter {
    Filter::new("voucherCreatorName", Match::Contains, VOUCHER_CREATOR)
        .columns(&[("voucher_maker", "name_cn")])
        .searched(|text| vec![Place::of("app_user", "name_cn", text).by(Posted::<D>::STEPS)])
        .more()
}

/// From who made vouchers to what they post.
struct Posted<D>(PhantomData<D>);

impl<D: Document> Posted<D> {
    const STEPS: &'static [Step] = &[Step::new("voucher", "created_by", "id"), Step::new(D::TABLE, "voucher_id", "id")];
}

/// Locked income by its partner.
pub fn locked_income_of_partner(text: &str) -> Vec<Place> {
    const STEPS: &[Step] =
        &[Step::new(CHARGE, "coop_id", "id").among("charge.kind = 'RECEIVABLE' AND charge.financial_date IS NOT NULL")];
    of_partner(text, STEPS)
}

/// Locked cost by it.
pub fn locked_cost_of_partner(text: &str) -> Vec<Place> {
    const STEPS: &[Step] =
        &[Step::new(CHARGE, "coop_id", "id").among("charge.kind = 'PAYABLE' AND charge.financial_date IS NOT NULL")];
    of_partner(text, STEPS)
}

/// Costs that wait to be confirmed, by the business date of their order.
pub fn waiting_of_days(_: &str) -> Vec<Place> {
    const STEPS: &[Step] = &[Step::new(CHARGE, "order_id", "id").among(WAITING)];
    vec![Place::within(Step::new(ORDER, "biz_date", "id")).by(STEPS)]
}

/// Such costs by their supplier.
pub fn waiting_of_supplier(text: &str) -> Vec<Place> {
    const STEPS: &[Step] = &[Step::new(CHARGE, "coop_id", "id").among(WAITING)];
    of_partner(text, STEPS)
}

fn of_partner(text: &str, steps: &'static [Step]) -> Vec<Place> {
    ["coop_name", "coop_code"].map(|column| Place::of("coop", column, text).by(steps)).into()
}

/// Requests by a payment they ask for.
pub fn requests_of_payment(text: &str) -> Vec<Place> {
    const STEPS: &[Step] = &[Step::new(request::ROW, "payment_id", "request_id")];
    vec![Place::of(PAYMENT, "payment_num", text).by(STEPS)]
}
