/** The document of the API (`/openapi.json`), as far as its page reads it. */

export interface Operation {
  operationId: string;
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: { properties?: { data?: unknown } } }> }>;
  "x-access": string | string[];
}

export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
}

/** A call with its method and its path. */
export interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** Calls whose path, id or summary holds each of the typed words, by the first part of their path. */
export function groupsOf(document: ApiDocument, typed: string): [string, Call[]][] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Call[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const text = `${method} ${path} ${operation.operationId} ${operation.summary ?? ""}`.toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
      const name = `/${path.split("/")[1] ?? ""}`;
      const calls = groups.get(name) ?? [];
      calls.push({ method: method.toUpperCase(), path, operation });
      groups.set(name, calls);
    }
  }
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b));
}

/** What a call takes and what `data` of its answer holds, as JSON; empty where nothing is said. */
export function schemasOf({ requestBody, responses }: Operation): { body: string; answer: string } {
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => `${type}\n${written(schema)}`);
  const answers = Object.values(responses["200"]?.content ?? {}).map(({ schema }) => written(schema?.properties?.data));
  return { body: bodies.join("\n"), answer: answers.join("\n") };
}

function written(schema: unknown): string {
  const text = JSON.stringify(schema ?? {}, null, 2);
  return text === "{}" ? "" : text;
}
