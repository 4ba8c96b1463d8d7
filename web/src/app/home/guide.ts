import { manualUrl, openDocument } from "@/app/shell/manual";
import { get } from "@/platform/call/client";

/** The manual the tour offers: the guide for new users, else the manual for all. */
export async function openGuide(): Promise<void> {
  try {
    const { helpDocUrl } = await get<{ helpDocUrl: string | null }>("/hrs/permission/helpDoc/newUserGuide");
    openDocument(helpDocUrl || (await manualUrl()));
  } catch {
    // The call has said why.
  }
}
