/** What stands around every page of the product, for tests: queries, the look, and the router. */
import { StyleProvider } from "@ant-design/cssinjs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { type RenderResult, render } from "@testing-library/react";
import { ThemeProvider } from "@/platform/theme/theme-provider";

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
