import { newUuid } from "@/platform/random-id";

/** Names of what is sent to be done once: the same content has the same name until it was answered. */
export function requestIds() {
  let last: { content: string; id: string } | null = null;
  return {
    of(content: unknown): string {
      const text = JSON.stringify(content);
      if (last?.content !== text) last = { content: text, id: newUuid() };
      return last.id;
    },
    done(): void {
      last = null;
    },
  };
}
