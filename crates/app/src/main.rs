//! The command line of `forwarder`.
#![expect(clippy::print_stdout, reason = "a command line talks to the one who called it")]

use std::path::PathBuf;
use std::process::ExitCode;

use app::config::Config;
use app::start::{self, Filling, FirstStart};
use clap::{Parser, Subcommand};
use kernel::Clock;
use platform::contract;
use tracing_subscriber::EnvFilter;

/// Back-office suite for freight forwarders.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    /// Configuration file.
    #[arg(long, default_value = "forwarder.toml", env = "FORWARDER_CONFIG", global = true)]
    config: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the product; fills an empty database first.
    Serve {
        /// Fill an empty database with the demonstration company.
        #[arg(long)]
        demo: bool,
    },
    /// Brings the schema up to date and ends.
    Migrate,
    /// Fills an empty database with the demonstration company and ends.
    SeedDemo {
        /// People, partners and waybill numbers only: an empty order book to practise on.
        #[arg(long)]
        without_orders: bool,
    },
    /// Log-ins.
    #[command(subcommand)]
    User(UserCommand),
    /// Looks at configuration, database and declarations, and says what is wrong.
    Doctor,
    /// Copies the embedded database to a file while the server runs.
    Backup {
        /// File to write; must not exist.
        file: PathBuf,
    },
    /// Writes the contract files.
    Contract {
        /// Folder that gets contract/ and web/src/gen/.
        #[arg(long, default_value = ".")]
        out: PathBuf,
    },
}

#[derive(Subcommand)]
enum UserCommand {
    /// Gives a login a new one-time password.
    ResetPassword {
        /// Phone, e-mail or administrator name.
        login: String,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A fault of the configuration comes before there is a log.
            eprintln!("forwarder: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<(), String> {
    let config = Config::read(&cli.config)?;
    log_to_stderr(&config);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())?;
    let _inside = runtime.enter();
    match cli.command {
        Command::Serve { demo } => serve(&runtime, &config, demo),
        Command::Migrate => start::open(&config, Clock::System).map(drop),
        Command::SeedDemo { without_orders } => {
            let filling = if without_orders { Filling::DemoWithoutOrders } else { Filling::Demo };
            let app = start::open(&config, Clock::System)?;
            tell(&start::first_start(&app, &config, filling, demo_password())?);
            Ok(())
        }
        Command::User(UserCommand::ResetPassword { login }) => {
            let app = start::open(&config, Clock::System)?;
            println!("One-time password: {}", start::reset_password(&app, &login)?);
            Ok(())
        }
        Command::Doctor => app::doctor::examine(&config),
        Command::Backup { file } => {
            let app = start::open(&config, Clock::System)?;
            app.store.backup_to(&file).map_err(|error| error.to_string())
        }
        Command::Contract { out } => write_contract(&out),
    }
}

fn log_to_stderr(config: &Config) {
    let filter = EnvFilter::try_new(&config.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if config.log_format == "json" { builder.json().init() } else { builder.init() }
}

fn serve(runtime: &tokio::runtime::Runtime, config: &Config, demo: bool) -> Result<(), String> {
    let app = start::open(config, Clock::System)?;
    let filling = if demo { Filling::Demo } else { Filling::Administrator };
    tell(&start::first_start(&app, config, filling, demo_password())?);
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(&config.listen)
            .await
            .map_err(|error| format!("{}: {error}", config.listen))?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        println!("OpenForwarder is at http://{address}/");
        app::server::serve(app, listener).await.map_err(|error| error.to_string())
    })
}

fn demo_password() -> Option<String> {
    std::env::var("DEMO_PASSWORD").ok()
}

fn tell(first: &FirstStart) {
    match first {
        FirstStart::None => {}
        FirstStart::Administrator { login, password } => {
            println!("First start. Administrator: {login} (company MAIN), one-time password: {password}");
        }
        FirstStart::Demo { password } => {
            println!("The demonstration company is ready. Log in (company DEMO) with one of:");
            println!("  administrator  demo-admin              (tab 管理员登录)");
            println!("  operator       op01@example.com        (tab 邮箱登录)");
            println!("  sales          sales01@example.com");
            println!("  service        cs01@example.com");
            println!("  finance        fin01@example.com");
            println!("Password of all: {password}");
        }
    }
}

fn write_contract(out: &std::path::Path) -> Result<(), String> {
    let registry = app::rooms::registry().map_err(|faults| faults.join("; "))?;
    let put = |place: &str, text: String| {
        let path = out.join(place);
        let folder = path.parent().unwrap_or(out);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))
    };
    let pages = format!("{:#}\n", contract::pages(&registry));
    put("contract/openapi.json", format!("{:#}\n", contract::open_api(&registry)))?;
    put("contract/pages.json", pages.clone())?;
    put("web/src/gen/pages.json", pages)?;
    put("web/src/gen/contract.ts", contract::typescript::types(&registry))
}
