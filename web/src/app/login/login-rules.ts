/** What can be said about a log-in before any call. Answers the key of a text, or null. */
import type { Credentials } from "@/app/login/login-call";
import { isEmail } from "@/platform/email";

const CHINA_MOBILE = /^1[3-9]\d{9}$/;
const OTHER_MOBILE = /^\d{4,30}$/;

export function loginFinding({ type, dialling, login }: Omit<Credentials, "password">): string | null {
  if (!login) return "app:login.needLogin";
  if (type === 0 && !(dialling === "86" ? CHINA_MOBILE : OTHER_MOBILE).test(login)) return "app:login.badPhone";
  if (type === 1 && !isEmail(login)) return "app:login.badEmail";
  return null;
}

export function passwordFinding({ password }: Credentials): string | null {
  return password ? null : "app:login.needPassword";
}

/** A login as it is sent: without blanks and hyphens in phones, e-mail in lower case. */
export function tidy({ type, login }: Pick<Credentials, "type" | "login">): string {
  const text = login.trim();
  if (type === 0) return text.replaceAll(/[\s-]/g, "");
  return type === 1 ? text.toLowerCase() : text;
}
