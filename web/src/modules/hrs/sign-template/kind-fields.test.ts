import { describe, expect, it } from "vitest";
import { takesVariables } from "@/modules/hrs/sign-template/kind-fields";

describe("fields of a sign template", () => {
  it("tells the variables where there is a text", () => {
    expect(["印章", "签字", "签名文本", "邮件签名", null].map(takesVariables)).toEqual([false, false, true, true, false]);
  });
});
