//! Addresses for elements of a page that fetch by themselves and send no token, such as a film: whoever
//! holds one reads one thing for a while, as the user it was made for, while that user's session lives.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Id, Instant, still_holds};

use crate::access::{Actor, actor_of, live_at};
use crate::call::Call;
use crate::refusal::{Refusal, messages};
use crate::store::sql;

/// A film that was paused over lunch goes on.
const LIFE_MS: i64 = 6 * 60 * 60 * 1000;

/// Makes a ticket of the caller for a thing of a kind.
pub fn make(call: &Call, kind: &str, thing: Id) -> Result<String, Refusal> {
    let actor = call.actor()?;
    let until = call.now().plus_millis(LIFE_MS).millis();
    let text = format!("{kind} {thing} {} {} {} {until}", actor.org_id, actor.user_id, actor.session_id);
    Ok(URL_SAFE_NO_PAD.encode(call.app.secrets.seal(&text)?))
}

/// Opens a ticket for a thing of a kind: whose it is, with his rights of this moment, and the thing.
pub fn open(call: &Call, kind: &str, ticket: &str) -> Result<(Actor, Id), Refusal> {
    let over = || Refusal::Unauthorized(messages::SESSION_OVER.text());
    let sealed = URL_SAFE_NO_PAD.decode(ticket).map_err(|_| over())?;
    let text = call.app.secrets.open(&sealed).map_err(|_| over())?;
    let numbers = text.strip_prefix(kind).and_then(|rest| rest.strip_prefix(' ')).ok_or_else(over)?;
    let numbers: Vec<i64> = numbers.split(' ').filter_map(|number| number.parse().ok()).collect();
    let [thing, org, user, session, until] = *numbers.as_slice() else { return Err(over()) };
    let now = call.now();
    if !still_holds(Instant::from_millis(until), now, LIFE_MS) {
        return Err(over());
    }
    let actor = call.read(|conn| {
        let mut live = sql::from_global("session");
        live.column("id").and_where(sql::eq("id", session)).cond_where(live_at(now));
        if conn.first(&live.into())?.is_none() {
            return Ok(None);
        }
        actor_of(conn, &call.app.rights, (org, Id(user)), now)
    })?;
    Ok((actor.ok_or_else(over)?, Id(thing)))
}
