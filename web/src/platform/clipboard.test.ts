import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "@/platform/clipboard";

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, "execCommand");
});

function browser(clipboard: object | undefined, command?: () => boolean): void {
  vi.stubGlobal("navigator", { clipboard });
  if (command) Object.defineProperty(document, "execCommand", { value: command, configurable: true });
}

it("copies the modern way where the browser offers it", async () => {
  const written: string[] = [];
  browser({ writeText: async (text: string) => void written.push(text) });
  expect(await copyText("990-12345675")).toBe(true);
  expect(written).toEqual(["990-12345675"]);
});

it("copies what is selected over plain http, and gives the focus back", async () => {
  const button = document.body.appendChild(document.createElement("button"));
  button.focus();
  let selected = "";
  browser(undefined, () => {
    selected = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  });
  expect(await copyText("990-12345675")).toBe(true);
  expect(selected).toBe("990-12345675");
  expect(document.activeElement).toBe(button);
  expect(document.querySelector("textarea")).toBeNull();
});

it("says so when the browser does not let it", async () => {
  browser({ writeText: () => Promise.reject(new Error("denied")) }, () => false);
  expect(await copyText("x")).toBe(false);
  browser(undefined);
  expect(await copyText("x")).toBe(false);
});
