//! The command line of `forwarder`.
#![expect(clippy::print_stdout, reason = "a command line talks to the one who called it")]

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use app::backup;
use app::config::{Config, JSON};
use app::first_run::{self, FirstRun};
use app::users::{self, UserCommand};
use app::waiting::Waiting;
use app::{aside, contract_files, metrics, privacy, start};
use clap::{Parser, Subcommand};
use kernel::Clock;
use platform::registry::NodeKind;
use platform::{contract, probe};

/// Back-office suite for freight forwarders.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    /// Configuration file; without one, forwarder.toml if it is there.
    #[arg(long, env = "FORWARDER_CONFIG", global = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the product; with an empty database, the page on which it is set up.
    Serve {
        /// Fill an empty database with the demonstration company.
        #[arg(long)]
        demo: bool,
    },
    /// Sets an empty database up with a company and its administrator, whose password is asked for, or
    /// taken from `FORWARDER_ADMIN_PASSWORD`.
    Setup(SetupArguments),
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
    /// Goes on with the secret key that is configured, or lies in the data folder, where that of the database is lost: what it
    /// sealed can't be read any more.
    AcceptKey,
    /// Writes everything, rows and files, to one file, also while the server runs.
    Backup {
        /// File to write, or `object:NAME` in the object store of backups; must not exist.
        file: PathBuf,
        /// Rows only.
        #[arg(long)]
        without_files: bool,
    },
    /// Reads a backup to its end and says what is in it.
    Verify {
        /// The backup: a file, or `object:NAME` in the object store of backups; `object:` tells which there are.
        file: PathBuf,
    },
    /// Puts a backup into an empty database of either kind. The copy sends nothing until it is released.
    Restore {
        /// The backup: a file, or `object:NAME` in the object store of backups; `object:` tells which there are.
        file: PathBuf,
    },
    /// Lets a restored copy send mails and messages and run its plans, as the place it stands in for did.
    Release,
    /// Writes the contract files.
    Contract {
        /// Folder that gets contract/ and web/src/gen/.
        #[arg(long, default_value = ".")]
        out: PathBuf,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A fault of the configuration comes before there is a log; what the log has told already is empty here.
            if !error.is_empty() {
                eprintln!("forwarder: {error}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<(), String> {
    // What `contract` writes is source for everybody.
    if !matches!(cli.command, Command::Contract { .. }) {
        privacy::close_to_others();
    }
    probe::raise_handles();
    let config = Config::find(cli.config.as_deref())?;
    log_to_stderr(&config)?;
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    threads.enable_all().max_blocking_threads(config.blocking_threads());
    let runtime = threads.build().map_err(|error| error.to_string())?;
    let in_json = config.log_format == JSON && matches!(cli.command, Command::Serve { .. });
    let done = work(cli.command, &config, runtime);
    // Who reads the log of a server by machine reads its last line, too.
    if let (Err(error), true) = (&done, in_json) {
        tracing::error!("{error}");
        return Err(String::new());
    }
    done
}

fn work(command: Command, config: &Config, runtime: tokio::runtime::Runtime) -> Result<(), String> {
    let inside = runtime.enter();
    match command {
        Command::Serve { demo } => serve(&runtime, config, demo),
        Command::Setup(arguments) => set_up(config, arguments),
        Command::Migrate => start::open(config, Clock::System).map(drop),
        Command::SeedDemo { without_orders } => {
            let app = start::open(config, Clock::System)?;
            tell_interrupted(config);
            tell(start::demonstrate(&app, config, demo_password(), !without_orders)?.as_deref());
            Ok(())
        }
        Command::User(command) => {
            println!("{}", users::run(config, &command)?);
            Ok(())
        }
        Command::Doctor => {
            let done = app::doctor::examine(config);
            drop(inside);
            // What did not answer is not waited for at the end either.
            runtime.shutdown_background();
            done
        }
        Command::AcceptKey => app::key::accept(config),
        Command::Backup { file, without_files } => {
            backup::clear_when_stopped();
            println!("{}", backup::make(config, &file, !without_files)?);
            Ok(())
        }
        Command::Verify { file } => {
            println!("{}", backup::verify(config, &file)?);
            Ok(())
        }
        Command::Restore { file } => {
            println!("{}", backup::restore(config, &file)?);
            Ok(())
        }
        Command::Release => {
            start::existing(config)?;
            let app = start::open(config, Clock::System)?;
            start::release(&app)
        }
        Command::Contract { out } => write_contract(&out),
    }
}

fn log_to_stderr(config: &Config) -> Result<(), String> {
    let builder = tracing_subscriber::fmt().with_env_filter(config.log_filter()?).with_writer(std::io::stderr);
    // A line that can't be written, as the log lies on a full disk, would be told to the same place, and end the call.
    let builder = builder.log_internal_errors(false);
    // Colours are for people at a screen: in a file or a journal their codes stand between the letters.
    let builder = builder.with_ansi(std::io::stderr().is_terminal());
    if config.log_format == JSON {
        builder.json().init();
    } else {
        builder.init();
    }
    Ok(())
}

fn serve(runtime: &tokio::runtime::Runtime, config: &Config, demo: bool) -> Result<(), String> {
    let limits = config.limits((probe::Probe::default().handles)());
    let listener = bound(runtime, &config.listen)?;
    let figures = (!config.metrics_listen.is_empty()).then(|| bound(runtime, &config.metrics_listen)).transpose()?;
    let waiting = Waiting::begin(&listener, limits).map_err(|error| error.to_string())?;
    waiting.for_database(config)?;
    let app = start::open(config, Clock::System)?;
    tell_interrupted(config);
    backup::clear(config);
    if demo {
        tell(start::demonstrate(&app, config, demo_password(), true)?.as_deref());
    }
    let first_run = FirstRun::new(&app, config);
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let stop = waiting.end().await;
        if let Some(figures) = figures {
            let figures = tokio::net::TcpListener::from_std(figures).map_err(|error| error.to_string())?;
            tokio::spawn(metrics::serve(app.clone(), figures, limits));
        }
        announce(&format!("OpenForwarder is at http://{address}/"));
        if let Some(code) = tokio::task::block_in_place(|| first_run.code())? {
            announce(&format!("First start. Open http://{address}/setup and enter the setup code: {code}"));
        }
        if let Some(text) = tokio::task::block_in_place(|| start::quiet(&app.store))? {
            println!("{text}");
        }
        let below = config.clone();
        std::thread::spawn(move || privacy::mend_below(&below));
        app::server::serve(app, first_run, (listener, limits), stop).await.map_err(|error| error.to_string())
    })
}

