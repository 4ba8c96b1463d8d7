/** What the own rates cost more than published ones at 500 KG: asked for all rows of a page in one call. */
import { get } from "@/platform/call/client";

export interface OwnDifference {
  id: string;
  /** Totals at 500 KG, and what the own one is more. */
  own: string;
  published: string;
  amount: string;
  percent: string;
}

type Waiting = { settle(found: OwnDifference | null): void; fail(error: unknown): void };
let waiting = new Map<string, Waiting[]>();

/** The difference of one row; rows that ask in the same moment share a call. */
export function ownDifference(id: string): Promise<OwnDifference | null> {
  return new Promise((settle, fail) => {
    if (waiting.size === 0) setTimeout(() => void ask(), 0);
    waiting.set(id, [...(waiting.get(id) ?? []), { settle, fail }]);
  });
}

async function ask(): Promise<void> {
  const asked = waiting;
  waiting = new Map();
  try {
    const found = await get<OwnDifference[]>("/afbase/tactPublic/ownDiff", { ids: [...asked.keys()].join(",") }, { quiet: true });
    for (const [id, all] of asked) for (const one of all) one.settle(found.find((each) => each.id === id) ?? null);
  } catch (error) {
    for (const all of asked.values()) for (const one of all) one.fail(error);
  }
}
