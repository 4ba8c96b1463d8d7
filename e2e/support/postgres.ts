/** The PostgreSQL server that the surroundings of the tests name: databases are made on it and dropped again. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";

const SERVER = process.env["TEST_DATABASE_URL"] ?? "";

/** Whether tests that need the server are left out: a single run may go without, the test command needs one. */
export const isLeftOut = SERVER === "" && process.env["TEST_NEEDS_POSTGRES"] !== "1";

interface Database {
  url: string;
  drop(): void;
}

/** A new database, empty. */
export function createDatabase(): Database {
  if (SERVER === "") throw new Error("TEST_NEEDS_POSTGRES is set and TEST_DATABASE_URL names no server");
  const name = `forwarder_e2e_${randomBytes(8).toString("hex")}`;
  administer("createdb", name);
  return { url: addressOf(name), drop: () => administer("dropdb", "--if-exists", "--force", name) };
}

function administer(tool: string, ...words: string[]): void {
  execFileSync(tool, [`--maintenance-db=${addressOf("postgres")}`, ...words], { stdio: ["ignore", "ignore", "inherit"] });
}

function addressOf(name: string): string {
  const address = new URL(SERVER);
  address.pathname = `/${name}`;
  return address.href;
}
