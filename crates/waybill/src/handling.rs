//! Special handling codes.

use facts::master::Master;
use kernel::Id;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use sea_query::JoinType;

/// Special handling codes the goods ask for.
pub fn handling_codes(goods_type: &str, battery: &str) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = match goods_type {
        "危险品" => vec!["DGR"],
        "冷链" => vec!["PER", "COL"],
        "鲜活" => vec!["PER"],
        "活体动物" => vec!["AVI"],
        "贵重品" => vec!["VAL"],
        _ => Vec::new(),
    };
    let of_battery = [("PI965", "EBI"), ("PI966", "ELI"), ("PI968", "EBM"), ("PI969", "ELM")];
    codes.extend(of_battery.iter().filter(|(mark, _)| battery.contains(mark)).map(|(_, code)| *code));
    codes
}

/// Whether a declaration of dangerous goods is for cargo aircraft only: of the orders of a master, or of one order
/// while it has no number.
pub fn is_for_freighters(conn: &mut dyn Conn, (org, order): (i64, Id), master: &Master) -> Result<bool, Refusal> {
    const DECLARATION: &str = "dgd_print";
    const ORDER: &str = "freight_order";
    let mut select = sql::from(org, DECLARATION);
    select
        .column((DECLARATION, "id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, DECLARATION, "order_id"))
        .and_where(sql::of_eq(DECLARATION, "aircraft_type", 1i64))
        .limit(1);
    if master.is_empty() {
        select.and_where(sql::of_eq(ORDER, "id", order));
    } else {
        select.and_where(master.is_of(ORDER));
    }
    Ok(conn.first(&select.into())?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_ask_for_their_handling_codes() {
        assert_eq!(handling_codes("危险品", "锂离子PI965 (UN3480)"), ["DGR", "EBI"]);
        assert_eq!(handling_codes("普货", "锂离子PI966/PI967 (UN3481)"), ["ELI"]);
        assert_eq!(handling_codes("普货", "不含电池"), Vec::<&str>::new());
    }
}
