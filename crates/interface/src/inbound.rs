//! Others who call us: which company a token opens, and what they said.

use std::net::IpAddr;

use ipnet::IpNet;
use kernel::{Id, Msg};
use platform::call::{App, Call};
use platform::maintenance;
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};

use crate::call_log;
use crate::config::TABLE;
use crate::mask::masked;

/// Calls of one address in a minute.
const PER_MINUTE: u32 = 120;
/// Wrong tokens of one address in a minute.
const FAILURES_PER_MINUTE: u32 = 10;

const NOBODY: Msg = Msg::new("interface.token", "令牌无效", "The token is not valid.");

/// The interface of the company whose token came with a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Company.
    pub org: i64,
    /// Row of the interface.
    pub id: Id,
    /// Who runs the other system, as the company wrote it; empty when it wrote nothing.
    pub platform: String,
}

/// Who calls by a type; the same refusal whatever is wrong with the token. While the company can't work the other
/// system is to call again: what is told of as done it does not say a second time.
pub fn let_in(call: &Call, kind: &str) -> Result<Caller, Refusal> {
    let (app, ip, now) = (&call.app, &call.asked.ip, call.now());
    app.limits.take(format!("{kind}:{ip}"), PER_MINUTE, now)?;
    let token = call.asked.token.clone().unwrap_or_default();
    let Some(caller) = call.read(|conn| caller(conn, app, kind, (&token, ip)))? else {
        app.limits.take(format!("{kind} token:{ip}"), FAILURES_PER_MINUTE, now)?;
        return Err(Refusal::Unauthorized(NOBODY.text()));
    };
    match maintenance::closed(app, caller.org)? {
        Some(closed) => Err(Refusal::Later(closed)),
        None => Ok(caller),
    }
}

/// Who calls by a type: the company whose enabled interface has the token, called from one of its addresses. Whatever
/// is wrong (no such token, a stopped interface, another address), there is nobody.
fn caller(conn: &mut dyn Conn, app: &App, kind: &str, (token, ip): (&str, &str)) -> Result<Option<Caller>, Refusal> {
    if token.is_empty() {
        return Ok(None);
    }
    let mut select = sql::from_global(TABLE);
    select
        .columns(["org_id", "id", "platform", "allow_ip"])
        .and_where(sql::eq("token_hash", app.secrets.hash(token)?))
        .and_where(sql::eq("api_type", kind.to_owned()))
        .and_where(sql::eq("active", true));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let networks: String = row.get(3)?;
    if is_among(ip, &networks) { Ok(Some(found(&row)?)) } else { Ok(None) }
}

fn found(row: &Row) -> Result<Caller, Refusal> {
    Ok(Caller { org: row.get(0)?, id: row.get(1)?, platform: row.get(2)? })
}

/// Whether an address lies in one of the networks, a line each; in any when there are none.
fn is_among(ip: &str, networks: &str) -> bool {
    let mut entries = networks.lines().map(str::trim).filter(|entry| !entry.is_empty()).peekable();
    if entries.peek().is_none() {
        return true;
    }
    let Ok(ip) = ip.parse::<IpAddr>() else { return false };
    entries.any(|entry| match (entry.parse::<IpNet>(), entry.parse::<IpAddr>()) {
        (Ok(network), _) => network.contains(&ip),
        (_, Ok(one)) => one == ip,
        _ => false,
    })
}

/// What another system said to us, and what came of it.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// In a word.
    pub summary: &'a str,
    /// Number of what it is about; empty for none.
    pub ref_no: &'a str,
    /// It was taken.
    pub ok: bool,
    /// What happened, in a sentence.
    pub result: &'a str,
    /// What it said.
    pub request: &'a str,
    /// What we answered.
    pub response: &'a str,
}

/// Notes a call of another system in the call log.
pub fn note(app: &App, caller: &Caller, said: &Said<'_>) -> Result<(), Refusal> {
    let made = call_log::Made {
        ref_no: said.ref_no,
        summary: said.summary,
        ok: said.ok,
        result: said.result,
        took: 0,
        request: &masked(said.request, &[]),
        response: &masked(said.response, &[]),
        user: None,
    };
    call_log::put(app, (caller.org, caller.id), &made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_let_in_by_itself_by_its_network_or_where_none_is_named() {
        assert!(is_among("192.0.2.7", "") && is_among("nonsense", " \n"));
        let networks = "192.0.2.0/24\n198.51.100.9\n2001:db8::/32";
        for (ip, let_in) in [
            ("192.0.2.0", true),
            ("192.0.2.255", true),
            ("192.0.3.0", false),
            ("198.51.100.9", true),
            ("198.51.100.10", false),
            ("2001:db8::1", true),
            ("2001:db9::1", false),
            ("nonsense", false),
        ] {
            assert_eq!(is_among(ip, networks), let_in, "{ip}");
        }
    }
}
