import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { FindingsPanel } from "@/platform/forms/findings-panel";
import { FormStore } from "@/platform/forms/form-store";

const LABELS = {
  coopId: "客户",
  "lines.*": "费率第{n}行",
  "lines.*.rateN": "费率第{n}行 N",
  "lines.*.price": "费率第{n}行 单价",
};

function told(field: string, message: string): string | undefined {
  cleanup();
  const form = new FormStore({});
  form.setFindings([{ field, severity: "error", key: "k", message }]);
  render(<FindingsPanel form={form} labels={LABELS} />);
  return document.querySelector(".findings li")?.textContent ?? undefined;
}

afterEach(cleanup);

it("tells the row of a finding once, and its field where the message does not", () => {
  expect(told("lines.1.price", "单价格式不正确")).toBe("费率第2行单价格式不正确");
  expect(told("lines.1.price", "请填写单价")).toBe("费率第2行请填写单价");
  expect(told("lines.1.price", "请输入数字")).toBe("费率第2行 单价请输入数字");
});

it("takes letters of a word for no field", () => {
  expect(told("lines.0.rateN", "Not a number")).toBe("费率第1行 NNot a number");
  expect(told("lines.0.rateN", "N须大于0")).toBe("费率第1行N须大于0");
});

it("tells a field outside of rows where the message does not", () => {
  expect(told("coopId", "请填写客户")).toBe("请填写客户");
  expect(told("coopId", "已停用")).toBe("客户已停用");
});
