import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { fetchAhead } from "@/app/fetch-ahead";
import { makeRouter } from "@/app/router";
import { registerAll } from "@/app/rooms";
import { answerWindows } from "@/app/unsaved";
import { checkVersion, watchVersion } from "@/app/version";
import { openLanguage, refreshCatalogue } from "@/platform/catalogue-words";
import { storedLanguage } from "@/platform/i18n";
import { page } from "@/platform/navigate";
import { session, tokenDiffers } from "@/platform/session";
import { fetchStaticData } from "@/platform/static-data";
import { KEY } from "@/platform/storage";
import { answerDrafts } from "@/platform/forms/drafts";
import { applyLook, followSystem } from "@/platform/theme/theme-store";
import "@/platform/theme/theme.css";

/** Reference data wait so long for the first page. */
const STATIC_DATA_AFTER_MS = 2_000;

async function start(): Promise<void> {
  applyLook();
  followSystem();
  registerAll();
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000 } },
  });
  answerWindows();
  answerDrafts();
  watchVersion();
  void checkVersion();
  fetchAhead(window.location.pathname, queries);
  await openLanguage(storedLanguage());
  const root = document.getElementById("root");
  if (!root) return;
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={makeRouter()} />
    </QueryClientProvider>,
  );
  // Behind a log-in the guard asks for the version of the words first.
  if (!session.token()) void refreshCatalogue();
  setTimeout(() => void fetchStaticData(), STATIC_DATA_AFTER_MS);
  // Another tab logged in or out: this one starts anew rather than act for the wrong user.
  window.addEventListener("storage", (event) => {
    if (event.key === KEY.token && tokenDiffers()) page.reload();
  });
}

void start();
