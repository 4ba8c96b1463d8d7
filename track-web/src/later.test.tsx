import { render, screen } from "@testing-library/preact";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { later, Nothing } from "./later";

const lost = (): Promise<never> => Promise.reject(new Error("The network is gone"));

it("offers to load the page again when a part of it does not come", async () => {
  const Part = later(lost);
  render(
    <Suspense>
      <Part />
    </Suspense>,
  );
  expect(await screen.findByRole("button", { name: "重新加载" })).toBeTruthy();
});

it("leaves a part out that changes nothing else", async () => {
  const Part = later(lost, Nothing);
  const { container } = render(
    <Suspense fallback="…">
      <p>here</p>
      <Part />
    </Suspense>,
  );
  expect(await screen.findByText("here")).toBeTruthy();
  expect(container.textContent).toBe("here");
});
