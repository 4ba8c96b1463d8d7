/** Who may open which path. One function decides; the router obeys. */
import { releaseDrafts } from "@/platform/forms/drafts";
import { encodeQuery, isLeaving, loginPath, page as browserPage } from "@/platform/navigate";
import { type ResolvedPage, findPage } from "@/platform/page-registry";
import { ensurePermission, forgetPermission, usePermission } from "@/platform/permission";
import { ensureWords, forgetWords } from "@/platform/page-words";
import { isLimited, session, tokenDiffers, useSession } from "@/platform/session";

/** Paths that open without a token. */
export const PUBLIC_PATHS = [
  "/login",
  "/setup",
  "/customer_info",
  "/externalOrderTrack",
  "/efForLogin",
  "/openid_login",
  "/teExternalOrderDeliveryNotice",
  "/seExternalOrderDeliveryNotice",
  "/externalOrderDeliveryNotice",
  "/af_order_inquiry_quotation",
  "/bill_confirm",
  "/chat_guest",
  "/cargoPouchView",
];

/** Paths open to any logged-in user; the calls behind them check their own permissions. */
export const OPEN_PATHS = [
  "/dashboard",
  "/tutorial",
  "/notification",
  "/noPermission",
  "/unPermission",
  "/resetPassword",
  "/contactUs",
  "/investigate",
  "/panelSearch",
  "/seOrderWaybillMake",
  "/outer_order_detail",
  "/incidentals",
  "/cargoTracking",
  "/externalCoopShare",
  "/orderShareQrcodeTrack",
  "/newCargoTracking",
  "/os_shipper_bill_make",
  "/os_ve_register_make",
  "/booking_manage_edit",
  "/os_apply_make",
  "/os_batched_edit",
  "/osWaybillMake",
  "/hawb_info_page",
  "/af_ae_arrival_scanWeight",
];

/** Where a link to set a password leads once its secret is taken from the address. */
export const OPENED_LINK = "/login?link=opened";
const BY_LINK = /[?&](reset|invite|link)=/;

export type Verdict = { kind: "pass"; page: ResolvedPage | null } | { kind: "go"; href: string };

export function isPublic(path: string): boolean {
  return PUBLIC_PATHS.includes(path) || path.startsWith("/cargoPouchView/");
}

/** Decides about one navigation. `search` is the query with its question mark. */
export async function guard(path: string, search: string): Promise<Verdict> {
  if (tokenDiffers()) {
    browserPage.reload();
    return { kind: "pass", page: null };
  }
  const token = session.token();
  if (isPublic(path)) {
    // A link to set a password opens whoever is logged in on this machine.
    if (path === "/login" && token && !BY_LINK.test(search)) return go("/dashboard");
    return { kind: "pass", page: await findOwn(path) };
  }
  if (!token) return go(loginPath(path + search));
  if (path === "/") return go("/dashboard");
  const limited = isLimited(useSession.getState().user);
  if (limited && path !== "/resetPassword") return go("/resetPassword");
  try {
    if (!limited) await Promise.all([ensurePermission(), ensureWords()]);
  } catch {
    // Calls that broke off because the user goes elsewhere end no session.
    if (isLeaving()) return { kind: "pass", page: null };
    endSession();
    return go(loginPath(path + search));
  }
  return permitted(path);
}

async function permitted(path: string): Promise<Verdict> {
  const page = await findPage(path);
  if (OPEN_PATHS.includes(path) || page?.open) return { kind: "pass", page };
  const { paths } = usePermission.getState();
  // What a page leads to may be a right of its own beside it: a button.
  const button = page?.access !== undefined && (useSession.getState().buttons ?? []).includes(page.access);
  const held = paths.has(path) || button || (page?.access !== undefined && paths.has(`/${page.access}`));
  if (held || !page) return { kind: "pass", page };
  return go(`/unPermission?name=${encodeQuery(path)}`);
}

/** Public pages need no declarations, which belong to logged-in users. */
async function findOwn(path: string): Promise<ResolvedPage | null> {
  return findPage(path);
}

function go(href: string): Verdict {
  return { kind: "go", href };
}

/** Forgets token, user and menus. */
export function endSession(): void {
  useSession.getState().clear();
  forgetPermission();
  forgetWords();
  releaseDrafts();
}

/** The address of a menu that leads to a page saying why it does not open. */
export function plainLoadPath(path: string, name: string): string {
  return `${path}?flag=1&name=${encodeQuery(name)}`;
}
