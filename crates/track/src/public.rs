//! The calls of the public page: every one needs the order's name and the code of a live link.
//!
//! Whatever is wrong with them (no such code, ended, another order, nonsense), the answer is the
//! same and costs the same look-up. Only failures count against the caller's address.

use std::collections::BTreeMap;

use kernel::{Instant, Msg, Scope, Uuid};
use platform::call::{Answer, App, Call, Outcome};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use platform::web::envelope_of;
use serde::Deserialize;
use serde_json::json;

use crate::record;
use crate::share::{self, Share};
use crate::view::{self, Visitor};

/// Failures an address may have in a minute.
const FAILURES_PER_MINUTE: u32 = 30;
/// Longest code looked at.
const CODE_MAX: usize = 200;

/// Messages of the public page.
pub mod messages {
    use super::Msg;

    /// No `o`.
    pub const NO_QUERY: Msg = Msg::new("track.no_query", "未获取到查询信息", "No query information.");
    /// Everything else that is wrong with the address.
    pub const NO_ORDER: Msg =
        Msg::new("track.no_order", "订单不存在或链接已失效", "The order does not exist or the link has expired.");
    /// The life of the order is over.
    pub const CLOSED: Msg = Msg::new("track.closed", "订单已关闭", "The order is closed.");
    /// The link does not show this.
    pub const NO_PRINT: Msg = Msg::new("track.no_print", "运单未制单", "The waybill has not been made.");
}

/// A reader whose link is live.
#[derive(Debug, Clone)]
pub struct Reader {
    /// Org of the order.
    pub org: i64,
    /// Scope of the order.
    pub scope: Scope,
    /// The link.
    pub share: Share,
    /// When it is read.
    pub now: Instant,
}

/// What a call names the order by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its public name.
    uuid: Uuid,
    /// Its scope, where the name says it.
    scope: Option<Scope>,
}

/// The order's name in `o`: two letters of the scope, then the UUID.
pub(crate) fn named(o: &str) -> Option<Named> {
    let o = o.trim();
    let (prefix, rest) = (o.get(..2)?.to_ascii_lowercase(), o.get(2..)?);
    let scope = Scope::all().find(|scope| scope.share_prefix() == prefix)?;
    Uuid::parse(rest).map(|uuid| Named { uuid, scope: Some(scope) })
}

/// The order of a bare name and a scope that the call itself says.
pub(crate) fn of_scope(uuid: &str, scope: Option<Scope>) -> Option<Named> {
    Uuid::parse(uuid).map(|uuid| Named { uuid, scope })
}

pub(crate) fn no_order() -> Refusal {
    Refusal::business(messages::NO_ORDER)
}

/// The reader of a code and an order's name, where links of these kinds are let in.
fn admit(
    conn: &mut dyn Conn,
    (named, code, kinds): (Option<&Named>, &str, &[&str]),
    now: Instant,
) -> Result<Option<Reader>, Refusal> {
    let code: String = code.trim().chars().take(CODE_MAX).collect();
    let found = share::by_code(conn, &code)?;
    Ok(found.and_then(|(org, scope, share)| {
        let own = named.is_some_and(|named| {
            named.uuid.as_str() == share.order_uuid && named.scope.is_none_or(|said| said == scope)
        });
        (own && kinds.contains(&share.kind.as_str()) && share.live(now)).then_some(Reader { org, scope, share, now })
    }))
}

/// Who calls: the name of an order, the code of a link, and from where.
pub(crate) type Address<'a> = (Option<Named>, &'a str, &'a str);

/// Reads for a reader of an order; a wrong address is refused, and counted.
pub(crate) fn reading<T>(
    app: &App,
    address: Address<'_>,
    work: impl FnOnce(&mut dyn Conn, &Reader) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    reading_by(app, address, &[share::LINK], work)
}

/// The same where links of these kinds are let in.
pub(crate) fn reading_by<T>(
    app: &App,
    (named, code, ip): Address<'_>,
    kinds: &[&str],
    work: impl FnOnce(&mut dyn Conn, &Reader) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let now = app.clock.now();
    let done = app.store.read(|conn| match admit(conn, (named.as_ref(), code, kinds), now)? {
        Some(reader) => work(conn, &reader).map(Some),
        None => Ok(None),
    })?;
    match done {
        Some(done) => Ok(done),
        None => {
            app.limits.take(format!("share:{ip}"), FAILURES_PER_MINUTE, now)?;
            Err(no_order())
        }
    }
}

