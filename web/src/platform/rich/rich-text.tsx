import { useLayoutEffect, useMemo, useRef } from "react";
import { cleanHtml, dress } from "@/platform/rich/clean";
import { showPicture } from "@/platform/rich/pictures";
import "./rich.css";

/** A rich text as it is read. */
export function RichText({ html, title = false }: { html: string; title?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const clean = useMemo(() => cleanHtml(html, title), [html, title]);
  useLayoutEffect(() => {
    if (!box.current) return;
    dress(box.current);
    for (const image of box.current.querySelectorAll<HTMLImageElement>("img[data-src]")) {
      showPicture(image, image.dataset["src"] ?? "");
    }
    for (const link of box.current.querySelectorAll("a")) link.target = "_blank";
  }, [clean]);
  const Tag = title ? "span" : "div";
  return <Tag ref={box} className={title ? "rich-title" : "rich-text"} dangerouslySetInnerHTML={{ __html: clean }} />;
}
