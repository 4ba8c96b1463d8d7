//! 维护模式: while it is on only the platform's own people work.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant as Stopwatch};

use kernel::{Instant, Msg, Text};

use crate::PLATFORM_ORG;
use crate::call::App;
use crate::field::Field;
use crate::refusal::Refusal;
use crate::setting::{self, Module, Setting};

/// What another process decided is known after so long.
const REMEMBERED: Duration = Duration::from_secs(2);

const MODULE: Module = Module::new("maintenance", "维护模式", "Maintenance").on("platform_setting").at(90);

/// Whether it is on.
pub const ON: Setting = Setting::new("maintenance", MODULE, Field::flag("维护模式", "Maintenance").initially("false"))
    .platform()
    .help("开启后仅平台企业可登录和操作，其他企业看到维护提示", "Only the platform's own people can log in and work.");
/// When it will be over.
pub const UNTIL: Setting =
    Setting::new("maintenanceUntil", MODULE, Field::instant("预计恢复时间", "Expected end")).platform();

const CLOSED: Msg =
    Msg::new("maintenance.closed", "系统维护中，预计{time}恢复", "The system is under maintenance until about {time}.");
const CLOSED_SOMETIME: Msg = Msg::new(
    "maintenance.closed_sometime",
    "系统维护中，请稍后再试",
    "The system is under maintenance. Please try again later.",
);

/// What was last read of it.
#[derive(Debug, Default)]
pub struct Maintenance(Mutex<Option<(Stopwatch, Option<Text>)>>);

impl Maintenance {
    /// It was decided anew; the next call looks.
    pub fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Why an org may not work now; nothing when it may.
pub fn closed(app: &App, org: i64) -> Result<Option<Text>, Refusal> {
    if org == PLATFORM_ORG {
        return Ok(None);
    }
    let known = app.maintenance.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some((_, text)) = known.filter(|(read, _)| read.elapsed() < REMEMBERED) {
        return Ok(text);
    }
    let text = app.store.read(|conn| {
        if !setting::value::<bool>(conn, PLATFORM_ORG, &ON, None)? {
            return Ok(None);
        }
        let until: Option<Instant> = setting::value(conn, PLATFORM_ORG, &UNTIL, None)?;
        Ok::<_, Refusal>(Some(match until {
            Some(until) => CLOSED.with(&[("time", &kernel::show_minute(until))]),
            None => CLOSED_SOMETIME.text(),
        }))
    })?;
    *app.maintenance.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Stopwatch::now(), text.clone()));
    Ok(text)
}
