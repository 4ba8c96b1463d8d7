//! Bulk loading: the product's own schema, rows written past the product. The secondary indexes are
//! taken away first and built again at the end, because that is many times quicker.

use std::path::Path;

use bytes::Bytes;
use futures_util::SinkExt;
use platform::store::Value;
use rusqlite::Connection;
use tokio_postgres::{Client, NoTls};

use crate::orders::{Cells, Plan, loaded};
use crate::{Fault, bills};

/// Orders of one transaction.
const CHUNK: u64 = 5_000;

/// Rows by table, all of one table with the same columns.
type Tables = Vec<(&'static str, Vec<Cells>)>;

fn gather(rows: impl IntoIterator<Item = (&'static str, Cells)>) -> Tables {
    let mut tables: Tables = Vec::new();
    for (table, cells) in rows {
        match tables.iter_mut().find(|(name, _)| *name == table) {
            Some((_, all)) => all.push(cells),
            None => tables.push((table, vec![cells])),
        }
    }
    tables
}

fn chunks(plan: &Plan) -> impl Iterator<Item = Tables> {
    let plan = *plan;
    (0..plan.orders.div_ceil(CHUNK)).map(move |chunk| {
        let numbers = chunk * CHUNK..Ord::min((chunk + 1) * CHUNK, plan.orders);
        gather(numbers.flat_map(|n| loaded(&plan, n)))
    })
}

fn columns(rows: &[Cells]) -> String {
    let names: Vec<&str> = rows.first().into_iter().flatten().map(|(name, _)| *name).collect();
    names.join(", ")
}

/// Fills a SQLite file that nobody else has open.
pub fn sqlite(file: &Path, base: Vec<(&'static str, Cells)>, plan: &Plan) -> Result<(), Fault> {
    let conn = Connection::open(file)?;
    conn.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144")?;
    let indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
    let indexes: Vec<(String, String)> = conn
        .prepare(indexes)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, rusqlite::Error>>()?;
    for (name, _) in &indexes {
        conn.execute_batch(&format!("DROP INDEX {name}"))?;
    }
    if plan.billed {
        conn.execute_batch(bills::CREATE)?;
    }
    for tables in std::iter::once(gather(base)).chain(chunks(plan)) {
        conn.execute_batch("BEGIN")?;
        for (table, rows) in tables {
            let places = vec!["?"; rows.first().map_or(0, Vec::len)].join(", ");
            let text = format!("INSERT INTO {table} ({}) VALUES ({places})", columns(&rows));
            let mut insert = conn.prepare_cached(&text)?;
            for cells in rows {
                insert.execute(rusqlite::params_from_iter(cells.iter().map(|(_, value)| value)))?;
            }
        }
        conn.execute_batch("COMMIT")?;
    }
    if plan.billed {
        conn.execute_batch(&bills::filled(plan))?;
    }
    for (_, text) in &indexes {
        conn.execute_batch(text)?;
    }
    conn.execute_batch("PRAGMA journal_mode = WAL")?;
    Ok(())
}

/// A connection of its own to a PostgreSQL database.
pub async fn connect(url: &str) -> Result<Client, Fault> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(async move {
        let _ = connection.await;
    });
    Ok(client)
}

fn copy_line(cells: &Cells, out: &mut String) {
    for (place, (_, value)) in cells.iter().enumerate() {
        if place > 0 {
            out.push('\t');
        }
        match value {
            Value::Null => out.push_str("\\N"),
            Value::Int(number) => out.push_str(&number.to_string()),
            Value::Bool(flag) => out.push(if *flag { 't' } else { 'f' }),
            Value::Text(text) => out.push_str(&text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n")),
            Value::Bytes(bytes) => {
                out.push_str("\\\\x");
                bytes.iter().for_each(|byte| out.push_str(&format!("{byte:02x}")));
            }
        }
    }
    out.push('\n');
}

/// Fills a PostgreSQL database.
pub async fn postgres(url: &str, base: Vec<(&'static str, Cells)>, plan: &Plan) -> Result<(), Fault> {
    let client = connect(url).await?;
    client.batch_execute("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'").await?;
    // The indexes of keys belong to their constraints and stay.
    let indexes = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND NOT EXISTS \
                   (SELECT 1 FROM pg_constraint c WHERE c.conname = indexname)";
    let indexes: Vec<(String, String)> =
        client.query(indexes, &[]).await?.iter().map(|row| (row.get(0), row.get(1))).collect();
    for (name, _) in &indexes {
        client.batch_execute(&format!("DROP INDEX {name}")).await?;
    }
    if plan.billed {
        client.batch_execute(bills::CREATE).await?;
    }
    for tables in std::iter::once(gather(base)).chain(chunks(plan)) {
        client.batch_execute("BEGIN").await?;
        for (table, rows) in tables {
            let mut text = String::new();
            rows.iter().for_each(|cells| copy_line(cells, &mut text));
            let sink = client.copy_in(&format!("COPY {table} ({}) FROM STDIN", columns(&rows))).await?;
            let mut sink = std::pin::pin!(sink);
            sink.send(Bytes::from(text)).await?;
            sink.close().await?;
        }
        client.batch_execute("COMMIT").await?;
    }
    if plan.billed {
        client.batch_execute("SET work_mem = '256MB'; ANALYZE").await?;
        client.batch_execute(&bills::filled(plan)).await?;
    }
    for (_, text) in &indexes {
        client.batch_execute(text).await?;
    }
    // What the server's own housekeeping does after so many rows.
    client.batch_execute("VACUUM ANALYZE").await?;
    client.batch_execute("CHECKPOINT").await?;
    Ok(())
}
