import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Section } from "@/platform/contract";
import { FormStore } from "@/platform/forms/form-store";
import { PAGES } from "@/platform/pages-kit";
import { stubServer } from "@/platform/test-kit";
import { sectionOf } from "../order-body";
import { PartyCards } from "./party-cards";
import { renderPage } from "@/platform/test-shell";
import { prepare } from "./tabs-kit";

const FORM = PAGES.forms.find((form) => form.key === "af.order.form");
const SECTION: Section = sectionOf(FORM?.sections ?? [], "party");
const PARTY = { scName: "SAMPLE TRADING INC.", scAddress: "1234 MAIN STREET", nationCode: "US", scCode: "12-3456789", scCodeType: "EIN", postCode: "" };

beforeEach(() => prepare());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function openCards(parties: Record<string, unknown>, readOnly = false) {
  const server = stubServer({
    "POST /afbase/address/recognise": () => ({
      role: "shipper",
      party: PARTY,
      findings: [
        { field: "", severity: "warning", key: "address.recognise.chinese", message: "中文已忽略" },
        { field: "cityNameEn", severity: "error", key: "address.required", message: "请填写城市" },
      ],
    }),
  });
  const form = new FormStore({ parties });
  renderPage(<PartyCards form={form} section={SECTION} readOnly={readOnly} />);
  return { form, server };
}

async function recognise(text: string) {
  fireEvent.click(await screen.findByRole("button", { name: "识别导入 发货人" }));
  fireEvent.change(await screen.findByLabelText("粘贴地址"), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "识别" }));
  return within(await screen.findByRole("region", { name: "识别结果" }));
}

describe("a party of an order", () => {
  it("shows what was recognised, with what it lacks, before the fields take it", async () => {
    // req: address-open-import-recognition
    const consignee = { scName: "DEMO GMBH" };
    const { form, server } = openCards({ shipper: { scName: "OLD", postCode: "200040", accountNo: "7" }, consignee });
    const result = await recognise("Shipper: Sample Trading Inc.");
    for (const shown of ["SAMPLE TRADING INC.", "EIN", "中文已忽略", "请填写城市"]) expect(result.getByText(shown)).toBeTruthy();
    expect(server.to("/afbase/address/recognise")[0]?.json()).toEqual({ text: "Shipper: Sample Trading Inc.", role: "shipper" });
    expect(form.get("parties.shipper.scName")).toBe("OLD");
    expect(form.dirty()).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: "导入" }));
    await waitFor(() => expect(form.get("parties.shipper")).toMatchObject({ ...PARTY, cityNameEn: "", accountNo: "" }));
    expect(form.get("parties.consignee")).toEqual(consignee);
    expect(form.dirty()).toBe(true);
  });

  it("keeps its fields when the dialog is left, and when the text changed after it was read", async () => {
    const { form } = openCards({ shipper: {} });
    await recognise("Sample Trading Inc.");
    expect(screen.queryByText("导入后将替换该方现有的全部内容")).toBeNull();
    fireEvent.change(screen.getByLabelText("粘贴地址"), { target: { value: "Another" } });
    expect(screen.queryByRole("region", { name: "识别结果" })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "导入" }).disabled).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "取消" }));
    expect(form.get("parties.shipper")).toEqual({});
  });

  it("that nobody may change offers no import", async () => {
    openCards({ shipper: { scName: "OLD" } }, true);
    await screen.findByText("OLD");
    expect(screen.queryByRole("button", { name: /识别导入/ })).toBeNull();
  });
});
