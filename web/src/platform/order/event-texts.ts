import { EMPTY, asNumber, formatFigure } from "@/platform/format";
import { translate, useText } from "@/platform/i18n";

/** Codes offered for an event by hand, in the order of a shipment's life. */
export const CODES =
  "BKD FOH RCS PRE MAN DEP ARR RCF AWR NFD AWD TRM TFD RCT CCD CRC TGC DLV DDL DIS DOC DPU FIW FOW OCI OSI".split(" ");

/** The word for a status code. */
export function statusName(code: string): string {
  return CODES.includes(code) ? translate(`order:air.code.${code}`) : code;
}

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

/** Whether an event says where the shipment is: it has happened, and is neither expected nor told ahead of its time. */
export function hasHappened({ classifier, ahead }: { classifier?: string | null; ahead?: boolean }): boolean {
  return (!classifier || classifier === "ACT") && ahead !== true;
}
