/** A server for tests: answers by method and path, and remembers what was asked. */
import { vi } from "vitest";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
  json(): unknown;
}

export type Answer = (asked: Asked) => Response | Promise<Response> | unknown;

export interface StubServer {
  asked: Asked[];
  to(path: string): Asked[];
}

/** Routes by `GET /path`; a value is wrapped into the envelope, a Response is taken as it is. */
export function stubServer(routes: Record<string, Answer>): StubServer {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, "http://localhost");
    const one: Asked = {
      method: init.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: { ...(init.headers as Record<string, string>) },
      body: typeof init.body === "string" ? init.body : "",
      json: () => JSON.parse(one.body) as unknown,
    };
    asked.push(one);
    const route = routes[`${one.method} ${url.pathname}`];
    if (!route) return envelope(404, 404, "");
    const answer = await route(one);
    return answer instanceof Response ? answer : envelope(200, 0, "操作成功", answer);
  });
  return { asked, to: (path) => asked.filter((each) => each.path === path) };
}

export function envelope(status: number, code: number, messageInfo: string, data: unknown = null): Response {
  const headers = { "content-type": "application/json" };
  return new Response(JSON.stringify({ code, messageInfo, data }), { status, headers });
}

/** A call that is never answered, until it is given up. */
export function silence(): void {
  vi.stubGlobal("fetch", (_: string, init: RequestInit = {}) => {
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    });
  });
}
