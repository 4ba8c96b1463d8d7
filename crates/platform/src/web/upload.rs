//! A large file on its way in: written piece by piece while it arrives.

use std::sync::Arc;

use axum::extract::multipart::Field;
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};

use crate::call::App;
use crate::files::{Arrived, Arriving, LargeKind, messages};
use crate::refusal::Refusal;

/// The file, or why it is not taken.
pub(super) type Upload = Result<Arrived, Refusal>;

/// What frames the parts of a multipart body: their headers and boundaries.
const FRAME_BYTES_MAX: usize = 64 * 1024;

/// Ends a body beyond what its parts may hold: a header that never ends would else be gathered without end.
pub(super) fn limit(request: &mut Request, bytes_max: usize) {
    DefaultBodyLimit::max(bytes_max.saturating_add(FRAME_BYTES_MAX)).apply(request);
}

/// Takes the first file of a multipart body; none when the body can't be read to its end. Whatever goes
/// wrong, and whenever the caller leaves, nothing of it stays.
pub(super) async fn receive(app: &Arc<App>, org: i64, kind: LargeKind, mut request: Request) -> Option<Upload> {
    limit(&mut request, usize::try_from(kind.bytes_max).unwrap_or(usize::MAX));
    let mut multipart = Multipart::from_request(request, &()).await.ok()?;
    let mut upload: Option<Upload> = None;
    while let Some(field) = multipart.next_field().await.ok()? {
        if upload.is_none() && field.file_name().is_some_and(|name| !name.is_empty()) {
            let written = write(app, org, kind, field).await?;
            // A file that is not taken is not read to its end either.
            if written.is_err() {
                return Some(written);
            }
            upload = Some(written);
        }
    }
    Some(upload.unwrap_or_else(|| Err(Refusal::business(messages::NO_FILE))))
}

/// Writes the pieces of a part; none when they end too early. A thread works for it only while a piece is written: a
/// caller who sends slowly holds none.
async fn write(app: &Arc<App>, org: i64, kind: LargeKind, mut field: Field<'_>) -> Option<Upload> {
    let (app, name) = (app.clone(), field.file_name().unwrap_or_default().to_owned());
    let mut written = on_thread(move || Arriving::begin(&app.files, org, &name, kind)).await;
    loop {
        let mut file = match written {
            Ok(file) => file,
            Err(refusal) => return Some(Err(refusal)),
        };
        match field.chunk().await {
            Ok(Some(piece)) => written = on_thread(move || file.take(&piece).map(|()| file)).await,
            Ok(None) => return Some(on_thread(move || file.end()).await),
            Err(_) => return None,
        }
    }
}

async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Refusal::broken("an upload was lost")))
}
