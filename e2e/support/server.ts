/** The product under test. The demonstration without orders is made once; each file of tests has a server on a copy. */
import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { PASSWORD } from "./people.ts";
import { createDatabase } from "./postgres.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BINARY = join(resolve(ROOT, process.env["CARGO_TARGET_DIR"] ?? "target"), "debug/forwarder");
/** A machine five times slower than a desk's, with other work beside it. */
const START_MS = 300_000;

function surroundings(data: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DEMO_PASSWORD: PASSWORD,
    FORWARDER_DATA_FOLDER: data,
    // A free port, which it tells.
    FORWARDER_LISTEN: "127.0.0.1:0",
    FORWARDER_LOG: process.env["FORWARDER_LOG"] ?? "warn",
    // Mails go to a server of the test's own.
    FORWARDER_ALLOWED_NETWORKS: '["127.0.0.0/8"]',
    FORWARDER_MAIL_PORTS: "[]",
    // Several people of one address log in more often here than at a desk.
    FORWARDER_LOGIN_CALLS_PER_MINUTE: "1000000",
  };
}

/** Makes the demonstration in a folder of this run, which is removed with all that lies in it when the run is over. */
export async function makeDemonstration(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "forwarder-e2e-"));
  process.env["E2E_FOLDER"] = folder;
  fillWithDemonstration(surroundings(join(folder, "demonstration")));
  return () => rm(folder, { recursive: true, force: true });
}

function fillWithDemonstration(env: NodeJS.ProcessEnv): void {
  execFileSync(BINARY, ["seed-demo", "--without-orders"], { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] });
}

/** A process of the product that is ready. */
interface Running {
  address: string;
  /** The code of the set-up, where there is no company yet. */
  code: string;
  stop(): Promise<void>;
}

async function run(env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(BINARY, ["serve"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  const stop = async () => {
    const ended = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
  };
  try {
    return Object.assign(await toldBy(child), { stop });
  } catch (fault) {
    await stop();
    throw fault;
  }
}

async function toldBy(child: ChildProcessByStdio<null, Readable, null>): Promise<{ address: string; code: string }> {
  const told = { address: "", code: "" };
  const lines = createInterface({ input: child.stdout });
  // What it goes on saying is nobody's business, but for the code, which comes behind the address.
  lines.on("line", (line) => {
    told.address ||= /http:\/\/[\d.:]+/.exec(line)?.[0] ?? "";
    told.code ||= /setup code: (\S+)/.exec(line)?.[1] ?? "";
  });
  while (!told.address && child.exitCode === null) await Promise.race([once(lines, "line"), once(child, "exit")]);
  if (!told.address) throw new Error("the server did not start");
  const until = Date.now() + START_MS;
  while (!(await isReady(told.address))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error("the server does not become ready");
    await new Promise((done) => setTimeout(done, 100));
  }
  return told;
}

async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/health/ready`).catch(() => undefined);
  return answer?.ok ?? false;
}

/** The server of one worker: another one for each file, so that no file sees what another one did. */
export class Server {
  private file = "";
  private data = "";
  private running: Running | undefined;

  /** The address of the server of a file. */
  async of(file: string): Promise<string> {
    if (file === this.file && this.running) return this.running.address;
    await this.stop();
    const folder = String(process.env["E2E_FOLDER"]);
    this.data = await mkdtemp(join(folder, "copy-"));
    await cp(join(folder, "demonstration"), this.data, { recursive: true });
    this.running = await run(surroundings(this.data));
    this.file = file;
    return this.running.address;
  }

  /** A server without any company, for the set-up. */
  async empty(): Promise<{ address: string; code: string }> {
    this.data = await mkdtemp(join(String(process.env["E2E_FOLDER"]), "empty-"));
    this.running = await run(surroundings(this.data));
    while (!this.running.code) await new Promise((done) => setTimeout(done, 100));
    return this.running;
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
    if (this.data) await rm(this.data, { recursive: true, force: true });
    this.data = "";
  }
}

/** Two processes of the product on one database of PostgreSQL, with one folder of files. */
export class Pair {
  private constructor(
    private readonly processes: Running[],
    private readonly leave: () => Promise<void>,
  ) {}

  get addresses(): string[] {
    return this.processes.map(({ address }) => address);
  }

  static async start(): Promise<Pair> {
    const database = createDatabase();
    const data = await mkdtemp(join(String(process.env["E2E_FOLDER"]), "pair-"));
    const pair = new Pair([], async () => {
      database.drop();
      await rm(data, { recursive: true, force: true });
    });
    // Processes of one deployment are told the key that seals its secrets.
    const env = { ...surroundings(data), DATABASE_URL: database.url, FORWARDER_SECRET_KEY: randomBytes(32).toString("base64") };
    try {
      fillWithDemonstration(env);
      for (let count = 0; count < 2; count += 1) pair.processes.push(await run(env));
      return pair;
    } catch (fault) {
      await pair.stop();
      throw fault;
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((running) => running.stop()));
    await this.leave();
  }
}
