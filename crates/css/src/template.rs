//! 费用模板. The usual charge lines of a port or customer, which a new order gets in one click.

use charge::item;
use charge::template::{ChargeTemplate, LINES, WITH_MASTER, uses};
use charge::terms::{Offered, Terms};
use kernel::Scope;
use platform::prelude::*;

const NAME_TAKEN: Msg = Msg::new("template.name", "模板名称已存在", "The template name exists already.");
const NO_LINES: Msg = Msg::new("template.lines", "请至少填写一行费用", "Enter one charge at least.");
const NO_MASTERS: Msg = Msg::new(
    "template.masters",
    "该业务范畴的订单不配主单，请选择其他时机",
    "Orders of this scope get no master; choose another moment.",
);
const USED: Msg =
    Msg::new("template.used", "模板已使用{n}次，可停用", "The template was used {n} times; it can be disabled.");
const COUNT: Field = Field::int("费用行数", "Charges").column("line_count").wire("lines");
const USES: Field = Field::int("使用次数", "Uses").column("used_count");
const COOP_NAME: Field = Field::text("客户", "Customer").column("coop_name").wire("coopName");

/// The page.
pub static PAGE: LazyLock<Page<ChargeTemplate>> = LazyLock::new(|| {
    let door = ("/css_charge_template", "/cssManager/charge", 40);
    Page::of("css.charge-template", ("费用模板", "Charge templates"), door, ChargeTemplate::TEMPLATE_CODE)
        .one("费用模板", "Charge template")
        .calls("/css/chargeTemplate", "charge_template")
        .joins(&[Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true }])
        .columns(&[
            Column::own(ChargeTemplate::TEMPLATE_CODE).width(100).copy(),
            Column::own(ChargeTemplate::TEMPLATE_NAME).width(200),
            Column::own(ChargeTemplate::BUSINESS_SCOPE).width(100),
            Column::own(ChargeTemplate::KIND).width(70),
            Column::own(ChargeTemplate::PORT_CODE).width(90),
        ])
        .counts_rows(COUNT, LINES)
        .columns(&[Column::of("coop", COOP_NAME).width(160), Column::own(ChargeTemplate::AUTO_APPLY).width(110)])
        .counts(USES, uses)
        .columns(&[Column::own(ChargeTemplate::REMARK).width(180), Column::own(ChargeTemplate::ACTIVE).width(70)])
        .made_by()
        .filters(&[
            Filter::new("businessScope", Match::OneOf, ChargeTemplate::BUSINESS_SCOPE),
            Filter::new("kind", Match::OneOf, ChargeTemplate::KIND),
            Filter::new("templateCode", Match::Contains, ChargeTemplate::TEMPLATE_CODE),
            Filter::new("templateName", Match::Contains, ChargeTemplate::TEMPLATE_NAME),
            Filter::new("portCode", Match::Contains, ChargeTemplate::PORT_CODE),
            Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name")]).more(),
            Filter::new("active", Match::Bool, ChargeTemplate::ACTIVE).more(),
        ])
        .rows(LINES)
        .unique("uq_charge_template_name", &["business_scope", "kind", "template_name"], "templateName", NAME_TAKEN)
        .rules(check)
        .remove_rule(need_unused)
        .action(Action::create("css-tpl-add"))
        .action(Action::edit("css-tpl-edit"))
        .action(Action::switch("css-tpl-edit"))
        .action(Action::copy("css-tpl-copy", &[ChargeTemplate::TEMPLATE_CODE]))
        .action(Action::remove("css-tpl-del"))
        .action(Action::export("css-tpl-export"))
});

/// Its number, and lines that can be charged.
fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        let number = tx.next_number("charge template", "")?;
        draft.set(ChargeTemplate::TEMPLATE_CODE, format!("TC{number:03}").into_value());
    }
    let none = draft.rows(LINES.member).map_or(draft.is_new(), <[_]>::is_empty);
    findings.error_if(none, LINES.member, NO_LINES);
    let (org, scope): (i64, String) = (tx.org(), draft.get(ChargeTemplate::BUSINESS_SCOPE)?);
    let applied: String = draft.get(ChargeTemplate::AUTO_APPLY)?;
    let masters = Scope::from_code(&scope).is_none_or(|scope| order::profile(scope).takes_masters());
    findings.error_if(applied == WITH_MASTER && !masters, "autoApply", NO_MASTERS);
    let offered = Offered::to(tx, org)?;
    let mut items = Vec::new();
    for (place, row) in draft.rows(LINES.member).unwrap_or_default().iter().enumerate() {
        let at = |name: &str| format!("{}.{place}.{name}", LINES.member);
        let item = row.first().map_or(Ok(None), Option::<Id>::from_value)?;
        items.extend(item.map(|item| (item, at("serviceItemId"))));
        terms(row)?.check(&offered, at, findings);
    }
    item::need_scope(tx, org, (&items, &scope), findings)
}

/// A template that made charges stays, so that they can tell of it.
fn need_unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    match uses(tx, org, &[id])?.remove(&id) {
        Some(n) => Err(Refusal::Business(USED.with(&[("n", &n.to_string())]))),
        None => Ok(()),
    }
}

/// The terms of a line.
fn terms(row: &[Value]) -> Result<Terms, Refusal> {
    fn cell<T: Cell + Default>(row: &[Value], field: &str) -> Result<T, Refusal> {
        let place = LINES.fields.iter().position(|known| known.column == field);
        let value = place.and_then(|place| row.get(place)).map_or(Ok(None), Option::<T>::from_value)?;
        Ok(value.unwrap_or_default())
    }
    Ok(Terms {
        currency: cell(row, "currency_code")?,
        least: cell(row, "amount_min")?,
        most: cell(row, "amount_max")?,
        digits: cell(row, "digits")?,
        basis: cell(row, "basis")?,
        tax: cell(row, "tax_rate")?,
    })
}
