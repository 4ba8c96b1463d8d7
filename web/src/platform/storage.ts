/** Local storage under fixed names, silent where the browser refuses storage. */

/** Names fixed by the specification; other parts of a deployment read them too. */
export const KEY = {
  token: "access_token",
  session: "session",
  orgId: "orgId",
  roleId: "roleId",
  userId: "userId",
  orgVersion: "orgVersion",
  privateSaas: "privateSaas",
  pageLanguage: "pageLanguage",
  baseLanguage: "baseLanguage",
  orderEditNewPage: "orderEditNewPage",
  orderSaveClosePage: "orderSaveClosePage",
  adminRole: "adminRole",
  yctopToken: "yctopToken",
  buttonInfo: "buttonInfo",
  version: "pack_vue_version",
  browserFlag: "browserFlag",
  mobileFlag: "mobileFlag",
  remembered: "rememberedAccount",
  sidebar: "sidebarOpen",
  singleKeys: "singleKeys",
  theme: "theme",
  wordsVersion: "wordsVersion",
} as const;

/** What a logout takes away; preferences of the device stay. */
export const SESSION_KEYS: string[] = [
  KEY.token,
  KEY.session,
  KEY.orgId,
  KEY.roleId,
  KEY.userId,
  KEY.orgVersion,
  KEY.privateSaas,
  KEY.adminRole,
  KEY.buttonInfo,
  KEY.orderEditNewPage,
  KEY.orderSaveClosePage,
  KEY.yctopToken,
];

export function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // A full or forbidden storage must not stop the work; the value lives until reload.
  }
}

export function drop(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** The names that begin so. */
export function keysWith(prefix: string): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

export function readJson<T>(key: string, fallback: T): T {
  const text = read(key);
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback;
  }
}

export function writeJson(key: string, value: unknown): void {
  write(key, JSON.stringify(value));
}
