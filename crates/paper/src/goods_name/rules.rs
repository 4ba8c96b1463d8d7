//! What a row holds when it is saved, and what it begins with.

use kernel::{Findings, Id, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::Draft;
use platform::refusal::Refusal;
use platform::store::{Cell, Value};
use serde_json::{Value as Json, json};

use super::names;
use super::page::{GoodsName, UNSENT};
use crate::order::{self, proposed_facts};

const NO_ORDER: Msg = Msg::new("goods.no_order", "订单不存在", "There is no such order.");
const TWICE: Msg = Msg::new("goods.twice", "品名重复：{name}", "This name stands there twice: {name}");
const EMPTY: Msg = Msg::new("goods.empty", "请填写中文品名", "Please enter Chinese names.");
const UNEQUAL: Msg = Msg::new(
    "goods.unequal",
    "中文品名{zh}个，英文品名{en}个，请核对",
    "There are {zh} Chinese and {en} English names. Please check them.",
);

/// Completes and checks a row before it is written; what changed is to be told to the terminal again.
pub(crate) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let actor = tx.actor;
    let Some(wanted) = Option::<Id>::from_value(draft.value(GoodsName::ORDER_ID))? else { return Ok(()) };
    let order = match order::of_id(tx, actor, wanted) {
        Err(Refusal::NotFound) => {
            findings.error("orderId", NO_ORDER.text());
            return Ok(());
        }
        found => found?,
    };
    order.need_alive()?;
    for (field, comma) in [(GoodsName::GOODS_CNNAMES, "，"), (GoodsName::GOODS_ENNAMES, ", ")] {
        let name = field.name();
        if findings.at(&name).next().is_some() {
            continue;
        }
        let all = names::split(&String::from_value(draft.value(field))?);
        if let Some(again) = names::twice(&all) {
            findings.error(&name, TWICE.with(&[("name", again)]));
        }
        findings.error_if(all.is_empty() && field.required, &name, EMPTY);
        draft.set(field, all.join(comma).into_value());
    }
    let count = |field| Ok::<_, Refusal>(names::split(&String::from_value(draft.value(field))?).len());
    let (zh, en) = (count(GoodsName::GOODS_CNNAMES)?, count(GoodsName::GOODS_ENNAMES)?);
    if en > 0 && zh != en && findings.at("goodsEnnames").next().is_none() {
        findings.warning("goodsEnnames", UNEQUAL.with(&[("zh", &zh.to_string()), ("en", &en.to_string())]));
    }
    draft.set(GoodsName::STATE, UNSENT.into_value());
    draft.set(GoodsName::MAIL_ID, Value::Null);
    Ok(())
}

/// GET propose?orderId=: type and names as the order has them.
pub(crate) fn propose(call: &mut Call) -> Outcome {
    let order = call.read(|conn| {
        let order = order::asked(conn, call)?;
        order.need_alive()?;
        Ok(order)
    })?;
    let mut data = proposed_facts(&order);
    let own = json!({
        "orderId": order.id,
        "cargoType": order.goods_type,
        "goodsCnnames": order.goods_cn,
        "goodsEnnames": order.goods_en,
    });
    if let (Some(data), Json::Object(own)) = (data.as_object_mut(), own) {
        data.extend(own);
    }
    Ok(Answer::Data(data))
}
