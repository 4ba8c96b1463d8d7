/** The people of the demonstration, and how they log in. */
import { type Page, type APIRequestContext, expect } from "@playwright/test";

export const PASSWORD = "Demo-2026x";

/** Logs in by the page, as a person does. */
export async function logIn(page: Page, login: string): Promise<void> {
  await page.goto("/login");
  await fillLogIn(page, login, PASSWORD);
  await expect(page).toHaveURL(/^[^?]*\/dashboard$/);
}

export async function fillLogIn(page: Page, login: string, password: string): Promise<void> {
  if (login.endsWith("-admin") || login === "superAdmin") {
    await page.getByRole("tab", { name: "管理员登录" }).click();
    await page.getByLabel("管理员账号").fill(login);
  } else {
    await page.getByRole("tab", { name: "邮箱登录" }).click();
    await page.getByLabel("邮箱地址").fill(`${login}@example.com`);
  }
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByRole("button", { name: /^登\s*录$/ }).click();
}

export interface Envelope<T = unknown> {
  code: number;
  messageInfo: string;
  data: T;
}

/** Calls as a person, without a page: what the test prepares or looks up. */
export class Caller {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly token: string,
  ) {}

  static async of(request: APIRequestContext, login: string, org = "DEMO"): Promise<Caller> {
    const answer = await request.post("/auth/oauth/token", {
      headers: { Authorization: `Basic ${Buffer.from("forwarder:forwarder").toString("base64")}` },
      form: { username: `0|${login}@example.com|${org}`, password: PASSWORD, grant_type: "password" },
    });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    expect(token, `${login} logs in`).toBeTruthy();
    return new Caller(request, String(token));
  }

  async call<T>(method: string, path: string, data?: unknown): Promise<{ status: number; body: Envelope<T> }> {
    const headers = { Authorization: `Bearer ${this.token}` };
    const answer = await this.request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
    return { status: answer.status(), body: (await answer.json()) as Envelope<T> };
  }

  async data<T>(method: string, path: string, data?: unknown): Promise<T> {
    const { body } = await this.call<T>(method, path, data);
    expect(body.code, `${method} ${path}: ${body.messageInfo}`).toBe(0);
    return body.data;
  }
}
