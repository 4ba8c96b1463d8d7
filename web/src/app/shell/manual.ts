import { get } from "@/platform/call/client";
import { translate } from "@/platform/i18n";
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
