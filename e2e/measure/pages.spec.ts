/** How long the pages of a day take: the home page on a slow machine and line, and the change from tab to tab. */
import type { CDPSession, Page } from "@playwright/test";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { test } from "../support/test.ts";

const RUNS = 7;
/** What a page goes on doing behind the user's back comes to an end in that time. */
const QUIET_MS = 1_500;
const SLOW = { processor: 4, bytesPerSecond: 1_600_000 / 8, delayMs: 150 };
const TABS = "[role=tablist][aria-label=已打开的页面] [role=tab]";

const middle = (figures: number[]): number => figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;

function say(what: string, figures: number[], floor: number): void {
  const [least, most] = [Math.min(...figures), Math.max(...figures)].map(Math.round);
  const ratio = (middle(figures) / floor).toFixed(1);
  console.log(`${what}: ${Math.round(middle(figures))} ms (${least} to ${most}), ${ratio} times the floor`);
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.enable");
  const { bytesPerSecond, delayMs } = SLOW;
  const line = { latency: delayMs, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
  await cdp.send("Network.emulateNetworkConditions", { offline: false, ...line });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOW.processor });
}

/** Milliseconds from the start of the navigation until something is there, painted. */
async function shownAfter(page: Page, selector: string): Promise<number> {
  const seen = (wanted: string) =>
    new Promise<number>((resolve) => {
      const look = () => {
        if (document.querySelector(wanted)) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        else setTimeout(look, 10);
      };
      look();
    });
  return page.evaluate(seen, selector);
}

/** When the last task ended that kept the page from answering, milliseconds after the start of the navigation. */
async function answersAfter(page: Page): Promise<number> {
  const tasks = () =>
    new Promise<number>((resolve) => {
      const ends = (list: PerformanceObserverEntryList) =>
        resolve(Math.max(...list.getEntries().map((entry) => entry.startTime + entry.duration)));
      new PerformanceObserver(ends).observe({ type: "longtask", buffered: true });
      setTimeout(() => resolve(0), 1_000);
    });
  return page.evaluate(tasks);
}

test("home on a slow machine and line, after the first visit", async ({ page }) => {
  await logIn(page, "op01");
  for (let visit = 0; visit < 3; visit++) {
    await page.goto("/dashboard");
    await page.locator(".home-figures table").waitFor();
    await page.waitForTimeout(QUIET_MS);
  }
  await slowDown(await page.context().newCDPSession(page));
  const floor: number[] = [];
  const heading: number[] = [];
  const figures: number[] = [];
  const answers: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    // The least a page can cost here: an address, answered with a few words.
    await page.goto("/health/live");
    floor.push(await page.evaluate(() => performance.now()));
    await page.goto("/dashboard", { waitUntil: "commit" });
    heading.push(await shownAfter(page, "h1"));
    figures.push(await shownAfter(page, ".home-figures tbody tr"));
    await page.waitForTimeout(QUIET_MS);
    answers.push(await answersAfter(page));
  }
  say("home, heading", heading, middle(floor));
  say("home, figures", figures, middle(floor));
  say("home, last long task", answers, middle(floor));
});

/** Milliseconds from the click on a tab to the paint, and of a paint of nothing new before it. */
async function change(page: Page, at: number): Promise<{ took: number; nothing: number }> {
  const click = ([tabs, place]: [string, number]) =>
    new Promise<{ took: number; nothing: number }>((resolve) => {
      const painted = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
      const begun = performance.now();
      painted(() => {
        const clicked = performance.now();
        document.querySelectorAll<HTMLElement>(tabs)[place]?.click();
        painted(() => resolve({ took: performance.now() - clicked, nothing: clicked - begun }));
      });
    });
  return page.evaluate(click, [TABS, at] satisfies [string, number]);
}

test("from tab to tab", async ({ page, request }) => {
  const { orderUuid } = await makeOrder(await Caller.of(request, "op01"));
  await logIn(page, "op01");
  await page.goto("/af_order");
  await page.getByRole("table").first().waitFor();
  await page.goto(`/af_order_edit?o=${orderUuid}`);
  await page.locator(".form-section").first().waitFor();
  await page.waitForTimeout(QUIET_MS);
  const names = await page.locator(TABS).allTextContents();
  const taken = names.map((): number[] => []);
  const floor: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    for (const [at, figures] of taken.entries()) {
      const { took, nothing } = await change(page, at);
      // The first time a page is drawn, it is not kept yet.
      if (run > 0) figures.push(took);
      floor.push(nothing);
      await page.waitForTimeout(QUIET_MS);
    }
  }
  taken.forEach((figures, at) => say(`to ${names[at]}`, figures, middle(floor)));
});
