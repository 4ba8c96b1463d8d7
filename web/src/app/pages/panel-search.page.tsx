import { useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { NoticePage } from "@/app/pages/notice-page";
import { boot } from "@/platform/boot";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import "./panel-search.css";

/** What stands above and below the frame, in pixels (specification 9). */
const AROUND_PX = 86;

/** Freight prices of an outside page, asked for by departure and destination. */
function PanelSearch() {
  const t = useText();
  const { f, t: to } = useSearch({ strict: false }) as { f?: string; t?: string };
  const height = useFrameHeight();
  const { panelUrl } = boot();
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
