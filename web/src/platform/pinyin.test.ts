import { expect, it } from "vitest";
import { initials } from "@/platform/pinyin";

it("takes the first letters of Chinese words and leaves the rest", () => {
  expect(initials("空运出口订单")).toBe("kyckdd");
  expect(initials("铁路日志")).toBe("tlrz");
  expect(initials("TACT查询 2")).toBe("tactcx 2");
  expect(initials("")).toBe("");
});

it("finds both ends of the alphabet and the edges of its letters", () => {
  expect(initials("阿八嚓")).toBe("abc");
  expect(initials("做坐座")).toBe("zzz");
  expect(initials("他它仨妈")).toBe("ttsm");
});
