import { StyleProvider } from "@ant-design/cssinjs";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { post } from "@/platform/call/client";
import { useProof } from "@/platform/call/proof";
import { type Submitted, submit } from "@/platform/call/submit";
import { DialogHost } from "@/platform/dialog-host";
import { envelope, stubServer } from "@/platform/test-kit";

const STYLES = document.createElement("div");

beforeEach(() => useProof.setState({ wanted: null }));
afterEach(() => vi.unstubAllGlobals());

/** A call that wants the password `Right-2026`, and the dialog host that asks for it. */
async function start() {
  let proved = false;
  const server = stubServer({
    "POST /auth/reauth": (asked) => {
      proved = (asked.json() as { password: string }).password === "Right-2026";
      return proved ? null : envelope(200, 1, "密码错误");
    },
    "POST /save": () => (proved ? { id: "1" } : envelope(200, 4, "请验证密码后继续")),
  });
  render(
    <StyleProvider container={STYLES}>
      <DialogHost />
    </StyleProvider>,
  );
  const saved: Promise<Submitted<unknown>> = submit(() => post("/save", {}, { quiet: true }));
  await screen.findByText("请验证密码后继续");
  return { server, saved, password: screen.getByLabelText<HTMLInputElement>("登录密码") };
}

it("says at the field that the password is wrong, and goes on with the right one", async () => {
  const { server, saved, password } = await start();
  expect(password.type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "确定" }));
  await screen.findByText("请输入登录密码");
  expect(server.to("/auth/reauth")).toHaveLength(0);
  fireEvent.change(password, { target: { value: "wrong" } });
  fireEvent.click(screen.getByRole("button", { name: "确定" }));
  await screen.findByText("密码错误");
  expect(password.getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(password, { target: { value: "Right-2026" } });
  expect(screen.queryByText("密码错误")).toBeNull();
  fireEvent.keyDown(password, { key: "Enter", code: "Enter", keyCode: 13 });
  expect(await saved).toMatchObject({ kind: "saved", data: { id: "1" } });
  await waitFor(() => expect(useProof.getState().wanted).toBeNull());
  expect(server.to("/save")).toHaveLength(2);
});

it("gives the call up on 取消", async () => {
  const { server, saved } = await start();
  fireEvent.click(screen.getByRole("button", { name: "取消" }));
  expect(await saved).toEqual({ kind: "declined" });
  expect(server.to("/save")).toHaveLength(1);
});
