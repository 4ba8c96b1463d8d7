//! `forwarder user …`: people, on the command line of who keeps the server.

use std::fmt::Write as _;
use std::sync::Arc;

use clap::{Args, Subcommand};
use hrs::command::{self, Wanted};
use kernel::Clock;
use platform::call::App;

use crate::config::Config;
use crate::start::{self, say};

/// What is done.
#[derive(Subcommand)]
pub enum UserCommand {
    /// Lists users with their roles, state, second factor and last log-in, one a line, apart by tabs.
    List {
        /// Code of one company; without it, of all.
        #[arg(long)]
        org: Option<String>,
    },
    /// Makes a user and prints the one-time password he changes at his first log-in.
    Create(CreateArguments),
    /// Forgets the failed log-ins that locked a login.
    Unlock {
        /// Phone, e-mail or administrator name.
        login: String,
    },
    /// Stops a user and ends his sessions; administrators can't be stopped.
    Stop {
        /// Phone or e-mail.
        login: String,
        /// Code of one company; without it, in all.
        #[arg(long)]
        org: Option<String>,
    },
    /// Takes the second factor of a login away and ends its sessions.
    ResetSecondFactor {
        /// Phone, e-mail or administrator name.
        login: String,
    },
    /// Gives a login a new one-time password.
    ResetPassword {
        /// Phone, e-mail or administrator name.
        login: String,
    },
}

/// A user to be made.
#[derive(Args)]
pub struct CreateArguments {
    /// Code of his company.
    #[arg(long)]
    org: String,
    /// His name.
    #[arg(long)]
    name: String,
    /// E-mail he logs in with.
    #[arg(long, default_value = "")]
    email: String,
    /// Phone number he logs in with.
    #[arg(long, default_value = "")]
    phone: String,
    /// Code of his department; without it, the first one.
    #[arg(long, default_value = "")]
    dept: String,
    /// A role, by its name; may be given several times.
    #[arg(long = "role")]
    roles: Vec<String>,
}

/// Does it in the database that is there, and answers what to tell.
pub fn run(config: &Config, command: &UserCommand) -> Result<String, String> {
    start::existing(config)?;
    let app = start::open(config, Clock::System)?;
    done(&app, command)
}

/// Does it in a product that is open.
pub fn done(app: &Arc<App>, command: &UserCommand) -> Result<String, String> {
    match command {
        UserCommand::List { org } => list(app, org.as_deref()),
        UserCommand::Create(wanted) => create(app, wanted),
        UserCommand::Unlock { login } => {
            command::unlock(app, login).map_err(|refusal| say(&refusal))?;
            Ok(format!("{login} is unlocked."))
        }
        UserCommand::Stop { login, org } => {
            let count = command::stop(app, login, org.as_deref()).map_err(|refusal| say(&refusal))?;
            Ok(format!("{login} is stopped; companies: {count}."))
        }
        UserCommand::ResetSecondFactor { login } => {
            command::reset_second_factor(app, login).map_err(|refusal| say(&refusal))?;
            Ok(format!("{login} has no second factor any more; its sessions ended."))
        }
        UserCommand::ResetPassword { login } => {
            Ok(format!("One-time password: {}", start::reset_password(app, login)?))
        }
    }
}

fn list(app: &App, org: Option<&str>) -> Result<String, String> {
    let now = app.clock.now();
    let users = app.store.read(|conn| command::list(conn, org, now)).map_err(|refusal| say(&refusal))?;
    let mut text = "COMPANY\tLOGIN\tNAME\tROLES\tSTATE\tSECOND FACTOR\tLAST LOG-IN".to_owned();
    for user in users {
        let factor = if user.factor { "yes" } else { "no" };
        let told = [&user.org, &user.login, &user.name, &user.roles, user.state, factor, &user.last];
        let _ = write!(text, "\n{}", told.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t"));
    }
    Ok(text)
}

fn create(app: &Arc<App>, wanted: &CreateArguments) -> Result<String, String> {
    let password = seed::people::random_password().map_err(|refusal| say(&refusal))?;
    let user = Wanted {
        org: &wanted.org,
        name: wanted.name.trim(),
        email: wanted.email.trim(),
        phone: wanted.phone.trim(),
        dept: &wanted.dept,
        roles: &wanted.roles,
    };
    command::create(app, &user, &password).map_err(|refusal| say(&refusal))?;
    Ok(format!("One-time password: {password}"))
}
