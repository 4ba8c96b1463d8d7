import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { get } from "@/platform/call/client";
import { openLanguage, refreshCatalogue } from "@/platform/catalogue-words";
import { chosenLanguage, knowLanguages, labelText, language, languages, layWords, reword, storedLanguage, translate, useText } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { type Answer, stubServer } from "@/platform/test-kit";
import { ThemeProvider } from "@/platform/theme/theme-provider";

const JAPANESE = { id: "ja-JP", paramText: "日本語", base: "en-US" as const };
const EMPTY = "platform:state.empty";

/** The server's words of the application in each language, and under which version. */
function server(words: Record<string, object>, version = "1") {
  const told: Answer = ({ query }) => ({ version, words: words[query.get("languageCode") ?? ""] ?? {} });
  return stubServer({ "GET /hrs/language/client": told, "GET /hrs/language/client/public": told });
}

beforeEach(() => {
  localStorage.clear();
  useSession.getState().clear();
  knowLanguages([...languages().slice(0, 2), JAPANESE]);
});
afterEach(async () => {
  cleanup();
  for (const code of ["zh-CN", "en-US", "ja-JP"]) layWords(code, {});
  await openLanguage("zh-CN");
  knowLanguages(null);
  vi.unstubAllGlobals();
});

function Word({ name }: { name: string }) {
  return <p>{useText()(name)}</p>;
}

// req: i18n-label-cache
it("shows a further language: its texts, and those of the language behind it where it has none", async () => {
  const stub = server({ "ja-JP": { platform: { "state.empty": "データなし" } } });
  await openLanguage("ja-JP");
  expect(translate(EMPTY)).toBe("データなし");
  expect(translate("platform:action.reset")).toBe("Restore defaults");
  expect([chosenLanguage(), language(), document.documentElement.lang]).toEqual(["ja-JP", "en-US", "ja-JP"]);
  expect(stub.to("/hrs/language/client/public")).toHaveLength(1);
  // What the server says is said in the language behind it.
  await get("/hrs/user/paramText", undefined, { quiet: true }).catch(() => null);
  expect(stub.to("/hrs/user/paramText")[0]?.headers["Accept-Language"]).toBe("en-US");
  const label = { zh: "名称", en: "Name" };
  expect(labelText(label)).toBe("Name");
  reword(label, "ja-JP", "名前");
  expect(labelText(label)).toBe("名前");
});

// req: i18n-label-cache
it("asks once for a language and version, and keeps what it was told", async () => {
  server({ "ja-JP": { platform: { "state.empty": "データなし" } } });
  await openLanguage("ja-JP");
  await openLanguage("zh-CN");
  layWords("ja-JP", {});
  const again = server({ "ja-JP": { platform: { "state.empty": "空です" } } }, "2");
  await openLanguage("ja-JP");
  expect(translate(EMPTY)).toBe("データなし");
  await refreshCatalogue("1");
  expect(again.asked).toHaveLength(0);
  await refreshCatalogue("2");
  expect(again.asked).toHaveLength(1);
  expect(translate(EMPTY)).toBe("空です");
});

it("opens in a shipped language without asking, and takes over what the company calls things", async () => {
  const stub = server({ "zh-CN": { platform: { "state.empty": "没有数据", "state.nowhere": "无" } } });
  await openLanguage("zh-CN");
  expect([translate(EMPTY), stub.asked.length]).toEqual(["暂无数据", 0]);
  render(
    <ThemeProvider>
      <Word name={EMPTY} />
    </ThemeProvider>,
  );
  expect(screen.getByText("暂无数据")).toBeTruthy();
  useSession.getState().enter("t1", { userId: "1", orgId: "2" }, 0);
  await refreshCatalogue();
  await waitFor(() => expect(screen.getByText("没有数据")).toBeTruthy());
  expect(stub.to("/hrs/language/client")).toHaveLength(1);
  // Before a log-in, and for another company, the words of this one do not count.
  useSession.getState().clear();
  await openLanguage("zh-CN");
  await waitFor(() => expect(screen.getByText("暂无数据")).toBeTruthy());
});

it("shows the bundled texts when the server has no words to give", async () => {
  stubServer({});
  await openLanguage("ja-JP");
  expect([chosenLanguage(), translate(EMPTY)]).toEqual(["ja-JP", "No data"]);
});

it("falls back to the language behind one that is offered no more, and to Chinese from an unknown one", async () => {
  server({});
  await openLanguage("ja-JP");
  knowLanguages(languages().slice(0, 2));
  expect(storedLanguage()).toBe("en-US");
  await openLanguage("tlh");
  expect(storedLanguage()).toBe("zh-CN");
});
