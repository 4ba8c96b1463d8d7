import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { post } from "@/platform/call/client";

/** A film that plays on says so once in this many of its seconds. */
const REPORT_EVERY = 15;

/** Tells the server the second reached: now and then, at a pause, and when the film or the browser's tab is left. */
export function useWatching(id: string) {
  const queries = useQueryClient();
  const reached = useRef(0);
  const told = useRef(0);
  const report = async (): Promise<void> => {
    const second = Math.floor(reached.current);
    if (second === told.current) return;
    told.current = second;
    // One that is lost is made good by the next.
    await post("/hrs/tutorial/progress", { tutorialId: id, second }, { quiet: true }).catch(() => undefined);
  };
  const last = useRef(report);
  useEffect(() => {
    last.current = report;
  });
  useEffect(() => {
    const hidden = () => {
      if (document.hidden) void last.current();
    };
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      void last.current().finally(() => queries.invalidateQueries({ queryKey: ["tutorials"] }));
    };
  }, [queries]);
  return {
    /** The film begins at a second that is known already. */
    begin: (second: number) => {
      reached.current = second;
      told.current = second;
    },
    /** It has played to a second. */
    reach: (second: number) => {
      reached.current = second;
      if (Math.abs(second - told.current) >= REPORT_EVERY) void report();
    },
    report,
  };
}
