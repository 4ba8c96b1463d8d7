import { beforeEach, expect, it } from "vitest";
import { absent, isMissing, lacking, parsed, shownName } from "@/modules/pouch/missing";
import { setLanguage } from "@/platform/i18n";
import { declareAll } from "@/platform/pages-kit";

const row = (docType: string, docNo: string | null = null, more: object = {}) => {
  return { docType, docNo, originals: 0, fileId: null, ...more };
};
const NEEDED = [row("主运单", "990-12345675"), row("分运单", "HA001"), row("分运单", "HA002"), row("货物舱单")];
const names = (found: ReturnType<typeof lacking>) => found.map(shownName).join("、");

beforeEach(async () => {
  declareAll();
  await setLanguage("zh-CN");
});

it("a needed document without originals and file is missing, and one nobody listed too", () => {
  expect(names(lacking(NEEDED, NEEDED))).toBe("主运单、分运单 HA001、分运单 HA002、货物舱单");
  const one = { originals: 1 };
  const held = [row("主运单", "990-12345675", one), row("分运单", "ha001", one), row("货物舱单", null, { fileId: "5" })];
  expect(names(lacking(NEEDED, held))).toBe("分运单 HA002");
  expect(lacking(NEEDED, [...held, row("分运单", "HA002", one)])).toEqual([]);
  const invoices = [row("发票", null, { fileId: "1" }), row("发票", null, { fileId: "2" })];
  expect(names(lacking(invoices, []))).toBe("发票");
});

it("marks the rows that stand for missing documents, and no others", () => {
  const missing = lacking(NEEDED, NEEDED);
  expect(isMissing(row("分运单", "HA001"), missing)).toBe(true);
  expect(isMissing(row("分运单", "HA001", { originals: 1 }), missing)).toBe(false);
  expect(isMissing(row("货物舱单", "M1"), missing)).toBe(true);
  expect(isMissing(row("其他"), missing)).toBe(false);
});

it("finds the needed documents no row stands for", () => {
  const others = absent(NEEDED, [row("分运单", "HA001"), row("货物舱单")]);
  expect(others.map(({ docNo }) => docNo)).toEqual(["990-12345675", "HA002"]);
  const file = row("发票", null, { fileId: "1" });
  expect(absent([file], [row("发票", null, { fileId: "2" })])).toEqual([file]);
  expect(absent([file], [file])).toEqual([]);
});

it("reads a stored text, and tells it in English", async () => {
  const stored = parsed("主运单、分运单 HA 01");
  expect(stored).toEqual([{ docType: "主运单", docNo: "" }, { docType: "分运单", docNo: "HA 01" }]);
  expect(parsed(null)).toEqual([]);
  await setLanguage("en-US");
  expect(stored.map(shownName)).toEqual(["Master waybill", "House waybill HA 01"]);
});
