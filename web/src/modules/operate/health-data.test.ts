import { expect, it } from "vitest";
import { bytesText } from "@/modules/operate/health-data";

it("writes bytes as a person reads them", () => {
  expect([0, 1023, 1024, 1536, 150 * 1024, 5 * 1024 ** 3].map(bytesText)).toEqual(["0", "1,023", "1.0", "1.5", "150", "5.0"].map((text, place) => `${text} ${["B", "B", "KB", "KB", "KB", "GB"][place]}`));
});
