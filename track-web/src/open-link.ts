// How links open: in the same tab on a phone, where new windows of in-app browsers get lost, else in a new window.

const MOBILE = /Mobi|Android|iPhone|iPad|iPod|HarmonyOS|OpenHarmony|MicroMessenger.*Mobile|Windows Phone/i;

/** Whether the browser says it is a mobile one. */
export function isMobile(userAgent: string = navigator.userAgent): boolean {
  return MOBILE.test(userAgent);
}

/** The attributes of a link that opens by the rule. */
export function linkTarget(): { target?: "_blank"; rel?: string } {
  return isMobile() ? {} : { target: "_blank", rel: "noopener noreferrer" };
}

/** An address that may be followed: of this site, or http(s). Anything else is treated as no address. */
export function safeUrl(url: string | null | undefined): string | undefined {
  const trimmed = url?.trim();
  if (!trimmed) return undefined;
  try {
    return /^https?:$/.test(new URL(trimmed, location.origin).protocol) ? trimmed : undefined;
  } catch {
    return undefined;
  }
}

/** Leaves the page for an address. Kept apart because a test cannot follow a navigation. */
export const navigation = {
  go(url: string): void {
    location.assign(url);
  },
};

/**
 * Opens an address that is still being asked for. The window is opened at once, while the click still counts:
 * browsers block windows opened after a wait.
 */
export async function openLater(ask: () => Promise<string>): Promise<void> {
  const opened = isMobile() ? null : window.open("", "_blank");
  try {
    const url = safeUrl(await ask());
    if (!url) throw new Error("");
    if (opened) {
      opened.opener = null;
      opened.location.href = url;
    } else {
      navigation.go(url);
    }
  } catch (cause) {
    opened?.close();
    throw cause;
  }
}
