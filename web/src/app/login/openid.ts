/** Log-in by the provider of log-ins that the operator named: going there, and what came of it. */
import { post } from "@/platform/call/client";
import { page as browserPage } from "@/platform/navigate";

const REDIRECT = "openidRedirect";

/** What went wrong on the way, shown once where the way began. */
let fault = "";

export function noteFault(message: string): void {
  fault = message;
}

export function notedFault(): string {
  return fault;
}

/** Goes to the provider; the page somebody wanted is kept in this tab. */
export async function leaveForProvider(redirect: string | undefined): Promise<void> {
  const { url } = await post<{ url: string }>("/auth/openid/begin", {}, { quiet: true });
  try {
    if (redirect) window.sessionStorage.setItem(REDIRECT, redirect);
    else window.sessionStorage.removeItem(REDIRECT);
  } catch {
    // Without storage the log-in ends on the home page.
  }
  browserPage.open(url);
}

export function takeRedirect(): string | null {
  try {
    const redirect = window.sessionStorage.getItem(REDIRECT);
    window.sessionStorage.removeItem(REDIRECT);
    return redirect;
  } catch {
    return null;
  }
}

/** What the provider gave the browser; null when that is nothing. */
export function answerOf(search: string): Record<string, string> | null {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) ?? "";
  if (!text("state") || (!text("code") && !text("error"))) return null;
  return { state: text("state"), authCode: text("code"), error: text("error"), iss: text("iss") };
}
