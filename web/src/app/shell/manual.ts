import { get } from "@/platform/call/client";
import { translate } from "@/platform/i18n";
import { usePermission } from "@/platform/permission";
import { toast } from "@/platform/toast";

/** The permission node that stands for the user manual. */
const MANUAL = "/hrs/permission/374";

/** A place on the web or in the product; anything else is no document. */
const ADDRESS = /^(https?:\/\/|\/(?!\/))/i;

/** Where the user manual lies; nothing as long as the platform has none. */
export async function manualUrl(): Promise<string | null> {
  const { helpDocumentUrl } = await get<{ helpDocumentUrl: string | null }>(MANUAL);
  return helpDocumentUrl || null;
}

/** Opens a document in a tab beside the page; without an address there is no empty tab. */
export function openDocument(address: string | null): void {
  if (address && ADDRESS.test(address)) window.open(address, "_blank", "noopener");
  else toast.info(translate("platform:error.unopened"));
}

/** 用户手册. A failed call has told so by itself. */
export async function openManual(): Promise<void> {
  const address = await manualUrl().catch(() => undefined);
  if (address !== undefined) openDocument(address);
}

/**
 * The help of the open page, in a tab beside it: the document the company or the platform has for it, its page of the
 * manual the product brings, or the manual itself. A failed call has told so by itself.
 */
export async function openPageHelp(): Promise<void> {
  const code = encodeURIComponent(openPageCode());
  try {
    const { helpDocUrl } = await get<{ helpDocUrl: string }>(`/hrs/permission/helpDoc/${code}`);
    openDocument(helpDocUrl || (await builtIn(code)) || (await manualUrl()));
  } catch {
    // The call has told what went wrong.
  }
}

async function builtIn(code: string): Promise<string | null> {
  const found = await get<{ key: string } | null>(`/hrs/manual/page/${code}`, undefined, { quiet: true }).catch(() => null);
  return found && `/manual?page=${found.key}`;
}

/** The permitted page the address stands in: /af_order_edit belongs to /af_order. */
export function openPageCode(): string {
  const { paths } = usePermission.getState();
  let path = `/${window.location.pathname.split("/")[1] ?? ""}`;
  while (!paths.has(path) && path.includes("_")) path = path.slice(0, path.lastIndexOf("_"));
  return path.slice(1) || "dashboard";
}

/** A part of the built-in manual that answers a search. */
export interface ManualPart {
  title: string;
  heading: string;
  excerpt: string;
  url: string;
}

export function searchManual(text: string, signal: AbortSignal): Promise<ManualPart[]> {
  return get<ManualPart[]>("/hrs/manual/search", { q: text }, { quiet: true, signal });
}

export const manualName = ({ title, heading }: ManualPart): string => (heading === title ? title : `${title} · ${heading}`);
