/** Going to an address from code that knows no router; the application connects the router at start. */

type Go = (href: string, replace: boolean, close: boolean) => void;

let go: Go = (href, replace) => (replace ? window.location.replace(href) : window.location.assign(href));

export function connectRouter(next: Go): void {
  go = next;
}

interface GoOptions {
  /** The address takes the place of the present one. */
  replace?: boolean;
  /** The page that is left is done with: its tab is closed. */
  close?: boolean;
}

export function goTo(href: string, options: GoOptions = {}): void {
  go(href, options.replace ?? false, options.close ?? false);
}

/** Loads the document anew; replaced in tests, where a document cannot reload. */
export const page = {
  reload: (): void => window.location.reload(),
  open: (href: string): void => window.location.assign(href),
};

/** How long a document that was told to go may still be here; longer, and the user has stayed. */
const LEAVING_MS = 3000;
let leavingSince = Number.NEGATIVE_INFINITY;
window.addEventListener("beforeunload", () => (leavingSince = performance.now()));
window.addEventListener("pageshow", () => (leavingSince = Number.NEGATIVE_INFINITY));

/** True while the browser replaces the document. Its running calls break off then, which says nothing about them. */
export function isLeaving(): boolean {
  return performance.now() - leavingSince < LEAVING_MS;
}

/** Path with query of the present page. */
export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** Encodes a query value: slashes stay readable, everything with a meaning in a query is escaped. */
export function encodeQuery(value: string): string {
  return encodeURIComponent(value).replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** The login address that returns to `path` afterwards. */
export function loginPath(path: string): string {
  return `/login?redirect=${encodeQuery(path)}`;
}

/** Where a login goes: only an address of this application, else the home page. */
export function safeRedirect(redirect: string | null | undefined): string {
  const home = "/dashboard";
  if (!redirect || !redirect.startsWith("/") || redirect.startsWith("//") || redirect.startsWith("/\\")) return home;
  if (redirect === "/login" || redirect.startsWith("/login?")) return home;
  return redirect;
}

/** Fills `{member}` of an address template from a row; `{*member}` is a query that the server made, and stays as it is. */
export function fillLink(template: string, row: Record<string, unknown>): string {
  return template.replaceAll(/\{(\*?)(\w+)\}/g, (_, made: string, name: string) => {
    const value = String(row[name] ?? "");
    return made ? value : encodeQuery(value);
  });
}

/** Where a cell leads; nowhere where its row has none of the query the server would have made. */
export function linkOf(template: string, row: Record<string, unknown>): string | undefined {
  const made = [...template.matchAll(/\{\*(\w+)\}/g)].every(([, name]) => (row[name ?? ""] ?? null) !== null);
  return made ? fillLink(template, row) : undefined;
}
