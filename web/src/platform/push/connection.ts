/**
 * The socket for live news: opens, says whose it is and what is watched, opens again when it breaks. Knows neither pages
 * nor tabs; it runs in the worker that the tabs of a browser share, or in a tab where there is no such worker.
 */

/** What a tab says of itself; said again now and then as a sign of life. */
export interface Said {
  token: string | null;
  topics: string[];
}

/** What a tab hears. */
export interface Heard {
  /** News come; without them the tab looks by itself. */
  live?: boolean;
  changed?: string[];
  /** The server says the session is over. */
  over?: boolean;
}

const PATH = "/platform/push";
/** Closing code: the session is over. */
const SESSION_OVER = 4401;
/** Waits before opening again: the first, and the longest. */
const AGAIN_MS = 1_000;
const AGAIN_MAX_MS = 60_000;
/** How often the line is tried, and how long its answer may take: a broken line says nothing by itself. */
const TRY_EVERY_MS = 45_000;
const ANSWER_MS = 15_000;

export class Connection {
  private socket: WebSocket | null = null;
  private said: Said = { token: null, topics: [] };
  private live = false;
  private failures = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private trial: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly hear: (heard: Heard) => void) {}

  /** Whose news, and which. The same again changes nothing. */
  say(said: Said): void {
    const before = this.said;
    this.said = said;
    if (said.token !== before.token) return this.restart();
    if (this.live && said.topics.join() !== before.topics.join()) this.watch();
  }

  isLive(): boolean {
    return this.live;
  }

  private restart(): void {
    this.failures = 0;
    this.close();
    if (this.said.token) this.open();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${PATH}`);
    this.socket = socket;
    // A line that is being built hears of no fault for minutes.
    this.expectAnswer();
    const current = () => socket === this.socket;
    socket.addEventListener("open", () => this.send(this.said));
    socket.addEventListener("message", ({ data }) => current() && this.take(String(data)));
    socket.addEventListener("close", ({ code }) => current() && this.broken(code === SESSION_OVER));
  }

  private take(text: string): void {
    const message = JSON.parse(text) as { watching?: string[]; changed?: string[] };
    if (message.watching) {
      this.failures = 0;
      this.tryLater();
      this.tell(true);
    }
    if (message.changed) this.hear({ changed: message.changed });
  }

  private broken(over: boolean): void {
    this.close();
    if (over) {
      // It opens again when a tab names another session; this one is named until the tab has found out.
      return this.hear({ over: true });
    }
    const wait = Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** this.failures);
    this.failures += 1;
    // Not all browsers of an office at the same moment.
    this.again = setTimeout(() => this.open(), wait * (0.5 + Math.random() / 2));
  }

  private close(): void {
    clearTimeout(this.again);
    clearTimeout(this.trial);
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.tell(false);
  }

  private tell(live: boolean): void {
    if (live === this.live) return;
    this.live = live;
    this.hear({ live });
  }

  private watch(): void {
    this.send({ topics: this.said.topics });
    this.expectAnswer();
  }

  private send(message: Partial<Said>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private tryLater(): void {
    clearTimeout(this.trial);
    this.trial = setTimeout(() => this.watch(), TRY_EVERY_MS);
  }

  private expectAnswer(): void {
    clearTimeout(this.trial);
    this.trial = setTimeout(() => this.broken(false), ANSWER_MS);
  }
}
