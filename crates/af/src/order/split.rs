//! Splitting an order.

use orderdesk::SplitAsked;
use platform::call::{Answer, Call, Outcome};

use super::store;

/// POST splitCheck: the parts it would be; nothing is written.
pub fn check(call: &mut Call) -> Outcome {
    let (uuid, asked) = (call.path_uuid("orderUuid")?, call.json::<SplitAsked>()?);
    let who = (call.actor()?, call.now(), call.language());
    Ok(Answer::Data(call.read(|conn| orderdesk::split_check(conn, who, store::air(), (&uuid, &asked)))?))
}

/// POST split.
pub fn split(call: &mut Call) -> Outcome {
    let (uuid, asked) = (call.path_uuid("orderUuid")?, call.json::<SplitAsked>()?);
    Ok(Answer::Data(call.write(|tx| orderdesk::split(tx, store::air(), (&uuid, &asked)))?))
}
