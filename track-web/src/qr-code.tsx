// The QR code of the share link, drawn as one path.

import { useMemo } from "react";
import { encode } from "uqr";

/** Width and height of the code on air pages, its margin included. */
export const QR_SIZE = 120;
/** The white margin around the code. */
export const QR_MARGIN = 5;

/** A QR code with an accessible name; `content` is what a scanner reads. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { path, scale } = useMemo(() => draw(content), [content]);
  return (
    <svg className="qr" role="img" aria-label={label} width={QR_SIZE} height={QR_SIZE} viewBox={`0 0 ${QR_SIZE} ${QR_SIZE}`} data-content={content}>
      <title>{label}</title>
      <rect width={QR_SIZE} height={QR_SIZE} fill="#fff" />
      <path d={path} transform={`translate(${QR_MARGIN} ${QR_MARGIN}) scale(${scale})`} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

function draw(content: string): { path: string; scale: number } {
  const { data, size } = encode(content, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { path, scale: (QR_SIZE - 2 * QR_MARGIN) / size };
}
