/** Ending the session by the user's wish. */
import { endSession } from "@/app/guard";
import { dropKeptTabs } from "@/app/tabs/kept-tabs";
import { closeAll, confirmClose, unsavedCount } from "@/app/tabs/tab-store";
import { remove } from "@/platform/call/client";
import { leaveChat } from "@/platform/chat/chat-account";
import { ask } from "@/platform/dialog";
import { dropDrafts } from "@/platform/forms/drafts";
import { translate } from "@/platform/i18n";
import { currentPath, goTo, loginPath } from "@/platform/navigate";

/** Asks first, also about what is unsaved in open pages; a no keeps the session. */
export async function confirmLogout(): Promise<void> {
  const count = unsavedCount();
  const plain = () => ask({ text: translate("app:user.logoutConfirm") });
  const yes = await (count > 0 ? confirmClose("app:tabs.logoutUnsaved", count) : plain());
  if (yes) await logout(loginPath(currentPath()));
}

/** Storage is cleared even when the call fails: the user wanted out. */
export async function logout(then: string): Promise<void> {
  await leaveChat();
  try {
    await remove("/auth/token/logout", undefined, { quiet: true });
  } catch {
    // The token dies on the server by its own age.
  }
  tellFrame();
  endTabs();
  dropDrafts();
  endSession();
  goTo(then, { replace: true });
}

/** Nobody asks again about what the user has agreed to lose, and the next user finds nothing open. */
function endTabs(): void {
  closeAll();
  dropKeptTabs();
}

/** An embedded frame ends its own session; the message goes to its origin alone. */
function tellFrame(): void {
  for (const frame of document.querySelectorAll("iframe")) {
    const source = frame.getAttribute("src");
    if (!source) continue;
    frame.contentWindow?.postMessage({ key: "logout" }, new URL(source, window.location.href).origin);
  }
}
