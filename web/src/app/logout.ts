/** Ending the session by the user's wish. */
import { endSession } from "@/app/guard";
import { remove } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { translate } from "@/platform/i18n";
import { currentPath, goTo, loginPath } from "@/platform/navigate";

/** Asks first; a no keeps the session. */
export async function confirmLogout(): Promise<void> {
  const yes = await ask({ text: translate("app:user.logoutConfirm") });
  if (yes) await logout(loginPath(currentPath()));
}

/** Storage is cleared even when the call fails: the user wanted out. */
export async function logout(then: string): Promise<void> {
  try {
    await remove("/auth/token/logout", undefined, { quiet: true });
  } catch {
    // The token dies on the server by its own age.
  }
  tellFrame();
  endSession();
  goTo(then, { replace: true });
}

/** An embedded frame ends its own session; the message goes to its origin alone. */
function tellFrame(): void {
  for (const frame of document.querySelectorAll("iframe")) {
    const source = frame.getAttribute("src");
    if (!source) continue;
    frame.contentWindow?.postMessage({ key: "logout" }, new URL(source, window.location.href).origin);
  }
}