/// A listener, or why there is none: somebody listens there already.
fn bound(runtime: &tokio::runtime::Runtime, address: &str) -> Result<std::net::TcpListener, String> {
    runtime
        .block_on(tokio::net::TcpListener::bind(address))
        .and_then(tokio::net::TcpListener::into_std)
        .map_err(|error| format!("{address}: {error}"))
}

/// What another start began and did not finish is gone; whoever wants it begins anew.
fn tell_interrupted(config: &Config) {
    if aside::clear(config) > 0 {
        println!(
            "上次初始化或生成演示数据时中断，未保留任何数据，请重新执行。 \
             The last set-up or demonstration was interrupted; nothing of it was kept. Please begin it again."
        );
    }
}

/// Tells who started the server, who may write it down on a full disk: the server starts all the same.
fn announce(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn demo_password() -> Option<String> {
    std::env::var("DEMO_PASSWORD").ok()
}

/// Tells how to log in to a demonstration that was made now.
fn tell(password: Option<&str>) {
    let Some(password) = password else { return };
    println!("The demonstration company is ready. Log in (company DEMO) with one of:");
    println!("  administrator  demo-admin              (tab 管理员登录)");
    println!("  operator       op01@example.com        (tab 邮箱登录)");
    println!("  sales          sales01@example.com");
    println!("  service        cs01@example.com");
    println!("  finance        fin01@example.com");
    println!("Password of all: {password}");
}

/// What a set-up on the command line is told.
#[derive(clap::Args)]
struct SetupArguments {
    /// The company.
    #[arg(long)]
    company: String,
    /// Code typed at log-in.
    #[arg(long, default_value = "MAIN")]
    code: String,
    /// Edition.
    #[arg(long, default_value = hrs::first_run::WHOLE)]
    edition: String,
    /// Name the administrator logs in with.
    #[arg(long)]
    admin: String,
    /// The administrator's own name.
    #[arg(long, default_value = "管理员")]
    name: String,
    /// The administrator's phone.
    #[arg(long, default_value = "")]
    phone: String,
    /// The administrator's e-mail.
    #[arg(long, default_value = "")]
    email: String,
    /// Language of the administrator's pages.
    #[arg(long, default_value = "zh-CN")]
    language: String,
    /// Make the demonstration company beside it.
    #[arg(long)]
    demo: bool,
}

fn set_up(config: &Config, arguments: SetupArguments) -> Result<(), String> {
    let password = match std::env::var("FORWARDER_ADMIN_PASSWORD") {
        Ok(password) => password,
        Err(_) => {
            println!("Password of {}:", arguments.admin);
            let mut line = String::new();
            std::io::stdin().read_line(&mut line).map_err(|error| error.to_string())?;
            line.trim_end_matches(['\r', '\n']).to_owned()
        }
    };
    let ask = hrs::first_run::FirstRun {
        org_name: arguments.company,
        org_code: arguments.code,
        edition: arguments.edition,
        admin_name: arguments.admin,
        user_name: arguments.name,
        phone: arguments.phone,
        email: arguments.email,
        password,
        language: arguments.language,
        demo: arguments.demo,
    };
    let app = start::open(config, Clock::System)?;
    tell_interrupted(config);
    let made = first_run::set_up(&app, config, ask).map_err(|refusal| start::say(&refusal))?;
    println!("Set up. Log in (company {}) as the administrator {}.", made.org_code, made.admin_name);
    tell(made.demo_password.as_deref());
    Ok(())
}

/// The file of a room that declares no pages any more goes.
fn drop_rooms(folder: &std::path::Path, rooms: &std::collections::BTreeMap<String, String>) -> Result<(), String> {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let room = path.file_stem().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
        if !rooms.contains_key(room) {
            std::fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
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
    put("contract/operations.txt", contract_files::digest(&registry))?;
    let rooms = contract_files::rooms(&registry);
    drop_rooms(&out.join("contract/pages"), &rooms)?;
    for (room, text) in rooms {
        put(&format!("contract/pages/{room}.txt"), text)?;
    }
    let planned = registry.planned.iter().filter(|node| node.kind == NodeKind::Page);
    let planned = planned.map(|node| format!("{}\t{}\n", node.path, node.zh));
    put("contract/planned-pages.tsv", planned.collect())?;
    put("web/src/gen/contract.ts", contract::typescript::types(&registry))
}
