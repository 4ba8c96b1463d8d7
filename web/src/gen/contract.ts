// Written by `make contract` from the declarations. Not edited by hand.

/** Codes of the permission tree: groups, pages and buttons. */
export type Access =
  | "/afManager"
  | "/afManager/awb"
  | "/afManager/base"
  | "/afManager/fee"
  | "/afManager/inquiry"
  | "/afManager/lock"
  | "/afManager/order"
  | "/afManager/tact"
  | "/afManager/track"
  | "/afManager/warehouse"
  | "/cssManager"
  | "/cssManager/charge"
  | "/cssManager/cost"
  | "/cssManager/finance"
  | "/cssManager/income"
  | "/cssManager/jt"
  | "/cssManager/report"
  | "/hrsManager"
  | "/hrsManager/config"
  | "/hrsManager/content"
  | "/hrsManager/log"
  | "/hrsManager/platform"
  | "/hrsManager/smart"
  | "/hrsManager/staff"
  | "/ioManager"
  | "/lcManager"
  | "/osWaybill"
  | "/prmManager"
  | "/prmManager/agreement"
  | "/prmManager/base"
  | "/prmManager/bill"
  | "/prmManager/coop"
  | "/scManager"
  | "/scManager/base"
  | "/scManager/order"
  | "/scManager/rail"
  | "/scManager/railBase"
  | "/scManager/work"
  | "af"
  | "af-airport-add"
  | "af-airport-edit"
  | "af-airport-export"
  | "af-airport-import"
  | "af-airport-restore"
  | "af-airport-status"
  | "af-awb-add"
  | "af-awb-del"
  | "af-awb-export"
  | "af-awb-lock"
  | "af-awb-reserve"
  | "af-awb-return"
  | "af-awb-unlock"
  | "af-awb-unreserve"
  | "af-awb-void"
  | "af-awbbl-add"
  | "af-awbbl-del"
  | "af-awbprint-back"
  | "af-awbprint-del"
  | "af-awbprint-finish"
  | "af-awbprint-hawb"
  | "af-awbprint-mawb"
  | "af-awbprint-print"
  | "af-carrier-add"
  | "af-carrier-edit"
  | "af-carrier-export"
  | "af-carrier-import"
  | "af-carrier-note"
  | "af-carrier-status"
  | "af-category-add"
  | "af-category-edit"
  | "af-category-export"
  | "af-category-import"
  | "af-category-sort"
  | "af-category-status"
  | "af-compare-export"
  | "af-compare-round"
  | "af-compare-select"
  | "af-cost-finish"
  | "af-destrule-add"
  | "af-destrule-del"
  | "af-destrule-edit"
  | "af-destrule-export"
  | "af-destrule-import"
  | "af-destrule-status"
  | "af-dgd-add"
  | "af-dgd-del"
  | "af-dgd-edit"
  | "af-dgd-over"
  | "af-dgd-print"
  | "af-edi-cancel"
  | "af-edi-download"
  | "af-edi-receive"
  | "af-edi-retry"
  | "af-edi-send"
  | "af-edich-add"
  | "af-edich-del"
  | "af-edich-edit"
  | "af-edich-import"
  | "af-edich-status"
  | "af-enq-assign"
  | "af-enq-compare"
  | "af-enq-export"
  | "af-enq-lost"
  | "af-enq-quote"
  | "af-enq-send"
  | "af-goods-add"
  | "af-goods-import"
  | "af-goods-print"
  | "af-goods-send"
  | "af-iagent-add"
  | "af-iagent-edit"
  | "af-iagent-export"
  | "af-iagent-import"
  | "af-iagent-status"
  | "af-identify-add"
  | "af-identify-audit"
  | "af-identify-declare"
  | "af-identify-del"
  | "af-identify-undeclare"
  | "af-income-finish"
  | "af-inquiry-add"
  | "af-inquiry-cancel"
  | "af-inquiry-copy"
  | "af-inquiry-edit"
  | "af-inquiry-export"
  | "af-inquiry-lost"
  | "af-letter-send"
  | "af-lock-export"
  | "af-lock-lock"
  | "af-lock-rollback"
  | "af-lock-unlock"
  | "af-notice-arrive"
  | "af-notice-export"
  | "af-notice-send"
  | "af-notice-void"
  | "af-order-add"
  | "af-order-awbsubmit"
  | "af-order-calc"
  | "af-order-cancel"
  | "af-order-copy"
  | "af-order-edit"
  | "af-order-export"
  | "af-order-file"
  | "af-order-forcestop"
  | "af-order-label"
  | "af-order-letter"
  | "af-order-manifest"
  | "af-order-match"
  | "af-order-notice"
  | "af-order-opfinish"
  | "af-order-price"
  | "af-order-restore"
  | "af-order-share"
  | "af-order-split"
  | "af-order-split-confirmed"
  | "af-order-takeover"
  | "af-order-uninstall"
  | "af-order-unmatch"
  | "af-plan-letter"
  | "af-pouch-add"
  | "af-pouch-edit"
  | "af-pouch-export"
  | "af-pouch-hand"
  | "af-pouch-print"
  | "af-pouch-seal"
  | "af-pouch-send"
  | "af-pouch-void"
  | "af-price-cost"
  | "af-routing-approve"
  | "af-routing-sign"
  | "af-routing-unsign"
  | "af-share-stop"
  | "af-sign-export"
  | "af-surcharge-add"
  | "af-surcharge-del"
  | "af-surcharge-edit"
  | "af-surcharge-export"
  | "af-surcharge-import"
  | "af-tact-add"
  | "af-tact-adjust"
  | "af-tact-copy"
  | "af-tact-del"
  | "af-tact-edit"
  | "af-tact-export"
  | "af-tact-import"
  | "af-tactpub-adopt"
  | "af-tactpub-edit"
  | "af-tactpub-export"
  | "af-tactpub-publish"
  | "af-track-input"
  | "af-unlock-withdraw"
  | "af-weighing-add"
  | "af-weighing-del"
  | "af-weighing-edit"
  | "af-weighing-export"
  | "af-weighing-import"
  | "af-wh-add"
  | "af-wh-edit"
  | "af-wh-export"
  | "af-wh-import"
  | "af-wh-status"
  | "af_airport"
  | "af_awb"
  | "af_awb_blacklist"
  | "af_awb_print"
  | "af_awb_receipt"
  | "af_awb_stock"
  | "af_cargo_pouch"
  | "af_cargo_weighing"
  | "af_carrier"
  | "af_category"
  | "af_css_debit_note"
  | "af_css_payment"
  | "af_currency"
  | "af_delivery_notice"
  | "af_destination_rule"
  | "af_dgd_print"
  | "af_edi_channel"
  | "af_edi_message"
  | "af_enquiry_manage"
  | "af_exchange_rate"
  | "af_goodsname"
  | "af_identify"
  | "af_inquiry_agent"
  | "af_inquiry_compare"
  | "af_label_print"
  | "af_mawb_make"
  | "af_order"
  | "af_order_edit"
  | "af_order_inquiry"
  | "af_order_lock_unlock_list"
  | "af_order_match"
  | "af_order_share"
  | "af_routing_sign"
  | "af_shipper_letter"
  | "af_surcharge"
  | "af_tact"
  | "af_tact_edition"
  | "af_tact_public"
  | "af_unlock_apply"
  | "af_warehouse"
  | "ai-cost-finish"
  | "ai-income-finish"
  | "ai-notice-confirm"
  | "ai-notice-make"
  | "ai-notice-send"
  | "ai-order-add"
  | "ai-order-cancel"
  | "ai-order-edit"
  | "ai-order-export"
  | "ai-order-file"
  | "ai-order-forcestop"
  | "ai-order-opfinish"
  | "ai-order-restore"
  | "ai-order-share"
  | "ai-order-split"
  | "ai-order-takeover"
  | "ai-order-track"
  | "ai_arrival_notice"
  | "ai_order"
  | "ai_order_edit"
  | "css"
  | "css-adjust-add"
  | "css-adjust-del"
  | "css-adjust-export"
  | "css-adv-add"
  | "css-adv-export"
  | "css-adv-refund"
  | "css-adv-use"
  | "css-adv-void"
  | "css-bank-journal"
  | "css-bank-journal-export"
  | "css-bank-transfer"
  | "css-batch-import"
  | "css-batch-rate"
  | "css-batch-save"
  | "css-batch-share"
  | "css-batch-update"
  | "css-card-add"
  | "css-card-audit"
  | "css-card-copy"
  | "css-card-edit"
  | "css-card-export"
  | "css-card-import"
  | "css-card-stop"
  | "css-card-test"
  | "css-charge-add"
  | "css-charge-after-finish"
  | "css-charge-copy"
  | "css-charge-copy-order"
  | "css-charge-del"
  | "css-charge-edit"
  | "css-charge-export"
  | "css-charge-import"
  | "css-charge-rate"
  | "css-charge-refresh"
  | "css-charge-rollback"
  | "css-charge-template"
  | "css-chargeq-bill"
  | "css-chargeq-export"
  | "css-chargeq-pay"
  | "css-ci-add"
  | "css-ci-deduct"
  | "css-ci-del"
  | "css-ci-edit"
  | "css-ci-export"
  | "css-cost-finish"
  | "css-cost-view"
  | "css-cp-add"
  | "css-cp-confirm"
  | "css-cp-detail"
  | "css-cp-edit"
  | "css-cp-export"
  | "css-cp-match"
  | "css-cp-print"
  | "css-cp-request"
  | "css-cp-split"
  | "css-cp-void"
  | "css-cpb-export"
  | "css-cpb-save"
  | "css-cpb-upload"
  | "css-currency-common"
  | "css-currency-stop"
  | "css-desk-money"
  | "css-dn-add"
  | "css-dn-batch"
  | "css-dn-edit"
  | "css-dn-export"
  | "css-dn-mail"
  | "css-dn-print"
  | "css-dn-statement"
  | "css-dn-void"
  | "css-er-add"
  | "css-er-approve"
  | "css-er-audit"
  | "css-er-del"
  | "css-er-edit"
  | "css-er-export"
  | "css-er-pay"
  | "css-er-print"
  | "css-er-return"
  | "css-er-submit"
  | "css-er-withdraw"
  | "css-fa-add"
  | "css-fa-del"
  | "css-fa-edit"
  | "css-fa-export"
  | "css-fa-import"
  | "css-fa-init"
  | "css-fa-stop"
  | "css-ia-add"
  | "css-ia-cancel"
  | "css-income-finish"
  | "css-income-view"
  | "css-inv-add"
  | "css-inv-del"
  | "css-inv-digital"
  | "css-inv-edit"
  | "css-inv-export"
  | "css-inv-import"
  | "css-inv-mail"
  | "css-inv-red"
  | "css-os-add"
  | "css-os-export"
  | "css-os-print"
  | "css-os-reverse"
  | "css-payment-add"
  | "css-period-accrue"
  | "css-period-check"
  | "css-period-close"
  | "css-period-open"
  | "css-period-reopen"
  | "css-period-revalue"
  | "css-pr-add"
  | "css-pr-bank"
  | "css-pr-bank-edit"
  | "css-pr-batch-pay"
  | "css-pr-close"
  | "css-pr-export"
  | "css-pr-pay"
  | "css-pr-print"
  | "css-pr-submit"
  | "css-pr-withdraw"
  | "css-profit-view"
  | "css-pw-add"
  | "css-pw-export"
  | "css-pw-print"
  | "css-pw-reverse"
  | "css-rate-add"
  | "css-rate-batch"
  | "css-rate-customs"
  | "css-rate-del"
  | "css-rate-edit"
  | "css-rate-export"
  | "css-rate-import"
  | "css-rc-add"
  | "css-rc-advance"
  | "css-rc-claim"
  | "css-rc-del"
  | "css-rc-export"
  | "css-rc-import"
  | "css-rc-refund"
  | "css-rc-unclaim"
  | "css-rw-add"
  | "css-rw-auto"
  | "css-rw-export"
  | "css-rw-print"
  | "css-rw-reverse"
  | "css-st-add"
  | "css-st-confirm"
  | "css-st-detail"
  | "css-st-edit"
  | "css-st-export"
  | "css-st-mail"
  | "css-st-print"
  | "css-st-void"
  | "css-tpl-add"
  | "css-tpl-copy"
  | "css-tpl-del"
  | "css-tpl-edit"
  | "css-tpl-export"
  | "css-vc-export"
  | "css-vc-generate"
  | "css-vc-list-export"
  | "css-vc-print"
  | "css-vc-return"
  | "css-vf-copy"
  | "css-vf-default"
  | "css-vf-edit"
  | "css-vf-preview"
  | "css-voucher-list-export"
  | "css-vr-edit"
  | "css-vr-test"
  | "css_advance"
  | "css_bank_journal"
  | "css_charge_adjust"
  | "css_charge_batch"
  | "css_charge_query"
  | "css_charge_template"
  | "css_cost_invoice"
  | "css_cost_writeoff"
  | "css_currency"
  | "css_currency_rate"
  | "css_debit_note_make"
  | "css_expense_report"
  | "css_financial_account"
  | "css_income_invoice"
  | "css_income_writeoff"
  | "css_offset"
  | "css_order_charge"
  | "css_payment_batch"
  | "css_payment_make"
  | "css_payment_request"
  | "css_period"
  | "css_period_difference"
  | "css_rate_card"
  | "css_receipt"
  | "css_report_cancelled_order"
  | "css_report_cancelled_order-detail"
  | "css_report_cancelled_order-export"
  | "css_statement"
  | "css_voucher"
  | "css_voucher_export"
  | "css_voucher_format"
  | "css_voucher_rule"
  | "hawb_info_page"
  | "hrs"
  | "hrs-apiKey-add"
  | "hrs-apiKey-all"
  | "hrs-apiKey-edit"
  | "hrs-apiKey-export"
  | "hrs-apiKey-issue"
  | "hrs-apiKey-revoke"
  | "hrs-erasure-add"
  | "hrs-erasure-export"
  | "hrs-webhook-add"
  | "hrs-webhook-body"
  | "hrs-webhook-del"
  | "hrs-webhook-edit"
  | "hrs-webhook-export"
  | "hrs-webhook-issue"
  | "hrs-webhook-renew"
  | "hrs-webhook-resend"
  | "hrs-webhook-start"
  | "hrs-webhook-stop"
  | "hrs-webhook-test"
  | "hrs_ai_log"
  | "hrs_ai_setting"
  | "hrs_api_config"
  | "hrs_api_key"
  | "hrs_backup"
  | "hrs_blacklist"
  | "hrs_contact"
  | "hrs_dept"
  | "hrs_doc"
  | "hrs_edition"
  | "hrs_erasure"
  | "hrs_health"
  | "hrs_ics_instance"
  | "hrs_ics_list"
  | "hrs_im"
  | "hrs_job"
  | "hrs_language"
  | "hrs_language_list"
  | "hrs_log"
  | "hrs_login_log"
  | "hrs_mail_log"
  | "hrs_message_setting"
  | "hrs_notice"
  | "hrs_org"
  | "hrs_orgUser"
  | "hrs_org_configure"
  | "hrs_permission"
  | "hrs_platform"
  | "hrs_questionnaire"
  | "hrs_role"
  | "hrs_session"
  | "hrs_signtemplate"
  | "hrs_task"
  | "hrs_tutorial"
  | "hrs_user"
  | "hrs_user_workgroup"
  | "hrs_version"
  | "hrs_webhook"
  | "incidentals"
  | "incidentals-add"
  | "io-cost-finish"
  | "io-income-finish"
  | "io-order-add"
  | "io-order-cancel"
  | "io-order-edit"
  | "io-order-export"
  | "io-order-file"
  | "io-order-forcestop"
  | "io-order-opfinish"
  | "io-order-restore"
  | "io-order-share"
  | "io-order-takeover"
  | "io-order-track"
  | "io_order"
  | "io_order_edit"
  | "jt_css_report_cancelled_order"
  | "jt_css_report_cancelled_order-detail"
  | "jt_css_report_cancelled_order-export"
  | "lc-cost-finish"
  | "lc-income-finish"
  | "lc-order-add"
  | "lc-order-cancel"
  | "lc-order-edit"
  | "lc-order-export"
  | "lc-order-file"
  | "lc-order-forcestop"
  | "lc-order-opfinish"
  | "lc-order-restore"
  | "lc-order-share"
  | "lc-order-split"
  | "lc-order-takeover"
  | "lc-order-track"
  | "lc_order"
  | "lc_order_edit"
  | "newCargoTracking"
  | "os-waybill-add"
  | "os-waybill-back"
  | "os-waybill-del"
  | "os-waybill-export"
  | "os-waybill-finish"
  | "os-waybill-print"
  | "osWaybillMake"
  | "os_waybill"
  | "prm-age-dun"
  | "prm-age-export"
  | "prm-agr-add"
  | "prm-agr-change"
  | "prm-agr-del"
  | "prm-agr-edit"
  | "prm-agr-export"
  | "prm-agr-import"
  | "prm-agr-renew"
  | "prm-agr-stop"
  | "prm-agr-submit"
  | "prm-agr-void"
  | "prm-bill-add"
  | "prm-bill-back"
  | "prm-bill-del"
  | "prm-bill-edit"
  | "prm-bill-export"
  | "prm-bill-issue"
  | "prm-bill-print"
  | "prm-bill-send"
  | "prm-bill-void"
  | "prm-cat-add"
  | "prm-cat-del"
  | "prm-cat-edit"
  | "prm-cat-export"
  | "prm-cat-import"
  | "prm-cat-sort"
  | "prm-cat-stop"
  | "prm-cat-type"
  | "prm-check-adjust"
  | "prm-check-confirm"
  | "prm-check-dispute"
  | "prm-check-export"
  | "prm-check-import"
  | "prm-check-match"
  | "prm-contract-add"
  | "prm-contract-archive"
  | "prm-contract-borrow"
  | "prm-contract-del"
  | "prm-contract-edit"
  | "prm-contract-export"
  | "prm-contract-sign"
  | "prm-contract-stop"
  | "prm-contract-submit"
  | "prm-coop-add"
  | "prm-coop-black"
  | "prm-coop-credit-edit"
  | "prm-coop-del"
  | "prm-coop-edit"
  | "prm-coop-export"
  | "prm-coop-file"
  | "prm-coop-finance"
  | "prm-coop-import"
  | "prm-coop-invite"
  | "prm-coop-lock"
  | "prm-coop-stop"
  | "prm-coop-takeover"
  | "prm-coop-unlock"
  | "prm-coop-white"
  | "prm-cost-add"
  | "prm-cost-back"
  | "prm-cost-confirm"
  | "prm-cost-export"
  | "prm-cost-import"
  | "prm-cost-make"
  | "prm-cost-match"
  | "prm-cost-payment"
  | "prm-cost-reject"
  | "prm-cost-send"
  | "prm-credit-dun"
  | "prm-credit-export"
  | "prm-credit-recompute"
  | "prm-credit-rule"
  | "prm-credit-temp"
  | "prm-ics-add"
  | "prm-ics-del"
  | "prm-ics-edit"
  | "prm-ics-stop"
  | "prm-ics-test"
  | "prm-lock-export"
  | "prm-party-add"
  | "prm-party-del"
  | "prm-party-edit"
  | "prm-party-export"
  | "prm-party-import"
  | "prm-party-merge"
  | "prm-party-recognize"
  | "prm-party-stop"
  | "prm-rule-add"
  | "prm-rule-del"
  | "prm-rule-edit"
  | "prm-rule-export"
  | "prm-rule-run"
  | "prm-rule-stop"
  | "prm-rule-test"
  | "prm-service-add"
  | "prm-service-coop"
  | "prm-service-del"
  | "prm-service-edit"
  | "prm-service-export"
  | "prm-service-import"
  | "prm-service-merge"
  | "prm-service-platform"
  | "prm-service-sort"
  | "prm-service-stop"
  | "prm-settle-back"
  | "prm-settle-export"
  | "prm-settle-make"
  | "prm-settle-offset"
  | "prm-share-accept"
  | "prm-share-add"
  | "prm-share-stop"
  | "prm-unlock-apply"
  | "prm-unlock-withdraw"
  | "prm_approval_setting"
  | "prm_category"
  | "prm_contract"
  | "prm_coop"
  | "prm_coop_agreement"
  | "prm_coop_agreement_settlement"
  | "prm_coop_bill"
  | "prm_coop_check"
  | "prm_coop_credit"
  | "prm_coop_edit"
  | "prm_coop_lock"
  | "prm_coop_settle"
  | "prm_coop_share"
  | "prm_cost_confirmation"
  | "prm_customer_info"
  | "prm_report_receivable_age"
  | "prm_service"
  | "prm_shipperConsignee"
  | "sc-port-add"
  | "sc-port-edit"
  | "sc-port-export"
  | "sc-port-import"
  | "sc-port-stop"
  | "sc-track-code-add"
  | "sc-track-code-edit"
  | "sc-track-code-import"
  | "sc-track-code-remove"
  | "sc-track-drop"
  | "sc-track-export"
  | "sc-track-import"
  | "sc-track-map"
  | "sc-track-retry"
  | "sc-wh-add"
  | "sc-wh-edit"
  | "sc-wh-export"
  | "sc-wh-import"
  | "sc-wh-stop"
  | "sc_port_maintenance"
  | "sc_track"
  | "sc_track_code"
  | "sc_track_queue"
  | "sc_warehouse"
  | "se-bl-back"
  | "se-bl-finish"
  | "se-bl-make"
  | "se-bl-print"
  | "se-bl-reprint"
  | "se-cost-finish"
  | "se-income-finish"
  | "se-order-add"
  | "se-order-cancel"
  | "se-order-edit"
  | "se-order-export"
  | "se-order-file"
  | "se-order-forcestop"
  | "se-order-opfinish"
  | "se-order-restore"
  | "se-order-share"
  | "se-order-split"
  | "se-order-takeover"
  | "se-order-track"
  | "seOrderWaybillMake"
  | "se_order"
  | "se_order_edit"
  | "si-cost-finish"
  | "si-income-finish"
  | "si-order-add"
  | "si-order-cancel"
  | "si-order-edit"
  | "si-order-export"
  | "si-order-file"
  | "si-order-forcestop"
  | "si-order-opfinish"
  | "si-order-restore"
  | "si-order-share"
  | "si-order-split"
  | "si-order-takeover"
  | "si-order-track"
  | "si_order"
  | "si_order_edit"
  | "sys_ai_edit"
  | "sys_ai_test"
  | "sys_ailog_export"
  | "sys_ailog_todoc"
  | "sys_api_add"
  | "sys_api_edit"
  | "sys_api_log"
  | "sys_api_stop"
  | "sys_api_test"
  | "sys_backup_edit"
  | "sys_backup_run"
  | "sys_backup_verify"
  | "sys_blacklist_add"
  | "sys_blacklist_edit"
  | "sys_blacklist_export"
  | "sys_blacklist_import"
  | "sys_blacklist_off"
  | "sys_contact_assign"
  | "sys_contact_export"
  | "sys_contact_handle"
  | "sys_dept_add"
  | "sys_dept_del"
  | "sys_dept_edit"
  | "sys_dept_export"
  | "sys_dept_import"
  | "sys_dept_merge"
  | "sys_dept_move"
  | "sys_dept_sort"
  | "sys_dept_stop"
  | "sys_doc_del"
  | "sys_doc_display"
  | "sys_doc_download"
  | "sys_doc_edit"
  | "sys_doc_export"
  | "sys_doc_upload"
  | "sys_doc_zip"
  | "sys_edition_add"
  | "sys_edition_copy"
  | "sys_edition_del"
  | "sys_edition_edit"
  | "sys_edition_permission"
  | "sys_edition_sync"
  | "sys_health_clock"
  | "sys_helpdoc_add"
  | "sys_helpdoc_del"
  | "sys_helpdoc_edit"
  | "sys_helpdoc_index"
  | "sys_helpdoc_publish"
  | "sys_ics_add"
  | "sys_ics_copy"
  | "sys_ics_del"
  | "sys_ics_edit"
  | "sys_ics_export"
  | "sys_ics_retry"
  | "sys_ics_stop"
  | "sys_ics_terminate"
  | "sys_ics_test"
  | "sys_ics_transfer"
  | "sys_icsinst_export"
  | "sys_im_edit"
  | "sys_im_export"
  | "sys_im_record"
  | "sys_im_service"
  | "sys_job_retry"
  | "sys_job_run"
  | "sys_job_stop"
  | "sys_language_add"
  | "sys_language_del"
  | "sys_language_edit"
  | "sys_language_export"
  | "sys_language_import"
  | "sys_language_list_add"
  | "sys_language_list_del"
  | "sys_language_list_edit"
  | "sys_language_list_stop"
  | "sys_language_platform"
  | "sys_log_all"
  | "sys_log_export"
  | "sys_loginlog_export"
  | "sys_maillog_export"
  | "sys_maillog_resend"
  | "sys_maillog_view"
  | "sys_menu_add"
  | "sys_menu_del"
  | "sys_menu_edit"
  | "sys_menu_export"
  | "sys_menu_org"
  | "sys_menu_sort"
  | "sys_message_edit"
  | "sys_notice_add"
  | "sys_notice_del"
  | "sys_notice_edit"
  | "sys_notice_offline"
  | "sys_notice_publish"
  | "sys_notice_send"
  | "sys_org_add"
  | "sys_org_audit"
  | "sys_org_del"
  | "sys_org_edit"
  | "sys_org_erase"
  | "sys_org_export"
  | "sys_org_intended"
  | "sys_org_interface"
  | "sys_org_meal"
  | "sys_org_permission"
  | "sys_org_resetpass"
  | "sys_org_stop"
  | "sys_org_suborg"
  | "sys_orgconf_bank"
  | "sys_orgconf_base"
  | "sys_orgconf_finance"
  | "sys_orgconf_interface"
  | "sys_orgconf_mail"
  | "sys_orgconf_order"
  | "sys_orgconf_security"
  | "sys_orgconf_template"
  | "sys_orguser_assign"
  | "sys_orguser_export"
  | "sys_orguser_offline"
  | "sys_orguser_remove"
  | "sys_orguser_resetpass"
  | "sys_orguser_unlock"
  | "sys_platform_edit"
  | "sys_questionnaire_add"
  | "sys_questionnaire_del"
  | "sys_questionnaire_edit"
  | "sys_questionnaire_export"
  | "sys_questionnaire_publish"
  | "sys_questionnaire_result"
  | "sys_quiet_release"
  | "sys_role_add"
  | "sys_role_copy"
  | "sys_role_del"
  | "sys_role_edit"
  | "sys_role_export"
  | "sys_role_permission"
  | "sys_role_scope"
  | "sys_role_user"
  | "sys_session_offline"
  | "sys_signtemplate_add"
  | "sys_signtemplate_default"
  | "sys_signtemplate_del"
  | "sys_signtemplate_edit"
  | "sys_signtemplate_export"
  | "sys_signtemplate_stop"
  | "sys_task_all"
  | "sys_task_cancel"
  | "sys_task_everything"
  | "sys_task_revert"
  | "sys_tutorial_add"
  | "sys_tutorial_del"
  | "sys_tutorial_edit"
  | "sys_tutorial_export"
  | "sys_tutorial_publish"
  | "sys_user_add"
  | "sys_user_black"
  | "sys_user_del"
  | "sys_user_edit"
  | "sys_user_export"
  | "sys_user_export_address"
  | "sys_user_idnumber"
  | "sys_user_import"
  | "sys_user_leave"
  | "sys_user_openid"
  | "sys_user_override"
  | "sys_user_parttime_del"
  | "sys_user_parttime_save"
  | "sys_user_resetpass"
  | "sys_user_resume"
  | "sys_user_stop"
  | "sys_user_unlock"
  | "sys_version_add"
  | "sys_version_del"
  | "sys_version_edit"
  | "sys_version_publish"
  | "sys_version_record"
  | "sys_workgroup_add"
  | "sys_workgroup_del"
  | "sys_workgroup_edit"
  | "sys_workgroup_export"
  | "sys_workgroup_import"
  | "sys_workgroup_stop"
  | "tc-station-add"
  | "tc-station-edit"
  | "tc-station-export"
  | "tc-station-import"
  | "tc-station-stop"
  | "tc-wh-add"
  | "tc-wh-edit"
  | "tc-wh-export"
  | "tc-wh-import"
  | "tc-wh-stop"
  | "tc_station"
  | "tc_warehouse"
  | "te-cost-finish"
  | "te-income-finish"
  | "te-order-add"
  | "te-order-cancel"
  | "te-order-edit"
  | "te-order-export"
  | "te-order-file"
  | "te-order-forcestop"
  | "te-order-opfinish"
  | "te-order-restore"
  | "te-order-share"
  | "te-order-split"
  | "te-order-takeover"
  | "te-order-track"
  | "te_order"
  | "te_order_edit"
  | "ti-cost-finish"
  | "ti-income-finish"
  | "ti-order-add"
  | "ti-order-cancel"
  | "ti-order-edit"
  | "ti-order-export"
  | "ti-order-file"
  | "ti-order-forcestop"
  | "ti-order-opfinish"
  | "ti-order-restore"
  | "ti-order-share"
  | "ti-order-split"
  | "ti-order-takeover"
  | "ti-order-track"
  | "ti_order"
  | "ti_order_edit";

