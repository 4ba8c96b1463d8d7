import { EMPTY, asNumber, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";

/** yyyy-MM-dd HH:mm; the seconds of an event say nothing. */
export function minute(time: unknown): string {
  return typeof time === "string" && time !== "" ? time.slice(0, 16) : EMPTY;
}

/** `N Pcs / W Kg`, of which either may be unknown. */
export function useCargo(): (pieces: number | null, weight: number | null) => string {
  const t = useText();
  return (pieces, weight) => {
    const parts = [
      asNumber(pieces) === null ? "" : t("order:track.pieces", { n: formatFigure(pieces, 0) }),
      asNumber(weight) === null ? "" : t("order:track.weight", { n: formatFigure(weight, 1) }),
    ];
    return parts.filter(Boolean).join(" / ");
  };
}
