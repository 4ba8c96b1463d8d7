import { describe, expect, it } from "vitest";
import { isOfKind, takesVariables } from "@/modules/hrs/sign-template/kind-fields";

describe("fields of a sign template", () => {
  it("shows a picture with its place, or a text, by the kind", () => {
    expect(isOfKind("印章", "sealType") && isOfKind("印章", "files")).toBe(true);
    expect(isOfKind("印章", "userId") || isOfKind("印章", "signText")).toBe(false);
    expect(isOfKind("签字", "userId") && !isOfKind("签字", "sealType")).toBe(true);
    expect(isOfKind("签名文本", "document") && !isOfKind("签名文本", "widthMm")).toBe(true);
    expect(isOfKind("邮件签名", "document")).toBe(false);
    expect(isOfKind(null, "document")).toBe(false);
  });

  it("tells the variables where there is a text", () => {
    expect(["印章", "签字", "签名文本", "邮件签名", null].map(takesVariables)).toEqual([false, false, true, true, false]);
  });
});
