/** The tabs of a browser around their one connection: watches what any of them watches, tells all of them. */
import { Connection, type Heard, type Said } from "@/platform/push/connection";

/** A tab that closes says so; one that crashed says nothing any more. */
export type TabMessage = Said | { bye: true };

/** A hidden tab speaks once a minute at most; one not heard for so long is gone. */
const GONE_MS = 180_000;
const LOOK_EVERY_MS = 60_000;

interface Tab {
  topics: string[];
  heardAt: number;
}

export class Tabs {
  private readonly tabs = new Map<MessagePort, Tab>();
  private readonly connection = new Connection((heard) => this.tellAll(heard));
  private token: string | null = null;

  constructor() {
    setInterval(() => this.forgetSilent(), LOOK_EVERY_MS);
  }

  add(port: MessagePort): void {
    port.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => this.take(port, data));
    port.start();
  }

  private take(port: MessagePort, said: TabMessage): void {
    if ("bye" in said) this.tabs.delete(port);
    else {
      if (!this.tabs.has(port)) tell(port, { live: this.connection.isLive() });
      this.tabs.set(port, { topics: said.topics, heardAt: Date.now() });
      this.token = said.token;
    }
    this.say();
  }

  private say(): void {
    const topics = [...this.tabs.values()].flatMap((tab) => tab.topics);
    this.connection.say({ token: this.tabs.size > 0 ? this.token : null, topics: [...new Set(topics)].toSorted() });
  }

  private forgetSilent(): void {
    for (const [port, tab] of this.tabs) {
      if (Date.now() - tab.heardAt > GONE_MS) this.tabs.delete(port);
    }
    this.say();
  }

  private tellAll(heard: Heard): void {
    for (const port of this.tabs.keys()) tell(port, heard);
  }
}

function tell(port: MessagePort, heard: Heard): void {
  port.postMessage(heard);
}