/// What a call's address names: the order in the path, the code in the query.
pub(crate) fn by_path(call: &Call) -> Address<'_> {
    (of_scope(call.path("orderUuid"), None), call.query("code"), &call.asked.ip)
}

/// Which scopes a call serves.
type Serves = fn(Scope) -> bool;

/// GET /afbase/external/order/orderTrack: air export.
pub fn order_track(call: &mut Call) -> Outcome {
    answer(call, |scope| scope == Scope::Ae)
}

/// GET /sc/external/order/orderTrack: every scope but air export and road.
pub fn carriage_track(call: &mut Call) -> Outcome {
    answer(call, |scope| !matches!(scope, Scope::Ae | Scope::Lc))
}

/// GET /sc/external/order/orderTrack/lc: road.
pub fn road_track(call: &mut Call) -> Outcome {
    answer(call, |scope| scope == Scope::Lc)
}

fn answer(call: &Call, serves: Serves) -> Outcome {
    let visitor = Visitor { ip: &call.asked.ip, agent: &call.asked.agent };
    track(&call.app, &call.asked.query, &visitor, serves)
}

fn track(app: &App, query: &BTreeMap<String, String>, visitor: &Visitor<'_>, serves: Serves) -> Outcome {
    let text = |name: &str| query.get(name).map(|text| text.trim()).unwrap_or_default();
    let o = if text("o").is_empty() { text("g") } else { text("o") };
    if o.is_empty() {
        return Err(Refusal::business(messages::NO_QUERY));
    }
    let code = text("code");
    // A name of another call's scope is as wrong as any other.
    let named = named(o).filter(|named| named.scope.is_some_and(serves));
    let (record, reader) = reading(app, (named, code, visitor.ip), |conn, reader| {
        let record = record::build(conn, reader, o, code)?.ok_or_else(no_order)?;
        Ok((record, reader.clone()))
    })?;
    view::note(app, &reader, view::PAGE, visitor)?;
    Ok(Answer::Data(record))
}

/// The envelope a public page carries as its first answer.
pub fn first_answer(app: &App, query: &BTreeMap<String, String>, (ip, agent): (&str, &str), language: &str) -> String {
    envelope_of(track(app, query, &Visitor { ip, agent }, |_| true), language)
}

/// GET viewAFOrderByOrderUuid: the service flags the tiles ask for.
pub fn order_view(call: &mut Call) -> Outcome {
    reading(&call.app, by_path(call), |conn, reader| {
        let mut select = sql::from(reader.org, "order_air_detail");
        select.columns(["outfield", "warehouse"]).and_where(sql::eq("id", reader.share.order_id));
        let row = conn.first(&select.into())?.ok_or_else(no_order)?;
        let (outfield, warehouse): (bool, bool) = (row.get(0)?, row.get(1)?);
        Ok(Answer::Data(json!({ "outfieldService": outfield, "warehouseService": warehouse })))
    })
}

/// GET viewByOrderUuid: the master waybill, when there is one to print.
pub fn waybill_view(call: &mut Call) -> Outcome {
    reading(&call.app, by_path(call), |conn, reader| {
        if !reader.share.shows("print") {
            return Ok(Answer::Data(serde_json::Value::Null));
        }
        let form = waybill::master_of_order(conn, reader.org, reader.share.order_id)?;
        Ok(Answer::Data(form.map_or(serde_json::Value::Null, |form| json!({ "awbNumber": form.awb_number }))))
    })
}

