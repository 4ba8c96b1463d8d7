//! The mailbox a user sends by himself: part of his personal settings.

use kernel::{Findings, Id};
use platform::call::{App, Tx};
use platform::log::Change;
use platform::refusal::Refusal;
use platform::store::Conn;
use serde::{Deserialize, Serialize};

use crate::mailbox::{Owner, Sent, write};
use crate::smtp;

/// Encrypted from the first byte, after the greeting, or not.
const SSL: &str = "SSL";
const STARTTLS: &str = "STARTTLS";
const NONE: &str = "NONE";
/// The port of those who encrypt after the greeting.
const SUBMISSION: i64 = 587;
/// Where a mailbox begins.
const PLAIN_PORT: i64 = 25;

/// A user's mailbox on the wire (suite §3, personal settings). The password is masked, or as it was typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct UserMailbox {
    /// He sends by it.
    pub mail_valid: bool,
    /// Name of the sender.
    pub mail_name: String,
    /// Address of the sender; of others than the administrator it is his own.
    pub mail_address: String,
    /// Server.
    pub mail_smtp: String,
    /// Encrypted from the first byte.
    pub mail_ssl: bool,
    /// Port.
    pub mail_port: Option<i64>,
    /// Who logs in.
    pub mail_user: String,
    /// With which password.
    pub mail_verify_code: String,
    /// Below his mails.
    pub mail_signature: String,
}

impl Default for UserMailbox {
    fn default() -> Self {
        Self {
            mail_valid: false,
            mail_name: String::new(),
            mail_address: String::new(),
            mail_smtp: String::new(),
            mail_ssl: false,
            mail_port: Some(PLAIN_PORT),
            mail_user: String::new(),
            mail_verify_code: String::new(),
            mail_signature: String::new(),
        }
    }
}

impl UserMailbox {
    /// What a user keeps; the beginning of who keeps none.
    pub fn read(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Self, Refusal> {
        let Some(kept) = Sent::read(conn, owner(org, user))? else { return Ok(Self::default()) };
        Ok(Self {
            mail_valid: kept.mail_valid,
            mail_name: kept.mail_name,
            mail_address: kept.mail_address,
            mail_smtp: kept.mail_smtp,
            mail_ssl: kept.mail_security == SSL,
            mail_port: kept.mail_port,
            mail_user: kept.mail_user,
            mail_verify_code: kept.mail_verify_code,
            mail_signature: kept.mail_signature,
        })
    }

    fn sent(&self, version: i64) -> Sent {
        let started = if self.mail_port == Some(SUBMISSION) { STARTTLS } else { NONE };
        Sent {
            mail_valid: self.mail_valid,
            mail_name: self.mail_name.clone(),
            mail_address: self.mail_address.clone(),
            mail_smtp: self.mail_smtp.clone(),
            mail_security: if self.mail_ssl { SSL } else { started }.to_owned(),
            mail_port: self.mail_port,
            mail_user: self.mail_user.clone(),
            mail_verify_code: self.mail_verify_code.clone(),
            mail_signature: self.mail_signature.clone(),
            version,
        }
        .trimmed()
    }

    /// Adds what is wrong with it, keeps it when nothing is, and answers what changed. Nothing is kept of who
    /// leaves everything at its beginning.
    pub fn save(&self, tx: &mut Tx<'_>, public_url: &str, findings: &mut Findings) -> Result<Vec<Change>, Refusal> {
        let owner = owner(tx.org(), tx.actor.user_id);
        let kept = Sent::read(tx, owner)?;
        let old = kept.clone().unwrap_or_else(|| Self::default().sent(0));
        let new = self.sent(old.version);
        new.check(&tx.app.settings.mail_ports, new.mail_valid, findings);
        new.check_kept_password(&old, findings);
        if findings.has_errors() || new == old {
            return Ok(Vec::new());
        }
        if kept.is_none() || new.reaches_elsewhere(&old) {
            tx.actor.need_proof()?;
        }
        write(tx, owner, &new, &old, public_url)?;
        Ok(new.changes(&old))
    }

    /// Logs in to the server and sends nothing; false when it lets nobody in.
    pub fn try_out(&self, app: &App, org: i64, user: Id) -> Result<bool, Refusal> {
        let owner = owner(org, user);
        let old = app.store.read(|conn| Sent::read(conn, owner))?.unwrap_or_else(|| Self::default().sent(0));
        let sent = Self { mail_valid: false, ..self.clone() }.sent(0);
        let mut findings = Findings::new();
        sent.check(&app.settings.mail_ports, true, &mut findings);
        sent.check_kept_password(&old, &mut findings);
        Refusal::unless_clean(&findings, &[])?;
        let server = app.store.read(|conn| sent.server(app, conn, owner))?;
        Ok(smtp::try_server(&app.settings, &server).is_ok())
    }
}

fn owner(org: i64, user: Id) -> Owner {
    Owner { org, user: Some(user) }
}
