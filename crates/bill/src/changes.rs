//! What differs between two forms of a bill, for the log and for the history beside the form.

use kernel::show_second;
use platform::call::{Answer, Call, Outcome};
use platform::log::{self, Change};
use platform::refusal::Refusal;
use serde_json::{Value as Json, json};
use trade::bill::BillForm;

use crate::store;

/// Saves the history shows.
const REVISIONS_MAX: u64 = 50;

/// What boxes are called in the log.
const LABELS: [(&str, &str); 53] = [
    ("number", "提单号"),
    ("issueType", "出单方式"),
    ("originals", "正本份数"),
    ("copies", "副本份数"),
    ("billType", "类型"),
    ("shipper", "发货人"),
    ("consignee", "收货人"),
    ("notify", "通知人"),
    ("notify2", "第二通知人"),
    ("deliveryAgent", "目的港代理"),
    ("forwardingAgent", "货代"),
    ("preCarriage", "前程运输"),
    ("placeOfReceipt", "收货地"),
    ("vessel", "船名"),
    ("voyage", "航次"),
    ("portOfLoading", "装货港"),
    ("transhipment", "中转港"),
    ("portOfDischarge", "卸货港"),
    ("placeOfDelivery", "交货地"),
    ("finalDestination", "目的地"),
    ("marks", "唛头"),
    ("pieces", "件数"),
    ("packageKind", "包装"),
    ("goodsDesc", "货物描述"),
    ("hsCodes", "HS编码"),
    ("grossWeight", "毛重"),
    ("volume", "体积"),
    ("containers", "箱"),
    ("shippersLoad", "SHIPPER'S LOAD, COUNT AND SEAL"),
    ("saidToContain", "SAID TO CONTAIN"),
    ("serviceTerm", "运输条款"),
    ("freightPrepaid", "FREIGHT PREPAID"),
    ("freightCollect", "FREIGHT COLLECT"),
    ("freeDays", "免箱天数"),
    ("cleanOnBoard", "CLEAN ON BOARD"),
    ("onDeck", "ON DECK AT SHIPPER'S RISK"),
    ("linerTerms", "LINER TERMS"),
    ("totalInWords", "大写"),
    ("freightText", "运费"),
    ("charges", "运费明细"),
    ("declaredValue", "声明价值"),
    ("placeOfIssue", "签发地"),
    ("issueDate", "签发日期"),
    ("onBoardDate", "装船日期"),
    ("payableAt", "付款地点"),
    ("issuer", "签发人"),
    ("signAs", "签发身份"),
    ("carrierName", "承运人名称"),
    ("bookingNo", "订舱号"),
    ("contractNo", "约号"),
    ("exportReferences", "出口参考"),
    ("invoiceNo", "发票号"),
    ("kind", "主/分"),
];

/// The boxes that differ, by their paths in the order of their names.
pub(crate) fn between(old: &BillForm, new: &BillForm) -> Vec<Change> {
    waybill::boxes::differing(&json!(old), &json!(new), label)
}

fn label(path: &str) -> String {
    let (head, rest) = path.split_once('.').unwrap_or((path, ""));
    let name = LABELS.iter().find(|(known, _)| *known == head).map_or(head, |(_, zh)| zh);
    if rest.is_empty() { name.to_owned() } else { format!("{name} {rest}") }
}

/// GET revisions: each save with what it changed, the latest first.
pub(crate) fn revisions(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("blId")?);
    let rows = call.read(|conn| {
        store::find(conn, actor, id)?;
        let all = store::revisions(conn, actor.org_id, id, REVISIONS_MAX + 1)?;
        let names = facts::user_names(conn, actor.org_id, all.iter().map(|(_, _, by, _)| *by))?;
        let before = all.iter().skip(1).map(|(_, form, ..)| Some(form)).chain([None]);
        let most = usize::try_from(REVISIONS_MAX).unwrap_or(usize::MAX);
        let rows = all.iter().zip(before).take(most).map(|((rev, form, by, at), before)| {
            let changes: Vec<Json> = before
                .map(|before| between(before, form))
                .unwrap_or_default()
                .into_iter()
                .map(|change| json!({ "field": change.field, "old": change.old, "new": change.new }))
                .collect();
            json!({ "rev": rev, "by": names.get(by), "at": show_second(*at), "changes": changes })
        });
        Ok::<_, Refusal>(rows.collect::<Vec<_>>())
    })?;
    Ok(Answer::Data(json!(rows)))
}

/// GET log: lines of the log about one bill, for whoever sees its order.
pub(crate) fn log(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("blId")?);
    let number = |name: &str, default: u64, most: u64| call.query(name).parse().unwrap_or(default).clamp(1, most);
    let place = (number("current", 1, 100_000), number("size", 20, 100));
    let page = call.read(|conn| {
        store::find(conn, actor, id)?;
        log::page_of(conn, actor.org_id, (&[store::OBJECT], id), place)
    })?;
    Ok(Answer::Data(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_box_of_a_form_has_a_name_in_the_log() {
        let members = json!(BillForm::default());
        for name in members.as_object().expect("an object").keys() {
            assert!(LABELS.iter().any(|(known, _)| known == name), "{name}");
        }
    }

    #[test]
    fn what_differs_is_told_by_its_path() {
        let old = BillForm { pieces: "1".into(), free_days: "7".into(), ..BillForm::default() };
        let mut new = BillForm { pieces: "2".into(), clean_on_board: true, ..BillForm::default() };
        new.shipper.sc_name = "DEMO".into();
        let told: Vec<(String, String, String)> =
            between(&old, &new).into_iter().map(|change| (change.label, change.old, change.new)).collect();
        let row = |label: &str, old: &str, new: &str| (label.to_owned(), old.to_owned(), new.to_owned());
        assert_eq!(
            told,
            [
                row("CLEAN ON BOARD", "", "✓"),
                row("免箱天数", "7", ""),
                row("件数", "1", "2"),
                row("发货人 scName", "", "DEMO")
            ]
        );
        assert!(between(&old, &old).is_empty());
    }
}
