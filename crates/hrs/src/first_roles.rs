//! The roles a company begins with, and what each holds. New companies and the demonstration company
//! read the same table.

use platform::registry::{Node, NodeKind};

/// A role a company begins with.
#[derive(Debug, Clone, Copy)]
pub struct FirstRole {
    /// Its name.
    pub name: &'static str,
    /// Beginnings of the codes it holds; `*` for all.
    pub holds: &'static [&'static str],
    /// What of these it does not hold: beginnings too, or endings, which begin with a dash.
    pub without: &'static [&'static str],
    /// Its data level of orders, 1 own to 5 company.
    pub level: i64,
}

/// Pages of people, platform, internal control and the group, which only the managing roles hold.
const PEOPLE: &[&str] = &["hrs", "sys_", "prm_approval", "prm-ics", "jt_"];

/// What everyone holds who holds anything: the own exports and imports, and the documents he may see.
const EVERYONES: [&str; 5] = ["hrs_task", "sys_task_cancel", "sys_task_revert", "hrs_doc", "sys_doc_download"];

/// The roles of a new company beside its administrator.
#[rustfmt::skip]
pub const FIRST_ROLES: &[FirstRole] = &[
    FirstRole { name: "销售员", holds: &["af_tact", "af_order", "af-order", "af_delivery_notice", "af-notice-send", "prm_coop", "prm-coop", "prm-share", "prm_shipperConsignee", "prm-party-", "prm_report_receivable_age", "prm-age-", "af_airport", "af_carrier", "newCargoTracking", "af-track", "af_order_inquiry", "af-inquiry", "ai_", "ai-", "se_", "se-", "si_", "si-", "te_", "te-", "ti_", "ti-", "lc_", "lc-", "io_", "io-", "css_order_charge", "css_receipt", "css-rc-claim", "css-income-view", "css_expense_report", "css-er-"], without: &["css-er-approve", "css-er-audit", "css-er-pay", "css-er-return", "-order-forcestop", "-order-takeover", "prm-coop-takeover", "prm-coop-credit-edit", "se-bl-", "af_order_lock", "af-order-calc", "af_order_match", "af-order-match", "af-order-unmatch", "-income-finish", "-cost-finish"], level: 1 },
    FirstRole { name: "客服", holds: &["*"], without: &["-order-forcestop", "af-lock", "af_order_lock", "css_period", "css-period", "css_financial_account", "css-fa-", "css_voucher", "css-vc-", "css-voucher-", "css-vf-", "css-vr-", "css_cost_writeoff", "css-pw-", "css_bank_journal", "css-bank-", "css-pr-pay", "css-pr-batch-pay", "css-pr-bank", "css_charge_adjust", "css-adjust", "css-charge-after-finish", "css-charge-rollback", "af-routing-sign", "af-routing-unsign", "css-rw-", "css-rc-add", "css-rc-import", "css-rc-unclaim", "css-rc-advance", "css-rc-refund", "css-rc-del", "css-rc-export", "css-adv-", "css-os-", "css-er-approve", "css-er-audit", "css-er-pay", "css-er-return", "css-inv-", "css-ci-", "prm-agr-", "prm-credit-", "prm-coop-credit-edit", "prm-rule-", "prm-bill-", "prm-check-", "prm-settle-", "hrs", "sys_", "prm_approval", "prm-ics", "jt_"], level: 2 },
    FirstRole { name: "操作员", holds: &["*"], without: &["af-order-price", "-order-forcestop", "af-lock", "af_order_lock", "css_period", "css-period", "css_financial_account", "css-fa-", "css_voucher", "css-vc-", "css-voucher-", "css-vf-", "css-vr-", "css_cost_writeoff", "css-pw-", "css_bank_journal", "css-bank-", "css-pr-pay", "css-pr-batch-pay", "css-pr-bank", "css_charge_adjust", "css-adjust", "css-charge-after-finish", "css-charge-rollback", "af-routing-sign", "af-routing-unsign", "css-rw-", "css-rc-add", "css-rc-import", "css-rc-unclaim", "css-rc-advance", "css-rc-refund", "css-rc-del", "css-rc-export", "css-adv-", "css-os-", "css-er-approve", "css-er-audit", "css-er-pay", "css-er-return", "css-inv-", "css-ci-", "prm-agr-", "prm-credit-", "prm-coop-credit-edit", "prm-rule-", "prm-bill-", "prm-check-", "prm-settle-", "hrs", "sys_", "prm_approval", "prm-ics", "jt_"], level: 3 },
    FirstRole { name: "单证", holds: &["af_tact", "af_surcharge", "af_awb", "af-awb", "af_mawb_make", "hawb_info_page", "newCargoTracking", "af_destination_rule", "af-destrule", "af_edi_message", "af-edi-", "af_cargo_pouch", "af-pouch", "af_order", "af-order-edit", "af-order-export", "af-order-share", "af-order-label", "af-order-awbsubmit", "af-order-manifest", "af_label_print", "af_airport", "af_carrier", "af-carrier-note", "af_dgd_print", "af-dgd", "af_shipper_letter", "af-order-letter", "af-plan-letter", "af-letter-send", "af_identify", "af-identify", "af_goodsname", "af-goods", "prm_shipperConsignee", "prm-party-", "se_order", "seOrderWaybillMake", "se-bl-", "mft", "os", "incidentals", "css_expense_report", "css-er-"], without: &["css-er-approve", "css-er-audit", "css-er-pay", "css-er-return", "af_order_lock", "af_order_match"], level: 5 },
    FirstRole { name: "关务", holds: &["af_order", "af_identify", "af_goodsname", "af_airport", "af_carrier", "os", "mft", "incidentals", "css_expense_report", "css-er-"], without: &["css-er-approve", "css-er-audit", "css-er-pay", "css-er-return", "-order-forcestop", "af_order_inquiry", "af_order_lock", "af_order_match"], level: 5 },
    FirstRole { name: "仓库", holds: &["af_airport", "af_cargo_weighing", "af-weighing", "af_carrier", "af_label_print", "af_delivery_notice", "af-notice-arrive", "af-notice-export", "incidentals", "css_expense_report", "css-er-"], without: &["css-er-approve", "css-er-audit", "css-er-pay", "css-er-return"], level: 5 },
    FirstRole { name: "财务", holds: &["*"], without: PEOPLE, level: 5 },
    FirstRole { name: "部门经理", holds: &["*"], without: &["af-lock", "af_order_lock", "hrs", "sys_", "prm_approval", "prm-ics", "jt_"], level: 4 },
    FirstRole { name: "总经理", holds: &["*"], without: &["sys_task_everything"], level: 5 },
];

impl FirstRole {
    /// Whether it holds a node: a page or a button of its beginnings, a group of the menu when it
    /// holds anything at all.
    pub fn has(&self, node: &Node) -> bool {
        let code = node.code.as_str();
        let begins = |start: &&str| *start == "*" || code.starts_with(start);
        let without = |part: &&str| code.starts_with(part) || (part.starts_with('-') && code.ends_with(part));
        if self.holds.is_empty() {
            return false;
        }
        let own = node.kind == NodeKind::Group || self.holds.iter().any(begins);
        own && !self.without.iter().any(without) || EVERYONES.contains(&node.code.as_str())
    }
}
