import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import languageList from "@/modules/hrs/language/hrs-language-list.page";
import language from "@/modules/hrs/language/hrs-language.page";
import { TextsSection } from "@/modules/hrs/language/texts-section";
import { FormStore } from "@/platform/forms/form-store";
import { knowLanguages, languages } from "@/platform/i18n";
import { stubServer } from "@/platform/test-kit";

const SHIPPED = languages().slice(0, 2);
const JAPANESE = { id: "ja-JP", paramText: "日本語", base: "en-US" as const };
const SECTION = { key: "texts", label: { zh: "其他语言", en: "Further languages" }, fields: [] };

afterEach(() => {
  cleanup();
  knowLanguages(null);
  vi.unstubAllGlobals();
});

it("draws a line for each further language and puts what is typed and what is wrong there", () => {
  knowLanguages([...SHIPPED, JAPANESE]);
  const form = new FormStore({ texts: { "ja-JP": "ロール" } });
  render(<TextsSection section={SECTION} form={form} readOnly={false} editing />);
  const text = screen.getByLabelText("日本語");
  expect(screen.getAllByRole("textbox")).toEqual([text]);
  expect((text as HTMLInputElement).value).toBe("ロール");
  fireEvent.change(text, { target: { value: "ロール名" } });
  expect(form.all()).toMatchObject({ texts: { "ja-JP": "ロール名" } });
  form.setFindings([{ field: "texts.ja-JP", severity: "error", key: "placeholders", message: "占位符不一致：{n}" }]);
  return waitFor(() => expect(screen.getByText("占位符不一致：{n}")).toBeTruthy());
});

it("has no section of them where there is no further language", () => {
  const without = language.form?.without ?? (() => ["?"]);
  knowLanguages(SHIPPED);
  expect(without(true)).toEqual(["texts"]);
  knowLanguages([...SHIPPED, JAPANESE]);
  expect(without(true)).toEqual([]);
});

it("offers a language that was just added, and keeps the list when the server is silent", async () => {
  knowLanguages(SHIPPED);
  stubServer({});
  languageList.form?.saved?.({});
  stubServer({ "GET /hrs/platform/public": () => ({ languages: [...SHIPPED, JAPANESE] }) });
  expect(languages()).toEqual(SHIPPED);
  languageList.form?.saved?.({});
  await waitFor(() => expect(languages()).toEqual([...SHIPPED, JAPANESE]));
});
