import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { LazyLog } from "@/platform/forms/lazy-log";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

const SOURCE = { path: "/hrs/log/page", params: { objectId: "7" } };

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        show
      </button>
      <LazyLog open={open} close={() => setOpen(false)} source={SOURCE} />
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("reads the log when it is opened, and again each time", async () => {
  const row = { time: "2026-07-15 10:00:00", operatorName: "操作一", type: "修改", text: "改了毛重" };
  const server = stubServer({ "GET /hrs/log/page": () => ({ records: [row], total: 1 }) });
  renderPage(<Page />);
  expect(server.asked).toEqual([]);
  for (const times of [1, 2]) {
    fireEvent.click(await screen.findByText("show"));
    await screen.findByText("改了毛重");
    await waitFor(() => expect(server.to("/hrs/log/page")).toHaveLength(times));
    fireEvent.click(document.querySelector(".ant-drawer-close")!);
    await waitFor(() => expect(screen.queryByText("改了毛重")).toBeNull());
  }
});
