import { expect, it } from "vitest";
import { fileIcon, split } from "./attachments";
import { readableColor } from "./brand";
import { manifestView } from "./manifest";
import { isMobile, safeUrl } from "./open-link";
import { airNumber, tracked } from "./record";
import { statusLine } from "./route";
import { noticeUrl, shareLink, shareUrl } from "./share-link";

// req: track-number-air
it("joins master and house number, or shows whichever there is", () => {
  expect(airNumber("990-12345675", "HA001")).toBe("990-12345675_HA001");
  expect(airNumber("990-12345675", null)).toBe("990-12345675");
  expect(airNumber("", "HA001")).toBe("HA001");
  expect(airNumber(null, undefined)).toBe("");
});

// req: track-awb-fallback
it("falls back to the customer number", () => {
  expect(tracked({ awbNumber: "", customerNumber: "KH-77" }, "AF")).toMatchObject({ awbNumber: "KH-77", number: "KH-77" });
  expect(tracked({ awbNumber: "990-12345675", customerNumber: "KH-77" }, "AF").awbNumber).toBe("990-12345675");
});

// req: track-scope-prefix
it("reads scope and UUID from o, whatever the case and blanks", () => {
  for (const o of ["af1-2", "Af1-2", "AF1-2", "%20AF1-2%20"]) {
    expect(shareLink(`?o=${o}&code=c`)).toMatchObject({ scope: "AF", orderUuid: "1-2", code: "c" });
  }
  expect(shareLink("?code=c").o).toBe("");
  expect(shareUrl(shareLink("?o=AF1-2&code=a%2Bb"), "https://f.test")).toBe("https://f.test/externalOrderTrack?o=AF1-2&code=a%2Bb");
  expect(noticeUrl(shareLink("?o=AF1-2&code=c"), "warehouse")).toBe("/externalOrderDeliveryNotice?o=af1-2&flag=warehouse&code=c");
});

// req: track-status-line
it("writes code, name, airport in brackets and the minute", () => {
  const track = { flightStatusCode: "DEP", flightStatusName: "起飞", airportCode: "PVG", eventTime: "2024-05-01 13:20:59" };
  expect(statusLine(track)).toBe("DEP 起飞 (PVG) 2024-05-01 13:20");
  expect(statusLine({ flightStatusCode: "XYZ", flightStatusName: "XYZ", eventTime: "2024-05-01 13:20:00" })).toBe("XYZ 2024-05-01 13:20");
});

// req: attach-split
it("splits photos from files", () => {
  const file = (orderFileId: string, fileType: string | null) => ({ orderFileId, fileType, fileName: "x" });
  const { files, photos } = split([file("1", "照片"), file("2", "文件"), file("3", null)]);
  expect(photos.map((one) => one.orderFileId)).toEqual(["1"]);
  expect(files.map((one) => one.orderFileId)).toEqual(["2", "3"]);
});

// req: attach-icon-excel, attach-icon-pdf, attach-icon-word, attach-icon-other
it("chooses the icon by the extension", () => {
  const icon = (name: string | null): string => fileIcon(name).icon;
  expect(["a.xls", "b.XLSX"].map(icon)).toEqual(["excel", "excel"]);
  expect(icon("c.Pdf")).toBe("pdf");
  expect(["d.doc", "e.docx"].map(icon)).toEqual(["word", "word"]);
  expect(["f.zip", "g.jpg", "pdf", "x.pdf.txt", null].map(icon)).toEqual(["file", "file", "file", "file", "file"]);
});

// req: track-af-manifest-master-pick, track-af-manifest-empty
it("finds the master among the manifest rows", () => {
  const view = manifestView([{ hawbNumber: "HA001" }, { masterFlag: true, pieceWeightInfo: "12" }, { hawbNumber: "HA002" }]);
  expect(view).toEqual({ empty: false, master: { masterFlag: true, pieceWeightInfo: "12" }, houses: [{ hawbNumber: "HA001" }, { hawbNumber: "HA002" }] });
  expect(manifestView([])).toEqual({ empty: true, master: {}, houses: [] });
});

it("follows only addresses of the web", () => {
  expect(safeUrl("/afbase/external/file/1")).toBe("/afbase/external/file/1");
  expect(safeUrl("https://files.test/a.pdf")).toBe("https://files.test/a.pdf");
  expect(safeUrl("javascript:alert(1)")).toBeUndefined();
  expect(safeUrl(" ")).toBeUndefined();
});

it("tells phones from desktops", () => {
  expect(isMobile("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0")).toBe(true);
  expect(isMobile("Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari")).toBe(true);
  expect(isMobile("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0")).toBe(false);
});

it("darkens the sender's colour until it can be read", () => {
  expect(readableColor("#0958d9")).toBe("#0958d9");
  expect(readableColor("#ffcc00")).toMatch(/^#[0-9a-f]{6}$/);
  expect(readableColor("#ffcc00")).not.toBe("#ffcc00");
  expect(readableColor("#FFF")).toMatch(/^#[0-9a-f]{6}$/);
  expect(readableColor("red;}")).toBeUndefined();
});
