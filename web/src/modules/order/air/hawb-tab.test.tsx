import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { HawbTab } from "./hawb-tab";
import { renderPage } from "@/platform/test-shell";
import { ORDER, prepare } from "./tabs-kit";

const HOUSE = {
  id: "11",
  version: 2,
  hawbNumber: "HB001",
  pieces: 12,
  weight: 500,
  volume: 3.95,
  chargeWeight: 658.33,
  goodsNameCn: "汽车配件",
  paymentMethod: "PP",
  shipper: { scName: "ACME LTD" },
  printStatus: "DRAFT",
};
const SUMS = {
  pieces: 12,
  weight: 500,
  volume: 3.95,
  chargeWeight: 658.33,
  marks: {
    weight: { level: "outside", text: "差 +20.0（+4.17%）", tip: "预报 480.0 / 实际 500.0，差 +20.0（+4.17%）" },
    volume: { level: "differs", text: "差 +0.350", tip: "预报 3.600 / 实际 3.950，差 +0.350" },
  },
};

function server(routes: Record<string, Answer> = {}) {
  return stubServer({
    "GET /afbase/aforder/hawb/page": () => ({ records: [HOUSE], sums: SUMS }),
    "GET /platform/select/airport": () => [],
    ...routes,
  });
}

function openTab(readOnly = false) {
  const changed = vi.fn<() => void>();
  renderPage(<HawbTab order={ORDER} readOnly={readOnly} changed={changed} />);
  return changed;
}

async function openNew() {
  fireEvent.click(await screen.findByText("新增分单"));
  await screen.findByText("带入订单资料");
}

function save() {
  fireEvent.click(screen.getByText("保存"));
}

/** The field at a path; asking by role is slow among two hundred inputs. */
function field(path: string): HTMLElement {
  return document.querySelector(`[data-field="${path}"]`) as HTMLElement;
}

function type(path: string, value: string) {
  const input = field(path).querySelector("input") as HTMLElement;
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}

beforeEach(async () => prepare());
afterEach(() => vi.unstubAllGlobals());

describe("house waybills of an order", () => {
  it("shows the sums in the colour of their difference to the order", async () => {
    server();
    openTab();
    const outside = await screen.findByText("500.0", { selector: ".marked" });
    expect(outside.className).toContain("is-outside");
    expect(outside.textContent).toBe("⚠ 500.0");
    const differs = screen.getByText("3.950", { selector: ".marked" });
    expect(differs.className).toContain("is-differs");
    expect(screen.queryByText("12", { selector: ".marked" })).toBeNull();
    expect(screen.getByText("已暂存")).toBeTruthy();
  });

  // req: platform-table-max-heights
  it("scrolls its rows under their heading from 450 px on", async () => {
    server();
    openTab();
    await screen.findByText("已暂存");
    expect(document.querySelector<HTMLElement>(".ant-table-body")?.style.maxHeight).toBe("450px");
    expect(document.querySelector(".ant-table-header")).toBeTruthy();
  });

  it("says that an order without houses goes direct", async () => {
    server({ "GET /afbase/aforder/hawb/page": () => ({ records: [], sums: { marks: {} } }) });
    openTab(true);
    expect(await screen.findByText("直单")).toBeTruthy();
    expect(screen.queryByText("新增分单")).toBeNull();
  });

  it("shows what the client knows is wrong before it asks the server", async () => {
    const asked = server();
    openTab();
    await openNew();
    save();
    await waitFor(() => expect(field("hawbNumber").textContent).toContain("请输入分单号"));
    expect(asked.to("/afbase/hawb/doSave")).toHaveLength(0);
  });

  it("shows the findings of the server at their fields and asks its questions", async () => {
    let round = 0;
    const finding = { field: "shipper.postCode", severity: "error", key: "x", message: "邮编不能为空" };
    const question = { key: "hawb.used", field: "hawbNumber", message: "分单号已用于其他主单，是否继续？" };
    const asked = server({
      "POST /afbase/hawb/doSave": () => {
        round++;
        if (round === 1) return envelope(200, 1, "邮编不能为空", { findings: [finding] });
        if (round === 2) return envelope(200, 2, question.message, { confirms: [question] });
        return { id: "12", version: 1, findings: [] };
      },
    });
    const changed = openTab();
    await openNew();
    type("hawbNumber", "hb002");
    type("pieces", "5");
    type("weight", "100");
    save();
    await waitFor(() => expect(field("shipper.postCode").textContent).toContain("邮编不能为空"));
    save();
    await screen.findByText(question.message);
    fireEvent.click(screen.getByText("是"));
    await waitFor(() => expect(changed).toHaveBeenCalled());
    const sent = asked.to("/afbase/hawb/doSave").at(-1)?.json() as { hawb: Record<string, unknown>; confirmed: string[] };
    expect(sent.confirmed).toEqual(["hawb.used"]);
    expect(sent.hawb).toMatchObject({ hawbNumber: "HB002", pieces: 5, weight: 100, departureStation: "PVG" });
    expect(Object.keys(sent.hawb)).not.toContain("departureStationName");
  });

  it("deletes what was chosen, after a question", async () => {
    const asked = server({ "POST /afbase/hawb/doDelete": () => null });
    openTab();
    await screen.findByText("HB001");
    fireEvent.click(screen.getAllByRole("checkbox").at(-1) as HTMLElement);
    fireEvent.click(screen.getByText("删除"));
    await screen.findByText("确认删除选中的 1 张分单吗？");
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /删除/ }));
    await waitFor(() => expect(asked.to("/afbase/hawb/doDelete")).toHaveLength(1));
    expect(asked.to("/afbase/hawb/doDelete")[0]?.json()).toEqual({ orderUuid: ORDER.orderUuid, ids: ["11"] });
  });
});
