import { useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { NoticePage } from "@/app/pages/notice-page";
import { pricesOf } from "@/app/pages/panel-message";
import { boot } from "@/platform/boot";
import { CallError, get, post } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { translate, useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";
import "./panel-search.css";

/** What stands above and below the frame, in pixels (specification 9). */
const AROUND_PX = 86;

/** Freight prices of an outside page, asked for by departure and destination. */
function PanelSearch() {
  const t = useText();
  const { f, t: to } = useSearch({ strict: false }) as { f?: string; t?: string };
  const height = useFrameHeight();
  const { panelUrl } = boot();
  useChosenPrice(panelUrl);
  if (!panelUrl) return <NoticePage title={t("platform:error.unopened")} />;
  // The page is a stranger's: with an origin of its own it keeps its log-in, and reaches nothing of ours.
  return (
    <iframe
      className="panel-frame"
      src={panelAddress(panelUrl, f, to)}
      height={height}
      title={t("app:panel.title")}
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      referrerPolicy="no-referrer"
    />
  );
}

/** The outside page with the stations that were given: letters alone, upper-cased. */
export function panelAddress(base: string, from = "", to = ""): string {
  const letters = (text: string) => text.replace(/[^a-z]/gi, "").toUpperCase();
  const asked = new URLSearchParams(Object.entries({ f: letters(from), t: letters(to) }).filter(([, value]) => value));
  const query = asked.toString();
  return query ? `${base}${base.includes("?") ? "&" : "?"}${query}` : base;
}

/** Goes on with a price that was chosen within the frame: to an inquiry of it. */
function useChosenPrice(panelUrl: string | undefined): void {
  useEffect(() => {
    if (!panelUrl) return;
    // A message sent twice asks once.
    let isBusy = false;
    const hear = (event: MessageEvent<unknown>) => {
      const query = isBusy ? null : pricesOf(event, panelUrl);
      if (!query) return;
      isBusy = true;
      void inquire(query).finally(() => (isBusy = false));
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [panelUrl]);
}

async function inquire(query: URLSearchParams): Promise<void> {
  try {
    const agent = await get<object | null>("/afbase/orderInquiry/getFourYCWhenInquiry");
    if (!agent && (await ask(noAgent()))) await createAgent();
  } catch (error) {
    // The call has told its failure.
    if (error instanceof CallError) return;
    throw error;
  }
  goTo(`/af_order_inquiry?${new URLSearchParams({ flag: "1", name: "saveCallBackForYC" }).toString()}&${query.toString()}`);
}

const noAgent = () => ({
  text: translate("app:panel.noAgent"),
  yes: translate("platform:action.yes"),
  no: translate("platform:action.no"),
});

/** The inquiry is written with the agent or without. */
async function createAgent(): Promise<void> {
  try {
    await post("/afbase/orderInquiry/createFourYCWhenInquiry");
    toast.done(translate("app:panel.agentSaved"));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

function useFrameHeight(): number {
  const measure = () => Math.max(0, window.innerHeight - AROUND_PX);
  const [height, setHeight] = useState(measure);
  useEffect(() => {
    const again = () => setHeight(measure());
    window.addEventListener("resize", again);
    return () => window.removeEventListener("resize", again);
  }, []);
  return height;
}

export default definePage({ page: PanelSearch });
