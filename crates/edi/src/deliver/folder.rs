//! Messages as files in the folder of the company: written beside, then renamed, so that nobody reads half of one.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use kernel::{Msg, Text};
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};

use super::Done;
use crate::channel::XML;
use crate::page::Message;

const NOT_WRITTEN: Msg = Msg::new("edi.not_written", "无法写入报文目录", "The folder of messages can't be written to.");

/// The folder of a company below that of the deployment; its code makes the name.
pub(crate) fn of_org(app: &App, conn: &mut dyn Conn, org: i64) -> Result<PathBuf, Refusal> {
    let mut select = sql::from_global("org");
    select.column("code").and_where(sql::eq("id", org));
    let code: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let plain = !code.is_empty() && code.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    let name = if plain { code } else { org.to_string() };
    Ok(app.settings.edi().join(name))
}

/// What the file of a message is called: its number comes first, so that files lie in the order of sending.
pub(crate) fn name_of(message: &Message) -> String {
    let number = if message.hawb_number.is_empty() { &message.awb_number } else { &message.hawb_number };
    let number: String = number.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let ending = if message.format == XML { "xml" } else { "txt" };
    format!("{}_{}_{number}.{ending}", message.message_no, message.kind)
}

/// Writes a message into `out`.
pub(super) fn write(app: &App, org: i64, message: &Message) -> Result<Result<Done, Text>, Refusal> {
    let folder = app.store.read(|conn| of_org(app, conn, org))?.join("out");
    let made = make(&app.settings.edi(), &folder);
    Ok(match made.and_then(|()| put(&folder, &name_of(message), message.body.as_bytes())) {
        Ok(()) => Ok(Done::Sent),
        Err(error) => {
            tracing::warn!(%error, folder = %folder.display(), "a message can't be written");
            Err(NOT_WRITTEN.text())
        }
    })
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let beside = folder.join(format!(".{name}.part"));
    let mut file = File::create(&beside)?;
    share(&file, folder)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, folder.join(name))
}

/// Makes a folder below that of the deployment, as open as that one is: what else the program makes is for nobody else,
/// but here another program may come for it.
pub(crate) fn make(deployment: &Path, folder: &Path) -> std::io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let Some(above) = folder.parent().filter(|above| *above != deployment && above.starts_with(deployment)) else {
        fs::create_dir_all(deployment)?;
        return make_in(deployment, folder);
    };
    make(deployment, above)?;
    make_in(above, folder)
}

fn make_in(above: &Path, folder: &Path) -> std::io::Result<()> {
    match fs::create_dir(folder) {
        Ok(()) => fs::set_permissions(folder, fs::metadata(above)?.permissions()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Who may open a folder may read its files.
#[cfg(unix)]
fn share(file: &File, folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(folder)?.permissions().mode() & 0o666;
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn share(_: &File, _: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn what_is_exchanged_is_as_open_as_its_folder() {
        let place = std::env::temp_dir().join(format!("edi-folder-{}", std::process::id()));
        for mode in [0o770, 0o700] {
            let deployment = place.join(format!("{mode:o}"));
            fs::create_dir_all(&deployment).unwrap();
            fs::set_permissions(&deployment, fs::Permissions::from_mode(mode)).unwrap();
            let out = deployment.join("ORG").join("out");
            make(&deployment, &out).unwrap();
            make(&deployment, &out).unwrap();
            put(&out, "FWB", b"text").unwrap();
            let of = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!([of(&deployment.join("ORG")), of(&out), of(&out.join("FWB"))], [mode, mode, mode & 0o666]);
        }
        fs::remove_dir_all(place).unwrap();
    }
}
