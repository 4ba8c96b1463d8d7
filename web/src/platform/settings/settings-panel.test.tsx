import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SettingsPanel } from "@/platform/settings/settings-panel";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const set = (version: number, minutes: number) => ({
  version,
  groups: [
    {
      key: "air",
      label: label("航班"),
      settings: [
        {
          field: { name: "minConnection", label: label("最短衔接分钟"), kind: "int", min: 30, max: 600, digits: 0, help: label("低于此值显示紧张") },
          many: false,
          secret: false,
          value: minutes,
          default: 180,
          isDefault: minutes === 180,
        },
        { field: { name: "autoLockDays", label: label("自动锁账"), kind: "int", digits: 0 }, many: false, secret: false, value: 0, default: 0, isDefault: true, unread: true },
        { field: { name: "addresses", label: label("登录IP范围"), kind: "text" }, many: true, secret: false, value: ["10.0.0.0/8"], default: [], isDefault: false },
      ],
    },
  ],
});

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

async function open(routes: Record<string, Answer>, edit = true) {
  const server = stubServer({ "GET /trial": () => set(4, 120), ...routes });
  renderPage(<SettingsPanel path="/trial" scope="AE" edit={edit} />);
  await screen.findByRole("heading", { name: "航班" });
  return server;
}

const minutes = () => screen.getByLabelText<HTMLInputElement>("最短衔接分钟");
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "保存" });

describe("a group of settings", () => {
  it("sends what was changed, under the version that was read", async () => {
    const server = await open({ "PUT /trial": () => set(5, 90) });
    expect(server.asked[0]?.query.get("businessScope")).toBe("AE");
    expect(save().disabled).toBe(true);
    expect(screen.getByText("低于此值显示紧张")).toBeTruthy();
    fireEvent.change(minutes(), { target: { value: "90" } });
    fireEvent.blur(minutes());
    fireEvent.click(save());
    await waitFor(() => expect(server.asked.filter((each) => each.method === "PUT")).toHaveLength(1));
    expect(server.asked.find((each) => each.method === "PUT")?.json()).toEqual({ version: 4, businessScope: "AE", values: { minConnection: 90 } });
  });

  it("tells which of them nothing uses yet", async () => {
    await open({});
    const tags = screen.getAllByText("暂未使用");
    expect(tags).toHaveLength(1);
    expect(tags[0]?.closest("[title]")?.getAttribute("title")).toBe("当前版本尚无功能使用此项，设置会保留");
    expect(tags[0]?.parentElement?.parentElement?.textContent).toContain("自动锁账");
  });

  it("brings the default back", async () => {
    const server = await open({ "PUT /trial": () => set(5, 180) });
    fireEvent.click(screen.getByRole("button", { name: "恢复默认 最短衔接分钟" }));
    expect(minutes().value).toBe("180");
    expect(screen.getAllByText("默认")).toHaveLength(2);
    fireEvent.click(save());
    await waitFor(() => expect(server.asked.find((each) => each.method === "PUT")?.json()).toMatchObject({ values: { minConnection: null } }));
  });

  it("refuses what is out of range before asking, and shows what the server refuses at its field", async () => {
    const refused = envelope(200, 1, "参数不正确：最短衔接分钟", { findings: [{ field: "minConnection", severity: "error", key: "setting.wrong", message: "参数不正确：最短衔接分钟" }] });
    const server = await open({ "PUT /trial": () => refused });
    fireEvent.change(minutes(), { target: { value: "20" } });
    fireEvent.blur(minutes());
    fireEvent.click(save());
    expect(server.asked.some((each) => each.method === "PUT")).toBe(false);
    fireEvent.change(minutes(), { target: { value: "300" } });
    fireEvent.blur(minutes());
    fireEvent.click(save());
    expect((await screen.findAllByText("参数不正确：最短衔接分钟")).length).toBeGreaterThan(0);
  });

  it("only reads without the right to change", async () => {
    await open({}, false);
    expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
    expect(screen.queryByRole("button", { name: /恢复默认/ })).toBeNull();
    expect(screen.getByText("10.0.0.0/8")).toBeTruthy();
  });
});

describe("a picture", () => {
  const shown = (value: string | null) => ({
    version: 1,
    groups: [{ key: "brand", label: label("航班"), settings: [{ field: { name: "logo", label: label("LOGO"), kind: "picture" }, many: false, secret: false, value, default: null, isDefault: value === null }] }],
  });

  it("is sent at once, kept with the settings, and taken away", async () => {
    const url = "/platform/picture/0b7c8f6e1d2a4c3b9e8f112233445566";
    let value: string | null = null;
    const server = await open({
      "GET /trial": () => shown(value),
      "POST /platform/picture": () => ({ url, width: 10, height: 10 }),
      [`GET ${url}`]: () => new Response("x", { headers: { "content-type": "image/png" } }),
      "PUT /trial": (asked) => shown((value = (asked.json() as { values: { logo: string | null } }).values.logo)),
    });
    URL.createObjectURL ??= () => "blob:x";
    await screen.findByRole("button", { name: /上传图片/ });
    const input = document.querySelector("input[type=file]");
    if (!input) throw new Error("no input");
    fireEvent.change(input, { target: { files: [new File(["x"], "l.png", { type: "image/png" })] } });
    await screen.findByRole("button", { name: /更换图片/ });
    fireEvent.click(save());
    await waitFor(() => expect(server.to("/trial").at(-1)?.json()).toMatchObject({ values: { logo: url } }));
    fireEvent.click(await screen.findByRole("button", { name: "删除" }));
    await screen.findByRole("button", { name: /上传图片/ });
    fireEvent.click(save());
    await waitFor(() => expect(server.to("/trial").at(-1)?.json()).toMatchObject({ values: { logo: null } }));
  });
});
