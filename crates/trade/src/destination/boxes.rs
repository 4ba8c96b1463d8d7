//! The boxes a rule can look at: a closed list, with what they are called and where they stand in a form.

use crate::address::{self, Party};
use crate::waybill_form::{RateLine, WaybillForm};

/// A box of the waybill form.
#[derive(Debug, PartialEq, Eq)]
pub struct BoxOf {
    /// Path on the wire: `consignee.postCode`; that of a line without its number: `lines.hsCodes`.
    pub wire: &'static str,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
}

const fn at(wire: &'static str, zh: &'static str, en: &'static str) -> BoxOf {
    BoxOf { wire, zh, en }
}

/// All of them, in the order of the form.
#[rustfmt::skip]
pub const BOXES: &[BoxOf] = &[
    at("shipper.scName", "发货人名称", "Shipper: name"),
    at("shipper.scAddress", "发货人地址", "Shipper: address"),
    at("shipper.nationCode", "发货人国家", "Shipper: country"),
    at("shipper.stateCode", "发货人州省", "Shipper: state"),
    at("shipper.cityNameEn", "发货人城市", "Shipper: city"),
    at("shipper.postCode", "发货人邮编", "Shipper: postcode"),
    at("shipper.telNumber", "发货人电话", "Shipper: phone"),
    at("shipper.scCode", "发货人代码", "Shipper: enterprise code"),
    at("shipper.contactName", "发货人联系人", "Shipper: contact"),
    at("shipper.contactTel", "发货人联系电话", "Shipper: contact's phone"),
    at("shipper.aeoCode", "发货人AEO编码", "Shipper: AEO code"),
    at("consignee.scName", "收货人名称", "Consignee: name"),
    at("consignee.scAddress", "收货人地址", "Consignee: address"),
    at("consignee.nationCode", "收货人国家", "Consignee: country"),
    at("consignee.stateCode", "收货人州省", "Consignee: state"),
    at("consignee.cityNameEn", "收货人城市", "Consignee: city"),
    at("consignee.postCode", "收货人邮编", "Consignee: postcode"),
    at("consignee.telNumber", "收货人电话", "Consignee: phone"),
    at("consignee.scCode", "收货人代码", "Consignee: enterprise code"),
    at("consignee.contactName", "收货人联系人", "Consignee: contact"),
    at("consignee.contactTel", "收货人联系电话", "Consignee: contact's phone"),
    at("consignee.aeoCode", "收货人AEO编码", "Consignee: AEO code"),
    at("notify.scName", "通知人名称", "Notify: name"),
    at("notify.scAddress", "通知人地址", "Notify: address"),
    at("notify.nationCode", "通知人国家", "Notify: country"),
    at("notify.cityNameEn", "通知人城市", "Notify: city"),
    at("notify.postCode", "通知人邮编", "Notify: postcode"),
    at("notify.telNumber", "通知人电话", "Notify: phone"),
    at("notify.scCode", "通知人代码", "Notify: enterprise code"),
    at("accountingInformation", "财务信息", "Accounting information"),
    at("handlingInformation", "操作信息", "Handling information"),
    at("sci", "海关状态码", "Customs status"),
    at("osi", "其他服务信息", "Other service information"),
    at("declaredValueOfCarriage", "运输声明价值", "Declared value for carriage"),
    at("declaredValueOfCustoms", "海关声明价值", "Declared value for customs"),
    at("currency", "币种", "Currency"),
    at("lines.pieces", "件数", "Pieces"),
    at("lines.slac", "SLAC", "SLAC"),
    at("lines.grossWeight", "毛重", "Gross weight"),
    at("lines.volume", "体积", "Volume"),
    at("lines.goodsNameEn", "英文品名", "Goods name"),
    at("lines.hsCodes", "HS编码", "HS codes"),
    at("shippingMarks", "唛头", "Shipping marks"),
    at("referenceNumber", "参考号", "Reference number"),
];

/// Cargo of several shippers under one master has goods and codes on its houses alone.
const CONSOLIDATION: &str = "CONSOL";

impl BoxOf {
    /// The box of a path.
    pub fn named(wire: &str) -> Option<&'static Self> {
        BOXES.iter().find(|known| known.wire == wire)
    }

    /// The party it belongs to.
    pub fn party(&self) -> Option<&'static str> {
        self.wire.split_once('.').map(|(part, _)| part).filter(|part| *part != "lines")
    }

    /// Its party on a form.
    pub(super) fn of<'a>(&self, form: &'a WaybillForm) -> Option<&'a Party> {
        match self.party()? {
            "shipper" => Some(&form.shipper),
            "consignee" => Some(&form.consignee),
            _ => Some(&form.notify),
        }
    }

    /// Its texts on a form, each at its place; none while the party or the lines it belongs to are not there.
    pub(super) fn values(&self, form: &WaybillForm) -> Vec<(String, String)> {
        let (part, name) = self.wire.split_once('.').unwrap_or(("", self.wire));
        if part == "lines" {
            let lines = form.lines.iter().enumerate();
            return lines
                .filter(|(_, line)| name != "hsCodes" || !is_consolidation(line))
                .map(|(place, line)| (format!("lines.{place}.{name}"), line_text(line, name)))
                .collect();
        }
        let text = match self.of(form) {
            Some(party) if part != "notify" && address::is_empty(party) => return Vec::new(),
            Some(party) => party_text(party, name),
            None => form_text(form, name),
        };
        vec![(self.wire.to_owned(), text.trim().to_owned())]
    }
}

fn is_consolidation(line: &RateLine) -> bool {
    line.goods_name_en.trim_start().to_ascii_uppercase().starts_with(CONSOLIDATION)
}

fn line_text(line: &RateLine, name: &str) -> String {
    let text = match name {
        "pieces" => &line.pieces,
        "slac" => &line.slac,
        "grossWeight" => &line.gross_weight,
        "volume" => &line.volume,
        "goodsNameEn" => &line.goods_name_en,
        _ => {
            return line
                .hs_codes
                .iter()
                .map(|code| code.trim())
                .filter(|code| !code.is_empty())
                .collect::<Vec<_>>()
                .join(",");
        }
    };
    text.trim().to_owned()
}

fn party_text<'a>(party: &'a Party, name: &str) -> &'a str {
    match name {
        "scName" => &party.sc_name,
        "scAddress" => &party.sc_address,
        "nationCode" => &party.nation_code,
        "stateCode" => &party.state_code,
        "cityNameEn" => &party.city_name_en,
        "postCode" => &party.post_code,
        "telNumber" => &party.tel_number,
        "scCode" => &party.sc_code,
        "contactName" => &party.contact_name,
        "contactTel" => &party.contact_tel,
        _ => &party.aeo_code,
    }
}

fn form_text<'a>(form: &'a WaybillForm, name: &str) -> &'a str {
    match name {
        "accountingInformation" => &form.accounting_information,
        "handlingInformation" => &form.handling_information,
        "sci" => &form.sci,
        "osi" => &form.osi,
        "declaredValueOfCarriage" => &form.declared_value_of_carriage,
        "declaredValueOfCustoms" => &form.declared_value_of_customs,
        "currency" => &form.currency,
        "shippingMarks" => &form.shipping_marks,
        _ => &form.reference_number,
    }
}
