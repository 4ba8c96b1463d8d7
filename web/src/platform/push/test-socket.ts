/** A socket for tests: what the page says is remembered, what the server says is put in. */
import { vi } from "vitest";

export class TestSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: TestSocket[] = [];
  readonly said: unknown[] = [];
  readyState = 0;
  closed = false;

  constructor(readonly address: string) {
    super();
    TestSocket.all.push(this);
  }

  static last(): TestSocket {
    const socket = TestSocket.all.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  }

  send(text: string): void {
    this.said.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  /** The server lets it in. */
  open(): void {
    this.readyState = TestSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  hear(message: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** The line breaks, or the server closes it. */
  end(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

/** Sockets of this test are these. */
export function useTestSockets(): void {
  TestSocket.all = [];
  vi.stubGlobal("WebSocket", TestSocket);
}
