/**
 * Live news in a page: `usePushed("list/af.order.list", read)` runs `read` when the server says that something changed,
 * and once a minute while the server can't be heard. News hold no data; `read` is an ordinary call.
 *
 * Topics: `counts` (approvals and messages of the user), `jobs` (his jobs), `chat` (his conversations), `list/{key}` (rows of
 * a declared list).
 */
import { useEffect, useInsertionEffect, useRef } from "react";
import { create } from "zustand";
import { refreshCounts } from "@/platform/counts";
import { Connection, type Heard, type Said } from "@/platform/push/connection";
import type { TabMessage } from "@/platform/push/tabs";
import { session } from "@/platform/session";

/** Without news the pages look so often. */
const POLL_MS = 60_000;
/** A tab says so often that it lives. */
const LIFE_MS = 45_000;
/** Least time between two runs for the same page, and the age at which what it read counts as fresh. */
const PAUSE_MS = 1_000;

interface Follower {
  topic: string;
  act(): unknown;
  /** When it ran last. */
  at: number;
  running: boolean;
  again: boolean;
  /** While its page is behind others: whether there was news for it. */
  missed: boolean;
}

/** The tab's end of the line. */
interface Line {
  say(said: Said): void;
  close(): void;
}

/** Whether news come. */
export const usePush = create<{ live: boolean }>(() => ({ live: false }));

const followers = new Set<Follower>();
/** Those whose page is kept behind others: they hear, and read nothing before it is shown again. */
const behind = new Set<Follower>();
/** What tells its user something hears while nobody looks, too. */
const ears = new Set<{ topic: string; act(): void }>();
let line: Line | null = null;
let saying: ReturnType<typeof setTimeout> | undefined;

/** Listens for the user who is logged in, until the answer is called. */
export function startPush(): () => void {
  line = openLine();
  say();
  const poll = setInterval(() => usePush.getState().live || runAll(() => true), POLL_MS);
  const life = setInterval(say, LIFE_MS);
  const shown = () => document.hidden || runAll((follower) => follower.again);
  const leaving = () => line?.close();
  document.addEventListener("visibilitychange", shown);
  window.addEventListener("pagehide", leaving);
  // A page that comes back out of the browser's memory has told the worker good-bye.
  window.addEventListener("pageshow", say);
  return () => {
    clearInterval(poll);
    clearInterval(life);
    clearTimeout(saying);
    document.removeEventListener("visibilitychange", shown);
    window.removeEventListener("pagehide", leaving);
    window.removeEventListener("pageshow", say);
    behind.clear();
    line?.close();
    line = null;
    usePush.setState({ live: false });
  };
}

/**
 * Runs `act` when there may be something new to read. A page that was kept behind others reads when it is shown again
 * only if there was news meanwhile, or if none could be heard.
 */
export function usePushed(topic: string, act: () => unknown): void {
  const last = useRef(act);
  last.current = act;
  const before = useRef<Follower | null>(null);
  const gone = useRef(false);
  // Effects of this kind end with their page alone, all others also when it goes behind another one.
  useInsertionEffect(
    () => () => {
      gone.current = true;
      if (before.current && behind.delete(before.current)) sayLater();
    },
    [],
  );
  useEffect(() => {
    const back = before.current;
    const follower = back?.topic === topic ? back : newFollower(topic, () => last.current());
    before.current = follower;
    const heard = behind.has(follower) && usePush.getState().live && !follower.missed;
    if (back) behind.delete(back);
    followers.add(follower);
    sayLater();
    if (follower === back && !heard) void run(follower);
    return () => {
      followers.delete(follower);
      follower.missed = follower.again;
      if (!gone.current) behind.add(follower);
      sayLater();
    };
  }, [topic]);
}

/** Runs `act` at every news of a topic, and when the line is there again, also while the page is hidden. */
export function useHeard(topic: string, act: () => void): void {
  const last = useRef(act);
  last.current = act;
  useEffect(() => {
    const ear = { topic, act: () => last.current() };
    ears.add(ear);
    return () => void ears.delete(ear);
  }, [topic]);
}

function newFollower(topic: string, act: () => unknown): Follower {
  return { topic, act, at: Date.now(), running: false, again: false, missed: false };
}

/** A worker shared by the tabs; where there is none, or it does not start, a line of the tab's own. */
function openLine(): Line {
  if (typeof SharedWorker === "undefined") return ownLine();
  const worker = new SharedWorker(new URL("./push-worker.ts", import.meta.url), { type: "module", name: "push" });
  const { port } = worker;
  const post = (message: TabMessage) => port.postMessage(message);
  const shared: Line = { say: post, close: () => post({ bye: true }) };
  port.addEventListener("message", ({ data }: MessageEvent<Heard>) => hear(data));
  port.start();
  worker.addEventListener("error", () => {
    if (line !== shared) return;
    line = ownLine();
    say();
  });
  return shared;
}

function ownLine(): Line {
  if (typeof WebSocket === "undefined") return { say: () => undefined, close: () => undefined };
  const connection = new Connection(hear);
  return { say: (said) => connection.say(said), close: () => connection.say({ token: null, topics: [] }) };
}

function say(): void {
  const topics = [...followers, ...behind].map((follower) => follower.topic);
  const lists = topics.filter((topic) => topic.startsWith("list/"));
  line?.say({ token: session.token(), topics: [...new Set(lists)].toSorted() });
}

/** Pages come and go in one moment when the user moves; what is watched is said once. */
function sayLater(): void {
  clearTimeout(saying);
  saying = setTimeout(say, 0);
}

function hear({ live, changed, over }: Heard): void {
  // Any call finds out what became of the session, and says so to the user.
  if (over && session.token()) void refreshCounts();
  if (live !== undefined) {
    usePush.setState({ live });
    for (const follower of behind) follower.missed = true;
    // What happened while nothing was heard.
    if (live) {
      runAll((follower) => Date.now() - follower.at > PAUSE_MS);
      for (const ear of ears) ear.act();
    }
  }
  if (!changed) return;
  runAll((follower) => changed.includes(follower.topic));
  for (const ear of ears) if (changed.includes(ear.topic)) ear.act();
  for (const follower of behind) follower.missed ||= changed.includes(follower.topic);
}

function runAll(wanted: (follower: Follower) => boolean): void {
  for (const follower of followers) if (wanted(follower)) void run(follower);
}

/** One run at a time; what comes meanwhile, or while nobody looks, is one more run. */
async function run(follower: Follower): Promise<void> {
  if (follower.running || document.hidden) {
    follower.again = true;
    return;
  }
  follower.running = true;
  follower.again = false;
  try {
    await follower.act();
  } catch {
    // The next news, or the next minute, tries again.
  }
  follower.at = Date.now();
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  follower.running = false;
  if (follower.again && followers.has(follower)) void run(follower);
}
