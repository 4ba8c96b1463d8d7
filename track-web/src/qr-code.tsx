// The QR code of a page's own address.

import { useEffect, useState } from "react";
import { useSpeech } from "./i18n";
import type { Drawing } from "./qr-draw";

/** Width and height of the code on air and road pages, its margin included. */
export const QR_SIZE = 120;
/** The same on the pages of the other scopes. */
export const QR_SIZE_SMALL = 100;
/** The white margin around the code. */
export const QR_MARGIN = 5;

interface Props {
  /** What a scanner reads. */
  content: string;
  label: string;
  size?: number;
}

/** The code with the words under it. */
export function QrFigure(props: Props) {
  const { t } = useSpeech();
  return (
    <figure className="order-qr">
      <QrCode {...props} />
      <figcaption>{t("head.scan")}</figcaption>
    </figure>
  );
}

/** A QR code with an accessible name. */
function QrCode({ content, label, size = QR_SIZE }: Props) {
  const drawing = useDrawing(content);
  const inside = size - 2 * QR_MARGIN;
  return (
    <svg className="qr" role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${size} ${size}`} data-content={content}>
      <title>{label}</title>
      <rect width={size} height={size} fill="#fff" />
      {drawing ? (
        <path
          d={drawing.path}
          transform={`translate(${QR_MARGIN} ${QR_MARGIN}) scale(${inside / drawing.modules})`}
          fill="#000"
          shapeRendering="crispEdges"
        />
      ) : null}
    </svg>
  );
}

/** The drawing of a text, once what draws it has come. Without it the rest of the page still stands. */
function useDrawing(content: string): Drawing | undefined {
  const [drawn, setDrawn] = useState<{ content: string; drawing: Drawing }>();
  useEffect(() => {
    import("./qr-draw").then(
      ({ draw }) => setDrawn({ content, drawing: draw(content) }),
      () => {},
    );
  }, [content]);
  return drawn?.content === content ? drawn.drawing : undefined;
}
