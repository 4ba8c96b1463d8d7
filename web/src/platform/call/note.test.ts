import { afterEach, expect, it, vi } from "vitest";
import { postedBlob } from "@/platform/call/client";
import { stubServer } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

afterEach(() => vi.unstubAllGlobals());

it("says what comes beside a file", async () => {
  const note = encodeURIComponent("您没有使用该印章的权限");
  stubServer({ "POST /paper": () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf", "x-note": note } }) });
  const file = await postedBlob("/paper", {});
  expect(await file.text()).toBe("%PDF-1.7");
  expect(toasts()).toEqual(["您没有使用该印章的权限"]);
});
