//! Which forms take rows of a file: all but those written here, each with its reason.

use std::collections::{BTreeMap, BTreeSet};

/// Forms without an import, and why.
const WITHOUT: [(&str, &str); 65] = [
    ("prm.coop-qualification.form", "a certificate with its file, one at a time"),
    ("prm.contract.form", "a legal paper with its parties and its files, one at a time"),
    ("prm.contract-template.form", "a wording with its file, one at a time"),
    ("prm.agreement-rule.form", "a few rules of an agreement, each with conditions and tiers of its own"),
    ("prm.coop-bill.form", "made of rules, or by hand for one partner"),
    ("prm.coop-check.form", "made of a bill that went out; the partner's list is matched with its lines"),
    ("prm.coop-settle.form", "made of confirmed bills"),
    ("prm.coop-settle-pending.form", "bills of another page, which are settled"),
    ("prm.coop-credit.form", "decided about one partner, and approved"),
    ("prm.coop-lock.form", "made when a partner is locked"),
    ("prm.cost-confirmation.form", "made of costs; the supplier's list is matched with its lines"),
    ("css.cost-invoice.form", "registered from what a supplier sent, against payments"),
    ("css.debit-note.form", "made of the charges of an order"),
    ("css.income-invoice.form", "applied for of notes and statements"),
    ("css.issued-invoice.form", "registered against what was applied for"),
    ("css.open-invoice.form", "the same that are not settled"),
    ("css.statement.form", "put together of debit notes"),
    ("payable.payment.form", "made of costs, or of a supplier's file by the page of its own"),
    ("payable.payment-request.form", "asked for one by one, of what is open"),
    ("voucher.voucher.form", "made of documents"),
    ("voucher.voucher-format.form", "a format is its columns, copied and shaped"),
    ("voucher.rule.form", "one of a company, with a line for each account"),
    ("voucher.expense-report.form", "claimed one by one, by whom it is paid to"),
    ("payable.cost-writeoff.form", "money is set against what is open"),
    ("css.currency.form", "the currencies of ISO 4217 come with the platform"),
    ("css.charge-template.form", "a template is its charge lines"),
    ("prm.coop-service.form", "a few rows of a partner, chosen from its items"),
    ("base.category-type.form", "a list is made for a purpose, one at a time"),
    ("hrs.apiKey.form", "a key is made one by one, and its secret is shown once"),
    ("hrs.webhook.form", "a few addresses, each with a secret that is shown once"),
    ("hrs.webhook-delivery.form", "what was said is written by what happens"),
    ("hrs.erasure.form", "a person is taken out of the data one by one, never by a list"),
    ("hrs.org.form", "a new company brings an administrator and a contract with it"),
    ("hrs.edition.form", "an edition is the permissions it gives, which no cell holds"),
    ("hrs.orgMeal.form", "a few packages of one company, agreed with it"),
    ("hrs.permission.form", "the tree is what the program declares"),
    ("hrs.role.form", "a role is its permissions, which no cell holds"),
    ("hrs.languageList.form", "a handful of languages, whose words are imported"),
    ("hrs.icsSetting.form", "a setting is its levels and their conditions"),
    ("prm.approvalSetting.form", "a setting is its levels and their conditions"),
    ("hrs.orgInterface.form", "one of a kind, with a token nobody puts into a file"),
    ("hrs.orgInterfaceOwn.form", "one of a kind, with a token nobody puts into a file"),
    ("base.tact-edition.form", "an edition is put together of rates, which are imported"),
    ("css.receipt.form", "statements of a bank have an import of their own"),
    ("css.income-writeoff.form", "money is set against bills one receipt at a time"),
    ("css.offset.form", "debts of both sides are netted one partner at a time"),
    ("css.advance.form", "made of receipts and of payment requests"),
    ("css.order-charge.form", "the charges of one order, pasted from a spreadsheet"),
    ("af.delivery-notice.form", "made of one order and told to its driver"),
    ("hrs.notice.form", "written for its readers, one at a time"),
    ("hrs.version.form", "one for each release"),
    ("hrs.versionRecord.form", "written with its release"),
    ("hrs.doc.form", "it is an uploaded file itself"),
    ("hrs.helpDoc.form", "a text of pages, with pictures"),
    ("hrs.signTemplate.form", "pictures of seals and signatures"),
    ("hrs.orgBank.form", "the few accounts money goes to are entered and read over one by one"),
    ("hrs.tutorial.form", "a film and its cover"),
    ("hrs.questionnaire.form", "put together question by question"),
    ("af.cargo-pouch.form", "made of the papers of one master"),
    ("af.dgd-print.form", "declared for one order and signed"),
    ("af.shipper-letter.form", "made of one order"),
    ("af.identify.form", "certificates of one order, with their files"),
    ("af.order-inquiry.form", "asked for by one customer, with its dimensions"),
    ("af.enquiry.form", "buyers read it and change nothing"),
    ("af.inquiry-quote.form", "an answer of one agent, with its breaks and extras"),
];

#[test]
fn every_form_takes_rows_of_a_file_or_says_why_not() {
    let registry = app::rooms::registry().expect("the rooms fit together");
    let text =
        |form: &serde_json::Value, at: &str| form.pointer(at).and_then(|one| one.as_str()).unwrap_or("").to_owned();
    // A new air export is saved below the beginning of its calls.
    let takes = |create: &str| {
        let base = create.trim_end_matches("/doSave");
        registry.operations.iter().any(|one| one.path == format!("{base}/import/template"))
    };
    let forms: BTreeMap<String, bool> =
        registry.forms.iter().map(|form| (text(form, "/key"), takes(&text(form, "/create/path")))).collect();
    let without: BTreeSet<&str> = forms.iter().filter(|(_, takes)| !**takes).map(|(key, _)| key.as_str()).collect();
    let written: BTreeSet<&str> = WITHOUT.iter().map(|(key, _)| *key).collect();
    assert_eq!(without, written);
    assert!(WITHOUT.iter().all(|(_, reason)| !reason.is_empty()));
}

#[test]
fn every_import_has_a_button_of_its_list_with_its_own_permission() {
    let registry = app::rooms::registry().expect("the rooms fit together");
    let templates = registry.operations.iter().filter(|one| one.id.starts_with("get_import_template_of_"));
    for template in templates {
        let base = template.path.trim_end_matches("/template");
        let call = format!("POST {base}");
        let buttons = registry.lists.iter().flat_map(|list| list.buttons).filter(|button| button.call == call);
        let codes: Vec<&str> = buttons.map(|button| button.code).collect();
        assert_eq!(codes, template.access.codes(), "{}", template.path);
    }
}
