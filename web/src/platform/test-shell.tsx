/** What stands around every page of the product, for tests: queries, the look, the router, dialogs and toasts. */
import { readFileSync } from "node:fs";
import { StyleProvider } from "@ant-design/cssinjs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  type AnyRouter,
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type defaultParseSearch,
} from "@tanstack/react-router";
import { type RenderResult, fireEvent, render, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { useDialogs } from "@/platform/dialog";
import { DialogHost } from "@/platform/dialog-host";
import { connectRouter } from "@/platform/navigate";
import { ThemeProvider } from "@/platform/theme/theme-provider";
import { useToasts } from "@/platform/toast";
import { ToastHost } from "@/platform/toast-host";

// Rules outside the document: jsdom would weigh all of them each time a role is looked for.
const STYLES = document.createElement("div");

export function renderRouter(router: AnyRouter): RenderResult {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={queries}>
      <StyleProvider container={STYLES}>
        <ThemeProvider>
          <RouterProvider router={router} />
        </ThemeProvider>
      </StyleProvider>
    </QueryClientProvider>,
  );
}

/** A page at an address, with fresh dialogs and toasts beside it. Search values stay the texts they are. */
export function renderPage(content: ReactNode, path = "/"): RenderResult {
  useToasts.setState({ items: [] });
  useDialogs.setState({ open: [] });
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <ToastHost />
        <DialogHost />
      </>
    ),
  });
  const any = createRoute({ getParentRoute: () => root, path: "$", component: () => content });
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch: ((text: string) => Object.fromEntries(new URLSearchParams(text))) as typeof defaultParseSearch,
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text ? `?${text}` : "";
    },
  });
  connectRouter((href, replace) => (replace ? router.history.replace(href) : router.history.push(href)));
  return renderRouter(router);
}

/** The product's own rules, which tests go without as long as they ask for no look; the answer takes them off again. */
export function wearStyles(): () => void {
  const style = document.createElement("style");
  style.textContent = readFileSync("src/platform/theme/theme.css", "utf8");
  document.head.append(style);
  return () => style.remove();
}

export const toasts = (): string[] => useToasts.getState().items.map((item) => item.text);

/** The parts of a field or box by its path. */
export function fieldAt(path: string): { box: HTMLElement; input: HTMLInputElement } {
  const box = [...document.querySelectorAll<HTMLElement>("[data-field]")].find((each) => each.dataset["field"] === path);
  const input = box?.querySelector<HTMLInputElement>("input, textarea, select");
  if (!box || !input) throw new Error(`no field ${path}`);
  return { box, input };
}

/** Buttons by their words. Looking for roles takes seconds on a sheet of two hundred inputs. */
export function buttons(words: string): HTMLButtonElement[] {
  return [...document.querySelectorAll("button")].filter((each) => each.textContent === words);
}

/** Waits for the newest button of these words and presses it. */
export async function press(words: string): Promise<void> {
  const button = await waitFor(() => {
    const found = buttons(words).at(-1);
    if (!found) throw new Error(`no button ${words}`);
    return found;
  });
  fireEvent.click(button);
}