/// GET hawbListByOrderUuid: the house waybills there are to print.
pub fn house_list(call: &mut Call) -> Outcome {
    reading(&call.app, by_path(call), |conn, reader| {
        if !reader.share.shows("print") {
            return Ok(Answer::Data(json!([])));
        }
        let forms = waybill::houses_of_order(conn, reader.org, reader.share.order_id)?;
        let rows: Vec<_> =
            forms.iter().map(|form| json!({ "hawbNumber": form.hawb_number, "awbPrintId": form.id })).collect();
        Ok(Answer::Data(json!(rows)))
    })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Print {
    awb_print_type: String,
    order_uuid: String,
    #[serde(default)]
    awb_print_id: Option<String>,
    #[serde(default)]
    print_type: Option<String>,
    #[serde(default)]
    code: Option<String>,
}

/// POST downloadAWB: the master waybill as a PDF, without rates.
pub fn print_master(call: &mut Call) -> Outcome {
    print(call, "PRINT_MAWB")
}

/// POST downloadHAWB: a house waybill as a PDF, without rates.
pub fn print_house(call: &mut Call) -> Outcome {
    print(call, "PRINT_HAWB")
}

fn print(call: &Call, kind: &str) -> Outcome {
    let body: Print = call.json()?;
    let code = body.code.clone().unwrap_or_default();
    let address = (of_scope(&body.order_uuid, None), code.as_str(), call.asked.ip.as_str());
    let form_lines_only = body.print_type.as_deref().unwrap_or("2") == "1";
    let (reader, form) = reading(&call.app, address, |conn, reader| {
        let none = || Refusal::business(messages::NO_PRINT);
        if body.awb_print_type != kind || !reader.share.shows("print") {
            return Err(none());
        }
        let order = reader.share.order_id;
        let form = if kind == "PRINT_MAWB" {
            waybill::master_of_order(conn, reader.org, order)?
        } else {
            let asked = body.awb_print_id.as_deref().unwrap_or_default();
            let houses = waybill::houses_of_order(conn, reader.org, order)?;
            houses.into_iter().find(|form| form.id.to_string() == asked)
        };
        Ok((reader.clone(), form.ok_or_else(none)?))
    })?;
    view::note(&call.app, &reader, view::PRINT, &Visitor::of(call))?;
    let logo = if kind == "PRINT_HAWB" { waybill::company_logo(&call.app, reader.org)? } else { None };
    let options =
        waybill::PrintOptions { show_rate: false, over_preprinted: form_lines_only, logo, ..Default::default() };
    let now = call.now();
    let sheet = call.app.store.read(|conn| waybill::sheet(conn, reader.org, &form, &options))?;
    let file = waybill::draw(&form, sheet, now)?;
    let path = call.app.system_write(|conn| waybill::download::prepare(conn, reader.org, now, file))?;
    Ok(Answer::Data(json!(path)))
}

/// GET file: a file or photo marked visible, as far as the link shows its kind.
pub fn file(call: &mut Call) -> Outcome {
    let id = call.path("orderFileId").parse().map(kernel::Id);
    let address = (named(call.query("o")), call.query("code"), call.asked.ip.as_str());
    let (reader, found) = reading(&call.app, address, |conn, reader| {
        let id = id.map_err(|_| no_order())?;
        let mut select = sql::from(reader.org, "order_file");
        select
            .columns(["file_name", "content_type", "file_key", "file_type"])
            .and_where(sql::eq("id", id))
            .and_where(sql::eq("order_id", reader.share.order_id))
            .and_where(sql::eq("is_display", true));
        let row = conn.first(&select.into())?.ok_or_else(no_order)?;
        let photo = row.get::<String>(3)? == record::PHOTO;
        if !reader.share.shows(if photo { "photos" } else { "files" }) {
            return Err(no_order());
        }
        Ok((reader.clone(), (row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, photo)))
    })?;
    let (name, mime, key, photo) = found;
    // Photos come with the page; a file is opened by somebody.
    if !photo {
        view::note(&call.app, &reader, view::FILE, &Visitor::of(call))?;
    }
    Ok(call.app.files.find(reader.org, &key)?.answer(name, mime, photo))
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: track-scope-prefix
    #[test]
    fn the_order_is_named_whatever_the_case_of_the_prefix() {
        let uuid = "0123456789abcdef0123456789abcdef";
        for (prefix, scope) in [("af", Scope::Ae), ("Af", Scope::Ae), (" AF", Scope::Ae), ("sE", Scope::Se)] {
            let found = named(&format!("{prefix}{uuid}")).expect("a name");
            assert_eq!((found.uuid.as_str(), found.scope), (uuid, Some(scope)), "{prefix}");
        }
        for wrong in ["", "A", "AF", "AFxyz", "XX0123456789abcdef0123456789abcdef", "运单"] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
    }
}
