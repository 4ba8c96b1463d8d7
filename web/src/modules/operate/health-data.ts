/** The answer of GET /hrs/health, and how its figures are written. */
import { formatFigure } from "@/platform/format";

export interface Space {
  total: number;
  free: number;
  percent: number;
}

export interface Health {
  version: string;
  startedAt: string;
  instances: { host: string; version: string; startedAt: string; seenAt: string }[];
  database: { kind: string; version: string; bytes: number; connections: number };
  disk: Space | null;
  memory: Space | null;
  ownMemory: number | null;
  calls: { perMinute: number; count: number; failed: number; p95Ms: number };
  slow: { statement: string; count: number; maxMs: number }[];
  /** What waits for a worker, and what was given up within a day. */
  queues: { name: string; waiting: number; failed: number }[];
  sessions: number;
  /** Outside systems: their last success, and the calls of a day. */
  interfaces: { type: string; lastOk: string | null; count: number; failed: number }[];
  /** The server's time, the newest it wrote by, and why it is doubted: nothing is removed by its age meanwhile. */
  clock: { now: string; newest: string; doubt: "back" | "ahead" | null };
  checks: { name: string; label: string; state: "well" | "warning" | "red"; text: string }[];
}

export function toneOf(state: Health["checks"][number]["state"]): "ready" | "warning" | "danger" {
  return ({ well: "ready", warning: "warning", red: "danger" } as const)[state];
}

const UNITS = ["B", "KB", "MB", "GB", "TB"];
const STEP = 1024;

export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${formatFigure(value, unit === 0 || value >= 100 ? 0 : 1)} ${UNITS[unit]}`;
}
