/** What stands around every page of the product, for tests: queries, the look, the router, dialogs and toasts. */
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
import { type RenderResult, render } from "@testing-library/react";
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

export const toasts = (): string[] => useToasts.getState().items.map((item) => item.text);
