import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Field } from "@/platform/contract";
import { FieldValue } from "@/platform/fields/field-value";
import { FormField } from "@/platform/forms/form-field";
import { FormStore } from "@/platform/forms/form-store";
import { stubServer } from "@/platform/test-kit";

const field = (name: string, kind: Field["kind"], rest: Partial<Field> = {}): Field => ({ name, label: { zh: name, en: name }, kind, ...rest });
const SERVICE = field("serviceId", "reference", { reference: "service" });

const show = (content: React.ReactNode) =>
  render(<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>{content}</QueryClientProvider>);
const named = () =>
  stubServer({
    "GET /platform/select/service": ({ query }) => (query.get("value") === "9" ? [] : [{ value: query.get("value"), label: `空运费${query.get("value")}` }]),
  });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("looks up what a closed form refers to, as its editor does, and never shows the number meanwhile", async () => {
  const server = named();
  const { container } = show(<FormField form={new FormStore({ serviceId: "7482" })} field={SERVICE} readOnly />);
  expect(container.querySelector("output")?.textContent).toBe("…");
  await screen.findByText("空运费7482");
  expect(server.to("/platform/select/service")).toHaveLength(1);
});

it("asks for nothing where the row tells the words, or where nothing is chosen", async () => {
  const server = named();
  show(
    <>
      <FormField form={new FormStore({ serviceId: "7", serviceName: "操作费" })} field={SERVICE} readOnly />
      <FormField form={new FormStore({ serviceId: null })} field={SERVICE} readOnly />
      <FieldValue field={SERVICE} value="8" />
    </>,
  );
  for (const text of ["操作费", "-", "8"]) screen.getByText(text);
  expect(server.asked).toEqual([]);
});

it("names each of several, and shows as it is stored what has no name", async () => {
  named();
  show(<FormField form={new FormStore({ serviceIds: ["1", "2", "9"] })} field={field("serviceIds", "multi", { reference: "service" })} readOnly />);
  await waitFor(() => screen.getByText("空运费1, 空运费2, 9"));
});

it("shows the nought of a setting, and '-' for nothing counted or measured", () => {
  // req: platform-number-empty
  const texts = (of: Field & { sum?: boolean }, value: unknown, nought?: boolean) => {
    const { container } = show(<FieldValue field={of} value={value} {...(nought === undefined ? {} : { nought })} />);
    return container.textContent;
  };
  expect(texts(field("digits", "int"), 0)).toBe("0");
  expect(texts(field("digits", "int"), null)).toBe("-");
  expect(texts({ ...field("pieces", "int"), sum: true }, 0)).toBe("-");
  expect(texts(field("hours", "int", { unit: "h" }), 0)).toBe("-");
  expect(texts(field("weight", "decimal", { digits: 1 }), 0)).toBe("-");
  expect(texts(field("least", "decimal", { digits: 2 }), 0, true)).toBe("0.00");
});

it("shows the nought that was entered into a form that is closed now, but none it works out", () => {
  const form = new FormStore({ least: 0, none: null, sum: 0 });
  const { container } = show(
    <>
      <FormField form={form} field={field("least", "decimal", { digits: 2 })} readOnly />
      <FormField form={form} field={field("none", "decimal", { digits: 2 })} readOnly />
      <FormField form={form} field={field("sum", "decimal", { digits: 2 })} computed />
    </>,
  );
  expect([...container.querySelectorAll("output")].map((each) => each.textContent)).toEqual(["0.00", "-", "-"]);
});

it("tells a number that stands for a choice by its word, nought too", () => {
  const options = ["未录", "已录"].map((word, at) => ({ value: String(at), label: { zh: word, en: word } }));
  show([0, 1].map((value) => <FieldValue key={value} field={field("done", "int", { options })} value={value} />));
  expect(screen.getByText("未录")).toBeTruthy();
  expect(screen.getByText("已录")).toBeTruthy();
  expect(screen.queryByText("1")).toBeNull();
});

it("shows money with the decimals of the currency of its row, or of its form", () => {
  const amount = field("amount", "decimal", { digits: 2, currencyOf: "currency" });
  for (const [currency, text] of [["JPY", "9,800"], ["CNY", "9,800.00"], [undefined, "9,800.00"]]) {
    const { container } = show(<FieldValue field={amount} value={9800} row={{ currency }} />);
    expect(container.textContent).toBe(text);
    cleanup();
  }
  const { container } = show(<FormField form={new FormStore({ amount: 9800, currency: "JPY" })} field={amount} readOnly />);
  expect(container.querySelector("output")?.textContent).toBe("9,800");
});
