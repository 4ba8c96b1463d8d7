import { describe, expect, it, vi } from "vitest";
import type { Button, Row } from "@/platform/contract";
import type { ListContext } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
import { toast } from "@/platform/toast";
import { pay } from "./cost-confirmation.page";

vi.mock("@/platform/navigate", () => ({ goTo: vi.fn() }));

const sheet = (id: string, more: Record<string, string> = {}): Row => ({ id, coopId: "21", currency: "CNY", state: "CONFIRMED", ...more }) as unknown as Row;
const press = (rows: Row[]) => pay(rows, {} as ListContext, {} as Button);

describe("confirmed costs", () => {
  it("are made into a payment on its page", () => {
    void press([sheet("7"), sheet("8")]);
    expect(goTo).toHaveBeenCalledWith("/css_payment_make?coopId=21&currency=CNY&confirmationIds=7%2C8");
  });

  it.each([
    ["another supplier", { coopId: "22" }],
    ["another currency", { currency: "USD" }],
    ["a sheet that is not confirmed", { state: "CHECKING" }],
  ])("of %s are no part of it", (_, more) => {
    vi.mocked(goTo).mockClear();
    const failed = vi.spyOn(toast, "failed").mockImplementation(() => undefined);
    void press([sheet("7"), sheet("8", more)]);
    expect(failed).toHaveBeenCalled();
    expect(goTo).not.toHaveBeenCalled();
  });
});
