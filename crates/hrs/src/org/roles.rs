//! The roles a new company begins with.

use kernel::Scope;
use platform::call::App;
use platform::refusal::Refusal;
use platform::registry::NodeKind;
use platform::store::Conn;

use crate::setup;

/// A role: what the codes it holds begin with (`*` for all), what of these it does not hold, and its
/// data level of orders.
struct Template {
    name: &'static str,
    holds: &'static [&'static str],
    without: &'static [&'static str],
    level: i64,
    /// Works on the orders of the other scopes too.
    others: bool,
}

/// Pages of people, platform and internal control, which only the managing roles hold.
const PEOPLE: &[&str] = &["hrs", "sys_", "prm_approval", "prm-ics"];

/// Orders of the other scopes, pages and buttons.
const OTHER_ORDERS: [&str; 14] =
    ["ai_", "ai-", "se_", "se-", "si_", "si-", "te_", "te-", "ti_", "ti-", "lc_", "lc-", "io_", "io-"];

#[rustfmt::skip]
const TEMPLATES: &[Template] = &[
    Template { name: "销售员", holds: &["af_order", "af-order", "prm_coop", "prm-coop", "af_airport", "af_carrier", "af-track", "hrs_task"], without: &["af-order-forcestop", "af-order-takeover"], level: 1, others: true },
    Template { name: "客服", holds: &["af", "prm", "sc_", "sc-", "tc_", "tc-", "hrs_task"], without: &["af-order-forcestop", "af-lock", "prm_approval", "prm-ics"], level: 2, others: true },
    Template { name: "操作员", holds: &["af", "prm", "sc_", "sc-", "tc_", "tc-", "hrs_task"], without: &["af-order-price", "af-order-forcestop", "af-lock", "prm_approval", "prm-ics"], level: 3, others: true },
    Template { name: "单证", holds: &["af_awb", "af-awb", "af_cargo_pouch", "af-pouch", "af_order", "af-order-edit", "af-order-export", "af-order-share", "af_airport", "af_carrier", "hrs_task"], without: &[], level: 5, others: true },
    Template { name: "关务", holds: &["af_order", "os", "mft", "hrs_task"], without: &["af-order-forcestop"], level: 5, others: false },
    Template { name: "仓库", holds: &["af_airport", "af_carrier", "hrs_task"], without: &[], level: 5, others: false },
    Template { name: "财务", holds: &["*"], without: PEOPLE, level: 5, others: false },
    Template { name: "部门经理", holds: &["*"], without: &["af-lock", "hrs", "sys_", "prm_approval", "prm-ics"], level: 4, others: false },
    Template { name: "总经理", holds: &["*"], without: &["sys_task_everything"], level: 5, others: false },
];

/// Makes them, with the pages and buttons their work needs.
pub(crate) fn create(app: &App, conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
    for template in TEMPLATES {
        let begins = |code: &str, list: &[&str]| list.iter().any(|start| *start == "*" || code.starts_with(start));
        let codes: Vec<String> = app
            .registry
            .nodes
            .iter()
            .filter(|node| !node.platform)
            .filter(|node| {
                node.kind == NodeKind::Group
                    || begins(&node.code, template.holds)
                    || (template.others && begins(&node.code, &OTHER_ORDERS))
            })
            .filter(|node| node.code == "hrs_task" || !begins(&node.code, template.without))
            .map(|node| node.code.clone())
            .collect();
        let levels: Vec<(&str, i64)> = Scope::all().map(|scope| (scope.code(), template.level)).collect();
        setup::create_role(app, conn, org, template.name, &codes, &levels)?;
    }
    Ok(())
}
