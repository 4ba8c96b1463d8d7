import { useEffect, useState } from "react";
import { useText } from "@/platform/i18n";

/** Shorter waits show nothing: a flash of grey is noise. */
export const SKELETON_AFTER_MS = 300;

/** True once waiting has become noticeable. */
export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && late;
}

/** Grey bars in the place of a page that is on its way. */
export function PageLoading({ rows = 8 }: { rows?: number }) {
  const late = useLate(true);
  const t = useText();
  return (
    <div className="page-loading" role="status" aria-label={t("platform:state.loading")}>
      {late && Array.from({ length: rows }, (_, row) => <div key={row} className="skeleton" />)}
    </div>
  );
}
