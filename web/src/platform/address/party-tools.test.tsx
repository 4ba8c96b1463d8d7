import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PartyTools } from "@/platform/address/party-tools";
import { FormStore } from "@/platform/forms/form-store";
import { useSession } from "@/platform/session";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

const FIELDS = ["scName", "scAddress", "nationCode", "telNumber"].map((name) => ({ name, label: name }));
const BOOKED = { id: "7", mnemonicCode: "DEMO", usedCount: 3, party: { scName: "DEMO GMBH", scAddress: "ROAD 1", nationCode: "DE" } };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(values: Record<string, unknown>) {
  const server = stubServer({
    "GET /prm/shipperConsignee/select": () => [BOOKED],
    "POST /prm/shipperConsignee/keep": () => ({ id: "8", added: true }),
  });
  useSession.getState().setButtons(["prm-party-add"]);
  const form = new FormStore({ consignee: values });
  renderPage(<PartyTools role="consignee" roleName="收货人" fields={FIELDS} form={form} path="consignee" coopId="11" />);
  return { form, server };
}

/** 26: a party is taken from the book of the company and kept in it, wherever one is entered. */
describe("a party of a form", () => {
  it("takes another one's place from the book, with nothing left of what stood there", async () => {
    const { form, server } = open({ scName: "OLD", telNumber: "1" });
    fireEvent.click(await screen.findByRole("button", { name: "从收发货人选择 收货人" }));
    fireEvent.click(await screen.findByRole("button", { name: "选用 DEMO GMBH" }));
    await waitFor(() => expect(form.get("consignee")).toEqual({ ...BOOKED.party, telNumber: "" }));
    const asked = server.to("/prm/shipperConsignee/select")[0];
    expect(asked?.query.get("role")).toBe("consignee");
    expect(asked?.query.get("coopId")).toBe("11");
  });

  it("is kept for the customer of the form once it has a name and an address", async () => {
    const { form, server } = open({ scName: "NEW LTD" });
    await screen.findByRole("button", { name: "从收发货人选择 收货人" });
    expect(screen.queryByRole("button", { name: "存为收发货人 收货人" })).toBeNull();
    form.patch({ "consignee.scAddress": "ROAD 2" });
    fireEvent.click(await screen.findByRole("button", { name: "存为收发货人 收货人" }));
    await waitFor(() => expect(server.to("/prm/shipperConsignee/keep")).toHaveLength(1));
    expect(server.to("/prm/shipperConsignee/keep")[0]?.json()).toEqual({
      role: "consignee",
      party: { scName: "NEW LTD", scAddress: "ROAD 2", nationCode: "", telNumber: "" },
      coopId: "11",
    });
  });
});
