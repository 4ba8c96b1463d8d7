/** The product under test. The demonstration without orders is made once; each file of tests has a server on a copy. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { PASSWORD } from "./people.ts";

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
    // Several people of one address log in more often here than at a desk.
    FORWARDER_LOGIN_CALLS_PER_MINUTE: "1000000",
  };
}

/** Makes the demonstration in a folder of this run, which is removed with all copies when the run is over. */
export async function makeDemonstration(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "forwarder-e2e-"));
  process.env["E2E_FOLDER"] = folder;
  const demonstration = join(folder, "demonstration");
  execFileSync(BINARY, ["seed-demo", "--without-orders"], { cwd: ROOT, env: surroundings(demonstration), stdio: ["ignore", "ignore", "inherit"] });
  return () => rm(folder, { recursive: true, force: true });
}

/** The server of one worker: another one for each file, so that no file sees what another one did. */
export class Server {
  private file = "";
  private address = "";
  private data = "";
  private child: ChildProcess | undefined;

  /** The address of the server of a file. */
  async of(file: string): Promise<string> {
    if (file !== this.file) {
      await this.stop();
      await this.start();
      this.file = file;
    }
    return this.address;
  }

  async stop(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    this.file = "";
    if (!child) return;
    const ended = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
    await rm(this.data, { recursive: true, force: true });
  }

  private async start(): Promise<void> {
    const folder = String(process.env["E2E_FOLDER"]);
    this.data = await mkdtemp(join(folder, "copy-"));
    await cp(join(folder, "demonstration"), this.data, { recursive: true });
    const child = spawn(BINARY, ["serve"], { cwd: ROOT, env: surroundings(this.data), stdio: ["ignore", "pipe", "inherit"] });
    this.child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const told = /http:\/\/[\d.:]+/.exec(line);
      if (!told) continue;
      this.address = told[0];
      break;
    }
    // What it goes on saying is nobody's business, but must have a place to go.
    child.stdout.resume();
    if (!this.address) throw new Error("the server did not start");
    const until = Date.now() + START_MS;
    while (!(await isReady(this.address))) {
      if (Date.now() > until || child.exitCode !== null) throw new Error("the server does not become ready");
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/health/ready`).catch(() => undefined);
  return answer?.ok ?? false;
}
