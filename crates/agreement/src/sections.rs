//! The sections of the form of an agreement.

use platform::field::Field;

use crate::document::Agreement;

/// The scopes, chosen from a list; stored with commas between.
pub const FOR_SCOPES: Field = Field::many("serviceScope", "业务范畴", "Scopes").wire("scopeCodes").required();

/// Who agrees, for what and until when.
pub const PARTIES: &[Field] = &[
    Agreement::AGREEMENT_CODE,
    Agreement::VERSION_NO,
    Agreement::STATE,
    Agreement::AGREEMENT_NAME,
    Agreement::COOP_ID,
    Agreement::SIDE,
    FOR_SCOPES,
    Agreement::AGREEMENT_TYPE,
    Agreement::PAYER_COOP_ID,
    Agreement::OUR_TITLE_ID,
    Agreement::TRANSACTOR_ID,
    Agreement::SIGN_DATE,
    Agreement::VALID_FROM,
    Agreement::VALID_TO,
    Agreement::AUTO_RENEW,
    Agreement::RENEW_MONTHS,
    Agreement::REPLACES_ID,
    Agreement::END_REASON,
];
/// How they settle.
pub const SETTLING: &[Field] = &[
    Agreement::SETTLE_METHOD,
    Agreement::PARAM_N,
    Agreement::PARAM_D,
    Agreement::PARAM_K,
    Agreement::SETTLE_TEXT,
    Agreement::BASE_DATE,
    Agreement::HOLIDAY_RULE,
    Agreement::CURRENCY_CODE,
    Agreement::RATE_RULE,
    Agreement::GRACE_DAYS,
    Agreement::INTEREST_RATE,
    Agreement::MIN_BILL,
    Agreement::BILL_DAY,
    Agreement::MERGE_BILL,
    Agreement::NETTING,
];
/// What customers may owe.
pub const LIMITS: &[Field] = &[Agreement::CREDIT_LIMIT, Agreement::OVER_PERCENT, Agreement::LIMIT_SCOPE];
/// How it is invoiced.
pub const INVOICING: &[Field] = &[Agreement::INVOICE_MODE, Agreement::INVOICE_TYPE, Agreement::TAX_RATE];
/// What else was said.
pub const NOTES: &[Field] = &[Agreement::PRICE_NOTE, Agreement::REMARK];
