import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { openLanguage } from "@/platform/catalogue-words";
import { knowLanguages, languages, layWords } from "@/platform/i18n";

const SHIPPED = languages().slice(0, 2);

beforeEach(() => {
  freshApp();
  logIn();
  knowLanguages([...SHIPPED, { id: "ja-JP", paramText: "日本語", base: "en-US" }]);
});
afterEach(async () => {
  cleanup();
  layWords("ja-JP", {});
  await openLanguage("zh-CN");
  knowLanguages(null);
  vi.unstubAllGlobals();
});

// req: i18n-page-language-stored
it("is a menu of more than two languages, and keeps the choice here and for the account", async () => {
  const server = openApp("/prm_category", {
    "GET /prm/category": () => ({ records: [], total: 0, current: 1, size: 10 }),
    "GET /hrs/language/client": ({ query }: { query: URLSearchParams }) =>
      query.get("languageCode") === "ja-JP" ? { version: "1", words: { app: { "user.language": "言語" } } } : { version: "1", words: {} },
    "PUT /hrs/user/pageLanguage": () => null,
  });
  fireEvent.click(await screen.findByRole("button", { name: /^语言/ }));
  const choices = await screen.findAllByRole("menuitemradio");
  expect(choices.map((choice) => choice.textContent)).toEqual(["简体中文", "English", "日本語"]);
  expect(choices.map((choice) => choice.getAttribute("aria-checked"))).toEqual(["true", "false", "false"]);
  fireEvent.click(screen.getByRole("menuitemradio", { name: "日本語" }));
  expect((await screen.findByRole("button", { name: /^言語/ })).textContent).toBe("日本語");
  await screen.findByRole("heading", { name: "Categories" });
  await waitFor(() => expect(server.to("/hrs/user/pageLanguage")[0]?.json()).toEqual({ pageLanguage: "ja-JP" }));
  expect(localStorage.getItem("pageLanguage")).toBe("ja-JP");
});
