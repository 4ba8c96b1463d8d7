//! 结算条件, the first look of 协议结算: the terms of all agreements at a glance, for reading alone.

use agreement::{Agreement, TABLE, agreed};
use domain::coop::visible_coop;
use platform::list::{Behind, Button, ListPage};
use platform::prelude::*;
use platform::sea_query::Condition;

use super::{CODE, COOP_NAME, EXPORT, PATH, TABS};
use crate::coop_agreement::{FINANCE, OF_SCOPE, VALID_ON, of_scope};

const BASE: &str = "/prm/coopAgreement/terms";
const EQUIVALENT: Field = Field::int("账期天数", "Days of credit").column("equivalent_days");

/// What makes the days of credit of the agreements of a page.
struct Terms;

static TERMS: Terms = Terms;

impl Behind for Terms {
    fn visible(&self, actor: &Actor) -> Option<Condition> {
        Some(visible_coop(actor))
    }

    fn fills(&self) -> bool {
        true
    }

    fn fill(&self, conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
        let coops = rows.iter().map(|row| Id::from_value(row.value("coopId"))).collect::<Result<Vec<_>, _>>()?;
        let known = agreed(conn, actor.org_id, coops)?;
        for row in rows {
            let id = Id::from_value(row.value("id"))?;
            let found = known.values().flatten().find(|one| one.id == id);
            let days = found.map(|one| one.terms.method.equivalent_days());
            row.set(&EQUIVALENT.name(), days.into_value());
        }
        Ok(())
    }
}

const COLUMNS: &[Column] = &[
    platform::list::ID,
    Column::own(Agreement::COOP_ID).hidden(),
    Column::own(Agreement::AGREEMENT_CODE).width(130).link("/prm_coop_agreement?keyword={agreementCode}").copy(),
    Column::own(Agreement::STATE).width(90).unsorted(),
    Column::of("coop", COOP_NAME).width(150).unsorted(),
    Column::own(Agreement::SIDE).width(80).unsorted(),
    Column::own(Agreement::SCOPES).width(120).unsorted(),
    Column::own(Agreement::SETTLE_TEXT).width(110).unsorted(),
    Column::made(EQUIVALENT).width(90).unsorted(),
    Column::own(Agreement::CREDIT_LIMIT).width(120).needs(FINANCE).unsorted(),
    Column::own(Agreement::CURRENCY_CODE).width(80).unsorted(),
    Column::own(Agreement::BASE_DATE).width(100).unsorted(),
    Column::own(Agreement::GRACE_DAYS).width(80).unsorted(),
    Column::own(Agreement::VALID_FROM).width(110).unsorted(),
    Column::own(Agreement::VALID_TO).width(110).unsorted(),
];

const FILTERS: &[Filter] = &[
    Filter::new("coopName", Match::Contains, COOP_NAME).columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
    Filter::new("side", Match::OneOf, Agreement::SIDE),
    Filter::new("businessScope", Match::Own(of_scope), OF_SCOPE),
    Filter::new("settleMethod", Match::OneOf, Agreement::SETTLE_METHOD),
    Filter::new("validOn", Match::Holds(&Agreement::VALID_FROM, &Agreement::VALID_TO), VALID_ON),
];

const BUTTONS: &[Button] = &[Button::new(EXPORT, ("导出", "Export"), "toolbar", "export")];

/// The list.
pub(super) fn list() -> ListPage {
    ListPage {
        joins: &[Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true }],
        columns: COLUMNS,
        filters: FILTERS,
        buttons: BUTTONS,
        sort: "agreementCode,asc",
        export: EXPORT,
        beside: TABS,
        behind: Some(&TERMS),
        ..ListPage::new("prm.agreement-terms.list", PATH, ("结算条件", "Settlement terms"), CODE, BASE, TABLE)
    }
}
