import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { PriceCell } from "@/modules/base/published/af-tact-public.page";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { envelope, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// req: af-route-af-tact-public
it("shows the difference to the own rate beside the price, of all rows by one call", async () => {
  await setLanguage("zh-CN");
  await loadRoom("base");
  const server = stubServer({
    "GET /afbase/tactPublic/ownDiff": () => [{ id: "1", own: "12940.00", published: "13500.00", amount: "-560.00", percent: "-4.15" }],
  });
  renderPage(
    <>
      <PriceCell row={{ id: "1", version: 1, rate500: 27 }} />
      <PriceCell row={{ id: "2", version: 1, rate500: 30.5 }} />
    </>,
  );
  await screen.findByText("自有 −560.00（−4.15%）");
  expect(screen.getByText("27.00")).toBeTruthy();
  expect(screen.getByText("30.50")).toBeTruthy();
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]?.query.get("ids")).toBe("1,2");
});

it("keeps the price when the comparison can't be read", async () => {
  await setLanguage("zh-CN");
  await loadRoom("base");
  const server = stubServer({ "GET /afbase/tactPublic/ownDiff": () => envelope(500, 500, "服务器开小差了") });
  renderPage(<PriceCell row={{ id: "3", version: 1, rate500: 27 }} />);
  await waitFor(() => expect(server.asked.length).toBeGreaterThan(0));
  expect(screen.getByText("27.00")).toBeTruthy();
  expect(screen.queryByText(/自有/)).toBeNull();
});
