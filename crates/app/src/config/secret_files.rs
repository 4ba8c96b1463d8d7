//! Secrets out of files, as systems that keep them hand them to a process: the environment names the file, and neither the
//! configuration nor the environment holds the secret.

use std::ffi::OsString;

/// Variables that name a file, each with the key whose value the file holds.
const FILES: [(&str, &str); 8] = [
    ("DATABASE_URL_FILE", "database_url"),
    ("FORWARDER_DATABASE_URL_FILE", "database_url"),
    ("FORWARDER_SECRET_KEY_FILE", "secret_key"),
    ("FORWARDER_BACKUP_PASSPHRASE_FILE", "backup_passphrase"),
    ("FORWARDER_OBJECT_STORE_ACCESS_KEY_FILE", "object_store.access_key"),
    ("FORWARDER_OBJECT_STORE_SECRET_KEY_FILE", "object_store.secret_key"),
    ("FORWARDER_BACKUP_STORE_SECRET_KEY_FILE", "backup_store.secret_key"),
    ("FORWARDER_OPENID_CLIENT_SECRET_FILE", "openid.client_secret"),
];
/// Of all variables that begin with the prefix, those that are no keys themselves.
pub const BESIDE: [&str; 7] = [
    "database_url_file",
    "secret_key_file",
    "backup_passphrase_file",
    "object_store_access_key_file",
    "object_store_secret_key_file",
    "backup_store_secret_key_file",
    "openid_client_secret_file",
];

/// The keys that files hold, with what stands in them, without the line break editors end a file with.
pub fn read(named: impl Fn(&str) -> Option<OsString>) -> Result<Vec<(&'static str, String)>, String> {
    let files = FILES.iter().filter_map(|(variable, key)| Some((variable, key, named(variable)?)));
    files
        .filter(|(.., file)| !file.is_empty())
        .map(|(variable, key, file)| match std::fs::read_to_string(&file) {
            Ok(text) => Ok((*key, text.trim_end_matches(['\n', '\r']).to_owned())),
            Err(error) => Err(format!("{variable}: {} can't be read: {error}", file.display())),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 32: a secret comes out of a file, and what can't be read is told by the variable that names it.
    #[test]
    fn secrets_are_read_from_the_files_the_environment_names() {
        let file = std::env::temp_dir().join(format!("forwarder-secret-{}", std::process::id()));
        std::fs::write(&file, " two words \r\n").expect("writes");
        let with = |variable: &str, file: &std::path::Path| {
            let (variable, file) = (variable.to_owned(), file.as_os_str().to_owned());
            read(move |asked| (asked == variable).then(|| file.clone()))
        };
        let found = with("FORWARDER_BACKUP_PASSPHRASE_FILE", &file);
        std::fs::remove_file(&file).expect("removes");
        assert_eq!(found, Ok(vec![("backup_passphrase", " two words ".to_owned())]));
        assert_eq!(read(|_| None), Ok(Vec::new()));
        assert_eq!(read(|_| Some(OsString::new())), Ok(Vec::new()));
        let told = with("FORWARDER_SECRET_KEY_FILE", &file).unwrap_err();
        assert!(told.starts_with("FORWARDER_SECRET_KEY_FILE: ") && told.contains("forwarder-secret-"), "{told}");
    }

    #[test]
    fn every_variable_of_the_prefix_is_left_to_this_module() {
        for (variable, _) in FILES {
            let own = variable.strip_prefix("FORWARDER_").map(str::to_lowercase);
            assert!(own.is_none_or(|own| BESIDE.contains(&own.as_str())), "{variable}");
        }
    }
}