/** Keys of the declared lists. */
export type ListKey =
  | "hrs.dept.list"
  | "hrs.org.list"
  | "hrs.orgUser.list"
  | "hrs.edition.list"
  | "hrs.permission.list"
  | "hrs.user.list"
  | "hrs.role.list"
  | "hrs.workgroup.list"
  | "hrs.blacklist.list"
  | "hrs.log.list"
  | "hrs.loginLog.list"
  | "hrs.session.list"
  | "hrs.apiKey.list"
  | "hrs.webhook.list"
  | "hrs.webhook-delivery.list"
  | "hrs.task.list"
  | "hrs.job.list"
  | "hrs.jobRun.list"
  | "hrs.companyJob.list"
  | "hrs.erasure.list"
  | "hrs.languageList.list"
  | "hrs.language.list"
  | "hrs.icsSetting.list"
  | "prm.approvalSetting.list"
  | "hrs.icsInstance.list"
  | "hrs.mailLog.list"
  | "hrs.orgInterface.list"
  | "hrs.interfaceCall.list"
  | "hrs.orgInterfaceOwn.list"
  | "hrs.interfaceCallOwn.list"
  | "base.airport.list"
  | "base.carrier.list"
  | "base.tact.list"
  | "base.surcharge.list"
  | "base.warehouse.list"
  | "base.category.list"
  | "base.air-category.list"
  | "base.category-type.list"
  | "base.tact-public.list"
  | "base.tact-edition.list"
  | "prm.coop.list"
  | "prm.service.list"
  | "prm.coop-service.list"
  | "prm.coop-agreement.list"
  | "prm.coop-credit.list"
  | "prm.coop-lock.list"
  | "prm.unlock-apply.list"
  | "prm.coop-qualification.list"
  | "prm.agreement-rule.list"
  | "prm.agreement-terms.list"
  | "prm.coop-bill.list"
  | "prm.coop-paper.list"
  | "prm.coop-check.list"
  | "prm.coop-settle.list"
  | "prm.coop-settle-pending.list"
  | "prm.cost-confirmation.list"
  | "prm.cost-pending.list"
  | "prm.contract.list"
  | "prm.contract-template.list"
  | "prm.party.list"
  | "prm.report-receivable-age.list"
  | "prm.report-receivable-age-detail.list"
  | "prm.customer-info.list"
  | "prm.coop-share.list"
  | "af.order.list"
  | "af.unlock-apply.list"
  | "af.order-lock.list"
  | "af.routing-sign.list"
  | "af.order-match.list"
  | "sc.ai-order.list"
  | "sc.se-order.list"
  | "sc.si-order.list"
  | "sc.te-order.list"
  | "sc.ti-order.list"
  | "sc.lc-order.list"
  | "sc.io-order.list"
  | "sc.port.list"
  | "sc.station.list"
  | "sc.warehouse.list"
  | "sc.rail-warehouse.list"
  | "sc.track.list"
  | "sc.track-waiting.list"
  | "sc.track-code.list"
  | "af.awb.list"
  | "af.awb-receipt.list"
  | "af.awb-blacklist.list"
  | "af.awb-stock.list"
  | "af.awb-print.list"
  | "os.waybill.list"
  | "af.destination-rule.list"
  | "af.order-share.list"
  | "af.delivery-notice.list"
  | "hrs.backup.list"
  | "hrs.notice.list"
  | "hrs.version.list"
  | "hrs.versionRecord.list"
  | "hrs.versionOrg.list"
  | "hrs.doc.list"
  | "hrs.helpDoc.list"
  | "hrs.docOrder.list"
  | "hrs.signTemplate.list"
  | "hrs.orgBank.list"
  | "hrs.tutorial.list"
  | "hrs.questionnaire.list"
  | "hrs.contact.list"
  | "af.cargo-pouch.list"
  | "af.cargo-weighing.list"
  | "edi.message.list"
  | "edi.channel.list"
  | "af.dgd-print.list"
  | "af.shipper-letter.list"
  | "af.arrival-notice.list"
  | "af.goods-name.list"
  | "af.identify.list"
  | "af.order-inquiry.list"
  | "af.enquiry.list"
  | "af.inquiry-agent.list"
  | "css.currency.list"
  | "css.currency-rate.list"
  | "css.charge-template.list"
  | "css.rate-card.list"
  | "css.report-cancelled-order.list"
  | "css.report-cancelled-order-detail.list"
  | "css.jt-report-cancelled-order.list"
  | "css.jt-report-cancelled-order-detail.list"
  | "css.charge-query.list"
  | "css.charge-adjust.list"
  | "css.period-difference.list"
  | "css.income-writeoff.list"
  | "css.income-invoice.list"
  | "css.open-invoice.list"
  | "css.issued-invoice.list"
  | "css.debit-note.list"
  | "css.statement.list"
  | "css.receipt.list"
  | "css.advance.list"
  | "css.offset.list"
  | "css.cost-invoice.list"
  | "payable.payment.list"
  | "payable.payment-request.list"
  | "payable.cost-writeoff.list"
  | "payable.bank-journal.list"
  | "voucher.expense-report.list"
  | "voucher.financial-account.list"
  | "voucher.rule.list"
  | "voucher.export.list"
  | "voucher.export-income-lock.list"
  | "voucher.export-cost.list"
  | "voucher.export-cost-lock.list"
  | "voucher.export-income-writeoff.list"
  | "voucher.export-cost-writeoff.list"
  | "voucher.export-expense.list"
  | "voucher.export-expense-paid.list"
  | "voucher.export-request.list"
  | "voucher.export-advance-in.list"
  | "voucher.export-refund-out.list"
  | "voucher.export-advance-out.list"
  | "voucher.export-refund-in.list"
  | "voucher.export-offset.list"
  | "voucher.export-revaluation.list"
  | "voucher.export-transfer.list"
  | "voucher.export-accrual.list"
  | "voucher.voucher.list"
  | "voucher.voucher-gap.list"
  | "voucher.account-summary.list"
  | "voucher.voucher-number-log.list"
  | "voucher.voucher-format.list"
  | "hrs.im.list"
  | "hrs.imOrg.list"
  | "hrs.aiLog.list";

/** Keys of the declared forms. */
export type FormKey =
  | "hrs.dept.form"
  | "hrs.org.form"
  | "hrs.edition.form"
  | "hrs.orgMeal.form"
  | "hrs.permission.form"
  | "hrs.user.form"
  | "hrs.role.form"
  | "hrs.workgroup.form"
  | "hrs.blacklist.form"
  | "hrs.apiKey.form"
  | "hrs.webhook.form"
  | "hrs.webhook-delivery.form"
  | "hrs.erasure.form"
  | "hrs.languageList.form"
  | "hrs.language.form"
  | "hrs.icsSetting.form"
  | "prm.approvalSetting.form"
  | "hrs.orgInterface.form"
  | "hrs.orgInterfaceOwn.form"
  | "base.airport.form"
  | "base.carrier.form"
  | "base.tact.form"
  | "base.surcharge.form"
  | "base.warehouse.form"
  | "base.category.form"
  | "base.air-category.form"
  | "base.category-type.form"
  | "base.tact-edition.form"
  | "prm.coop.form"
  | "prm.service.form"
  | "prm.coop-service.form"
  | "prm.coop-agreement.form"
  | "prm.coop-credit.form"
  | "prm.coop-lock.form"
  | "prm.coop-qualification.form"
  | "prm.agreement-rule.form"
  | "prm.coop-bill.form"
  | "prm.coop-check.form"
  | "prm.coop-settle.form"
  | "prm.coop-settle-pending.form"
  | "prm.cost-confirmation.form"
  | "prm.contract.form"
  | "prm.contract-template.form"
  | "prm.party.form"
  | "af.order.form"
  | "sc.ai-order.form"
  | "sc.se-order.form"
  | "sc.si-order.form"
  | "sc.te-order.form"
  | "sc.ti-order.form"
  | "sc.lc-order.form"
  | "sc.io-order.form"
  | "sc.track-code.form"
  | "sc.port.form"
  | "sc.station.form"
  | "sc.warehouse.form"
  | "sc.rail-warehouse.form"
  | "af.awb-blacklist.form"
  | "af.destination-rule.form"
  | "af.delivery-notice.form"
  | "hrs.notice.form"
  | "hrs.version.form"
  | "hrs.versionRecord.form"
  | "hrs.doc.form"
  | "hrs.helpDoc.form"
  | "hrs.signTemplate.form"
  | "hrs.orgBank.form"
  | "hrs.tutorial.form"
  | "hrs.questionnaire.form"
  | "af.cargo-pouch.form"
  | "af.cargo-weighing.form"
  | "edi.channel.form"
  | "af.dgd-print.form"
  | "af.shipper-letter.form"
  | "af.goods-name.form"
  | "af.identify.form"
  | "af.order-inquiry.form"
  | "af.enquiry.form"
  | "af.inquiry-agent.form"
  | "af.inquiry-quote.form"
  | "css.currency.form"
  | "css.currency-rate.form"
  | "css.charge-template.form"
  | "css.rate-card.form"
  | "css.order-charge.form"
  | "css.income-writeoff.form"
  | "css.income-invoice.form"
  | "css.open-invoice.form"
  | "css.issued-invoice.form"
  | "css.debit-note.form"
  | "css.statement.form"
  | "css.receipt.form"
  | "css.advance.form"
  | "css.offset.form"
  | "css.cost-invoice.form"
  | "payable.payment.form"
  | "payable.payment-request.form"
  | "payable.cost-writeoff.form"
  | "voucher.expense-report.form"
  | "voucher.financial-account.form"
  | "voucher.rule.form"
  | "voucher.voucher.form"
  | "voucher.voucher-format.form";

