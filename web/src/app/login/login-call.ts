/** The two steps of a log-in: who is it, and is the password right. */
import { boot } from "@/platform/boot";
import { get, postFormRaw } from "@/platform/call/client";
import { type LoginType, type User, useSession } from "@/platform/session";
import { takeCompanyColor } from "@/platform/theme/theme-store";

export interface Account {
  orgCode?: string;
  orgName?: string;
  loginName?: string;
}

export interface Credentials {
  type: LoginType;
  dialling: string;
  login: string;
  password: string;
}

export type TokenAnswer = User & {
  access_token?: string;
  code: number;
  messageInfo: string;
  /** Of a refusal: the password was right, and the code of an authenticator is wanted. */
  data?: { secondFactor?: boolean } | null;
};

/** The account this device logged in with before. */
export interface Remembered {
  type: LoginType;
  dialling: string;
  login: string;
  /** Code of its company. */
  org?: string;
}

/** Answered instead of a company where accounts are kept hidden: its code is to be typed. */
export const ANY_ORG = "*";

/** The organisations in which the login has an account. */
export function lookUp({ type, dialling, login }: Credentials): Promise<Account[]> {
  const path = "/hrs/user/searchLoginNameAndOrgCode";
  if (type === 0) return get<Account[]>(path, { phoneNumber: login, internationalCountryCode: dialling });
  if (type === 1) return get<Account[]>(path, { userEmail: login });
  return get<Account[]>(path, { loginName: login });
}

/** A refused password answers HTTP 200 with a code, so it is not mistaken for a dead session. */
export function requestToken(asked: Credentials, orgCode: string, code: string): Promise<TokenAnswer> {
  return postLogin<TokenAnswer>("/auth/oauth/token", asked, orgCode, code ? { code } : {});
}

/** Has a code mailed that stands in for the authenticator's. */
export function requestCode(asked: Credentials, orgCode: string): Promise<{ code: number; messageInfo: string }> {
  return postLogin("/auth/mfa/send", asked, orgCode, {});
}

function postLogin<T>(path: string, asked: Credentials, orgCode: string, more: Record<string, string>): Promise<T> {
  const { client } = boot();
  const { type, dialling, login, password } = asked;
  // The same digits may be phones under two dialling codes.
  const fields = { password, ...(type === 0 ? { internationalCountryCode: dialling } : {}), ...more };
  return postFormRaw<T>(
    path,
    { username: `0|${login}|${orgCode}`, grant_type: "password", ...fields },
    { headers: { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` } },
  );
}

/** Stores the session of a granted token, with its language. */
export async function enterSession(answer: TokenAnswer, type: LoginType): Promise<string | undefined> {
  const { access_token: token, code: _code, messageInfo: _message, data: _data, ...user } = answer;
  if (!token) return undefined;
  useSession.getState().enter(token, user, type);
  takeCompanyColor(user.themeColor);
  try {
    const setting = await get<{ pageLanguage?: string }>("/hrs/language/setting", undefined, { quiet: true });
    return setting.pageLanguage || answer.pageLanguage;
  } catch {
    return answer.pageLanguage;
  }
}
