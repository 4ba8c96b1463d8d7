//! 套用模板: the lines of a template behind those there are.

use std::collections::BTreeMap;

use charge::template::{self, ChargeTemplate, LINES};
use kernel::{Id, Msg};
use platform::access::Actor;
use platform::call::{Call, Outcome};
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn, sql};
use serde_json::json;

use super::super::edit::Desk;
use super::super::{data, found, text};
use super::{Told, proposed, said};

const NO_TEMPLATE: Msg = Msg::new("charge.template", "模板不适用于此订单", "The template is not for this order.");

/// The templates offered for an order, of the sides its reader sees.
fn offered(conn: &mut dyn Conn, actor: &Actor, desk: &Desk) -> Result<Vec<(Id, ChargeTemplate)>, Refusal> {
    let mut found = template::offered(conn, actor.org_id, &desk.subject)?;
    found.retain(|(_, template)| desk.reader.sees.side(template.side()));
    Ok(found)
}

/// GET /css/charge/templates?orderUuid.
pub(crate) fn templates(call: &mut Call) -> Outcome {
    let (actor, now, language) = (call.actor()?.clone(), call.now(), call.language().to_owned());
    let uuid = call.query("orderUuid").to_owned();
    call.read(|conn| {
        let saved = found(conn, &actor, &uuid)?;
        let desk = Desk::of(conn, (&actor, now, &language), &saved, &[])?;
        let offered = offered(conn, &actor, &desk)?;
        let counts = line_counts(conn, actor.org_id, offered.iter().map(|(id, _)| *id))?;
        let told = offered.iter().map(|(id, template)| {
            json!({
                "id": id, "templateCode": template.template_code, "templateName": template.template_name,
                "kind": template.kind, "lines": counts.get(id).copied().unwrap_or_default(),
            })
        });
        Ok(json!(told.collect::<Vec<_>>()))
    })
    .and_then(data)
}

fn line_counts(
    conn: &mut dyn Conn,
    org: i64,
    templates: impl Iterator<Item = Id>,
) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut select = sql::from(org, LINES.table);
    select
        .column(LINES.parent)
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::is_in(sql::col(LINES.parent), templates))
        .group_by_col(LINES.parent);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// POST /css/charge/applyTemplate: what is stopped is left out and told.
pub(crate) fn template(call: &mut Call) -> Outcome {
    proposed(call, |conn, ask, mut lines| {
        let id = text(ask.body, "templateId").parse().map(Id).map_err(|_| Refusal::NotFound)?;
        let offered = offered(conn, ask.actor, ask.desk)?;
        let (_, chosen) =
            offered.into_iter().find(|(known, _)| *known == id).ok_or_else(|| Refusal::business(NO_TEMPLATE))?;
        let mut told = Vec::new();
        for offer in template::lines(conn, ask.actor.org_id, (id, &chosen))? {
            match offer.left_out {
                Some(why) => told.push(Told::left_out(&offer.line, said(&why.zh, &why.en))),
                None => {
                    told.push(Told::made("new", (lines.len(), &offer.line)));
                    lines.push(offer.line);
                }
            }
        }
        Ok((lines, told))
    })
}