/** Rows of the declared lists, by key. */
export interface ListRows {
  "hrs.dept.list": {
    deptName: string | null;
    deptCode: string | null;
    shortName: string | null;
    fullName: string | null;
    managerName: string | null;
    profitUnit: boolean | null;
    finalProfitUnit: boolean | null;
    budget: number | null;
    actual: number | null;
    active: boolean | null;
  };
  "hrs.org.list": {
    orgType: "1" | "2" | null;
    orgCode: string | null;
    orgName: string | null;
    auditStatus: "待审核" | "已审核" | "已拒绝" | null;
    intended: boolean | null;
    demandPersonName: string | null;
    editionName: string | null;
    userLimit: number | null;
    users: number | null;
    createdAt: string | null;
    stopAt: string | null;
    ended: boolean | null;
    coops: number | null;
    orders: number | null;
    lastOrderAt: string | null;
    subscriptions: number | null;
    lastSubscriptionAt: string | null;
    groupName: string | null;
    childCount: number | null;
    sourceRemark: string | null;
    adminName: string | null;
    adminEmail: string | null;
    adminPhone: string | null;
    remark: string | null;
    state: "正常" | "停用" | "到期" | "黑名单" | "锁定" | "待审核" | "已拒绝" | null;
    status: boolean | null;
  };
  "hrs.orgUser.list": {
    orgCode: string | null;
    orgName: string | null;
    userName: string | null;
    userEname: string | null;
    loginName: string | null;
    phone: string | null;
    userEmail: string | null;
    accountKind: "管理员" | "用户" | null;
    deptNames: string | null;
    roleNames: string | null;
    state: "在职" | "停用" | "锁定" | "离职" | "黑名单" | null;
    onlineService: boolean | null;
    otherOrgs: number | null;
    lastLoginAt: string | null;
    lastLoginIp: string | null;
    sessions: number | null;
    fails: number | null;
    lockedUntil: string | null;
    createdAt: string | null;
  };
  "hrs.edition.list": {
    editionCode: string | null;
    editionName: string | null;
    nameEn: string | null;
    userCount: number | null;
    pages: number | null;
    buttons: number | null;
    companies: number | null;
    packageCount: number | null;
    active: boolean | null;
    createdByName: string | null;
    createdAt: string | null;
    updatedAt: string | null;
  };
  "hrs.permission.list": {
    permissionName: string | null;
    permissionEname: string | null;
    permissionCode: string | null;
    permissionType: "0" | "1" | "2" | null;
    path: string | null;
    component: string | null;
    application: string | null;
    icon: string | null;
    sort: number | null;
    status: boolean | null;
    stopDate: string | null;
    planned: boolean | null;
    hidden: boolean | null;
    disabled: boolean | null;
    adminDefault: boolean | null;
    helpDocument: string | null;
    helpDocumentName: string | null;
    platform: boolean | null;
    companies: number | null;
  };
  "hrs.user.list": {
    userName: string | null;
    state: "在职" | "停用" | "锁定" | "离职" | "黑名单" | null;
    userEname: string | null;
    jobNumber: string | null;
    userEmail: string | null;
    phone: string | null;
    deptNames: string | null;
    jobPosition: string | null;
    roleNames: string | null;
    dataScope: "0" | "1" | "2" | "3" | "4" | "5" | null;
    workgroupNames: string | null;
    employmentType: "全职" | "兼职" | "实习" | "劳务派遣" | null;
    sex: "男" | "女" | null;
    birthday: string | null;
    hireDate: string | null;
    idType: "身份证" | "护照" | "其他" | null;
    idNumberMasked: string | null;
    leaveDate: string | null;
    leaveReason: string | null;
    blacklistDate: string | null;
    blacklistReason: string | null;
    onlineService: boolean | null;
    lastLoginAt: string | null;
    lockedUntil: string | null;
    openidAccount: string | null;
    createdByName: string | null;
    createdAt: string | null;
    updatedAt: string | null;
  };
  "hrs.role.list": {
    roleName: string | null;
    users: number | null;
    pages: number | null;
    buttons: number | null;
    orderScope: string | null;
    active: boolean | null;
    remark: string | null;
    createdByName: string | null;
    createdAt: string | null;
    updatedByName: string | null;
    updatedAt: string | null;
  };
  "hrs.workgroup.list": {
    businessScope: "*" | "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    workgroupName: string | null;
    remark: string | null;
    memberCount: number | null;
    memberNames: string | null;
    active: boolean | null;
    createdByName: string | null;
    createdAt: string | null;
    updatedByName: string | null;
    updatedAt: string | null;
  };
  "hrs.blacklist.list": {
    userName: string | null;
    userEname: string | null;
    phone: string | null;
    email: string | null;
    idType: "身份证" | "护照" | "其他" | null;
    idNumberMasked: string | null;
    blacklistDate: string | null;
    reason: string | null;
    source: "hrs" | "manual" | null;
    state: "生效" | "已解除" | null;
    createdByName: string | null;
    createdAt: string | null;
    offByName: string | null;
    offAt: string | null;
    offReason: string | null;
  };
  "hrs.log.list": {
    createTime: string | null;
    level: "高" | "中" | "低" | null;
    type: "新建" | "修改" | "删除" | "导入" | "导出" | "查看" | "打印" | "审核" | "审批" | "启用" | "停用" | "解锁" | "强制下线" | "重置密码" | "分配权限" | "配置权限" | "移动" | "合并" | "排序" | "离职" | "复职" | "黑名单" | "发布" | "下线" | null;
    pageName: string | null;
    pageFunction: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    objectNumber: string | null;
    text: string | null;
    operatorName: string | null;
    deptName: string | null;
    ip: string | null;
    requestId: string | null;
  };
  "hrs.loginLog.list": {
    createdAt: string | null;
    way: "手机" | "邮箱" | "管理员" | "免登" | "单点登录" | null;
    loginName: string | null;
    userName: string | null;
    deptName: string | null;
    ip: string | null;
    browser: string | null;
    system: string | null;
    result: "成功" | "待验证" | "失败" | null;
    reason: string | null;
    fails: number | null;
    sessionState: "有效" | "已退出" | "已过期" | "已强制下线" | "已被顶替" | null;
    endedAt: string | null;
    endReason: string | null;
  };
  "hrs.session.list": {
    userName: string | null;
    loginName: string | null;
    deptName: string | null;
    way: "手机" | "邮箱" | "管理员" | "免登" | "单点登录" | null;
    createdAt: string | null;
    lastActiveAt: string | null;
    idleMinutes: number | null;
    ip: string | null;
    browser: string | null;
    system: string | null;
    expiresAt: string | null;
    own: boolean | null;
  };
  "hrs.apiKey.list": {
    name: string | null;
    state: "DRAFT" | "ACTIVE" | "REVOKED" | null;
    kind: "USER" | "SYSTEM" | null;
    userName: string | null;
    hint: string | null;
    coverage: "SOME" | "ALL" | null;
    readOnly: boolean | null;
    expiresOn: string | null;
    lastUsedAt: string | null;
    issuedAt: string | null;
    reason: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "hrs.webhook.list": {
    name: string | null;
    state: "DRAFT" | "ACTIVE" | "STOPPED" | null;
    url: string | null;
    onCreated: boolean | null;
    onUpdated: boolean | null;
    onState: boolean | null;
    onNode: boolean | null;
    onEvent: boolean | null;
    scopes: string | null;
    lastAt: string | null;
    lastStatus: number | null;
    failingSince: string | null;
    stoppedFor: "GONE" | "FAILING" | null;
    secretAt: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "hrs.webhook-delivery.list": {
    createTime: string | null;
    webhookName: string | null;
    event: "order.created" | "order.updated" | "order.state_changed" | "order.node_changed" | "order.event_added" | "webhook.test" | null;
    orderCode: string | null;
    state: "WAITING" | "SENDING" | "DONE" | "FAILED" | null;
    attempts: number | null;
    outcome: "OK" | "HTTP" | "UNREACHABLE" | "SILENT" | "OFF" | "INTERRUPTED" | "BROKEN" | null;
    lastStatus: number | null;
    took: number | null;
    triedAt: string | null;
    nextAt: string | null;
    messageId: string | null;
  };
  "hrs.task.list": {
    code: string | null;
    kind: "导出" | "导入" | "打包" | "打印" | "维护" | "批量" | null;
    pageName: string | null;
    conditions: string | null;
    total: number | null;
    ok: number | null;
    bad: number | null;
    progress: number | null;
    status: "排队中" | "执行中" | "已完成" | "部分成功" | "失败" | "已取消" | "已撤销" | null;
    error: string | null;
    userName: string | null;
    createdAt: string | null;
    finishedAt: string | null;
    fileName: string | null;
    fileUntil: string | null;
  };
  "hrs.job.list": {
    title: string | null;
    titleEn: string | null;
    category: "邮件" | "提醒" | "重算" | "报文发送" | "回执接收" | "清理" | "维护" | null;
    schedule: "每分钟" | "每小时" | "每天2点" | "每天3点" | "每天8点" | "每天17点" | "随到随办" | null;
    state: "正常" | "执行中" | "排队中" | "等待重试" | "失败" | "已暂停" | null;
    startedAt: string | null;
    took: number | null;
    result: "执行中" | "成功" | "失败" | "中断" | null;
    nextAt: string | null;
    failures: number | null;
    waiting: number | null;
  };
  "hrs.jobRun.list": {
    title: string | null;
    titleEn: string | null;
    category: "邮件" | "提醒" | "重算" | "报文发送" | "回执接收" | "清理" | "维护" | null;
    startedAt: string | null;
    took: number | null;
    handled: number | null;
    result: "执行中" | "成功" | "失败" | "中断" | null;
    error: string | null;
    instance: string | null;
    userName: string | null;
  };
  "hrs.companyJob.list": {
    companyName: string | null;
    code: string | null;
    pageName: string | null;
    kind: "导出" | "导入" | "打包" | "打印" | "维护" | "批量" | null;
    status: "排队中" | "执行中" | "已完成" | "部分成功" | "失败" | "已取消" | "已撤销" | null;
    progress: number | null;
    ok: number | null;
    attempts: number | null;
    error: string | null;
    userName: string | null;
    createdAt: string | null;
    startedAt: string | null;
    finishedAt: string | null;
    took: number | null;
    nextAt: string | null;
    worker: string | null;
  };
  "hrs.erasure.list": {
    token: string | null;
    kind: "USER" | "PERSON" | "ORG" | null;
    state: "RUNNING" | "DONE" | "FAILED" | null;
    reason: string | null;
    texts: number | null;
    files: number | null;
    letters: number | null;
    doubtful: number | null;
    unreadFiles: number | null;
    jobFiles: number | null;
    sealed: number | null;
    sharesName: boolean | null;
    loginKept: boolean | null;
    failedTables: string | null;
    backupsUntil: string | null;
    finishedAt: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "hrs.languageList.list": {
    code: string | null;
    name: string | null;
    baseLanguage: "zh-CN" | "en-US" | null;
    sort: number | null;
    active: boolean | null;
    updatedAt: string | null;
  };
  "hrs.language.list": {
    pageType: string | null;
    labelKey: string | null;
    textZh: string | null;
    textEn: string | null;
    source: "平台" | "本企业" | null;
    updatedByName: string | null;
    updatedAt: string | null;
  };
  "hrs.icsSetting.list": {
    settingNo: number | null;
    eventNo: number | null;
    eventId: "15" | "25" | "27" | "29" | "31" | "33" | "35" | "37" | "101" | "102" | "103" | "104" | "105" | "106" | "107" | "108" | "109" | "110" | "111" | "112" | "113" | "114" | "115" | "116" | "120" | "121" | "122" | "123" | "124" | "125" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    coopCode: string | null;
    coopName: string | null;
    approval: "1" | "0" | null;
    levelCount: number | null;
    approverText: string | null;
    conditionText: string | null;
    unlockDays: number | null;
    active: boolean | null;
    updatedByName: string | null;
    updatedAt: string | null;
  };
  "prm.approvalSetting.list": {
    settingNo: number | null;
    approval: "1" | "0" | null;
    eventNo: number | null;
    eventId: "15" | "25" | "27" | "29" | "31" | "33" | "35" | "37" | "101" | "102" | "103" | "104" | "105" | "110" | "115" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    coopCode: string | null;
    coopName: string | null;
    levelCount: number | null;
    approverText: string | null;
    conditionText: string | null;
    unlockDays: number | null;
    active: boolean | null;
    updatedByName: string | null;
    updatedAt: string | null;
  };
  "hrs.icsInstance.list": {
    instanceNo: string | null;
    eventId: "15" | "25" | "27" | "29" | "31" | "33" | "35" | "37" | "101" | "102" | "103" | "104" | "105" | "106" | "107" | "108" | "109" | "110" | "111" | "112" | "113" | "114" | "115" | "116" | "120" | "121" | "122" | "123" | "124" | "125" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    orderCode: string | null;
    coopName: string | null;
    applicantName: string | null;
    deptName: string | null;
    applyTime: string | null;
    levelName: string | null;
    currentApprovers: string | null;
    status: "审批中" | "已通过" | "已驳回" | "已撤回" | "已终止" | null;
    hours: number | null;
    finishTime: string | null;
    effectStatus: "成功" | "失败" | null;
    effectError: string | null;
  };
  "hrs.mailLog.list": {
    createdAt: string | null;
    kind: "账单" | "清单" | "订单追踪码" | "送货通知" | "询价" | "发票" | "邀请" | "密码重置" | "登录验证码" | "公告" | "审批" | "聊天邀请" | "电子报文" | "其他" | null;
    fromAddr: string | null;
    toAddrs: string | null;
    ccAddrs: string | null;
    subject: string | null;
    attachmentCount: number | null;
    refNo: string | null;
    status: "待发送" | "发送中" | "已发送" | "失败" | null;
    attempts: number | null;
    error: string | null;
    senderName: string | null;
  };
  "hrs.orgInterface.list": {
    orgName: string | null;
    typeCode: string | null;
    description: "AE_CD_AWB" | "AE_CD_POST_MAWB" | "AI_CD_AWB" | "AE_DZ_AWB" | "AE_DZ_MAWB" | "AE_DZ_POST_MAWB" | "BQ_POST_MAWB" | "AE_ESD_POST_MAWB" | "AE_CD_IMP_HAWB" | "AE_IDF_POST_MAWB" | "AE_IDF_RECEIVE" | "ALL_WORK" | "SAAS_TACT" | "TRACK" | "LOGIN_HANDOFF" | "EDI_RECEIVE" | "FINANCE_EXPORT" | "INVOICE" | "AE_ORDER_CREATE" | "AE_ORDER_EDIT" | "AE_ORDER_LIST" | "AE_ORDER_DETAIL" | "AE_ORDER_WEIGHT" | "AE_ORDER_EDIT_WEIGHT" | null;
    usedBy: "AE_DZ_AWB" | "AE_DZ_MAWB" | "AE_IDF_RECEIVE" | "LOGIN_HANDOFF" | "EDI_RECEIVE" | "NONE" | null;
    platform: string | null;
    function: string | null;
    appId: string | null;
    token: string | null;
    urlAuth: string | null;
    urlPost: string | null;
    direction: "出" | "入" | null;
    mode: "模拟" | "正式" | null;
    state: "启用" | "停用" | null;
    lastAt: string | null;
    lastResult: "成功" | "失败" | null;
    remark: string | null;
    createdName: string | null;
    createdAt: string | null;
    updatedName: string | null;
    updatedAt: string | null;
  };
  "hrs.interfaceCall.list": {
    createdAt: string | null;
    orgName: string | null;
    apiType: "AE_CD_AWB" | "AE_CD_POST_MAWB" | "AI_CD_AWB" | "AE_DZ_AWB" | "AE_DZ_MAWB" | "AE_DZ_POST_MAWB" | "BQ_POST_MAWB" | "AE_ESD_POST_MAWB" | "AE_CD_IMP_HAWB" | "AE_IDF_POST_MAWB" | "AE_IDF_RECEIVE" | "ALL_WORK" | "SAAS_TACT" | "TRACK" | "LOGIN_HANDOFF" | "EDI_RECEIVE" | "FINANCE_EXPORT" | "INVOICE" | "AE_ORDER_CREATE" | "AE_ORDER_EDIT" | "AE_ORDER_LIST" | "AE_ORDER_DETAIL" | "AE_ORDER_WEIGHT" | "AE_ORDER_EDIT_WEIGHT" | null;
    refNo: string | null;
    summary: string | null;
    ok: "成功" | "失败" | null;
    result: string | null;
    took: number | null;
    userName: string | null;
  };
  "hrs.orgInterfaceOwn.list": {
    orgName: string | null;
    typeCode: string | null;
    description: "AE_CD_AWB" | "AE_CD_POST_MAWB" | "AI_CD_AWB" | "AE_DZ_AWB" | "AE_DZ_MAWB" | "AE_DZ_POST_MAWB" | "BQ_POST_MAWB" | "AE_ESD_POST_MAWB" | "AE_CD_IMP_HAWB" | "AE_IDF_POST_MAWB" | "AE_IDF_RECEIVE" | "ALL_WORK" | "SAAS_TACT" | "TRACK" | "LOGIN_HANDOFF" | "EDI_RECEIVE" | "FINANCE_EXPORT" | "INVOICE" | "AE_ORDER_CREATE" | "AE_ORDER_EDIT" | "AE_ORDER_LIST" | "AE_ORDER_DETAIL" | "AE_ORDER_WEIGHT" | "AE_ORDER_EDIT_WEIGHT" | null;
    usedBy: "AE_DZ_AWB" | "AE_DZ_MAWB" | "AE_IDF_RECEIVE" | "LOGIN_HANDOFF" | "EDI_RECEIVE" | "NONE" | null;
    platform: string | null;
    function: string | null;
    appId: string | null;
    token: string | null;
    urlAuth: string | null;
    urlPost: string | null;
    direction: "出" | "入" | null;
    mode: "模拟" | "正式" | null;
    state: "启用" | "停用" | null;
    lastAt: string | null;
    lastResult: "成功" | "失败" | null;
    remark: string | null;
    createdName: string | null;
    createdAt: string | null;
    updatedName: string | null;
    updatedAt: string | null;
  };
  "hrs.interfaceCallOwn.list": {
    createdAt: string | null;
    orgName: string | null;
    apiType: "AE_CD_AWB" | "AE_CD_POST_MAWB" | "AI_CD_AWB" | "AE_DZ_AWB" | "AE_DZ_MAWB" | "AE_DZ_POST_MAWB" | "BQ_POST_MAWB" | "AE_ESD_POST_MAWB" | "AE_CD_IMP_HAWB" | "AE_IDF_POST_MAWB" | "AE_IDF_RECEIVE" | "ALL_WORK" | "SAAS_TACT" | "TRACK" | "LOGIN_HANDOFF" | "EDI_RECEIVE" | "FINANCE_EXPORT" | "INVOICE" | "AE_ORDER_CREATE" | "AE_ORDER_EDIT" | "AE_ORDER_LIST" | "AE_ORDER_DETAIL" | "AE_ORDER_WEIGHT" | "AE_ORDER_EDIT_WEIGHT" | null;
    refNo: string | null;
    summary: string | null;
    ok: "成功" | "失败" | null;
    result: string | null;
    took: number | null;
    userName: string | null;
  };
  "base.airport.list": {
    apCode: string | null;
    icaoCode: string | null;
    apNameCn: string | null;
    apNameEn: string | null;
    cityCode: string | null;
    cityNameCn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    timeZone: string | null;
    cargoAirport: boolean | null;
    customsCode: string | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "base.carrier.list": {
    carrierCode: string | null;
    prefix: string | null;
    icaoCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    divisor: number | null;
    roundStep: "0.5" | "1" | "none" | null;
    website: string | null;
    enabled: boolean | null;
  };
  "base.tact.list": {
    carrierCode: string | null;
    departure: string | null;
    arrival: string | null;
    currency: string | null;
    currencyName?: string | null;
    minimum: number | null;
    rateN: number | null;
    rate45: number | null;
    rate100: number | null;
    rate200: number | null;
    rate250: number | null;
    rate300: number | null;
    rate500: number | null;
    rate700: number | null;
    rate1000: number | null;
    rate1500: number | null;
    rate2000: number | null;
    rate3000: number | null;
    rate5000: number | null;
    validFrom: string | null;
    validTo: string | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "base.surcharge.list": {
    carrierCode: string | null;
    carrierCodeName?: string | null;
    code: string | null;
    codeName?: string | null;
    printCode: string | null;
    due: "C" | "A" | null;
    departure: string | null;
    arrival: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    basis: "计费重量" | "毛重" | "件" | "票" | "分单" | null;
    unitPrice: number | null;
    currency: string | null;
    currencyName?: string | null;
    minimum: number | null;
    maximum: number | null;
    payMode: "PP" | "CC" | null;
    validFrom: string | null;
    validTo: string | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "base.warehouse.list": {
    warehouseCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    warehouseType: "1" | "2" | "3" | "4" | "5" | null;
    apCode: string | null;
    apCodeName?: string | null;
    city: string | null;
    forExport: boolean | null;
    forImport: boolean | null;
    supervised: boolean | null;
    customsDistrict: string | null;
    siteCode: string | null;
    addressCn: string | null;
    contact: string | null;
    phone: string | null;
    openHours: string | null;
    receiveCutoff: number | null;
    located: boolean | null;
    enabled: boolean | null;
  };
  "base.category.list": {
    categoryType: number | null;
    typeName: string | null;
    module: "通用" | "空运" | "海运" | "铁路" | "陆运" | "其他" | "客商" | "财务" | "仓库" | "关务" | null;
    sort: number | null;
    paramText: string | null;
    paramTextEn: string | null;
    value: string | null;
    ediCode1: string | null;
    ediCode2: string | null;
    scopes: string | null;
    isDefault: boolean | null;
    color: string | null;
    source: "PLATFORM" | "OWN" | null;
    usedCount: number | null;
    active: boolean | null;
    remark: string | null;
  };
  "base.air-category.list": {
    categoryType: number | null;
    typeName: string | null;
    module: "通用" | "空运" | "海运" | "铁路" | "陆运" | "其他" | "客商" | "财务" | "仓库" | "关务" | null;
    sort: number | null;
    paramText: string | null;
    paramTextEn: string | null;
    value: string | null;
    ediCode1: string | null;
    ediCode2: string | null;
    scopes: string | null;
    isDefault: boolean | null;
    color: string | null;
    source: "PLATFORM" | "OWN" | null;
    usedCount: number | null;
    active: boolean | null;
    remark: string | null;
  };
  "base.category-type.list": {
    categoryType: number | null;
    typeKey: string | null;
    typeName: string | null;
    typeNameEn: string | null;
    module: "通用" | "空运" | "海运" | "铁路" | "陆运" | "其他" | "客商" | "财务" | "仓库" | "关务" | null;
    kind: "系统" | "可扩展" | "自定义" | null;
    valueCount: number | null;
  };
  "base.tact-public.list": {
    carrierCode: string | null;
    departure: string | null;
    arrival: string | null;
    currency: string | null;
    currencyName?: string | null;
    minimum: number | null;
    rateN: number | null;
    rate45: number | null;
    rate100: number | null;
    rate200: number | null;
    rate250: number | null;
    rate300: number | null;
    rate500: number | null;
    rate700: number | null;
    rate1000: number | null;
    rate1500: number | null;
    rate2000: number | null;
    rate3000: number | null;
    rate5000: number | null;
    validFrom: string | null;
    validTo: string | null;
    edition: string | null;
    remark: string | null;
  };
  "base.tact-edition.list": {
    editionNo: string | null;
    title: string | null;
    effectiveFrom: string | null;
    validTo: string | null;
    state: "DRAFT" | "PUBLISHED" | "EFFECTIVE" | null;
    rates: number | null;
    publishTime: string | null;
  };
  "prm.coop.list": {
    coopCode: string | null;
    coopName: string | null;
    coopFullName: string | null;
    socialCreditCode: string | null;
    coopEname: string | null;
    coopType: "客户" | "供应商" | "海外代理" | "互为代理" | "其他" | null;
    subTypesText: string | null;
    coopState: "草稿" | "待审批" | "生效" | "停用" | null;
    listMark: "普通" | "白名单" | "黑名单" | null;
    lockedScopes: string | null;
    approvalState: "审批中" | null;
    approvalEvent: "15" | "25" | "27" | "29" | "31" | "33" | "35" | "37" | "101" | "102" | "103" | "104" | "105" | "106" | "107" | "108" | "109" | "110" | "111" | "112" | "113" | "114" | "115" | "116" | "120" | "121" | "122" | "123" | "124" | "125" | null;
    approvalNo: string | null;
    coopLevel: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    cityName: string | null;
    mainContact: string | null;
    mainPhone: string | null;
    transactorName: string | null;
    salesName: string | null;
    isAwbSource: boolean | null;
    creatorName: string | null;
    createTime: string | null;
    editTime: string | null;
  };
  "prm.service.list": {
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    serviceType: string | null;
    serviceCode: string | null;
    mnemonic: string | null;
    serviceNameCn: string | null;
    serviceNameEn: string | null;
    kind: "INCOME" | "COST" | "BOTH" | null;
    basisIncome: string | null;
    incomePrice: number | null;
    basisCost: string | null;
    costPrice: number | null;
    currency: string | null;
    currencyName?: string | null;
    serviceAmountMin: number | null;
    serviceAmountMax: number | null;
    vatOutput: string | null;
    vatInput: string | null;
    invoiceName: string | null;
    invoiceCode: string | null;
    isIncidental: boolean | null;
    isAgency: boolean | null;
    isAgreement: boolean | null;
    isFrequent: boolean | null;
    ediCode: string | null;
    needConfirm: boolean | null;
    usedCount: number | null;
    sort: number | null;
    isSys: "1" | "0" | null;
    isValid: boolean | null;
    editorName: string | null;
    editTime: string | null;
  };
  "prm.coop-service.list": {
    coopCode: string | null;
    coopName: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    serviceName: string | null;
    side: "INCOME" | "COST" | null;
    portCode: string | null;
    basis: string | null;
    currency: string | null;
    currencyName?: string | null;
    price: number | null;
    min: number | null;
    max: number | null;
    taxRate: string | null;
    isDefault: boolean | null;
    validFrom: string | null;
    validTo: string | null;
    remark: string | null;
  };
  "prm.coop-agreement.list": {
    agreementCode: string | null;
    state: "DRAFT" | "APPROVING" | "PENDING" | "ACTIVE" | "EXPIRED" | "ENDED" | "REPLACED" | "VOID" | null;
    agreementName: string | null;
    coopCode: string | null;
    coopName: string | null;
    side: "RECEIVABLE" | "PAYABLE" | "BOTH" | null;
    scopes: string | null;
    agreementType: string | null;
    settleText: string | null;
    baseDate: "DEPARTURE" | "ARRIVAL" | "ORDER" | "NOTE" | "STATEMENT" | "INVOICE" | null;
    creditLimit: number | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    graceDays: number | null;
    invoiceMode: "FIRST" | "AFTER" | "NONE" | null;
    invoiceType: string | null;
    validFrom: string | null;
    validTo: string | null;
    daysLeft: number | null;
    ends: "SOON" | "OVER" | null;
    versionNo: number | null;
    ruleCount: number | null;
    autoRenew: boolean | null;
    transactorName: string | null;
    editorName: string | null;
    editTime: string | null;
  };
  "prm.coop-credit.list": {
    coopCode: string | null;
    coopName: string | null;
    transactorName: string | null;
    settleText: string | null;
    equivalentDays: number | null;
    baseLimit: number | null;
    tempLimit: number | null;
    tempUntil: string | null;
    effectiveLimit: number | null;
    billedOpen: number | null;
    unbilled: number | null;
    prepaid: number | null;
    exposure: number | null;
    groupExposure: number | null;
    sharedWith: string | null;
    headroom: number | null;
    usage: number | null;
    overdueAmount: number | null;
    overdueDays: number | null;
    notDue: number | null;
    score: number | null;
    creditLevel: "A" | "B" | "C" | "D" | null;
    proposedLimit: number | null;
    listMark: "普通" | "白名单" | "黑名单" | null;
    lockText: string | null;
    lastReceipt: string | null;
    lastReceiptAmount: number | null;
    salesName: string | null;
    whiteUntil: string | null;
    updateTime: string | null;
  };
  "prm.coop-lock.list": {
    coopCode: string | null;
    coopName: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    lockState: "SYSTEM" | "HAND" | "OPENED" | null;
    lockReason: string | null;
    detail: string | null;
    overdueAmount: number | null;
    overdueDays: number | null;
    overAmount: number | null;
    lockTime: string | null;
    lockUser: string | null;
    unlockUntil: string | null;
    openOrders: number | null;
    salesName: string | null;
  };
  "prm.unlock-apply.list": {
    applyCode: string | null;
    coopCode: string | null;
    coopName: string | null;
    orderCode: string | null;
    scope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    eventId: number | null;
    content: string | null;
    reason: string | null;
    state: "审批中" | "已通过" | "已驳回" | "已撤回" | "已终止" | null;
    currentApprover: string | null;
    applicant: string | null;
    applyTime: string | null;
    doneTime: string | null;
    remark: string | null;
  };
  "prm.coop-qualification.list": {
    coopCode: string | null;
    coopName: string | null;
    coopType: "客户" | "供应商" | "海外代理" | "互为代理" | "其他" | null;
    kind: string | null;
    number: string | null;
    issueDate: string | null;
    expireDate: string | null;
    state: "VALID" | "SOON" | "OVER" | null;
    isRequired: boolean | null;
    remark: string | null;
    editorName: string | null;
    editTime: string | null;
  };
  "prm.agreement-rule.list": {
    ruleCode: string | null;
    active: boolean | null;
    ruleName: string | null;
    agreementCode: string | null;
    coopName: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    ruleKind: "FIXED" | "VOLUME" | "TIER" | "SHARE" | "COMMIT" | "INTEREST" | null;
    serviceName: string | null;
    basis: "ORDERS" | "GROSS" | "CHARGE_WEIGHT" | "CUBIC" | "TONS" | "TEU" | "BOX" | "VEHICLE" | "INCOME" | "PROFIT" | null;
    cycle: "MONTH" | "QUARTER" | "HALF" | "YEAR" | "ONCE" | null;
    priceText: string | null;
    minAmount: number | null;
    maxAmount: number | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    taxRate: string | null;
    matchText: string | null;
    postMode: "ORDER" | "SPREAD" | null;
    lastPeriod: string | null;
    lastAmount: number | null;
    editorName: string | null;
    editTime: string | null;
  };
  "prm.agreement-terms.list": {
    agreementCode: string | null;
    state: "DRAFT" | "APPROVING" | "PENDING" | "ACTIVE" | "EXPIRED" | "ENDED" | "REPLACED" | "VOID" | null;
    coopName: string | null;
    side: "RECEIVABLE" | "PAYABLE" | "BOTH" | null;
    scopes: string | null;
    settleText: string | null;
    equivalentDays: number | null;
    creditLimit: number | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    baseDate: "DEPARTURE" | "ARRIVAL" | "ORDER" | "NOTE" | "STATEMENT" | "INVOICE" | null;
    graceDays: number | null;
    validFrom: string | null;
    validTo: string | null;
  };
  "prm.coop-bill.list": {
    billCode: string | null;
    state: "DRAFT" | "WAITING" | "CHECKING" | "CONFIRMED" | "DISPUTED" | "SETTLING" | "SETTLED" | "VOID" | null;
    coopCode: string | null;
    coopName: string | null;
    agreementCode: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    period: string | null;
    lineCount: number | null;
    amount: number | null;
    taxAmount: number | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    functionalAmount: number | null;
    carriedIn: number | null;
    issueDate: string | null;
    dueDate: string | null;
    checkState: "NONE" | "EQUAL" | "DIFFERENT" | null;
    settleCode: string | null;
    settledAmount: number | null;
    openAmount: number | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "prm.coop-paper.list": {
    kind: "NOTE" | "STATEMENT" | "PAYMENT" | null;
    number: string | null;
    scope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    date: string | null;
    dueDate: string | null;
    currencyCode: string | null;
    amount: number | null;
    openAmount: number | null;
    state: string | null;
  };
  "prm.coop-check.list": {
    billCode: string | null;
    state: "WAITING" | "CHECKING" | "APPROVING" | "CONFIRMED" | "DISPUTED" | null;
    coopCode: string | null;
    coopName: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    period: string | null;
    currency: string | null;
    currencyName?: string | null;
    ourAmount: number | null;
    theirAmount: number | null;
    diff: number | null;
    diffRate: number | null;
    result: "NONE" | "EQUAL" | "DIFFERENT" | null;
    lines: number | null;
    equal: number | null;
    within: number | null;
    different: number | null;
    onlyOurs: number | null;
    onlyTheirs: number | null;
    sentTime: string | null;
    answerTime: string | null;
    handlerName: string | null;
    editorName: string | null;
    editTime: string | null;
  };
  "prm.coop-settle.list": {
    settleCode: string | null;
    state: "SETTLING" | "SETTLED" | "BACK" | null;
    coopName: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    billCodes: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    functionalAmount: number | null;
    postMode: "ORDER" | "SPREAD" | null;
    orderCode: string | null;
    chargeCount: number | null;
    debitNoteNo: string | null;
    paymentNo: string | null;
    invoiceNo: string | null;
    invoiced: number | null;
    settled: number | null;
    netted: number | null;
    open: number | null;
    settleDate: string | null;
    dueDate: string | null;
    overdueDays: number | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "prm.coop-settle-pending.list": {
    billCode: string | null;
    state: "DRAFT" | "WAITING" | "CHECKING" | "CONFIRMED" | "DISPUTED" | "SETTLING" | "SETTLED" | "VOID" | null;
    coopCode: string | null;
    coopName: string | null;
    agreementCode: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    period: string | null;
    amount: number | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    functionalAmount: number | null;
    issueDate: string | null;
    dueDate: string | null;
    checkState: "NONE" | "EQUAL" | "DIFFERENT" | null;
  };
  "prm.cost-confirmation.list": {
    confirmCode: string | null;
    state: "DRAFT" | "SENT" | "CHECKING" | "APPROVING" | "CONFIRMED" | "VOID" | null;
    coopCode: string | null;
    coopName: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    fromDate: string | null;
    toDate: string | null;
    lines: number | null;
    currency: string | null;
    currencyName?: string | null;
    bookedAmount: number | null;
    supplierAmount: number | null;
    diff: number | null;
    diffRate: number | null;
    confirmedAmount: number | null;
    equal: number | null;
    within: number | null;
    different: number | null;
    onlyOurs: number | null;
    onlyTheirs: number | null;
    handlerName: string | null;
    sendTime: string | null;
    answerTime: string | null;
    editorName: string | null;
    editTime: string | null;
  };
  "prm.cost-pending.list": {
    orderCode: string | null;
    bizNumber: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    bizDate: string | null;
    coopName: string | null;
    serviceName: string | null;
    currency: string | null;
    currencyName?: string | null;
    unitPrice: number | null;
    quantity: number | null;
    amount: number | null;
    costRejected: string | null;
    creatorName: string | null;
  };
  "prm.contract.list": {
    contractCode: string | null;
    state: "DRAFT" | "APPROVING" | "TO_SIGN" | "ACTIVE" | "EXPIRED" | "ENDED" | "VOID" | null;
    outerCode: string | null;
    contractName: string | null;
    contractType: string | null;
    coopNames: string | null;
    ourTitleName: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    signDate: string | null;
    validFrom: string | null;
    validTo: string | null;
    daysLeft: number | null;
    ends: "SOON" | "OVER" | null;
    renewMonths: number | null;
    ourCopies: number | null;
    theirCopies: number | null;
    sealTypes: string | null;
    archiveNo: string | null;
    responsibleName: string | null;
    editorName: string | null;
    editTime: string | null;
  };
  "prm.contract-template.list": {
    templateName: string | null;
    contractType: string | null;
    fileName: string | null;
    active: boolean | null;
    remark: string | null;
    editorName: string | null;
    editTime: string | null;
  };
  "prm.party.list": {
    mnemonicCode: string | null;
    roles: string | null;
    scName: string | null;
    scAddress: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    stateCode: string | null;
    cityNameEn: string | null;
    postCode: string | null;
    telNumber: string | null;
    faxNumber: string | null;
    scCodeType: string | null;
    scCode: string | null;
    contactName: string | null;
    aeoCode: string | null;
    coopNames: string | null;
    usedCount: number | null;
    lastUsed: string | null;
    dataState: "COMPLETE" | "LACKING" | null;
    active: boolean | null;
    isShipper: boolean | null;
    isConsignee: boolean | null;
    isNotify: boolean | null;
    editorName: string | null;
    editTime: string | null;
  };
  "prm.report-receivable-age.list": {
    coopCode: string | null;
    coopName: string | null;
    salesName: string | null;
    deptName: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    currency: string | null;
    currencyName?: string | null;
    settleText: string | null;
    creditLimit: number | null;
    total: number | null;
    notDue: number | null;
    part1To30: number | null;
    part0To30: number | null;
    part31To60: number | null;
    part61To90: number | null;
    part91To180: number | null;
    part181To365: number | null;
    partOver365: number | null;
    over90: number | null;
    overdue: number | null;
    overdueRate: number | null;
    maxDays: number | null;
    unbilled: number | null;
    prepaid: number | null;
    net: number | null;
    dso: number | null;
    lastReceipt: string | null;
    promiseDate: string | null;
    promiseState: "OPEN" | "KEPT" | "BROKEN" | null;
    lastDun: string | null;
    shareNotDue: number | null;
    share30: number | null;
    share31: number | null;
    share61: number | null;
    share91: number | null;
    share181: number | null;
    share366: number | null;
  };
  "prm.report-receivable-age-detail.list": {
    kind: "NOTE" | "UNBILLED" | "PAID" | null;
    number: string | null;
    coopCode: string | null;
    coopName: string | null;
    orderCode: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    baseDate: string | null;
    noteDate: string | null;
    dueDate: string | null;
    currency: string | null;
    currencyName?: string | null;
    amount: number | null;
    settled: number | null;
    open: number | null;
    age: number | null;
    overdueDays: number | null;
    bucket: "NOT_DUE" | "1-30" | "0-30" | "31-60" | "61-90" | "91-180" | "181-365" | ">365" | null;
  };
  "prm.customer-info.list": {
    requestNo: string | null;
    coopCode: string | null;
    coopName: string | null;
    coopType: "客户" | "供应商" | "海外代理" | "互为代理" | "其他" | null;
    state: "SENT" | "OPENED" | "DRAFT" | "SUBMITTED" | "ADOPTED" | "RETURNED" | "EXPIRED" | "WITHDRAWN" | null;
    email: string | null;
    creatorName: string | null;
    createTime: string | null;
    expireTime: string | null;
    openedTime: string | null;
    submittedTime: string | null;
    handlerName: string | null;
    handledTime: string | null;
    returnReason: string | null;
  };
  "prm.coop-share.list": {
    shareNo: string | null;
    direction: "OUT" | "IN" | null;
    coopCode: string | null;
    coopName: string | null;
    coopType: "客户" | "供应商" | "海外代理" | "互为代理" | "其他" | null;
    peerName: string | null;
    peerCode: string | null;
    shareCredit: boolean | null;
    state: "SENT" | "ACCEPTED" | "REJECTED" | "STOPPED" | "EXPIRED" | null;
    creatorName: string | null;
    createTime: string | null;
    expireTime: string | null;
    handlerName: string | null;
    handledTime: string | null;
    rejectReason: string | null;
  };
  "af.order.list": {
    awbNumber: string | null;
    orderCode: string | null;
    orderStatus: "订单创建" | "舱位确认" | "航线签单" | "货物出重" | "海关查验" | "海关放行" | "航班起飞" | "航班到达" | "目的港查验" | "目的港放行" | "目的港签收" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    incomeRecorded: number | null;
    costRecorded: number | null;
    incomeStatus: "NONE" | "ENTERED" | "BILLED" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    costStatus: "NONE" | "ENTERED" | "RECONCILED" | "PART_INVOICED" | "REQUESTED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    incomeAmount: number | null;
    costAmount: number | null;
    profitAmount: number | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    planDensity: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    confirmDensity: number | null;
    planDimensions: string | null;
    confirmDimensions: string | null;
    expectFlight: string | null;
    expectDeparture: string | null;
    departureStation: string | null;
    arrivalStation: string | null;
    routingName: string | null;
    goodsSourceCode: string | null;
    customerCode: string | null;
    coopName: string | null;
    supplierCode: string | null;
    awbFromName: string | null;
    pickUp: boolean | null;
    warehouse: boolean | null;
    outfield: boolean | null;
    customs: boolean | null;
    arrivalCustoms: boolean | null;
    delivery: boolean | null;
    customerNumber: string | null;
    businessProduct: "代理制" | "包板" | "包量" | "包机" | "散航" | "中转联程" | "快件专线" | "放单业务" | null;
    hawbQuantity: number | null;
    departureWarehouseName: string | null;
    departureStorehouseName: string | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    batteryType: "不含电池" | "锂离子PI965 (UN3480)" | "锂离子PI966/PI967 (UN3481)" | "锂金属PI968 (UN3090)" | "锂金属PI969/PI970 (UN3091)" | "非锂电池" | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    salesName: string | null;
    servicerName: string | null;
    operatorName: string | null;
    orderRemark: string | null;
    createTime: string | null;
    internalNumber: string | null;
    creatorName: string | null;
    receiptDate: string | null;
  };
  "af.unlock-apply.list": {
    applyCode: string | null;
    coopCode: string | null;
    coopName: string | null;
    orderCode: string | null;
    scope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    content: string | null;
    reason: string | null;
    state: "审批中" | "已通过" | "已驳回" | "已撤回" | "已终止" | null;
    currentApprover: string | null;
    applicant: string | null;
    applyTime: string | null;
    doneTime: string | null;
    remark: string | null;
  };
  "af.order-lock.list": {
    orderCode: string | null;
    awbNumber: string | null;
    customerNumber: string | null;
    incomeFinishStatus: number | null;
    costFinishStatus: number | null;
    orderLockStatus: "OPEN" | "LOCKED" | null;
    orderStatus: string | null;
    incomeAmount: number | null;
    costAmount: number | null;
    profitAmount: number | null;
    profitRate: number | null;
    profitPerTeu: number | null;
    lockDate: string | null;
    flightNo: string | null;
    flightDate: string | null;
    businessMethod: string | null;
    departureStation: string | null;
    arrivalStation: string | null;
    coopCode: string | null;
    coopName: string | null;
    awbFromName: string | null;
    salesName: string | null;
    servicerName: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    chargeWeight: number | null;
    chargeTons: number | null;
    teu: number | null;
    signState: "OPEN" | "SIGNED" | null;
    unlockState: "无" | "审批中" | "已通过" | "已驳回" | null;
  };
  "af.routing-sign.list": {
    orderCode: string | null;
    awbNumber: string | null;
    awbFromName: string | null;
    businessProduct: "代理制" | "包板" | "包量" | "包机" | "散航" | "中转联程" | "快件专线" | "放单业务" | null;
    coopName: string | null;
    routingName: string | null;
    route: string | null;
    expectFlight: string | null;
    expectDeparture: string | null;
    planPieces: number | null;
    confirmPieces: number | null;
    planWeight: number | null;
    confirmWeight: number | null;
    planDensity: number | null;
    confirmDensity: number | null;
    planChargeWeight: number | null;
    confirmChargeWeight: number | null;
    msrUnitprice: number | null;
    msrCurrency: string | null;
    msrFunctionalAmount: number | null;
    cuUnitprice: number | null;
    costWeight: number | null;
    cuFunctionalAmount: number | null;
    profit: number | null;
    routingPersonName: string | null;
    signer: string | null;
    signTime: string | null;
    signState: "OPEN" | "PENDING" | "SIGNED" | null;
  };
  "af.order-match.list": {
    awbNumber: string | null;
    awbFromName: string | null;
    flight: string | null;
    flightDate: string | null;
    orders: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    chargeWeight: number | null;
    awbCostChargeWeight: number | null;
    awbMsrUnitprice: number | null;
    currency: string | null;
    awbMsrAmount: number | null;
    matched: number | null;
    state: "OPEN" | "MATCHED" | null;
  };
  "sc.ai-order.list": {
    awbNumber: string | null;
    hawbNumber: string | null;
    orderCode: string | null;
    orderStatus: "订单创建" | "航班起飞" | "航班到达" | "货物入库" | "海关查验" | "海关放行" | "货物出库" | "派送签收" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    incomeRecorded: number | null;
    costRecorded: number | null;
    incomeStatus: "NONE" | "ENTERED" | "BILLED" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    costStatus: "NONE" | "ENTERED" | "RECONCILED" | "PART_INVOICED" | "REQUESTED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    incomeAmount: number | null;
    costAmount: number | null;
    profitAmount: number | null;
    coopName: string | null;
    expectFlight: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    businessProduct: "进口清关派送" | "进口换单" | "进口分拨" | "转关" | null;
    customerNumber: string | null;
    internalNumber: string | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    contractNumber: string | null;
    arrivalWarehouseName: string | null;
    salesName: string | null;
    servicerName: string | null;
    operatorName: string | null;
    creatorName: string | null;
    createTime: string | null;
    orderRemark: string | null;
  };
  "sc.se-order.list": {
    mlbNumber: string | null;
    hlbNumber: string | null;
    orderCode: string | null;
    orderStatus: "订单创建" | "已订舱" | "舱位确认" | "空箱提取" | "货物装箱" | "重箱进港" | "海关放行" | "船舶离港" | "船舶到港" | "目的港放货" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    incomeRecorded: number | null;
    costRecorded: number | null;
    incomeStatus: "NONE" | "ENTERED" | "BILLED" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    costStatus: "NONE" | "ENTERED" | "RECONCILED" | "PART_INVOICED" | "REQUESTED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    incomeAmount: number | null;
    costAmount: number | null;
    profitAmount: number | null;
    coopName: string | null;
    shipName: string | null;
    shipVoyageNumber: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    containerMethod: "整箱FCL" | "拼箱LCL" | "自拼BCN" | "散货BBK" | "滚装RORO" | null;
    containerText: string | null;
    containerNumber: number | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    driverNumber: string | null;
    driverName: string | null;
    driverTel: string | null;
    bookingNo: string | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    businessProduct: "订舱" | "全程出口" | "拼箱出口" | "特种箱" | "散杂货" | "放单业务" | "代理操作" | null;
    customerNumber: string | null;
    internalNumber: string | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    contractNumber: string | null;
    billingType: "船东单" | "货代单" | null;
    actualDeparture: string | null;
    actualArrival: string | null;
    salesName: string | null;
    servicerName: string | null;
    operatorName: string | null;
    creatorName: string | null;
    createTime: string | null;
    orderRemark: string | null;
  };
  "sc.si-order.list": {
    mlbNumber: string | null;
    hlbNumber: string | null;
    orderCode: string | null;
    orderStatus: "订单创建" | "船舶离港" | "船舶到港" | "卸船完成" | "已换单" | "海关查验" | "海关放行" | "提箱提货" | "派送签收" | "空箱返还" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    incomeRecorded: number | null;
    costRecorded: number | null;
    incomeStatus: "NONE" | "ENTERED" | "BILLED" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    costStatus: "NONE" | "ENTERED" | "RECONCILED" | "PART_INVOICED" | "REQUESTED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    incomeAmount: number | null;
    costAmount: number | null;
    profitAmount: number | null;
    coopName: string | null;
    shipName: string | null;
    shipVoyageNumber: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    containerMethod: "整箱FCL" | "拼箱LCL" | "自拼BCN" | "散货BBK" | "滚装RORO" | null;
    containerText: string | null;
    containerNumber: number | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    businessProduct: "全程进口" | "单换单" | "清关派送" | "拼箱分拨" | "转关" | "放单业务" | null;
    customerNumber: string | null;
    internalNumber: string | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    contractNumber: string | null;
    billingType: "船东单" | "货代单" | null;
    actualDeparture: string | null;
    actualArrival: string | null;
    salesName: string | null;
    servicerName: string | null;
    operatorName: string | null;
    creatorName: string | null;
    createTime: string | null;
    orderRemark: string | null;
  };
  "sc.te-order.list": {
    railWaybillNo: string | null;
    orderCode: string | null;
    orderStatus: "订单创建" | "舱位申请" | "舱位确认" | "货物装箱" | "重箱进站" | "海关放行" | "运单确认" | "班列发车" | "到达口岸" | "换装完成" | "口岸出境" | "到达目的站" | "目的站提箱" | "空箱返还" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    incomeRecorded: number | null;
    costRecorded: number | null;
    incomeStatus: "NONE" | "ENTERED" | "BILLED" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    costStatus: "NONE" | "ENTERED" | "RECONCILED" | "PART_INVOICED" | "REQUESTED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    incomeAmount: number | null;
    costAmount: number | null;
    profitAmount: number | null;
    coopName: string | null;
    trainNo: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    borderStation: string | null;
    borderStationName?: string | null;
    containerMethod: "整箱FCL" | "拼箱LCL" | "自拼BCN" | "散货BBK" | "滚装RORO" | null;
    containerText: string | null;
    containerNumber: number | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    driverNumber: string | null;
    driverName: string | null;
    driverTel: string | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    businessProduct: "整箱班列" | "拼箱班列" | "整列包列" | "回程班列" | "过境" | null;
    customerNumber: string | null;
    internalNumber: string | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    contractNumber: string | null;
    billingType: "国际货协运单SMGS" | "统一运单CIM/SMGS" | "铁路提单" | "货代单" | null;
    actualDeparture: string | null;
    actualArrival: string | null;
    salesName: string | null;
    servicerName: string | null;
    operatorName: string | null;
    creatorName: string | null;
    createTime: string | null;
    orderRemark: string | null;
  };
  "sc.ti-order.list": {
    railWaybillNo: string | null;
    orderCode: string | null;
    orderStatus: "订单创建" | "境外发车" | "到达口岸" | "换装完成" | "口岸放行" | "到达到站" | "海关放行" | "提箱" | "派送签收" | "空箱返还" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    incomeRecorded: number | null;
    costRecorded: number | null;
    incomeStatus: "NONE" | "ENTERED" | "BILLED" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    costStatus: "NONE" | "ENTERED" | "RECONCILED" | "PART_INVOICED" | "REQUESTED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    incomeAmount: number | null;
    costAmount: number | null;
    profitAmount: number | null;
    coopName: string | null;
    trainNo: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    borderStation: string | null;
    borderStationName?: string | null;
    containerMethod: "整箱FCL" | "拼箱LCL" | "自拼BCN" | "散货BBK" | "滚装RORO" | null;
    containerText: string | null;
    containerNumber: number | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    businessProduct: "整箱班列" | "拼箱班列" | "整列包列" | "回程班列" | "过境" | null;
    customerNumber: string | null;
    internalNumber: string | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    contractNumber: string | null;
    billingType: "国际货协运单SMGS" | "统一运单CIM/SMGS" | "铁路提单" | "货代单" | null;
    actualDeparture: string | null;
    actualArrival: string | null;
    salesName: string | null;
    servicerName: string | null;
    operatorName: string | null;
    creatorName: string | null;
    createTime: string | null;
    orderRemark: string | null;
  };
  "sc.lc-order.list": {
    orderCode: string | null;
    orderStatus: "订单创建" | "已配载" | "已派车" | "司机接单" | "提货完成" | "在途" | "送达签收" | "回单返回" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    incomeRecorded: number | null;
    costRecorded: number | null;
    incomeStatus: "NONE" | "ENTERED" | "BILLED" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    costStatus: "NONE" | "ENTERED" | "RECONCILED" | "PART_INVOICED" | "REQUESTED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    incomeAmount: number | null;
    costAmount: number | null;
    profitAmount: number | null;
    coopName: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    driverNumber: string | null;
    driverName: string | null;
    driverTel: string | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    businessProduct: "整车" | "零担" | "集卡拖车" | "专车快运" | "冷链" | "危险品" | null;
    customerNumber: string | null;
    internalNumber: string | null;
    contractNumber: string | null;
    salesName: string | null;
    servicerName: string | null;
    operatorName: string | null;
    creatorName: string | null;
    createTime: string | null;
    orderRemark: string | null;
  };
  "sc.io-order.list": {
    orderCode: string | null;
    orderStatus: "订单创建" | "服务中" | "服务完成" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    incomeRecorded: number | null;
    costRecorded: number | null;
    incomeStatus: "NONE" | "ENTERED" | "BILLED" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    costStatus: "NONE" | "ENTERED" | "RECONCILED" | "PART_INVOICED" | "REQUESTED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | null;
    incomeAmount: number | null;
    costAmount: number | null;
    profitAmount: number | null;
    coopName: string | null;
    serviceType: "产地证代办" | "单独报关" | "单独保险" | "仓储" | "展览品" | "快递代理" | "包装熏蒸" | "退税代办" | "咨询服务" | "海外仓" | "车辆租赁" | "其他" | null;
    serviceContent: string | null;
    businessDate: string | null;
    startDate: string | null;
    finishDate: string | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    customerNumber: string | null;
    internalNumber: string | null;
    contractNumber: string | null;
    salesName: string | null;
    servicerName: string | null;
    operatorName: string | null;
    creatorName: string | null;
    createTime: string | null;
    orderRemark: string | null;
  };
  "sc.port.list": {
    portCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    placeType: "海港" | "内河" | "内陆港" | "码头" | null;
    customsCode: string | null;
    timeZone: string | null;
    enabled: boolean | null;
  };
  "sc.station.list": {
    stationCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    railCode: string | null;
    gauge: "1435" | "1520" | "1524" | "1668" | "1000" | null;
    isBorder: boolean | null;
    pairCode: string | null;
    pairCodeName?: string | null;
    customsCode: string | null;
    enabled: boolean | null;
  };
  "sc.warehouse.list": {
    code: string | null;
    nameCn: string | null;
    yardKind: "拼箱仓CFS" | "堆场CY" | "空箱堆场" | "监管库" | "保税库" | "内装仓" | "门点" | null;
    placeCode: string | null;
    placeCodeName?: string | null;
    customsCode: string | null;
    address: string | null;
    contact: string | null;
    tel: string | null;
    openHours: string | null;
    located: boolean | null;
    enabled: boolean | null;
  };
  "sc.rail-warehouse.list": {
    code: string | null;
    nameCn: string | null;
    yardKind: "铁路货场" | "场站堆场" | "拼箱仓" | "监管库" | "还箱场" | null;
    placeCode: string | null;
    placeCodeName?: string | null;
    customsCode: string | null;
    address: string | null;
    contact: string | null;
    tel: string | null;
    openHours: string | null;
    located: boolean | null;
    enabled: boolean | null;
  };
  "sc.track.list": {
    eventTime: string | null;
    event: "sea.BKRQ" | "sea.BKCF" | "sea.EPUP" | "sea.STUF" | "sea.RESE" | "sea.GTIN" | "sea.VGMA" | "sea.CUSI" | "sea.CUSR" | "sea.TREL" | "sea.LOAD" | "sea.DEPA" | "sea.TARR" | "sea.TDIS" | "sea.TLOD" | "sea.TDEP" | "sea.RLOV" | "sea.SIRC" | "sea.DRFT" | "sea.BLIS" | "sea.SURR" | "sea.ARRI" | "sea.DISC" | "sea.TALL" | "sea.ARNT" | "sea.DORL" | "sea.GTOT" | "sea.STRP" | "sea.RETN" | "sea.HOLD" | "sea.DELA" | "rail.SPAP" | "rail.SPCF" | "rail.EPUP" | "rail.STUF" | "rail.GTIN" | "rail.CUSI" | "rail.CUSR" | "rail.WBCF" | "rail.LOAD" | "rail.DEPA" | "rail.TARR" | "rail.TDEP" | "rail.ARRB" | "rail.INSB" | "rail.CHGS" | "rail.CHGE" | "rail.DEPB" | "rail.ARRI" | "rail.DISC" | "rail.GTOT" | "rail.RETN" | "rail.DELA" | "rail.STOP" | "road.PLAN" | "road.DISP" | "road.ACPT" | "road.ARRP" | "road.PICK" | "road.DEPL" | "road.POSN" | "road.ARRD" | "road.DLVR" | "road.EXCP" | "road.RCPT" | "road.DELA" | "other.STRT" | "other.PROG" | "other.DONE" | null;
    classifier: "ACT" | "EST" | "PLN" | null;
    outOfOrder: boolean | null;
    businessScope: "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    orderCode: string | null;
    mlbNumber: string | null;
    containerNo: string | null;
    place: string | null;
    pieces: number | null;
    weight: number | null;
    vessel: string | null;
    voyage: string | null;
    plate: string | null;
    remark: string | null;
    source: "手工" | "报文CODECO" | "报文COARRI" | "报文IFTSTA" | "报文JSON" | "Excel" | null;
    creator: string | null;
    createTime: string | null;
  };
  "sc.track-waiting.list": {
    reason: "CODE" | "ORDER" | null;
    source: string | null;
    form: string | null;
    told: string | null;
    classifier: "ACT" | "EST" | "PLN" | null;
    numbers: string | null;
    containerNo: string | null;
    eventTime: string | null;
    place: string | null;
    note: string | null;
    fileName: string | null;
    creator: string | null;
    createTime: string | null;
  };
  "sc.track-code.list": {
    source: string | null;
    told: string | null;
    code: string | null;
    remark: string | null;
  };
  "af.awb.list": {
    awbNumber: string | null;
    carrierCode: string | null;
    carrierCodeName?: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    awbFromType: "自有" | "一级代理" | "同行" | null;
    awbFromName: string | null;
    awbFrom: string | null;
    awbStatus: "UNUSED" | "RESERVED" | "ALLOCATED" | "USED" | "LOCKED" | "VOID" | null;
    orderCodes: string | null;
    reservedCoopName: string | null;
    reservedUser: string | null;
    reservedTime: string | null;
    reservedUntil: string | null;
    lockerName: string | null;
    lockTime: string | null;
    lockReason: string | null;
    voidReason: string | null;
    returned: boolean | null;
    expireDate: string | null;
    receiptCode: string | null;
    creator: string | null;
    createTime: string | null;
  };
  "af.awb-receipt.list": {
    receiptCode: string | null;
    carrierCode: string | null;
    carrierCodeName?: string | null;
    prefix: string | null;
    awbFromName: string | null;
    awbFromType: "自有" | "一级代理" | "同行" | null;
    departureStation: string | null;
    departureStationName?: string | null;
    receiveDate: string | null;
    count: number | null;
    firstNumber: string | null;
    lastNumber: string | null;
    used: number | null;
    left: number | null;
    unitCost: number | null;
    amount: number | null;
    kind: "中性" | "纸质套打" | "电子" | null;
    expireDate: string | null;
    remark: string | null;
    creator: string | null;
    createTime: string | null;
  };
  "af.awb-blacklist.list": {
    prefix: string | null;
    carrierCode: string | null;
    carrierCodeName?: string | null;
    from: string | null;
    to: string | null;
    reason: "遗失" | "被盗" | "航司停用" | "争议" | "其他" | null;
    locked: number | null;
    source: string | null;
    validFrom: string | null;
    validTo: string | null;
    remark: string | null;
    creator: string | null;
    createTime: string | null;
  };
  "af.awb-stock.list": {
    carrierCode: string | null;
    carrierCodeName?: string | null;
    prefix: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    awbFromType: "自有" | "一级代理" | "同行" | null;
    awbFromName: string | null;
    level: "LOW" | "ENOUGH" | null;
    received: number | null;
    unused: number | null;
    reserved: number | null;
    allocated: number | null;
    used: number | null;
    locked: number | null;
    voided: number | null;
    returned: number | null;
    expiring: number | null;
    expired: number | null;
    useDays: number | null;
    daysLeft: number | null;
  };
  "af.awb-print.list": {
    awbNumber: string | null;
    awbStatus: "NONE" | "DRAFT" | "DONE" | null;
    pieces: number | null;
    grossWeight: number | null;
    volume: number | null;
    chargeWeight: number | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    flightNumber: string | null;
    flightDate: string | null;
    orderCodes: string | null;
    customer: string | null;
    fwbState: "NONE" | "WAITING" | "SENT" | "ACCEPTED" | "REJECTED" | "TIMEOUT" | "FAILED" | "CANCELLED" | null;
    fhlState: "NONE" | "WAITING" | "SENT" | "ACCEPTED" | "REJECTED" | "TIMEOUT" | "FAILED" | "CANCELLED" | null;
    ruleState: "NONE" | "OK" | "WARNING" | "ERROR" | null;
    ruleErrors: number | null;
    ruleWarnings: number | null;
    printCount: number | null;
    editor: string | null;
    editTime: string | null;
  };
  "os.waybill.list": {
    number: string | null;
    type: "0" | "1" | null;
    parentNumber: string | null;
    route: string | null;
    journeyNo: string | null;
    journeyDate: string | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    chargeWeight: number | null;
    state: "DRAFT" | "DONE" | null;
    orderCode: string | null;
    housesToMake: number | null;
    printCount: number | null;
    editor: string | null;
    editTime: string | null;
  };
  "af.destination-rule.list": {
    code: string | null;
    countries: string | null;
    direction: "TO" | "FROM" | "THROUGH" | null;
    level: "BOTH" | "MASTER" | "HOUSE" | null;
    field: "shipper.scName" | "shipper.scAddress" | "shipper.nationCode" | "shipper.stateCode" | "shipper.cityNameEn" | "shipper.postCode" | "shipper.telNumber" | "shipper.scCode" | "shipper.contactName" | "shipper.contactTel" | "shipper.aeoCode" | "consignee.scName" | "consignee.scAddress" | "consignee.nationCode" | "consignee.stateCode" | "consignee.cityNameEn" | "consignee.postCode" | "consignee.telNumber" | "consignee.scCode" | "consignee.contactName" | "consignee.contactTel" | "consignee.aeoCode" | "notify.scName" | "notify.scAddress" | "notify.nationCode" | "notify.cityNameEn" | "notify.postCode" | "notify.telNumber" | "notify.scCode" | "accountingInformation" | "handlingInformation" | "sci" | "osi" | "declaredValueOfCarriage" | "declaredValueOfCustoms" | "currency" | "lines.pieces" | "lines.slac" | "lines.grossWeight" | "lines.volume" | "lines.goodsNameEn" | "lines.hsCodes" | "shippingMarks" | "referenceNumber" | null;
    condition: "REQUIRED" | "DIGITS" | "LETTERS" | "LENGTH" | "ONE_OF" | "PHONE_CN" | "USCI" | "HS" | "POSTCODE_CA" | "POSTCODE" | "STATE" | null;
    parameter: string | null;
    severity: "ERROR" | "WARNING" | null;
    messageZh: string | null;
    messageEn: string | null;
    validFrom: string | null;
    validTo: string | null;
    source: string | null;
    enabled: boolean | null;
  };
  "af.order-share.list": {
    orderCode: string | null;
    awbNumber: string | null;
    kind: "LINK" | "NOTICE" | null;
    receiver: string | null;
    parts: string | null;
    expireTime: string | null;
    views: number | null;
    lastView: string | null;
    lastIp: string | null;
    state: "ACTIVE" | "EXPIRED" | "STOPPED" | null;
    creator: string | null;
    createTime: string | null;
  };
  "af.delivery-notice.list": {
    noticeCode: string | null;
    orderCode: string | null;
    awbNumber: string | null;
    coopName: string | null;
    flag: "warehouse" | "storehouse" | null;
    warehouseName: string | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    receiptDate: string | null;
    slot: "00:00-01:00" | "01:00-02:00" | "02:00-03:00" | "03:00-04:00" | "04:00-05:00" | "05:00-06:00" | "06:00-07:00" | "07:00-08:00" | "08:00-09:00" | "09:00-10:00" | "10:00-11:00" | "11:00-12:00" | "12:00-13:00" | "13:00-14:00" | "14:00-15:00" | "15:00-16:00" | "16:00-17:00" | "17:00-18:00" | "18:00-19:00" | "19:00-20:00" | "20:00-21:00" | "21:00-22:00" | "22:00-23:00" | "23:00-24:00" | null;
    latestTime: string | null;
    plateNo: string | null;
    driverName: string | null;
    driverPhone: string | null;
    queueNo: string | null;
    state: "UNSENT" | "SENT" | "VIEWED" | "TRANSIT" | "ARRIVED" | "RECEIVED" | "VOID" | null;
    views: number | null;
    sentTime: string | null;
    arriveTime: string | null;
    waiting: number | null;
    creator: string | null;
    createTime: string | null;
    departTime: string | null;
    receivedTime: string | null;
    remark: string | null;
    voidReason: string | null;
  };
  "hrs.backup.list": {
    createdAt: string | null;
    mode: "自动" | "手动" | null;
    parts: string | null;
    status: "进行中" | "已完成" | "失败" | null;
    bytes: string | null;
    rowCount: number | null;
    fileCount: number | null;
    took: number | null;
    verify: "未校验" | "一致" | "不一致" | null;
    place: "磁盘" | "对象存储" | null;
    encrypted: boolean | null;
    file: string | null;
    keepUntil: string | null;
    userName: string | null;
    error: string | null;
  };
  "hrs.notice.list": {
    noticeDate: string | null;
    noticeTitle: string | null;
    noticeType: "XTGX" | "HDTG" | "XTWH" | null;
    pushType: "1" | "2" | "3" | "4" | null;
    pushNames: string | null;
    top: boolean | null;
    status: "草稿" | "待发布" | "已发布" | "已下线" | null;
    editedAt: string | null;
    publishAt: string | null;
    publishedAt: string | null;
    expireAt: string | null;
    readCount: number | null;
    fileCount: number | null;
    createdByName: string | null;
    createdAt: string | null;
  };
  "hrs.version.list": {
    versionCode: string | null;
    versionDate: string | null;
    versionText: string | null;
    recordCount: number | null;
    status: "草稿" | "已发布" | null;
    publishedAt: string | null;
    createdByName: string | null;
  };
  "hrs.versionRecord.list": {
    versionCode: string | null;
    permissionName: string | null;
    updateType: "新增" | "优化" | "修复" | null;
    updateText: string | null;
    updatedAt: string | null;
  };
  "hrs.versionOrg.list": {
    orgCode: string | null;
    orgName: string | null;
    editionName: string | null;
    userLimit: number | null;
    stopAt: string | null;
    clientVersion: string | null;
    lastLoginAt: string | null;
  };
  "hrs.doc.list": {
    name: string | null;
    folder: string | null;
    size: number | null;
    revision: number | null;
    visible: "全部" | "部门" | "角色" | null;
    expireDate: string | null;
    downloads: number | null;
    uploadedByName: string | null;
    uploadedAt: string | null;
  };
  "hrs.helpDoc.list": {
    title: string | null;
    permissionNames: string | null;
    languageName: string | null;
    revision: number | null;
    status: "草稿" | "已发布" | "已下线" | null;
    words: number | null;
    chunks: number | null;
    indexState: "未索引" | "已索引" | "失败" | null;
    views: number | null;
    usefulRate: number | null;
    updatedByName: string | null;
    updatedAt: string | null;
  };
  "hrs.docOrder.list": {
    fileName: string | null;
    fileType: "照片" | "文件" | null;
    fileClass: "托书" | "主单" | "分单" | "运单" | "报关单" | "舱单" | "鉴定" | "装箱单" | "发票" | "合同" | "POD" | "入库照片" | "出库照片" | "其他" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    billNumber: string | null;
    orderCode: string | null;
    customerNumber: string | null;
    businessDate: string | null;
    coopName: string | null;
    salesName: string | null;
    servicerName: string | null;
    creatorName: string | null;
    uploaderName: string | null;
    createdAt: string | null;
    size: number | null;
    isDisplay: boolean | null;
    fileRemark: string | null;
    fileUrl: string | null;
  };
  "hrs.signTemplate.list": {
    name: string | null;
    kind: "印章" | "签字" | "签名文本" | "邮件签名" | null;
    businessScope: "*" | "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    document: "*" | "主运单托运人或代理人" | "主运单承运人或代理人" | "分运单" | "海运提单" | "托书" | "送货通知" | "账单" | null;
    language: "zh" | "en" | null;
    summary: string | null;
    isDefault: boolean | null;
    roleNames: string | null;
    used: number | null;
    active: boolean | null;
    updatedByName: string | null;
    updatedAt: string | null;
  };
  "hrs.orgBank.list": {
    titleCn: string | null;
    titleEn: string | null;
    bankCn: string | null;
    account: string | null;
    currency: string | null;
    currencyName?: string | null;
    swift: string | null;
    scopes: string | null;
    isDefault: boolean | null;
    active: boolean | null;
    infoCn: string | null;
    infoEn: string | null;
    addressCn: string | null;
    addressEn: string | null;
    logoName: string | null;
    sealName: string | null;
    updatedAt: string | null;
  };
  "hrs.tutorial.list": {
    coverId: string | null;
    coverName?: string | null;
    title: string | null;
    moduleName: string | null;
    pageName: string | null;
    seconds: string | null;
    place: string | null;
    sort: number | null;
    onHome: boolean | null;
    status: "草稿" | "已发布" | "已下线" | null;
    views: number | null;
    viewers: number | null;
    finished: number | null;
    createdAt: string | null;
  };
  "hrs.questionnaire.list": {
    title: string | null;
    questionCount: number | null;
    pushType: "1" | "2" | "3" | "4" | null;
    anonymous: boolean | null;
    startAt: string | null;
    endAt: string | null;
    addressedCount: number | null;
    answeredCount: number | null;
    rate: number | null;
    status: "草稿" | "进行中" | "已结束" | null;
  };
  "hrs.contact.list": {
    requestNo: string | null;
    orgCode: string | null;
    orgName: string | null;
    editionName: string | null;
    kind: "升级版本" | "增加用户" | "功能咨询" | "问题反馈" | "开通接口" | null;
    wantedEditionName: string | null;
    contactName: string | null;
    phone: string | null;
    email: string | null;
    content: string | null;
    createdAt: string | null;
    assigneeName: string | null;
    status: "待处理" | "处理中" | "已完成" | "已关闭" | null;
    result: string | null;
    handledAt: string | null;
  };
  "af.cargo-pouch.list": {
    pouchNumber: string | null;
    awbNumber: string | null;
    orderCodes: string | null;
    route: string | null;
    flightNo: string | null;
    flightDate: string | null;
    documentCount: number | null;
    originalCount: number | null;
    missing: string | null;
    sealNo: string | null;
    handTo: string | null;
    handTime: string | null;
    agentName: string | null;
    views: number | null;
    receivedTime: string | null;
    receiver: string | null;
    state: "DRAFT" | "SEALED" | "HANDED" | "RECEIVED" | "VOID" | null;
    creatorName: string | null;
    createTime: string | null;
    remark: string | null;
    voidReason: string | null;
  };
  "af.cargo-weighing.list": {
    weighingCode: string | null;
    awbNumber: string | null;
    hawbNumber: string | null;
    state: "OPEN" | "SAME" | "DIFFERS" | "OUTSIDE" | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    measure: string | null;
    orderCodes: string | null;
    expectedPieces: number | null;
    expectedWeight: number | null;
    expectedVolume: number | null;
    offPieces: number | null;
    offWeight: number | null;
    offVolume: number | null;
    terminalName: string | null;
    weighTime: string | null;
    creatorName: string | null;
    isCurrent: boolean | null;
    remark: string | null;
  };
  "edi.message.list": {
    direction: "OUT" | "IN" | null;
    type: "FWB" | "FHL" | "FSU" | "FSA" | "FMA" | "FNA" | "FFR" | "FFA" | "?" | null;
    messageVersion: string | null;
    awbNumber: string | null;
    hawbNumber: string | null;
    route: string | null;
    flight: string | null;
    flightDate: string | null;
    pieces: number | null;
    weight: number | null;
    channel: "FILE" | "MAIL" | "HTTP" | "DOWNLOAD" | null;
    state: "WAITING" | "SENT" | "ACCEPTED" | "REJECTED" | "TIMEOUT" | "FAILED" | "CANCELLED" | "RECEIVED" | "UNREAD" | null;
    receipt: string | null;
    errorText: string | null;
    sender: string | null;
    sendTime: string | null;
    receiptTime: string | null;
    revision: number | null;
    messageNo: string | null;
    format: string | null;
    carrierCode: string | null;
    carrierCodeName?: string | null;
    orderCode: string | null;
    tries: number | null;
    source: "PASTE" | "FILE" | "FOLDER" | "HTTP" | null;
    createTime: string | null;
  };
  "edi.channel.list": {
    carrierCode: string | null;
    carrierCodeName?: string | null;
    kind: "FILE" | "MAIL" | "HTTP" | null;
    address: string | null;
    format: "IMP" | "XML" | null;
    fwbVersion: "16" | "17" | null;
    fhlVersion: "4" | "5" | null;
    active: boolean | null;
    remark: string | null;
    editor: string | null;
    editTime: string | null;
  };
  "af.dgd-print.list": {
    dgdName: string | null;
    orderCode: string | null;
    awbNumber: string | null;
    route: string | null;
    flightNo: string | null;
    flightDate: string | null;
    unNumbers: string | null;
    lineCount: number | null;
    aircraftType: "0" | "1" | null;
    shipmentType: "0" | "1" | null;
    printCount: number | null;
    editor: string | null;
    editTime: string | null;
  };
  "af.shipper-letter.list": {
    kind: "BOOKING" | "DELIVERY" | null;
    orderCode: string | null;
    awbNumber: string | null;
    toName: string | null;
    route: string | null;
    flightNo: string | null;
    flightDate: string | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    state: "UNSENT" | "SENT" | "REPLIED" | null;
    sentTime: string | null;
    reply: "ACCEPTED" | "REJECTED" | null;
    replyFlight: string | null;
    replyAwbNumber: string | null;
    replyRemark: string | null;
    printCount: number | null;
    editor: string | null;
    editTime: string | null;
  };
  "af.arrival-notice.list": {
    orderCode: string | null;
    number: string | null;
    consignee: string | null;
    contact: string | null;
    phone: string | null;
    flight: string | null;
    expectArrival: string | null;
    actualArrival: string | null;
    arrivedPieces: number | null;
    pieces: number | null;
    arrivedWeight: number | null;
    weight: number | null;
    terminal: string | null;
    arriveTime: string | null;
    freeDays: number | null;
    lateDays: number | null;
    state: "UNTOLD" | "SENT" | "CONFIRMED" | null;
    sentTime: string | null;
    sentTo: string | null;
    confirmTime: string | null;
    person: string | null;
    way: "PHONE" | "MAIL" | "SMS" | null;
    madeTime: string | null;
    coopName: string | null;
  };
  "af.goods-name.list": {
    orderCode: string | null;
    awbNumber: string | null;
    flightDate: string | null;
    cargoType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    goodsCnnames: string | null;
    goodsEnnames: string | null;
    quantity: number | null;
    reportIssueNo: string | null;
    state: "UNSENT" | "SENT" | "FAILED" | null;
    sentTime: string | null;
    sentTo: string | null;
    mailError: string | null;
    editor: string | null;
    editTime: string | null;
  };
  "af.identify.list": {
    orderCode: string | null;
    awbNumber: string | null;
    carrierCode: string | null;
    flightDate: string | null;
    terminal: string | null;
    handler: string | null;
    reports: number | null;
    reportNumbers: string | null;
    validUntil: string | null;
    state: "DRAFT" | "DECLARED" | null;
    auditState: "NONE" | "PASSED" | "RETURNED" | null;
    declarationNo: string | null;
    auditor: string | null;
    auditTime: string | null;
    auditRemark: string | null;
    declarer: string | null;
    declareTime: string | null;
  };
  "af.order-inquiry.list": {
    inquiryCode: string | null;
    state: "DRAFT" | "UNASSIGNED" | "ASKING" | "QUOTED" | "SELECTED" | "LOST" | "EXPIRED" | "CANCELLED" | null;
    coopName: string | null;
    contact: string | null;
    route: string | null;
    readyDate: string | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    chargeWeight: number | null;
    density: number | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    targetPrice: number | null;
    askedAnswered: string | null;
    quoteValidTo: string | null;
    salesName: string | null;
    buyerName: string | null;
    answerBy: string | null;
    createTime: string | null;
    lostReason: string | null;
    remark: string | null;
  };
  "af.enquiry.list": {
    inquiryCode: string | null;
    state: "DRAFT" | "UNASSIGNED" | "ASKING" | "QUOTED" | "SELECTED" | "LOST" | "EXPIRED" | "CANCELLED" | null;
    remaining: string | null;
    coopName: string | null;
    route: string | null;
    readyDate: string | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    chargeWeight: number | null;
    density: number | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    batteryType: "不含电池" | "锂离子PI965 (UN3480)" | "锂离子PI966/PI967 (UN3481)" | "锂金属PI968 (UN3090)" | "锂金属PI969/PI970 (UN3091)" | "非锂电池" | null;
    targetPrice: number | null;
    askedAnswered: string | null;
    bestPerKg: number | null;
    bestTotal: number | null;
    bestCurrency: string | null;
    buyerName: string | null;
    salesName: string | null;
    round: number | null;
    createTime: string | null;
    firstAnswer: number | null;
    answerBy: string | null;
  };
  "af.inquiry-agent.list": {
    agentCode: string | null;
    coopName: string | null;
    agentKind: "GENERAL" | "PLATFORM" | null;
    scopes: "AE" | "AI" | "AE,AI" | null;
    laneText: string | null;
    contactName: string | null;
    email: string | null;
    language: "zh-CN" | "en-US" | null;
    slaHours: number | null;
    priority: number | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "css.currency.list": {
    currencyCode: string | null;
    currencyName: string | null;
    currencyNameEn: string | null;
    currencySign: string | null;
    currencyNum: string | null;
    exponent: number | null;
    currencyCommon: boolean | null;
    sort: number | null;
    active: boolean | null;
    latestRate: number | null;
  };
  "css.currency-rate.list": {
    currencyCode: string | null;
    currencyCodeName?: string | null;
    type: "GENERAL" | "RECEIVABLE" | "PAYABLE" | "CUSTOMS" | null;
    currencyRate: number | null;
    beginDate: string | null;
    endDate: string | null;
    usedLines: number | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.charge-template.list": {
    templateCode: string | null;
    templateName: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    kind: "RECEIVABLE" | "PAYABLE" | null;
    portCode: string | null;
    lines: number | null;
    coopName: string | null;
    autoApply: "OFF" | "ORDER" | "MASTER" | null;
    usedCount: number | null;
    remark: string | null;
    active: boolean | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.rate-card.list": {
    cardCode: string | null;
    status: "DRAFT" | "ACTIVE" | "STOPPED" | "EXPIRED" | null;
    kind: "RECEIVABLE" | "PAYABLE" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    serviceName: string | null;
    coopName: string | null;
    conditions: string | null;
    basis: string | null;
    mode: "FLAT" | "WHOLE" | "PROGRESSIVE" | null;
    priceText: string | null;
    amountMin: number | null;
    amountMax: number | null;
    taxRate: string | null;
    priority: number | null;
    beginDate: string | null;
    endDate: string | null;
    usedCount: number | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.report-cancelled-order.list": {
    coopName: string | null;
    closeReason: string | null;
    salesName: string | null;
    month: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    cancelled: number | null;
    cancelledBefore: number | null;
    cancelledDiff: number | null;
    cancelledChange: number | null;
    orders: number | null;
    ordersBefore: number | null;
    ordersDiff: number | null;
    ordersChange: number | null;
    cancelRate: number | null;
    chargeWeight: number | null;
    chargeWeightBefore: number | null;
    chargeWeightDiff: number | null;
    chargeWeightChange: number | null;
  };
  "css.report-cancelled-order-detail.list": {
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    orderCode: string | null;
    number: string | null;
    coopName: string | null;
    route: string | null;
    businessDate: string | null;
    pieces: number | null;
    weight: number | null;
    chargeWeight: number | null;
    closeNode: "订单创建" | "舱位确认" | "航线签单" | "货物出重" | "海关查验" | "海关放行" | "航班起飞" | "航班到达" | "目的港查验" | "目的港放行" | "目的港签收" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    closeKind: "CANCELLED" | "CLOSED" | null;
    closeReason: string | null;
    closeRemark: string | null;
    closer: string | null;
    closeTime: string | null;
    createTime: string | null;
    lifeHours: number | null;
    salesName: string | null;
    servicerName: string | null;
  };
  "css.jt-report-cancelled-order.list": {
    companyName: string | null;
    coopName: string | null;
    closeReason: string | null;
    salesName: string | null;
    month: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    cancelled: number | null;
    cancelledBefore: number | null;
    cancelledDiff: number | null;
    cancelledChange: number | null;
    orders: number | null;
    ordersBefore: number | null;
    ordersDiff: number | null;
    ordersChange: number | null;
    cancelRate: number | null;
    chargeWeight: number | null;
    chargeWeightBefore: number | null;
    chargeWeightDiff: number | null;
    chargeWeightChange: number | null;
  };
  "css.jt-report-cancelled-order-detail.list": {
    companyName: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    orderCode: string | null;
    number: string | null;
    coopName: string | null;
    route: string | null;
    businessDate: string | null;
    pieces: number | null;
    weight: number | null;
    chargeWeight: number | null;
    closeNode: "订单创建" | "舱位确认" | "航线签单" | "货物出重" | "海关查验" | "海关放行" | "航班起飞" | "航班到达" | "目的港查验" | "目的港放行" | "目的港签收" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    closeKind: "CANCELLED" | "CLOSED" | null;
    closeReason: string | null;
    closeRemark: string | null;
    closer: string | null;
    closeTime: string | null;
    createTime: string | null;
    lifeHours: number | null;
    salesName: string | null;
    servicerName: string | null;
  };
  "css.charge-query.list": {
    kind: "RECEIVABLE" | "PAYABLE" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    orderCode: string | null;
    bizNumber: string | null;
    customerNumber: string | null;
    bizDate: string | null;
    orderCoopName: string | null;
    serviceType: string | null;
    serviceName: string | null;
    coopName: string | null;
    basis: string | null;
    unitPrice: number | null;
    quantity: number | null;
    currency: string | null;
    currencyName?: string | null;
    amount: number | null;
    exchangeRate: number | null;
    functionalAmount: number | null;
    taxRate: string | null;
    amountNotTax: number | null;
    amountTax: number | null;
    billNum: string | null;
    reconciled: number | null;
    unreconciled: number | null;
    financialDate: string | null;
    source: "MANUAL" | "TEMPLATE" | "RATED" | "COPIED" | "SPLIT" | "INCIDENTAL" | "SIGNED" | "SHARED" | "IMPORTED" | "ADJUSTED" | "RECONCILED" | "CONFIRMED" | "AGREED" | null;
    note: string | null;
    salesName: string | null;
    servicerName: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.charge-adjust.list": {
    adjustNum: string | null;
    orderCode: string | null;
    bizNumber: string | null;
    kind: "RECEIVABLE" | "PAYABLE" | null;
    serviceName: string | null;
    coopName: string | null;
    currency: string | null;
    currencyName?: string | null;
    amount: number | null;
    functionalAmount: number | null;
    financialDate: string | null;
    correctsLine: string | null;
    correctsAmount: number | null;
    reason: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.period-difference.list": {
    orderCode: string | null;
    bizNumber: string | null;
    part: "ORDER" | "POSTING" | "CHARGE" | null;
    kind: "RECEIVABLE" | "PAYABLE" | null;
    financialDate: string | null;
    serviceName: string | null;
    figure: "income" | "income_not_tax" | "income_passed_on" | "income_gx" | "income_zx" | "income_cz" | "income_bz" | "income_cc" | "income_kd" | "income_gj" | "income_sj" | "income_status" | "cost" | "cost_not_tax" | "cost_passed_on" | "cost_gx" | "cost_zx" | "cost_cz" | "cost_bz" | "cost_cc" | "cost_kd" | "cost_gj" | "cost_sj" | "cost_status" | "functional" | "functional_not_tax" | "functional_tax" | "financial_date" | null;
    stored: string | null;
    recomputed: string | null;
    foundAt: string | null;
  };
  "css.income-writeoff.list": {
    writeoffNum: string | null;
    writeoffDate: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    customerName: string | null;
    debitNoteNumStatementNum: string | null;
    invoiceNum: string | null;
    currencyAmount: string | null;
    currencyAmount2: string | null;
    functionalAmount: number | null;
    functionalAmountWriteoff: number | null;
    currency: string | null;
    currencyName?: string | null;
    moneyAmount: number | null;
    fee: number | null;
    small: number | null;
    moneyFunctional: number | null;
    exchangeDiff: number | null;
    method: "RECEIPT" | "ADVANCE" | "ACCOUNT" | "OFFSET" | "BAD_DEBT" | "SMALL" | null;
    financialAccountCode: string | null;
    financialAccountName: string | null;
    receiptNum: string | null;
    advanceNum: string | null;
    state: "VALID" | "REVERSED" | null;
    writeoffRemark: string | null;
    reverseReason: string | null;
    creatorName: string | null;
    createTime: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "css.income-invoice.list": {
    applyNum: string | null;
    invoiceStatus: "NOT_INVOICED" | "PART_INVOICED" | "INVOICED" | null;
    state: "PENDING" | "VALID" | "CANCELLED" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    source: string | null;
    customerName: string | null;
    invoiceType: "数电专票" | "数电普票" | "纸质专票" | "纸质普票" | "形式发票" | "收据" | null;
    invoiceTitle: string | null;
    taxpayerNum: string | null;
    currencyAmount: string | null;
    invoiced: string | null;
    uninvoiced: string | null;
    applyRemark: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.open-invoice.list": {
    invoiceNum: string | null;
    invoiceDate: string | null;
    state: "NORMAL" | "PART_RED" | "RED" | "PENDING" | "REMOVED" | null;
    customerName: string | null;
    invoiceTitle: string | null;
    currency: string | null;
    currencyName?: string | null;
    amount: number | null;
    amountWriteoff: number | null;
    amountWriteoffNo: number | null;
    businessNum: string | null;
    invoiceRemark: string | null;
  };
  "css.issued-invoice.list": {
    invoiceNum: string | null;
    invoiceCode: string | null;
    invoiceDate: string | null;
    invoiceType: "数电专票" | "数电普票" | "纸质专票" | "纸质普票" | "形式发票" | "收据" | null;
    state: "NORMAL" | "PART_RED" | "RED" | "PENDING" | "REMOVED" | null;
    customerName: string | null;
    invoiceTitle: string | null;
    taxpayerNum: string | null;
    currency: string | null;
    currencyName?: string | null;
    amount: number | null;
    amountNotTax: number | null;
    amountTax: number | null;
    taxRate: string | null;
    faceAmount: number | null;
    applyNum: string | null;
    businessNum: string | null;
    openInvoiceUserName: string | null;
    openInvoiceTime: string | null;
    amountWriteoff: number | null;
    amountWriteoffNo: number | null;
    writeoff: "OPEN" | "PART" | "DONE" | null;
    invoiceRemark: string | null;
    redOf: string | null;
    redReason: string | null;
    sendTime: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "css.debit-note.list": {
    debitNoteNum: string | null;
    debitNoteStatus: "MADE" | "STATED" | "TO_INVOICE" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | "VOID" | null;
    customerName: string | null;
    currencyAmount: string | null;
    currencyAmount2: string | null;
    functionalAmountNoWriteoff: number | null;
    dueDate: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    debitNoteDate: string | null;
    bizNumber: string | null;
    orderCode: string | null;
    bizCarrier: string | null;
    bizDate: string | null;
    functionalAmount: number | null;
    functionalAmountWriteoff: number | null;
    uninvoiced: string | null;
    customerNumber: string | null;
    statementNum: string | null;
    writeoffNum: string | null;
    debitNoteRemark: string | null;
    invoiceDates: string | null;
    invoiceNum: string | null;
    invoiceTitle: string | null;
    applyRemark: string | null;
    invoiceCreatorName: string | null;
    invoiceCreateTime: string | null;
    sendTime: string | null;
    confirmState: "UNSENT" | "SENT" | "CONFIRMED" | "DISPUTED" | null;
    confirmTime: string | null;
    confirmedBy: string | null;
    confirmRemark: string | null;
    salesName: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.statement.list": {
    statementNum: string | null;
    statementStatus: "PROCESSING" | "STATED" | "TO_INVOICE" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | "VOID" | null;
    progress: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    statementDate: string | null;
    period: string | null;
    customerName: string | null;
    notes: number | null;
    currencyAmount: string | null;
    currencyAmount2: string | null;
    functionalAmount: number | null;
    functionalAmountWriteoff: number | null;
    functionalAmountNoWriteoff: number | null;
    dueDate: string | null;
    confirmState: "UNSENT" | "SENT" | "CONFIRMED" | "DISPUTED" | null;
    confirmedOn: string | null;
    confirmedBy: string | null;
    confirmRemark: string | null;
    writeoffNum: string | null;
    statementRemark: string | null;
    invoiceNum: string | null;
    applyRemark: string | null;
    invoiceCreatorName: string | null;
    invoiceCreateTime: string | null;
    sendTime: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.receipt.list": {
    receiptNum: string | null;
    state: "UNCLAIMED" | "CLAIMED" | "PART" | "DONE" | null;
    receiptDate: string | null;
    account: string | null;
    currency: string | null;
    amount: number | null;
    bankFee: number | null;
    payerName: string | null;
    payerAccount: string | null;
    bankRef: string | null;
    summary: string | null;
    coopName: string | null;
    proposedCoopName: string | null;
    writtenOff: number | null;
    advance: number | null;
    refunded: number | null;
    open: number | null;
    exchangeRate: number | null;
    functionalAmount: number | null;
    claimer: string | null;
    claimTime: string | null;
    claimRemark: string | null;
    writeoffNum: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.advance.list": {
    advanceNum: string | null;
    kind: "IN" | "OUT" | "DEPOSIT_IN" | "DEPOSIT_OUT" | null;
    state: "OPEN" | "USED" | "VOID" | null;
    coopName: string | null;
    orderCode: string | null;
    date: string | null;
    currency: string | null;
    amount: number | null;
    used: number | null;
    refunded: number | null;
    open: number | null;
    exchangeRate: number | null;
    functionalOpen: number | null;
    age: number | null;
    account: string | null;
    receiptNum: string | null;
    requestNum: string | null;
    containers: string | null;
    returnDate: string | null;
    writeoffNum: string | null;
    remark: string | null;
    creatorName: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "css.offset.list": {
    offsetNum: string | null;
    date: string | null;
    coopName: string | null;
    incomeAmount: string | null;
    costAmount: string | null;
    functional: number | null;
    exchangeDiff: number | null;
    incomeWriteoffNum: string | null;
    costWriteoffNum: string | null;
    voucherNumber: string | null;
    state: "VALID" | "REVERSED" | null;
    remark: string | null;
    reverseReason: string | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "css.cost-invoice.list": {
    state: "NORMAL" | "PART_RED" | "RED" | "PENDING" | "REMOVED" | null;
    invoiceNum: string | null;
    invoiceCode: string | null;
    invoiceType: "数电专票" | "数电普票" | "纸质专票" | "纸质普票" | "形式发票" | "收据" | "海关缴款书" | "定额发票" | "境外发票" | null;
    invoiceDate: string | null;
    customerName: string | null;
    invoiceTitle: string | null;
    taxpayerNum: string | null;
    currency: string | null;
    currencyName?: string | null;
    amount: number | null;
    taxRate: string | null;
    amountNotTax: number | null;
    amountTax: number | null;
    allocated: number | null;
    unallocated: number | null;
    paymentNum: string | null;
    requestNum: string | null;
    amountWriteoff: number | null;
    amountNoWriteoff: number | null;
    writeoff: "OPEN" | "PART" | "DONE" | null;
    deductState: "NONE" | "OPEN" | "TICKED" | null;
    deductMonth: string | null;
    remark: string | null;
    creatorName: string | null;
    createTime: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "payable.payment.list": {
    paymentNum: string | null;
    paymentStatus: "PROCESSING" | "MADE" | "TO_INVOICE" | "PART_INVOICED" | "INVOICED" | "PART_SETTLED" | "SETTLED" | "VOID" | null;
    progress: string | null;
    paymentDate: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    customerName: string | null;
    supplierBillNo: string | null;
    currency: string | null;
    currencyName?: string | null;
    amountPayment: number | null;
    amountPaymentWriteoff: number | null;
    amountPaymentNoWriteoff: number | null;
    exchangeRate: number | null;
    mixedRate: boolean | null;
    functionalAmountPayment: number | null;
    orders: number | null;
    requested: number | null;
    unrequested: number | null;
    requestState: "DRAFT" | "RUNNING" | "REJECTED" | "WITHDRAWN" | "PASSED" | "PART_PAID" | "PAID" | "CLOSED" | null;
    currentApprover: string | null;
    amountPaymentInvoice: number | null;
    invoiceNum: string | null;
    invoiceTitle: string | null;
    invoiceDate: string | null;
    writeoffNum: string | null;
    confirmedOn: string | null;
    paymentRemark: string | null;
    invoiceInqurityRemark: string | null;
    invoiceCreatorName: string | null;
    invoiceTime: string | null;
    creatorName: string | null;
    createTime: string | null;
    editorName: string | null;
    editTime: string | null;
  };
  "payable.payment-request.list": {
    requestNum: string | null;
    type: "PAYMENT" | "ADVANCE" | "DEPOSIT" | "REFUND" | "OTHER" | null;
    state: "DRAFT" | "RUNNING" | "REJECTED" | "WITHDRAWN" | "PASSED" | "PART_PAID" | "PAID" | "CLOSED" | null;
    payee: string | null;
    currency: string | null;
    currencyName?: string | null;
    amount: number | null;
    paid: number | null;
    unpaid: number | null;
    dueDate: string | null;
    urgency: "NORMAL" | "URGENT" | null;
    paymentMethod: string | null;
    bankName: string | null;
    bankNumber: string | null;
    payments: string | null;
    invoiceState: "NONE" | "PART" | "ALL" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    applyRemark: string | null;
    currentApprover: string | null;
    applicant: string | null;
    applyTime: string | null;
    payTime: string | null;
    writeoffNum: string | null;
  };
  "payable.cost-writeoff.list": {
    writeoffNum: string | null;
    writeoffDate: string | null;
    state: "VALID" | "REVERSED" | null;
    customerName: string | null;
    paymentNum: string | null;
    awbNumberOrOrderCode: string | null;
    amountPayment: string | null;
    amountWriteoff: string | null;
    functional: number | null;
    currency: string | null;
    currencyName?: string | null;
    moneyAmount: number | null;
    moneyFunctional: number | null;
    exchangeDiff: number | null;
    method: "PAYMENT" | "ADVANCE" | "ACCOUNT" | "OFFSET" | "SMALL" | null;
    financialAccountCode: string | null;
    financialAccountName: string | null;
    requestNum: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    writeoffRemark: string | null;
    creatorName: string | null;
    createTime: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "payable.bank-journal.list": {
    date: string | null;
    number: string | null;
    kind: "RECEIPT" | "PAYMENT" | "ADVANCE" | "EXPENSE" | "TRANSFER" | "FEE" | "REFUND" | null;
    counterparty: string | null;
    summary: string | null;
    in: number | null;
    out: number | null;
    balance: number | null;
  };
  "voucher.expense-report.list": {
    expenseReportNum: string | null;
    expenseReportStatus: "DRAFT" | "SUBMITTED" | "APPROVED" | "AUDITED" | "PAID" | "RETURNED" | null;
    type: "EXPENSE" | "LOAN" | null;
    expenseReportDate: string | null;
    deptName: string | null;
    creatorName: string | null;
    expenseReportMode: "PERSON" | "COMPANY" | null;
    paymentMethod: "CASH" | "CHEQUE" | "TRANSFER" | null;
    expensesUse: string | null;
    expenseAmount: number | null;
    loanUsed: number | null;
    toPay: number | null;
    repaid: number | null;
    attachedDocument: number | null;
    expenseReportRemark: string | null;
    currentApprover: string | null;
    approvalDeptManagerName: string | null;
    approvalDeptManagerTime: string | null;
    isAuto: boolean | null;
    approvalFinancialUserName: string | null;
    approvalFinancialTime: string | null;
    financialDate: string | null;
    financialAccount: string | null;
    bankFinancialAccount: string | null;
    payerName: string | null;
    payerTime: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    createTime: string | null;
  };
  "voucher.financial-account.list": {
    financialAccountCode: string | null;
    financialAccountName: string | null;
    fullName: string | null;
    financialAccountType: "CASH" | "BANK" | "NOTE" | "RECEIVABLE" | "ADVANCE_IN" | "PAYABLE" | "ADVANCE_OUT" | "OTHER_RECEIVABLE" | "OTHER_PAYABLE" | "INCOME" | "COST" | "TAX_OUT" | "TAX_IN" | "EXCHANGE" | "FEE" | "BAD_DEBT" | "SMALL" | "EXPENSE" | "PROFIT" | "OTHER" | null;
    direction: "DEBIT" | "CREDIT" | null;
    manageMode: "SUB" | "AUX" | null;
    subsidiaryAccount: "COOP" | "USER" | "DEPT" | null;
    currency: boolean | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    bankName: string | null;
    mayBeDivided: boolean | null;
    isMoney: boolean | null;
    isExpense: boolean | null;
    scopes: string | null;
    level: number | null;
    accountRemark: string | null;
    isValid: boolean | null;
    entries: number | null;
    editorName: string | null;
    editTime: string | null;
  };
  "voucher.rule.list": {
    word: string | null;
    postBy: "INVOICE" | "LOCK" | null;
    splitTax: boolean | null;
    mode: "TOGETHER" | "EACH" | null;
    summary: string | null;
    editorName: string | null;
    editTime: string | null;
  };
  "voucher.export.list": {
    invoiceNum: string | null;
    invoiceDate: string | null;
    invoiceType: "数电专票" | "数电普票" | "纸质专票" | "纸质普票" | "形式发票" | "收据" | "海关缴款书" | "定额发票" | "境外发票" | null;
    invoiceTitle: string | null;
    customerName: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    amountTax: number | null;
    functionalAmount: number | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-income-lock.list": {
    orderCode: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    financialDate: string | null;
    customerName: string | null;
    serviceName: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    amountTax: number | null;
    functionalAmount: number | null;
    note: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-cost.list": {
    invoiceNum: string | null;
    invoiceDate: string | null;
    invoiceType: "数电专票" | "数电普票" | "纸质专票" | "纸质普票" | "形式发票" | "收据" | "海关缴款书" | "定额发票" | "境外发票" | null;
    invoiceTitle: string | null;
    customerName: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    amountTax: number | null;
    functionalAmount: number | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-cost-lock.list": {
    orderCode: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    financialDate: string | null;
    customerName: string | null;
    serviceName: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    amountTax: number | null;
    functionalAmount: number | null;
    note: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-income-writeoff.list": {
    writeoffNum: string | null;
    writeoffDate: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    customerName: string | null;
    writeoffAmount: number | null;
    currency: string | null;
    currencyName?: string | null;
    exchangeDiff: number | null;
    bankFinancialAccount: string | null;
    invoiceNum: string | null;
    invoiceDate: string | null;
    amount: number | null;
    remark: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-cost-writeoff.list": {
    writeoffNum: string | null;
    writeoffDate: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    customerName: string | null;
    writeoffAmount: number | null;
    currency: string | null;
    currencyName?: string | null;
    exchangeDiff: number | null;
    bankFinancialAccount: string | null;
    invoiceNum: string | null;
    invoiceDate: string | null;
    amount: number | null;
    remark: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-expense.list": {
    expenseReportNum: string | null;
    expenseReportStatus: "DRAFT" | "SUBMITTED" | "APPROVED" | "AUDITED" | "PAID" | "RETURNED" | null;
    expenseReportDate: string | null;
    financialDate: string | null;
    applicant: string | null;
    expenseReportMode: "PERSON" | "COMPANY" | null;
    paymentMethod: string | null;
    expensesUse: string | null;
    expenseAmount: number | null;
    expenseReportRemark: string | null;
    approvalFinancialUserName: string | null;
    financialAccount: string | null;
    bankFinancialAccount: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-expense-paid.list": {
    number: string | null;
    movementDate: string | null;
    applicant: string | null;
    amount: number | null;
    owedAccount: string | null;
    accountName: string | null;
    summary: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-request.list": {
    number: string | null;
    movementDate: string | null;
    customerName: string | null;
    holder: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    financialAccount: string | null;
    accountName: string | null;
    summary: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-advance-in.list": {
    advanceNum: string | null;
    kind: "IN" | "OUT" | "DEPOSIT_IN" | "DEPOSIT_OUT" | null;
    advanceDate: string | null;
    customerName: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    accountName: string | null;
    remark: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-refund-out.list": {
    number: string | null;
    movementDate: string | null;
    customerName: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    accountName: string | null;
    summary: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-advance-out.list": {
    advanceNum: string | null;
    kind: "IN" | "OUT" | "DEPOSIT_IN" | "DEPOSIT_OUT" | null;
    advanceDate: string | null;
    customerName: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    accountName: string | null;
    remark: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-refund-in.list": {
    number: string | null;
    movementDate: string | null;
    customerName: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    accountName: string | null;
    summary: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-offset.list": {
    offsetNum: string | null;
    offsetDate: string | null;
    customerName: string | null;
    amount: number | null;
    remark: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-revaluation.list": {
    month: string | null;
    income: number | null;
    cost: number | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-transfer.list": {
    transferNum: string | null;
    transferDate: string | null;
    fromAccount: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    toAccount: string | null;
    amountIn: number | null;
    fee: number | null;
    summary: string | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.export-accrual.list": {
    month: string | null;
    income: number | null;
    cost: number | null;
    voucherNumber: string | null;
    voucherDate: string | null;
    voucherCreatorName: string | null;
  };
  "voucher.voucher.list": {
    voucherDate: string | null;
    voucherNumber: string | null;
    kind: "INCOME" | "COST" | "INCOME_SETTLED" | "COST_SETTLED" | "EXPENSE" | "ADVANCE_IN" | "ADVANCE_OUT" | "OFFSET" | "REVALUED" | "TRANSFER" | "ACCRUED" | null;
    attachments: number | null;
    summary: string | null;
    debit: number | null;
    credit: number | null;
    sources: string | null;
    state: "VALID" | "RETURNED" | null;
    exportTime: string | null;
    exportCount: number | null;
    creatorName: string | null;
    createTime: string | null;
  };
  "voucher.voucher-gap.list": {
    month: string | null;
    word: string | null;
    from: number | null;
    to: number | null;
    missing: number | null;
  };
  "voucher.account-summary.list": {
    accountCode: string | null;
    accountName: string | null;
    level: number | null;
    direction: "DEBIT" | "CREDIT" | null;
    opening: number | null;
    debit: number | null;
    credit: number | null;
    closing: number | null;
  };
  "voucher.voucher-number-log.list": {
    month: string | null;
    monthName?: string | null;
    word: string | null;
    number: number | null;
    act: "GIVEN" | "RETURNED" | null;
    summary: string | null;
    actorName: string | null;
    actTime: string | null;
  };
  "voucher.voucher-format.list": {
    formatName: string | null;
    fileType: "XLSX" | "CSV" | "TXT" | "XML" | null;
    columnCount: number | null;
    isDefault: boolean | null;
    builtIn: boolean | null;
    editorName: string | null;
    editTime: string | null;
  };
  "hrs.im.list": {
    userName: string | null;
    deptName: string | null;
    xyNumber: string | null;
    nickName: string | null;
    onlineService: boolean | null;
    isOnline: boolean | null;
    unread: number | null;
    conversations: number | null;
    responseSeconds: number | null;
    seenAt: string | null;
  };
  "hrs.imOrg.list": {
    orgCode: string | null;
    orgName: string | null;
    hasPrem: boolean | null;
    chatFrom: string | null;
    chatTo: string | null;
    serving: number | null;
    chatSeats: number | null;
    conversations: number | null;
  };
  "hrs.aiLog.list": {
    createdAt: string | null;
    userName: string | null;
    orgName: string | null;
    question: string | null;
    answer: string | null;
    refs: string | null;
    took: number | null;
    tokens: string | null;
    result: "RUNNING" | "DONE" | "FAILED" | "NONE" | null;
    error: string | null;
    useful: "USEFUL" | "USELESS" | "NONE" | null;
    sent: string | null;
  };
}

/** Values of the declared forms, by key. */
export interface FormValues {
  "hrs.dept.form": {
    deptCode: string | null;
    parentId: string | null;
    parentName?: string | null;
    deptName: string | null;
    shortName: string | null;
    fullName: string | null;
    managerId: string | null;
    managerName?: string | null;
    profitUnit: boolean | null;
    finalProfitUnit: boolean | null;
    budget: number | null;
    active: boolean | null;
  };
  "hrs.org.form": {
    orgCode: string | null;
    orgName: string | null;
    renameDept: boolean | null;
    shortName: string | null;
    orgEname: string | null;
    shortNameEn: string | null;
    shortCode: string | null;
    socialCreditCode: string | null;
    orgType: "1" | "2" | null;
    logo: string | null;
    oneStopCode: string | null;
    sourceRemark: string | null;
    adminName: string | null;
    adminPhoneArea: string | null;
    adminPhone: string | null;
    adminEmail: string | null;
    edition: string | null;
    editionName?: string | null;
    userLimit: number | null;
    stopAt: string | null;
    demandPersonId: string | null;
    demandPersonName?: string | null;
    contractPartyId: string | null;
    contractPartyName?: string | null;
    noticeEmail: string | null;
    remark: string | null;
    companyProfile: string | null;
    companyAdvantage: string | null;
    contactInfo: string | null;
  };
  "hrs.edition.form": {
    editionCode: string | null;
    editionName: string | null;
    nameEn: string | null;
    userCount: number | null;
    active: boolean | null;
  };
  "hrs.orgMeal.form": {
    orgId: string | null;
    orgName?: string | null;
    serviceType: "TRACK_AE_AI" | "TRACK_SE_SI" | "MANIFEST" | "AI_QUESTION" | "SMS" | "STORAGE" | null;
    period: "NONE" | "MONTH" | "YEAR" | "ONCE" | null;
    quantity: number | null;
    startDate: string | null;
    remark: string | null;
  };
  "hrs.permission.form": {
    parentId: string | null;
    parentName?: string | null;
    permissionType: "0" | "1" | "2" | null;
    permissionCode: string | null;
    path: string | null;
    permissionName: string | null;
    permissionEname: string | null;
    component: string | null;
    application: string | null;
    icon: string | null;
    sort: number | null;
    hidden: boolean | null;
    alwaysShow: boolean | null;
    status: boolean | null;
    stopDate: string | null;
    adminDefault: boolean | null;
    disabled: boolean | null;
    ableOrgIds: string[] | null;
    helpDocId: string | null;
    helpDocName?: string | null;
    helpDocumentName: string | null;
    helpDocumentUrl: string | null;
  };
  "hrs.user.form": {
    userName: string | null;
    userEname: string | null;
    phoneArea: string | null;
    phone: string | null;
    email: string | null;
    jobNumber: string | null;
    sex: "男" | "女" | null;
    birthday: string | null;
    idType: "身份证" | "护照" | "其他" | null;
    idNumber: string | null;
    employmentType: "全职" | "兼职" | "实习" | "劳务派遣" | null;
    hireDate: string | null;
    deptId: string | null;
    deptName?: string | null;
    jobPosition: string | null;
    roleIds: string[] | null;
    orderPermission: "0" | "1" | "2" | "3" | "4" | "5" | null;
    workgroupIds: string[] | null;
    extraDeptIds: string[] | null;
    extraWorkgroupIds: string[] | null;
    extraCoopIds: string[] | null;
    exceptDeptIds: string[] | null;
    exceptCoopIds: string[] | null;
    onlineService: boolean | null;
    resume: string | null;
    family: string | null;
    remark: string | null;
  };
  "hrs.role.form": {
    roleName: string | null;
    remark: string | null;
    active: boolean | null;
  };
  "hrs.workgroup.form": {
    businessScope: "" | "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    workgroupName: string | null;
    remark: string | null;
    userIds: string[] | null;
  };
  "hrs.blacklist.form": {
    userName: string | null;
    userEname: string | null;
    phoneArea: string | null;
    phone: string | null;
    email: string | null;
    idType: "身份证" | "护照" | "其他" | null;
    idNumber: string | null;
    blacklistDate: string | null;
    reason: string | null;
  };
  "hrs.apiKey.form": {
    name: string | null;
    kind: "USER" | "SYSTEM" | null;
    userId: string | null;
    userName?: string | null;
    expiresOn: string | null;
    state: "DRAFT" | "ACTIVE" | "REVOKED" | null;
    reason: string | null;
    remark: string | null;
    coverage: "SOME" | "ALL" | null;
    readOnly: boolean | null;
  };
  "hrs.webhook.form": {
    name: string | null;
    url: string | null;
    state: "DRAFT" | "ACTIVE" | "STOPPED" | null;
    stoppedFor: "GONE" | "FAILING" | null;
    remark: string | null;
    onCreated: boolean | null;
    onUpdated: boolean | null;
    onState: boolean | null;
    onNode: boolean | null;
    onEvent: boolean | null;
    scopeCodes: string[] | null;
  };
  "hrs.webhook-delivery.form": {
  };
  "hrs.erasure.form": {
    token: string | null;
    kind: "USER" | "PERSON" | "ORG" | null;
    state: "RUNNING" | "DONE" | "FAILED" | null;
    reason: string | null;
    texts: number | null;
    files: number | null;
    letters: number | null;
    doubtful: number | null;
    unreadFiles: number | null;
    jobFiles: number | null;
    sealed: number | null;
    sharesName: boolean | null;
    loginKept: boolean | null;
    failedTables: string | null;
    backupsUntil: string | null;
    finishedAt: string | null;
  };
  "hrs.languageList.form": {
    code: string | null;
    name: string | null;
    baseLanguage: "zh-CN" | "en-US" | null;
    sort: number | null;
    active: boolean | null;
  };
  "hrs.language.form": {
    pageType: string | null;
    labelKey: string | null;
    textZh: string | null;
    textEn: string | null;
  };
  "hrs.icsSetting.form": {
    eventId: "15" | "25" | "27" | "29" | "31" | "33" | "35" | "37" | "101" | "102" | "103" | "104" | "105" | "106" | "107" | "108" | "109" | "110" | "111" | "112" | "113" | "114" | "115" | "116" | "120" | "121" | "122" | "123" | "124" | "125" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    coopId: string | null;
    coopName?: string | null;
    approval: "1" | "0" | null;
    unlockDays: number | null;
    emptyPolicy: "admin" | "pass" | "refuse" | null;
    selfPolicy: "skip" | "upper" | "allow" | null;
    mayWithdraw: boolean | null;
    mayAddSign: boolean | null;
    remark: string | null;
    levels: string[] | null;
  };
  "prm.approvalSetting.form": {
    eventId: "15" | "25" | "27" | "29" | "31" | "33" | "35" | "37" | "101" | "102" | "103" | "104" | "105" | "110" | "115" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    coopId: string | null;
    coopName?: string | null;
    approval: "1" | "0" | null;
    unlockDays: number | null;
    emptyPolicy: "admin" | "pass" | "refuse" | null;
    selfPolicy: "skip" | "upper" | "allow" | null;
    mayWithdraw: boolean | null;
    mayAddSign: boolean | null;
    remark: string | null;
    levels: string[] | null;
  };
  "hrs.orgInterface.form": {
    orgId: string | null;
    orgName?: string | null;
    apiType: "AE_CD_AWB" | "AE_CD_POST_MAWB" | "AI_CD_AWB" | "AE_DZ_AWB" | "AE_DZ_MAWB" | "AE_DZ_POST_MAWB" | "BQ_POST_MAWB" | "AE_ESD_POST_MAWB" | "AE_CD_IMP_HAWB" | "AE_IDF_POST_MAWB" | "AE_IDF_RECEIVE" | "ALL_WORK" | "SAAS_TACT" | "TRACK" | "LOGIN_HANDOFF" | "EDI_RECEIVE" | "FINANCE_EXPORT" | "INVOICE" | "AE_ORDER_CREATE" | "AE_ORDER_EDIT" | "AE_ORDER_LIST" | "AE_ORDER_DETAIL" | "AE_ORDER_WEIGHT" | "AE_ORDER_EDIT_WEIGHT" | null;
    mode: "模拟" | "正式" | null;
    platform: string | null;
    function: string | null;
    appId: string | null;
    remark: string | null;
    urlAuth: string | null;
    urlPost: string | null;
    authToken: string | null;
    timeoutS: number | null;
    allowIp: string | null;
  };
  "hrs.orgInterfaceOwn.form": {
    apiType: string | null;
    apiTypeName?: string | null;
    mode: "模拟" | "正式" | null;
    platform: string | null;
    function: string | null;
    appId: string | null;
    remark: string | null;
    urlAuth: string | null;
    urlPost: string | null;
    authToken: string | null;
    timeoutS: number | null;
    allowIp: string | null;
  };
  "base.airport.form": {
    apCode: string | null;
    icaoCode: string | null;
    apNameCn: string | null;
    apNameEn: string | null;
    cityCode: string | null;
    cityNameCn: string | null;
    cityNameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    timeZone: string | null;
    pinyin: string | null;
    customsCode: string | null;
    cargoAirport: boolean | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "base.carrier.form": {
    carrierCode: string | null;
    prefix: string | null;
    icaoCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    divisor: number | null;
    roundStep: "0.5" | "1" | "none" | null;
    pinyin: string | null;
    website: string | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "base.tact.form": {
    carrierCode: string | null;
    departure: string | null;
    arrival: string | null;
    currency: string | null;
    currencyName?: string | null;
    validFrom: string | null;
    validTo: string | null;
    enabled: boolean | null;
    remark: string | null;
    minimum: number | null;
    rateN: number | null;
    rate45: number | null;
    rate100: number | null;
    rate200: number | null;
    rate250: number | null;
    rate300: number | null;
    rate500: number | null;
    rate700: number | null;
    rate1000: number | null;
    rate1500: number | null;
    rate2000: number | null;
    rate3000: number | null;
    rate5000: number | null;
  };
  "base.surcharge.form": {
    carrierCode: string | null;
    carrierCodeName?: string | null;
    code: string | null;
    codeName?: string | null;
    due: "C" | "A" | null;
    departure: string | null;
    arrival: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    basis: "计费重量" | "毛重" | "件" | "票" | "分单" | null;
    unitPrice: number | null;
    currency: string | null;
    currencyName?: string | null;
    minimum: number | null;
    maximum: number | null;
    payMode: "PP" | "CC" | null;
    validFrom: string | null;
    validTo: string | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "base.warehouse.form": {
    warehouseCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    warehouseType: "1" | "2" | "3" | "4" | "5" | null;
    apCode: string | null;
    apCodeName?: string | null;
    city: string | null;
    forExport: boolean | null;
    forImport: boolean | null;
    supervised: boolean | null;
    customsDistrict: string | null;
    siteCode: string | null;
    enabled: boolean | null;
    addressCn: string | null;
    addressEn: string | null;
    longitude: number | null;
    latitude: number | null;
    contact: string | null;
    phone: string | null;
    openHours: string | null;
    receiveCutoff: number | null;
    deliveryGuide: string | null;
    remark: string | null;
  };
  "base.category.form": {
    categoryType: number | null;
    sort: number | null;
    paramText: string | null;
    paramTextEn: string | null;
    value: string | null;
    ediCode1: string | null;
    ediCode2: string | null;
    scopes: string | null;
    isDefault: boolean | null;
    color: string | null;
    parentValue: string | null;
    active: boolean | null;
    remark: string | null;
  };
  "base.air-category.form": {
    categoryType: number | null;
    sort: number | null;
    paramText: string | null;
    paramTextEn: string | null;
    value: string | null;
    ediCode1: string | null;
    ediCode2: string | null;
    scopes: string | null;
    isDefault: boolean | null;
    color: string | null;
    parentValue: string | null;
    active: boolean | null;
    remark: string | null;
  };
  "base.category-type.form": {
    categoryType: number | null;
    typeKey: string | null;
    typeName: string | null;
    typeNameEn: string | null;
    module: "通用" | "空运" | "海运" | "铁路" | "陆运" | "其他" | "客商" | "财务" | "仓库" | "关务" | null;
    kind: "系统" | "可扩展" | "自定义" | null;
  };
  "base.tact-edition.form": {
    editionNo: string | null;
    effectiveFrom: string | null;
    validTo: string | null;
    state: "DRAFT" | "PUBLISHED" | "EFFECTIVE" | null;
    title: string | null;
    rates: number | null;
  };
  "prm.coop.form": {
    coopCode: string | null;
    coopType: "客户" | "供应商" | "海外代理" | "互为代理" | "其他" | null;
    coopName: string | null;
    coopFullName: string | null;
    coopEname: string | null;
    mnemonicCode: string | null;
    socialCreditCode: string | null;
    taxNo: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    stateCode: string | null;
    cityName: string | null;
    coopAddress: string | null;
    coopAddressEn: string | null;
    phone: string | null;
    fax: string | null;
    email: string | null;
    website: string | null;
    iataCode: string | null;
    aeoCode: string | null;
    coopLevel: string | null;
    industry: string | null;
    source: string | null;
    transactorId: string | null;
    transactorName?: string | null;
    remark: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    isAwbSource: boolean | null;
    isDefaultSource: boolean | null;
    specialNote: string | null;
  };
  "prm.service.form": {
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    serviceType: string | null;
    serviceCode: string | null;
    mnemonic: string | null;
    serviceNameCn: string | null;
    serviceNameEn: string | null;
    kind: "INCOME" | "COST" | "BOTH" | null;
    scopes: string[] | null;
    basisIncome: string | null;
    incomePrice: number | null;
    currency: string | null;
    currencyName?: string | null;
    serviceAmountMin: number | null;
    serviceAmountMax: number | null;
    incomeDigits: number | null;
    incomeCarry: "四舍五入" | "进位" | "舍去" | null;
    basisCost: string | null;
    costPrice: number | null;
    costCurrency: string | null;
    costCurrencyName?: string | null;
    costMin: number | null;
    costMax: number | null;
    costDigits: number | null;
    costCarry: "四舍五入" | "进位" | "舍去" | null;
    vatOutput: string | null;
    vatInput: string | null;
    invoiceName: string | null;
    invoiceCode: string | null;
    isIncidental: boolean | null;
    isAgency: boolean | null;
    isAgreement: boolean | null;
    isFrequent: boolean | null;
    ediCode: string | null;
    ediDue: "A" | "C" | null;
    needConfirm: boolean | null;
    allowNegative: boolean | null;
    groupCode: string | null;
    pinyin: string | null;
    remark: string | null;
    sort: number | null;
  };
  "prm.coop-service.form": {
    coopId: string | null;
    coopName?: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    serviceItemId: string | null;
    serviceItemName?: string | null;
    side: "INCOME" | "COST" | null;
    portCode: string | null;
    basis: string | null;
    currency: string | null;
    currencyName?: string | null;
    price: number | null;
    min: number | null;
    max: number | null;
    taxRate: string | null;
    isDefault: boolean | null;
    validFrom: string | null;
    validTo: string | null;
    remark: string | null;
  };
  "prm.coop-agreement.form": {
    agreementCode: string | null;
    versionNo: number | null;
    state: "DRAFT" | "APPROVING" | "PENDING" | "ACTIVE" | "EXPIRED" | "ENDED" | "REPLACED" | "VOID" | null;
    agreementName: string | null;
    coopId: string | null;
    coopName?: string | null;
    side: "RECEIVABLE" | "PAYABLE" | "BOTH" | null;
    scopeCodes: string[] | null;
    agreementType: string | null;
    payerCoopId: string | null;
    payerCoopName?: string | null;
    ourTitleId: string | null;
    ourTitleName?: string | null;
    transactorId: string | null;
    transactorName?: string | null;
    signDate: string | null;
    validFrom: string | null;
    validTo: string | null;
    autoRenew: boolean | null;
    renewMonths: number | null;
    replacesId: string | null;
    replacesName?: string | null;
    endReason: string | null;
    settleMethod: "MONTH_DAY" | "MONTH_DAYS" | "HALF_MONTH" | "WEEK" | "TICKET" | "CASH" | "PREPAID" | "ON_ARRIVAL" | null;
    paramN: number | null;
    paramD: number | null;
    paramK: number | null;
    settleText: string | null;
    baseDate: "DEPARTURE" | "ARRIVAL" | "ORDER" | "NOTE" | "STATEMENT" | "INVOICE" | null;
    holidayRule: "NONE" | "NEXT" | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    rateRule: "ORDER" | "NOTE" | "MONTH" | "PAYMENT" | null;
    graceDays: number | null;
    interestRate: number | null;
    minBill: number | null;
    billDay: number | null;
    mergeBill: "ORDER" | "DAY" | "MONTH" | null;
    netting: boolean | null;
    creditLimit: number | null;
    overPercent: number | null;
    limitScope: "ALL" | "OWN" | null;
    invoiceMode: "FIRST" | "AFTER" | "NONE" | null;
    invoiceType: string | null;
    taxRate: string | null;
    priceNote: string | null;
    remark: string | null;
    files: string | null;
  };
  "prm.coop-credit.form": {
    coopCode: string | null;
    coopId: string | null;
    coopName?: string | null;
    settleText: string | null;
    whiteUntil: string | null;
    blackReason: string | null;
    files: string | null;
    blackFiles: string | null;
  };
  "prm.coop-lock.form": {
    coopId: string | null;
    coopName?: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    lockState: "SYSTEM" | "HAND" | "OPENED" | null;
    lockReason: string | null;
    detail: string | null;
    unlockUntil: string | null;
  };
  "prm.coop-qualification.form": {
    coopId: string | null;
    coopName?: string | null;
    kind: string | null;
    number: string | null;
    issueDate: string | null;
    expireDate: string | null;
    isRequired: boolean | null;
    remark: string | null;
    files: string | null;
  };
  "prm.agreement-rule.form": {
    ruleCode: string | null;
    ruleName: string | null;
    agreementId: string | null;
    agreementName?: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    ruleKind: "FIXED" | "VOLUME" | "TIER" | "SHARE" | "COMMIT" | "INTEREST" | null;
    serviceItemId: string | null;
    serviceItemName?: string | null;
    cycle: "MONTH" | "QUARTER" | "HALF" | "YEAR" | "ONCE" | null;
    firstPeriod: string | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    taxRate: string | null;
    minAmount: number | null;
    maxAmount: number | null;
    postMode: "ORDER" | "SPREAD" | null;
    fixedAmount: number | null;
    byDays: boolean | null;
    basis: "ORDERS" | "GROSS" | "CHARGE_WEIGHT" | "CUBIC" | "TONS" | "TEU" | "BOX" | "VEHICLE" | "INCOME" | "PROFIT" | null;
    containerType: string | null;
    unitPrice: number | null;
    tierMode: "FULL" | "SLICED" | null;
    cumulative: "PERIOD" | "YEAR" | null;
    percent: number | null;
    shareBase: "PROFIT" | "INCOME" | "FREIGHT" | null;
    negative: "COUNT" | "ZERO" | null;
    committed: number | null;
    shortPrice: number | null;
    excessPrice: number | null;
    interestRate: number | null;
    graceDays: number | null;
    scopeCodes: string[] | null;
    departures: string | null;
    arrivals: string | null;
    carriers: string | null;
    goodsType: string | null;
    businessProduct: string | null;
    partnerRole: "CUSTOMER" | "SUPPLIER" | "SOURCE" | "AGENT" | null;
    dateBasis: "DEPARTURE" | "ARRIVAL" | "ORDER" | "FINANCIAL" | null;
    orderCondition: "FINISHED" | "RECORDED" | "LOCKED" | null;
    remark: string | null;
  };
  "prm.coop-bill.form": {
    billCode: string | null;
    state: "DRAFT" | "WAITING" | "CHECKING" | "CONFIRMED" | "DISPUTED" | "SETTLING" | "SETTLED" | "VOID" | null;
    agreementId: string | null;
    agreementName?: string | null;
    coopId: string | null;
    coopName?: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    period: string | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    exchangeRate: number | null;
    issueDate: string | null;
    dueDate: string | null;
    checkState: "NONE" | "EQUAL" | "DIFFERENT" | null;
    sentAt: string | null;
    remark: string | null;
    voidReason: string | null;
  };
  "prm.coop-check.form": {
    billCode: string | null;
    state: "WAITING" | "CHECKING" | "APPROVING" | "CONFIRMED" | "DISPUTED" | null;
    coopId: string | null;
    coopName?: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    period: string | null;
    currency: string | null;
    currencyName?: string | null;
    result: "NONE" | "EQUAL" | "DIFFERENT" | null;
    toleranceAmount: number | null;
    tolerancePercent: number | null;
    handlerId: string | null;
    handlerName?: string | null;
    sentTime: string | null;
    answerTime: string | null;
    answeredBy: string | null;
    answerRemark: string | null;
    dispute: string | null;
    partnerFile: string | null;
    disputeFiles: string | null;
  };
  "prm.coop-settle.form": {
    settleCode: string | null;
    state: "SETTLING" | "SETTLED" | "BACK" | null;
    coopId: string | null;
    coopName?: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    billCodes: string | null;
    currency: string | null;
    currencyName?: string | null;
    postMode: "ORDER" | "SPREAD" | null;
    financialDate: string | null;
    dueDate: string | null;
    backReason: string | null;
  };
  "prm.coop-settle-pending.form": {
    billCode: string | null;
    state: "DRAFT" | "WAITING" | "CHECKING" | "CONFIRMED" | "DISPUTED" | "SETTLING" | "SETTLED" | "VOID" | null;
    agreementId: string | null;
    agreementName?: string | null;
    coopId: string | null;
    coopName?: string | null;
    side: "RECEIVABLE" | "PAYABLE" | null;
    period: string | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    exchangeRate: number | null;
    issueDate: string | null;
    dueDate: string | null;
    checkState: "NONE" | "EQUAL" | "DIFFERENT" | null;
    sentAt: string | null;
    remark: string | null;
    voidReason: string | null;
  };
  "prm.cost-confirmation.form": {
    confirmCode: string | null;
    coopId: string | null;
    coopName?: string | null;
    currency: string | null;
    currencyName?: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    dateBasis: "ORDER" | "DEPARTURE" | "ARRIVAL" | "FINANCE" | null;
    fromDate: string | null;
    toDate: string | null;
    tolerance: number | null;
    tolerancePercent: number | null;
    handlerId: string | null;
    handlerName?: string | null;
    remark: string | null;
    answeredBy: string | null;
    answerRemark: string | null;
    financialDate: string | null;
    state: "DRAFT" | "SENT" | "CHECKING" | "APPROVING" | "CONFIRMED" | "VOID" | null;
    supplierFile: string | null;
  };
  "prm.contract.form": {
    contractCode: string | null;
    contractName: string | null;
    contractType: string | null;
    ourTitleId: string | null;
    ourTitleName?: string | null;
    outerCode: string | null;
    amount: number | null;
    currency: string | null;
    currencyName?: string | null;
    responsibleId: string | null;
    responsibleName?: string | null;
    state: "DRAFT" | "APPROVING" | "TO_SIGN" | "ACTIVE" | "EXPIRED" | "ENDED" | "VOID" | null;
    signDate: string | null;
    validFrom: string | null;
    validTo: string | null;
    renewMonths: number | null;
    noticeDays: number | null;
    stopReason: string | null;
    ourCopies: number | null;
    theirCopies: number | null;
    sealTypes: string | null;
    archiveNo: string | null;
    archivePlace: string | null;
    mainPoints: string | null;
    penalty: string | null;
    remark: string | null;
    files: string | null;
    scan: string | null;
  };
  "prm.contract-template.form": {
    templateName: string | null;
    contractType: string | null;
    active: boolean | null;
    remark: string | null;
    template: string | null;
  };
  "prm.party.form": {
    mnemonicCode: string | null;
    isShipper: boolean | null;
    isConsignee: boolean | null;
    isNotify: boolean | null;
    scName: string | null;
    scAddress: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    stateCode: string | null;
    cityNameEn: string | null;
    cityCode: string | null;
    postCode: string | null;
    telNumber: string | null;
    faxNumber: string | null;
    scCodeType: string | null;
    scCode: string | null;
    contactName: string | null;
    contactTel: string | null;
    email: string | null;
    aeoCode: string | null;
    accountNo: string | null;
    scNameCn: string | null;
    scAddressCn: string | null;
    domesticOnly: boolean | null;
    scopeCodes: string[] | null;
    printRemark: string | null;
    remark: string | null;
  };
  "af.order.form": {
    customerNumber: string | null;
    internalNumber: string | null;
    businessProduct: "代理制" | "包板" | "包量" | "包机" | "散航" | "中转联程" | "快件专线" | "放单业务" | null;
    transitClause: "机场到机场" | "门到机场" | "机场到门" | "门到门" | null;
    coopId: string | null;
    coopName?: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    workgroupId: string | null;
    workgroupName?: string | null;
    arrivalAgentId: string | null;
    arrivalAgentName?: string | null;
    notifierRemark: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    transitStation: string | null;
    transitStationName?: string | null;
    transitStation2: string | null;
    transitStation2Name?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    expectFlight: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    awbNumber: string | null;
    departureWarehouse: string | null;
    departureStorehouse: string | null;
    arrivalMethod: "客户送货" | "上门提货" | "库内已有" | "转关到货" | null;
    receiptDate: string | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    batteryType: "不含电池" | "锂离子PI965 (UN3480)" | "锂离子PI966/PI967 (UN3481)" | "锂金属PI968 (UN3090)" | "锂金属PI969/PI970 (UN3091)" | "非锂电池" | null;
    dangerousType: "1.1" | "1.2" | "1.3" | "1.4" | "1.5" | "1.6" | "2.1" | "2.2" | "2.3" | "3" | "4.1" | "4.2" | "4.3" | "5.1" | "5.2" | "6.1" | "6.2" | "7" | "8" | "9" | null;
    undgCode: string | null;
    undgContactName: string | null;
    undgContactCommunicationType: "TE" | "EM" | "FX" | null;
    undgContactCommunicationNo: string | null;
    appraisalCompany: string | null;
    appraisalNote: string | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    palletMaterial: "木质" | "免熏蒸" | "塑料" | "纸质" | null;
    specialPackage: string | null;
    isCelsiusRequire: boolean | null;
    celsiusRequire: "2~8℃" | "15~25℃" | "-18℃以下" | "其他" | null;
    thermometer: number | null;
    isConsol: boolean | null;
    isNoSolidWood: boolean | null;
    partialShipment: boolean | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    goodsSourceCode: string | null;
    hsCode: string | null;
    airborneDocument: string | null;
    shippingMarks: string | null;
    handlingInfo: string | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    planChargeManual: boolean | null;
    planDensity: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    confirmChargeManual: boolean | null;
    confirmDensity: number | null;
    incomeChargeWeight: number | null;
    costChargeWeight: number | null;
    freightSplitRatio: number | null;
    freightSplitRemark: string | null;
    costSplitRatio: number | null;
    costSplitRemark: string | null;
    paymentMethod: "PP" | "CC" | null;
    paymentMethodOther: "PP" | "CC" | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    freightUnitprice: number | null;
    freightAmount: number | null;
    msrCurrencyCode: string | null;
    msrCurrencyCodeName?: string | null;
    msrUnitprice: number | null;
    msrAmount: number | null;
    priceRemark: string | null;
    orderRemark: string | null;
    operationRemark: string | null;
    outfieldRemark: string | null;
  };
  "sc.ai-order.form": {
    customerNumber: string | null;
    internalNumber: string | null;
    businessProduct: "进口清关派送" | "进口换单" | "进口分拨" | "转关" | null;
    contractNumber: string | null;
    cargoFlowType: "本地清关" | "转关" | "保税入区" | "过境" | "退运" | null;
    coopId: string | null;
    coopName?: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    workgroupId: string | null;
    workgroupName?: string | null;
    overseasAgentId: string | null;
    overseasAgentName?: string | null;
    truckerId: string | null;
    truckerName?: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    transitStation: string | null;
    transitStationName?: string | null;
    transitStation2: string | null;
    transitStation2Name?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    expectFlight: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    awbNumber: string | null;
    hawbNumber: string | null;
    arrivalWarehouseId: string | null;
    arrivalWarehouseName?: string | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    pickUp: boolean | null;
    warehouse: boolean | null;
    inboundDate: string | null;
    outboundDate: string | null;
    customs: boolean | null;
    inspectionDate: string | null;
    clearanceDate: string | null;
    signDate: string | null;
    orderRemark: string | null;
    operationRemark: string | null;
  };
  "sc.se-order.form": {
    customerNumber: string | null;
    internalNumber: string | null;
    businessProduct: "订舱" | "全程出口" | "拼箱出口" | "特种箱" | "散杂货" | "放单业务" | "代理操作" | null;
    containerMethod: "整箱FCL" | "拼箱LCL" | "自拼BCN" | "散货BBK" | "滚装RORO" | null;
    billingType: "船东单" | "货代单" | null;
    cargoFlowType: "本地出口" | "转关出口" | "中转" | "保税出口" | null;
    tradeTerm: "EXW" | "FCA" | "FAS" | "FOB" | "CFR" | "CIF" | "CPT" | "CIP" | "DAP" | "DPU" | "DDP" | null;
    serviceTerm: "CY-CY" | "CFS-CFS" | "CY-DOOR" | "DOOR-CY" | "DOOR-DOOR" | "CFS-CY" | "CY-CFS" | "CY-FO" | "FI-FO" | null;
    contractNumber: string | null;
    serviceContractNo: string | null;
    cargoSource: "自揽" | "指定货" | "同行" | "海外代理" | null;
    coopId: string | null;
    coopName?: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    workgroupId: string | null;
    workgroupName?: string | null;
    shipCompanyId: string | null;
    shipCompanyName?: string | null;
    bookingAgentId: string | null;
    bookingAgentName?: string | null;
    overseasAgentId: string | null;
    overseasAgentName?: string | null;
    truckerId: string | null;
    truckerName?: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    transitStation: string | null;
    transitStationName?: string | null;
    transitStation2: string | null;
    transitStation2Name?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    shipName: string | null;
    shipVoyageNumber: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    actualDeparture: string | null;
    actualArrival: string | null;
    mlbNumber: string | null;
    hlbNumber: string | null;
    bookingNo: string | null;
    receiptPlace: string | null;
    deliveryPlace: string | null;
    terminal: string | null;
    containerNumber: number | null;
    cyOpenTime: string | null;
    siCutoff: string | null;
    vgmCutoff: string | null;
    cyCutoff: string | null;
    customsCutoff: string | null;
    gateYardId: string | null;
    gateYardName?: string | null;
    entryYardId: string | null;
    entryYardName?: string | null;
    entryNo: string | null;
    entryCutoff: string | null;
    driverNumber: string | null;
    driverName: string | null;
    driverTel: string | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    pickUp: boolean | null;
    warehouse: boolean | null;
    inboundDate: string | null;
    outboundDate: string | null;
    customs: boolean | null;
    inspectionDate: string | null;
    clearanceDate: string | null;
    orderRemark: string | null;
    operationRemark: string | null;
  };
  "sc.si-order.form": {
    customerNumber: string | null;
    internalNumber: string | null;
    businessProduct: "全程进口" | "单换单" | "清关派送" | "拼箱分拨" | "转关" | "放单业务" | null;
    containerMethod: "整箱FCL" | "拼箱LCL" | "自拼BCN" | "散货BBK" | "滚装RORO" | null;
    billingType: "船东单" | "货代单" | null;
    cargoFlowType: "本地清关" | "转关" | "保税入区" | "过境" | "退运" | null;
    tradeTerm: "EXW" | "FCA" | "FAS" | "FOB" | "CFR" | "CIF" | "CPT" | "CIP" | "DAP" | "DPU" | "DDP" | null;
    serviceTerm: "CY-CY" | "CFS-CFS" | "CY-DOOR" | "DOOR-CY" | "DOOR-DOOR" | "CFS-CY" | "CY-CFS" | "CY-FO" | "FI-FO" | null;
    contractNumber: string | null;
    serviceContractNo: string | null;
    cargoSource: "自揽" | "指定货" | "同行" | "海外代理" | null;
    coopId: string | null;
    coopName?: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    workgroupId: string | null;
    workgroupName?: string | null;
    shipCompanyId: string | null;
    shipCompanyName?: string | null;
    bookingAgentId: string | null;
    bookingAgentName?: string | null;
    overseasAgentId: string | null;
    overseasAgentName?: string | null;
    truckerId: string | null;
    truckerName?: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    transitStation: string | null;
    transitStationName?: string | null;
    transitStation2: string | null;
    transitStation2Name?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    shipName: string | null;
    shipVoyageNumber: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    actualDeparture: string | null;
    actualArrival: string | null;
    mlbNumber: string | null;
    hlbNumber: string | null;
    manifestNo: string | null;
    freeDays: number | null;
    inlandTransport: string | null;
    terminal: string | null;
    containerNumber: number | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    pickUp: boolean | null;
    warehouse: boolean | null;
    inboundDate: string | null;
    outboundDate: string | null;
    customs: boolean | null;
    inspectionDate: string | null;
    clearanceDate: string | null;
    signDate: string | null;
    orderRemark: string | null;
    operationRemark: string | null;
  };
  "sc.te-order.form": {
    customerNumber: string | null;
    internalNumber: string | null;
    businessProduct: "整箱班列" | "拼箱班列" | "整列包列" | "回程班列" | "过境" | null;
    containerMethod: "整箱FCL" | "拼箱LCL" | "自拼BCN" | "散货BBK" | "滚装RORO" | null;
    billingType: "国际货协运单SMGS" | "统一运单CIM/SMGS" | "铁路提单" | "货代单" | null;
    cargoFlowType: "口岸清关" | "属地清关" | "转关" | "过境" | null;
    tradeTerm: "EXW" | "FCA" | "FAS" | "FOB" | "CFR" | "CIF" | "CPT" | "CIP" | "DAP" | "DPU" | "DDP" | null;
    serviceTerm: "STATION-STATION" | "DOOR-STATION" | "STATION-DOOR" | "DOOR-DOOR" | null;
    contractNumber: string | null;
    cargoSource: "自揽" | "指定货" | "同行" | "海外代理" | null;
    coopId: string | null;
    coopName?: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    workgroupId: string | null;
    workgroupName?: string | null;
    railOperatorId: string | null;
    railOperatorName?: string | null;
    overseasAgentId: string | null;
    overseasAgentName?: string | null;
    truckerId: string | null;
    truckerName?: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    transitStation: string | null;
    transitStationName?: string | null;
    transitStation2: string | null;
    transitStation2Name?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    borderStation: string | null;
    borderStationName?: string | null;
    borderStation2: string | null;
    borderStation2Name?: string | null;
    productName: string | null;
    trainNo: string | null;
    planNo: string | null;
    railWaybillNo: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    actualDeparture: string | null;
    borderArrival: string | null;
    borderDeparture: string | null;
    actualArrival: string | null;
    boxOwner: "自备箱SOC" | "铁路箱" | "租箱COC" | null;
    containerNumber: number | null;
    cyOpenTime: string | null;
    siCutoff: string | null;
    cyCutoff: string | null;
    customsCutoff: string | null;
    gateYardId: string | null;
    gateYardName?: string | null;
    entryYardId: string | null;
    entryYardName?: string | null;
    entryNo: string | null;
    entryCutoff: string | null;
    driverNumber: string | null;
    driverName: string | null;
    driverTel: string | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    pickUp: boolean | null;
    warehouse: boolean | null;
    inboundDate: string | null;
    outboundDate: string | null;
    customs: boolean | null;
    inspectionDate: string | null;
    clearanceDate: string | null;
    signDate: string | null;
    orderRemark: string | null;
    operationRemark: string | null;
  };
  "sc.ti-order.form": {
    customerNumber: string | null;
    internalNumber: string | null;
    businessProduct: "整箱班列" | "拼箱班列" | "整列包列" | "回程班列" | "过境" | null;
    containerMethod: "整箱FCL" | "拼箱LCL" | "自拼BCN" | "散货BBK" | "滚装RORO" | null;
    billingType: "国际货协运单SMGS" | "统一运单CIM/SMGS" | "铁路提单" | "货代单" | null;
    cargoFlowType: "口岸清关" | "属地清关" | "转关" | "过境" | null;
    tradeTerm: "EXW" | "FCA" | "FAS" | "FOB" | "CFR" | "CIF" | "CPT" | "CIP" | "DAP" | "DPU" | "DDP" | null;
    serviceTerm: "STATION-STATION" | "DOOR-STATION" | "STATION-DOOR" | "DOOR-DOOR" | null;
    contractNumber: string | null;
    cargoSource: "自揽" | "指定货" | "同行" | "海外代理" | null;
    coopId: string | null;
    coopName?: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    workgroupId: string | null;
    workgroupName?: string | null;
    railOperatorId: string | null;
    railOperatorName?: string | null;
    overseasAgentId: string | null;
    overseasAgentName?: string | null;
    truckerId: string | null;
    truckerName?: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    transitStation: string | null;
    transitStationName?: string | null;
    transitStation2: string | null;
    transitStation2Name?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    borderStation: string | null;
    borderStationName?: string | null;
    borderStation2: string | null;
    borderStation2Name?: string | null;
    productName: string | null;
    trainNo: string | null;
    planNo: string | null;
    railWaybillNo: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    actualDeparture: string | null;
    borderArrival: string | null;
    borderDeparture: string | null;
    actualArrival: string | null;
    boxOwner: "自备箱SOC" | "铁路箱" | "租箱COC" | null;
    returnStation: string | null;
    returnStationName?: string | null;
    freeDays: number | null;
    inlandTransport: string | null;
    containerNumber: number | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    customsStatusCode: "001" | "002" | "003" | "004" | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    pickUp: boolean | null;
    warehouse: boolean | null;
    inboundDate: string | null;
    outboundDate: string | null;
    customs: boolean | null;
    inspectionDate: string | null;
    clearanceDate: string | null;
    signDate: string | null;
    orderRemark: string | null;
    operationRemark: string | null;
  };
  "sc.lc-order.form": {
    customerNumber: string | null;
    internalNumber: string | null;
    businessProduct: "整车" | "零担" | "集卡拖车" | "专车快运" | "冷链" | "危险品" | null;
    shippingMethod: "公路整车" | "公路零担" | "集卡" | "快运" | "多式联运" | null;
    contractNumber: string | null;
    coopId: string | null;
    coopName?: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    workgroupId: string | null;
    workgroupName?: string | null;
    truckerId: string | null;
    truckerName?: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    vehicleType: "厢式" | "高栏" | "平板" | "集卡骨架" | "冷藏" | "罐车" | "面包车" | "危险品厢式" | null;
    distance: number | null;
    driverNumber: string | null;
    driverName: string | null;
    driverTel: string | null;
    refOrderCode: string | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    signDate: string | null;
    orderRemark: string | null;
    operationRemark: string | null;
  };
  "sc.io-order.form": {
    customerNumber: string | null;
    internalNumber: string | null;
    contractNumber: string | null;
    coopId: string | null;
    coopName?: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    workgroupId: string | null;
    workgroupName?: string | null;
    serviceType: "产地证代办" | "单独报关" | "单独保险" | "仓储" | "展览品" | "快递代理" | "包装熏蒸" | "退税代办" | "咨询服务" | "海外仓" | "车辆租赁" | "其他" | null;
    businessDate: string | null;
    startDate: string | null;
    finishDate: string | null;
    quantity: number | null;
    unit: "票" | "份" | "天" | "CBM" | "KG" | "月" | null;
    refOrderCode: string | null;
    serviceContent: string | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "危险品" | "冷藏货" | "超限货" | "液袋" | "散货" | "锂电池" | "食品" | "木制品" | "二手设备" | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    orderRemark: string | null;
    operationRemark: string | null;
  };
  "sc.track-code.form": {
    source: string | null;
    told: string | null;
    code: string | null;
    remark: string | null;
  };
  "sc.port.form": {
    portCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    placeType: "海港" | "内河" | "内陆港" | "码头" | null;
    customsCode: string | null;
    timeZone: string | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "sc.station.form": {
    stationCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    railCode: string | null;
    gauge: "1435" | "1520" | "1524" | "1668" | "1000" | null;
    isBorder: boolean | null;
    pairCode: string | null;
    pairCodeName?: string | null;
    customsCode: string | null;
    timeZone: string | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "sc.warehouse.form": {
    code: string | null;
    nameCn: string | null;
    yardKind: "拼箱仓CFS" | "堆场CY" | "空箱堆场" | "监管库" | "保税库" | "内装仓" | "门点" | null;
    placeCode: string | null;
    placeCodeName?: string | null;
    customsCode: string | null;
    enabled: boolean | null;
    address: string | null;
    longitude: number | null;
    latitude: number | null;
    contact: string | null;
    tel: string | null;
    openHours: string | null;
    gateRules: string | null;
    remark: string | null;
  };
  "sc.rail-warehouse.form": {
    code: string | null;
    nameCn: string | null;
    yardKind: "铁路货场" | "场站堆场" | "拼箱仓" | "监管库" | "还箱场" | null;
    placeCode: string | null;
    placeCodeName?: string | null;
    customsCode: string | null;
    enabled: boolean | null;
    address: string | null;
    longitude: number | null;
    latitude: number | null;
    contact: string | null;
    tel: string | null;
    openHours: string | null;
    gateRules: string | null;
    remark: string | null;
  };
  "af.awb-blacklist.form": {
    prefix: string | null;
    from: string | null;
    to: string | null;
    reason: "遗失" | "被盗" | "航司停用" | "争议" | "其他" | null;
    source: string | null;
    validFrom: string | null;
    validTo: string | null;
    remark: string | null;
    carrierCode: string | null;
    carrierCodeName?: string | null;
  };
  "af.destination-rule.form": {
    code: string | null;
    countries: string | null;
    direction: "TO" | "FROM" | "THROUGH" | null;
    level: "BOTH" | "MASTER" | "HOUSE" | null;
    field: "shipper.scName" | "shipper.scAddress" | "shipper.nationCode" | "shipper.stateCode" | "shipper.cityNameEn" | "shipper.postCode" | "shipper.telNumber" | "shipper.scCode" | "shipper.contactName" | "shipper.contactTel" | "shipper.aeoCode" | "consignee.scName" | "consignee.scAddress" | "consignee.nationCode" | "consignee.stateCode" | "consignee.cityNameEn" | "consignee.postCode" | "consignee.telNumber" | "consignee.scCode" | "consignee.contactName" | "consignee.contactTel" | "consignee.aeoCode" | "notify.scName" | "notify.scAddress" | "notify.nationCode" | "notify.cityNameEn" | "notify.postCode" | "notify.telNumber" | "notify.scCode" | "accountingInformation" | "handlingInformation" | "sci" | "osi" | "declaredValueOfCarriage" | "declaredValueOfCustoms" | "currency" | "lines.pieces" | "lines.slac" | "lines.grossWeight" | "lines.volume" | "lines.goodsNameEn" | "lines.hsCodes" | "shippingMarks" | "referenceNumber" | null;
    condition: "REQUIRED" | "DIGITS" | "LETTERS" | "LENGTH" | "ONE_OF" | "PHONE_CN" | "USCI" | "HS" | "POSTCODE_CA" | "POSTCODE" | "STATE" | null;
    parameter: string | null;
    severity: "ERROR" | "WARNING" | null;
    messageZh: string | null;
    messageEn: string | null;
    validFrom: string | null;
    validTo: string | null;
    source: string | null;
    enabled: boolean | null;
  };
  "af.delivery-notice.form": {
    orderId: string | null;
    orderName?: string | null;
    flag: "warehouse" | "storehouse" | null;
    warehouseId: string | null;
    warehouseName?: string | null;
    receiptDate: string | null;
    slot: "00:00-01:00" | "01:00-02:00" | "02:00-03:00" | "03:00-04:00" | "04:00-05:00" | "05:00-06:00" | "06:00-07:00" | "07:00-08:00" | "08:00-09:00" | "09:00-10:00" | "10:00-11:00" | "11:00-12:00" | "12:00-13:00" | "13:00-14:00" | "14:00-15:00" | "15:00-16:00" | "16:00-17:00" | "17:00-18:00" | "18:00-19:00" | "19:00-20:00" | "20:00-21:00" | "21:00-22:00" | "22:00-23:00" | "23:00-24:00" | null;
    latestTime: string | null;
    noticeCode: string | null;
    state: "UNSENT" | "SENT" | "VIEWED" | "TRANSIT" | "ARRIVED" | "RECEIVED" | "VOID" | null;
    goodsName: string | null;
    packageType: string | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    marks: string | null;
    plateNo: string | null;
    driverName: string | null;
    driverPhone: string | null;
    language: "zh-CN" | "en-US" | null;
    receivers: string | null;
    remark: string | null;
    sentTime: string | null;
    sentTo: string | null;
    departTime: string | null;
    arriveTime: string | null;
    queueNo: string | null;
    receivedTime: string | null;
    voidReason: string | null;
  };
  "hrs.notice.form": {
    noticeTitle: string | null;
    noticeType: "XTGX" | "HDTG" | "XTWH" | null;
    noticeDate: string | null;
    top: boolean | null;
    noticeText: string | null;
    files: string | null;
    pushType: "1" | "2" | "3" | "4" | null;
    orgIds: string[] | null;
    editionCodes: string[] | null;
    publishAt: string | null;
    expireAt: string | null;
    mailOnPublish: boolean | null;
  };
  "hrs.version.form": {
    versionCode: string | null;
    versionDate: string | null;
    versionText: string | null;
  };
  "hrs.versionRecord.form": {
    releaseId: string | null;
    releaseName?: string | null;
    permissionId: string | null;
    permissionName?: string | null;
    updateType: "新增" | "优化" | "修复" | null;
    updateText: string | null;
  };
  "hrs.doc.form": {
    name: string | null;
    folder: string | null;
    visible: "全部" | "部门" | "角色" | null;
    deptIds: string[] | null;
    roleIds: string[] | null;
    expireDate: string | null;
  };
  "hrs.helpDoc.form": {
    title: string | null;
    language: string | null;
    languageName?: string | null;
    permissionIds: string[] | null;
    parentId: string | null;
    parentName?: string | null;
    keywords: string | null;
    url: string | null;
    tutorialId: string | null;
    tutorialName?: string | null;
    body: string | null;
  };
  "hrs.signTemplate.form": {
    kind: "印章" | "签字" | "签名文本" | "邮件签名" | null;
    name: string | null;
    businessScope: "*" | "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    language: "zh" | "en" | null;
    roleIds: string[] | null;
    document: "*" | "主运单托运人或代理人" | "主运单承运人或代理人" | "分运单" | "海运提单" | "托书" | "送货通知" | "账单" | null;
    sealType: "企业公章" | "财务专用章" | "发票专用章" | "提单章" | "合同章" | "单证章" | null;
    userId: string | null;
    userName?: string | null;
    files: string | null;
    widthMm: number | null;
    rightMm: number | null;
    bottomMm: number | null;
    signText: string | null;
    mailText: string | null;
  };
  "hrs.orgBank.form": {
    titleCn: string | null;
    titleEn: string | null;
    bankCn: string | null;
    account: string | null;
    currency: string | null;
    currencyName?: string | null;
    swift: string | null;
    scopeCodes: string[] | null;
    isDefault: boolean | null;
    infoCn: string | null;
    infoEn: string | null;
    addressCn: string | null;
    addressEn: string | null;
    logo: string | null;
    seal: string | null;
  };
  "hrs.tutorial.form": {
    title: string | null;
    moduleId: string | null;
    moduleName?: string | null;
    pageId: string | null;
    pageName?: string | null;
    sort: number | null;
    onHome: boolean | null;
    video: string | null;
    url: string | null;
    seconds: number | null;
    cover: string | null;
  };
  "hrs.questionnaire.form": {
    title: string | null;
    explanation: string | null;
    startAt: string | null;
    endAt: string | null;
    anonymous: boolean | null;
    pushType: "1" | "2" | "3" | "4" | null;
    orgIds: string[] | null;
    editionCodes: string[] | null;
    questions: string[] | null;
  };
  "af.cargo-pouch.form": {
    pouchNumber: string | null;
    awbNumber: string | null;
    orderCodes: string | null;
    departureStation: string | null;
    arrivalStation: string | null;
    flightNo: string | null;
    flightDate: string | null;
    agentId: string | null;
    agentName?: string | null;
    sealNo: string | null;
    state: "DRAFT" | "SEALED" | "HANDED" | "RECEIVED" | "VOID" | null;
    missing: string | null;
    remark: string | null;
    handTo: string | null;
    handPerson: string | null;
    handTime: string | null;
    receiver: string | null;
    receiverPhone: string | null;
    receivedTime: string | null;
    receivedRemark: string | null;
    voidReason: string | null;
  };
  "af.cargo-weighing.form": {
    weighingCode: string | null;
    awbNumber: string | null;
    hawbNumber: string | null;
    terminalId: string | null;
    terminalName?: string | null;
    weighTime: string | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    measure: string | null;
    photo: string | null;
    remark: string | null;
  };
  "edi.channel.form": {
    carrierCode: string | null;
    carrierCodeName?: string | null;
    kind: "FILE" | "MAIL" | "HTTP" | null;
    address: string | null;
    format: "IMP" | "XML" | null;
    fwbVersion: "16" | "17" | null;
    fhlVersion: "4" | "5" | null;
    remark: string | null;
    active: boolean | null;
  };
  "af.dgd-print.form": {
    dgdName: string | null;
    orderId: string | null;
    orderName?: string | null;
    shipperPrint: string | null;
    consigneePrint: string | null;
    departureStationPrint: string | null;
    arrivalStationPrint: string | null;
    aircraftType: "0" | "1" | null;
    shipmentType: "0" | "1" | null;
    emergencyContact: string | null;
    emergencyPhone: string | null;
    handlingInfo: string | null;
    nameTitleOfSignatory: string | null;
    placeAndDate: string | null;
    printCount: number | null;
  };
  "af.shipper-letter.form": {
    orderId: string | null;
    orderName?: string | null;
    kind: "BOOKING" | "DELIVERY" | null;
    coopId: string | null;
    coopName?: string | null;
    toName: string | null;
    contact: string | null;
    phone: string | null;
    email: string | null;
    state: "UNSENT" | "SENT" | "REPLIED" | null;
    flightWish: string | null;
    flightWishDate: string | null;
    flightWish2: string | null;
    flightWishDate2: string | null;
    rateAgreed: string | null;
    goodsName: string | null;
    packageType: string | null;
    pieces: number | null;
    weight: number | null;
    volume: number | null;
    chargeWeight: number | null;
    dimensions: string | null;
    dangerous: string | null;
    battery: string | null;
    temperature: string | null;
    truck: string | null;
    driver: string | null;
    driverIdNo: string | null;
    driverPhone: string | null;
    arriveTime: string | null;
    securityNoDangerous: boolean | null;
    securityNoBatteries: boolean | null;
    securityNoMagnetic: boolean | null;
    signatory: string | null;
    remark: string | null;
    sentTime: string | null;
    sentTo: string | null;
    reply: "ACCEPTED" | "REJECTED" | null;
    replyFlight: string | null;
    replyFlightDate: string | null;
    replyAwbNumber: string | null;
    replyRemark: string | null;
    repliedTime: string | null;
    printCount: number | null;
  };
  "af.goods-name.form": {
    orderId: string | null;
    orderName?: string | null;
    cargoType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    goodsCnnames: string | null;
    goodsEnnames: string | null;
    quantity: number | null;
    reportIssueNo: string | null;
    state: "UNSENT" | "SENT" | "FAILED" | null;
    sentTime: string | null;
    sentTo: string | null;
  };
  "af.identify.form": {
    orderId: string | null;
    orderName?: string | null;
    terminal: string | null;
    handler: string | null;
    state: "DRAFT" | "DECLARED" | null;
    auditState: "NONE" | "PASSED" | "RETURNED" | null;
    declarationNo: string | null;
    files: string | null;
  };
  "af.order-inquiry.form": {
    inquiryCode: string | null;
    state: "DRAFT" | "UNASSIGNED" | "ASKING" | "QUOTED" | "SELECTED" | "LOST" | "EXPIRED" | "CANCELLED" | null;
    businessScope: "AE" | "AI" | null;
    coopId: string | null;
    coopName?: string | null;
    prospect: string | null;
    contact: string | null;
    salesId: string | null;
    salesName?: string | null;
    channel: string | null;
    platformNo: string | null;
    hideCustomer: boolean | null;
    term: string | null;
    pickUpAddress: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    finalPlace: string | null;
    transitAllowed: boolean | null;
    readyDate: string | null;
    latestDate: string | null;
    wishFlight: string | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    batteryType: "不含电池" | "锂离子PI965 (UN3480)" | "锂离子PI966/PI967 (UN3481)" | "锂金属PI968 (UN3090)" | "锂金属PI969/PI970 (UN3091)" | "非锂电池" | null;
    unNumber: string | null;
    dgClass: string | null;
    packingGroup: "I" | "II" | "III" | null;
    temperature: string | null;
    stackable: boolean | null;
    turnable: boolean | null;
    pieces: number | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    weight: number | null;
    volume: number | null;
    chargeWeight: number | null;
    density: number | null;
    needPickUp: boolean | null;
    needStorage: boolean | null;
    needCustoms: boolean | null;
    needClearance: boolean | null;
    needDelivery: boolean | null;
    needInsurance: boolean | null;
    targetPrice: number | null;
    targetCurrency: string | null;
    targetCurrencyName?: string | null;
    answerBy: string | null;
    remark: string | null;
    buyerId: string | null;
    buyerName?: string | null;
    round: number | null;
    lostReason: string | null;
    lostRemark: string | null;
  };
  "af.enquiry.form": {
    inquiryCode: string | null;
    state: "DRAFT" | "UNASSIGNED" | "ASKING" | "QUOTED" | "SELECTED" | "LOST" | "EXPIRED" | "CANCELLED" | null;
    businessScope: "AE" | "AI" | null;
    coopId: string | null;
    coopName?: string | null;
    prospect: string | null;
    contact: string | null;
    salesId: string | null;
    salesName?: string | null;
    channel: string | null;
    platformNo: string | null;
    hideCustomer: boolean | null;
    term: string | null;
    pickUpAddress: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    finalPlace: string | null;
    transitAllowed: boolean | null;
    readyDate: string | null;
    latestDate: string | null;
    wishFlight: string | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    batteryType: "不含电池" | "锂离子PI965 (UN3480)" | "锂离子PI966/PI967 (UN3481)" | "锂金属PI968 (UN3090)" | "锂金属PI969/PI970 (UN3091)" | "非锂电池" | null;
    unNumber: string | null;
    dgClass: string | null;
    packingGroup: "I" | "II" | "III" | null;
    temperature: string | null;
    stackable: boolean | null;
    turnable: boolean | null;
    pieces: number | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    weight: number | null;
    volume: number | null;
    chargeWeight: number | null;
    density: number | null;
    needPickUp: boolean | null;
    needStorage: boolean | null;
    needCustoms: boolean | null;
    needClearance: boolean | null;
    needDelivery: boolean | null;
    needInsurance: boolean | null;
    targetPrice: number | null;
    targetCurrency: string | null;
    targetCurrencyName?: string | null;
    answerBy: string | null;
    remark: string | null;
    buyerId: string | null;
    buyerName?: string | null;
    round: number | null;
    lostReason: string | null;
    lostRemark: string | null;
  };
  "af.inquiry-agent.form": {
    coopId: string | null;
    coopName?: string | null;
    agentKind: "GENERAL" | "PLATFORM" | null;
    scopes: "AE" | "AI" | "AE,AI" | null;
    contactName: string | null;
    email: string | null;
    language: "zh-CN" | "en-US" | null;
    slaHours: number | null;
    priority: number | null;
    remark: string | null;
  };
  "af.inquiry-quote.form": {
    inquiryId: string | null;
    inquiryName?: string | null;
    agentId: string | null;
    agentName?: string | null;
    carrierCode: string | null;
    route: string | null;
    flightPlan: string | null;
    transitDays: number | null;
    space: "YES" | "WAIT" | "NO" | null;
    freeStorage: string | null;
    validFrom: string | null;
    validTo: string | null;
    priceMode: "NET" | "ALL_IN" | null;
    currency: string | null;
    currencyName?: string | null;
    lumpSum: number | null;
    minimum: number | null;
    conditions: string | null;
    contactName: string | null;
    contactEmail: string | null;
  };
  "css.currency.form": {
  };
  "css.currency-rate.form": {
    currencyCode: string | null;
    currencyCodeName?: string | null;
    type: "GENERAL" | "RECEIVABLE" | "PAYABLE" | "CUSTOMS" | null;
    currencyRate: number | null;
    beginDate: string | null;
    endDate: string | null;
  };
  "css.charge-template.form": {
    templateCode: string | null;
    templateName: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    kind: "RECEIVABLE" | "PAYABLE" | null;
    portCode: string | null;
    coopId: string | null;
    coopName?: string | null;
    autoApply: "OFF" | "ORDER" | "MASTER" | null;
    remark: string | null;
    active: boolean | null;
  };
  "css.rate-card.form": {
    cardCode: string | null;
    kind: "RECEIVABLE" | "PAYABLE" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | null;
    serviceItemId: string | null;
    serviceItemName?: string | null;
    coopId: string | null;
    coopName?: string | null;
    beginDate: string | null;
    endDate: string | null;
    autoRate: boolean | null;
    priority: number | null;
    status: "DRAFT" | "ACTIVE" | "STOPPED" | "EXPIRED" | null;
    replacesId: string | null;
    replacesName?: string | null;
    remark: string | null;
    departure: string | null;
    arrival: string | null;
    route: string | null;
    carrier: string | null;
    flight: string | null;
    goodsType: string | null;
    product: string | null;
    packing: string | null;
    containerType: string | null;
    terminal: string | null;
    warehouse: string | null;
    weightFrom: number | null;
    weightTo: number | null;
    piecesFrom: number | null;
    piecesTo: number | null;
    basis: string | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    mode: "FLAT" | "WHOLE" | "PROGRESSIVE" | null;
    lowerNext: boolean | null;
    amountMin: number | null;
    amountMax: number | null;
    digits: number | null;
    carry: "四舍五入" | "进位" | "舍去" | null;
    taxRate: string | null;
    conditions: string | null;
    priceText: string | null;
  };
  "css.order-charge.form": {
  };
  "css.income-writeoff.form": {
    writeoffNum: string | null;
    state: "VALID" | "REVERSED" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    writeoffDate: string | null;
    method: "RECEIPT" | "ADVANCE" | "ACCOUNT" | "OFFSET" | "BAD_DEBT" | "SMALL" | null;
    writeoffRemark: string | null;
    reverseReason: string | null;
  };
  "css.income-invoice.form": {
    applyNum: string | null;
    state: "PENDING" | "VALID" | "CANCELLED" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    invoiceType: "数电专票" | "数电普票" | "纸质专票" | "纸质普票" | "形式发票" | "收据" | null;
    invoiceTitle: string | null;
    taxpayerNum: string | null;
    address: string | null;
    phone: string | null;
    bankName: string | null;
    bankNumber: string | null;
    mail: string | null;
    applyRemark: string | null;
  };
  "css.open-invoice.form": {
    invoiceNum: string | null;
    invoiceCode: string | null;
    invoiceType: "数电专票" | "数电普票" | "纸质专票" | "纸质普票" | "形式发票" | "收据" | null;
    invoiceDate: string | null;
    invoiceTitle: string | null;
    taxpayerNum: string | null;
    state: "NORMAL" | "PART_RED" | "RED" | "PENDING" | "REMOVED" | null;
    redConfirmNum: string | null;
    redReason: string | null;
  };
  "css.issued-invoice.form": {
    invoiceNum: string | null;
    invoiceCode: string | null;
    invoiceType: "数电专票" | "数电普票" | "纸质专票" | "纸质普票" | "形式发票" | "收据" | null;
    invoiceDate: string | null;
    invoiceTitle: string | null;
    taxpayerNum: string | null;
    state: "NORMAL" | "PART_RED" | "RED" | "PENDING" | "REMOVED" | null;
    redConfirmNum: string | null;
    redReason: string | null;
    files: string | null;
  };
  "css.debit-note.form": {
    debitNoteNum: string | null;
    state: "NORMAL" | "VOID" | null;
    bankId: string | null;
    bankName?: string | null;
    debitNoteDate: string | null;
    dueDate: string | null;
    debitNoteRemark: string | null;
    innerRemark: string | null;
    confirmState: "UNSENT" | "SENT" | "CONFIRMED" | "DISPUTED" | null;
    sendTime: string | null;
    confirmTime: string | null;
    confirmedBy: string | null;
    confirmRemark: string | null;
    voidReason: string | null;
    files: string | null;
  };
  "css.statement.form": {
    statementNum: string | null;
    state: "NORMAL" | "PROCESSING" | "VOID" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    coopId: string | null;
    coopName?: string | null;
    bankId: string | null;
    bankName?: string | null;
    statementDate: string | null;
    dueDate: string | null;
    statementRemark: string | null;
    confirmState: "UNSENT" | "SENT" | "CONFIRMED" | "DISPUTED" | null;
    sendTime: string | null;
    confirmedOn: string | null;
    confirmedBy: string | null;
    confirmRemark: string | null;
    voidReason: string | null;
    confirmFiles: string | null;
  };
  "css.receipt.form": {
    receiptNum: string | null;
    state: "UNCLAIMED" | "CLAIMED" | "PART" | "DONE" | null;
    receiptDate: string | null;
    accountId: string | null;
    accountName?: string | null;
    currency: string | null;
    payerName: string | null;
    payerAccount: string | null;
    bankRef: string | null;
    summary: string | null;
    coopId: string | null;
    coopName?: string | null;
    proposedCoopId: string | null;
    proposedCoopName?: string | null;
    claimRemark: string | null;
    files: string | null;
  };
  "css.advance.form": {
    advanceNum: string | null;
    kind: "IN" | "OUT" | "DEPOSIT_IN" | "DEPOSIT_OUT" | null;
    state: "OPEN" | "USED" | "VOID" | null;
    coopId: string | null;
    coopName?: string | null;
    date: string | null;
    accountId: string | null;
    accountName?: string | null;
    currency: string | null;
    containers: string | null;
    returnDate: string | null;
    remark: string | null;
  };
  "css.offset.form": {
    offsetNum: string | null;
    state: "VALID" | "REVERSED" | null;
    coopId: string | null;
    coopName?: string | null;
    date: string | null;
    remark: string | null;
    reverseReason: string | null;
  };
  "css.cost-invoice.form": {
    invoiceNum: string | null;
    invoiceCode: string | null;
    invoiceType: "数电专票" | "数电普票" | "纸质专票" | "纸质普票" | "形式发票" | "收据" | "海关缴款书" | "定额发票" | "境外发票" | null;
    invoiceDate: string | null;
    invoiceTitle: string | null;
    taxpayerNum: string | null;
    deductState: "NONE" | "OPEN" | "TICKED" | null;
    deductMonth: string | null;
    remark: string | null;
    files: string | null;
  };
  "payable.payment.form": {
    paymentNum: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    coopId: string | null;
    coopName?: string | null;
    currency: string | null;
    currencyName?: string | null;
    paymentDate: string | null;
    supplierBillNo: string | null;
    paymentRemark: string | null;
    state: "NORMAL" | "PROCESSING" | "VOID" | null;
    confirmedOn: string | null;
    voidReason: string | null;
    confirmFiles: string | null;
  };
  "payable.payment-request.form": {
    requestNum: string | null;
    type: "PAYMENT" | "ADVANCE" | "DEPOSIT" | "REFUND" | "OTHER" | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    coopId: string | null;
    coopName?: string | null;
    currency: string | null;
    currencyName?: string | null;
    orderId: string | null;
    orderName?: string | null;
    receiptId: string | null;
    receiptName?: string | null;
    advanceId: string | null;
    advanceName?: string | null;
    accountId: string | null;
    accountName?: string | null;
    dueDate: string | null;
    urgency: "NORMAL" | "URGENT" | null;
    paymentMethod: string | null;
    coopBankId: string | null;
    coopBankName?: string | null;
    holder: string | null;
    bankName: string | null;
    bankNumber: string | null;
    needsInvoice: boolean | null;
    containers: string | null;
    returnDate: string | null;
    applyRemark: string | null;
    state: "DRAFT" | "RUNNING" | "REJECTED" | "WITHDRAWN" | "PASSED" | "PART_PAID" | "PAID" | "CLOSED" | null;
    closeReason: string | null;
    slips: string | null;
    files: string | null;
  };
  "payable.cost-writeoff.form": {
    writeoffNum: string | null;
    businessScope: "AE" | "AI" | "SE" | "SI" | "TE" | "TI" | "LC" | "IO" | "ZH" | null;
    coopId: string | null;
    coopName?: string | null;
    writeoffDate: string | null;
    method: "PAYMENT" | "ADVANCE" | "ACCOUNT" | "OFFSET" | "SMALL" | null;
    accountId: string | null;
    accountName?: string | null;
    writeoffRemark: string | null;
    state: "VALID" | "REVERSED" | null;
    reverseReason: string | null;
  };
  "voucher.expense-report.form": {
    expenseReportNum: string | null;
    expenseReportStatus: "DRAFT" | "SUBMITTED" | "APPROVED" | "AUDITED" | "PAID" | "RETURNED" | null;
    type: "EXPENSE" | "LOAN" | null;
    expenseReportDate: string | null;
    deptId: string | null;
    deptName?: string | null;
    expenseReportMode: "PERSON" | "COMPANY" | null;
    paymentMethod: "CASH" | "CHEQUE" | "TRANSFER" | null;
    coopId: string | null;
    coopName?: string | null;
    coopBankId: string | null;
    coopBankName?: string | null;
    expensesUse: string | null;
    expenseAmount: number | null;
    loanId: string | null;
    loanName?: string | null;
    loanUsed: number | null;
    toPay: number | null;
    attachedDocument: number | null;
    expenseReportRemark: string | null;
    financialDate: string | null;
    bankAccountId: string | null;
    bankAccountName?: string | null;
    returnReason: string | null;
    files: string | null;
  };
  "voucher.financial-account.form": {
    parentId: string | null;
    parentName?: string | null;
    ownCode: string | null;
    financialAccountCode: string | null;
    financialAccountName: string | null;
    financialAccountType: "CASH" | "BANK" | "NOTE" | "RECEIVABLE" | "ADVANCE_IN" | "PAYABLE" | "ADVANCE_OUT" | "OTHER_RECEIVABLE" | "OTHER_PAYABLE" | "INCOME" | "COST" | "TAX_OUT" | "TAX_IN" | "EXCHANGE" | "FEE" | "BAD_DEBT" | "SMALL" | "EXPENSE" | "PROFIT" | "OTHER" | null;
    direction: "DEBIT" | "CREDIT" | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    bankId: string | null;
    bankName?: string | null;
    manageMode: "SUB" | "AUX" | null;
    subsidiaryAccount: "COOP" | "USER" | "DEPT" | null;
    scopes: string | null;
    currency: boolean | null;
    accountRemark: string | null;
  };
  "voucher.rule.form": {
    word: string | null;
    postBy: "INVOICE" | "LOCK" | null;
    splitTax: boolean | null;
    mode: "TOGETHER" | "EACH" | null;
    summary: string | null;
  };
  "voucher.voucher.form": {
    voucherDate: string | null;
    word: string | null;
    number: number | null;
    kind: "INCOME" | "COST" | "INCOME_SETTLED" | "COST_SETTLED" | "EXPENSE" | "ADVANCE_IN" | "ADVANCE_OUT" | "OFFSET" | "REVALUED" | "TRANSFER" | "ACCRUED" | null;
    attachments: number | null;
    summary: string | null;
    state: "VALID" | "RETURNED" | null;
    exportTime: string | null;
    exportCount: number | null;
  };
  "voucher.voucher-format.form": {
    formatName: string | null;
    fileType: "XLSX" | "CSV" | "TXT" | "XML" | null;
  };
}
