/** The first label, drawn anew when typing has paused or at once. */
import { type UseQueryResult, keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type LabelAsk, type LabelPreview, previewLabels } from "@/modules/paper/label/label-calls";

const TYPING_MS = 300;

export interface Preview {
  query: UseQueryResult<LabelPreview>;
  /** What is shown is not yet what was chosen. */
  behind: boolean;
  /** Asks without waiting for the end of typing. */
  now(): void;
}

export function usePreview(ask: LabelAsk | null): Preview {
  const text = ask ? JSON.stringify(ask) : "";
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    queryKey: ["label.preview", settled],
    enabled: settled !== "",
    gcTime: 0,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => previewLabels(JSON.parse(settled) as LabelAsk, signal),
  });
  const now = () => {
    if (settled === text) void query.refetch();
    else setSettled(text);
  };
  return { query, behind: settled !== text || query.isPlaceholderData, now };
}
