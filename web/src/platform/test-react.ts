/**
 * The tests run on the React the users get: its development build takes much longer, most of it for warnings. Only that
 * one has the `act` Testing Library asks for, so here is another: when it ends, all is done that React put off.
 */
import { createRequire } from "node:module";
import { setImmediate } from "node:timers";

type Task = { callback: unknown };
type Scheduler = { unstable_scheduleCallback: (...asked: unknown[]) => Task; unstable_shouldYield: () => boolean };

const load = createRequire(import.meta.url);
const react = load("react") as { act?: typeof act };
const scheduler = load("scheduler") as Scheduler;

/** What React put off, and a moment later does by itself. */
const tasks = new Set<Task>();
let depth = 0;
let flushing = false;

function perform(task: Task): void {
  let work = task.callback;
  task.callback = null;
  while (typeof work === "function") work = work(false);
}

/** Does the tasks that wait, and those they make; answers if there were any. */
function flush(): boolean {
  let some = false;
  flushing = true;
  try {
    for (const task of tasks) {
      tasks.delete(task);
      some ||= task.callback !== null;
      perform(task);
    }
  } finally {
    flushing = false;
  }
  return some;
}

function leave(): void {
  depth -= 1;
  if (depth === 0 && !flushing) flush();
}

/** Lets promises come back and does what they lead to, until nothing does. */
async function settle(): Promise<void> {
  do await new Promise((done) => setImmediate(done));
  while (flush());
}

async function finish<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } finally {
    leave();
    await settle();
  }
}

function act<T>(callback: () => T | Promise<T>): PromiseLike<T> {
  depth += 1;
  let result: T | Promise<T>;
  try {
    result = callback();
  } catch (error) {
    depth -= 1;
    throw error;
  }
  if (result instanceof Promise) return finish(result);
  const value = result;
  leave();
  // Only who awaits it lets promises come back, as with React's own.
  // oxlint-disable-next-line unicorn/no-thenable
  return { then: (done, failed) => settle().then(() => value).then(done, failed) };
}

function install(): void {
  const { unstable_scheduleCallback: schedule, unstable_shouldYield: shouldYield } = scheduler;
  scheduler.unstable_scheduleCallback = (...asked) => {
    const task = schedule(...asked);
    tasks.add(task);
    return task;
  };
  // Who waits for the end of all work need not stop in the middle of it.
  scheduler.unstable_shouldYield = () => depth === 0 && !flushing && shouldYield();

  const soon = globalThis.queueMicrotask;
  globalThis.queueMicrotask = (callback) => {
    const task = { callback };
    tasks.add(task);
    void Promise.resolve().then(() => perform(task));
  };
  load("react-dom/client");
  globalThis.queueMicrotask = soon;
  react.act = act;
}

if (!react.act) install();
