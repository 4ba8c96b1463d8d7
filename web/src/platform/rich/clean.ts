/**
 * Rich text before it is shown: the third time it is cleaned, after the server's two. What the page's policy forbids in
 * HTML strings (styles) and what needs the session (pictures) is set aside in data attributes, see `dress`.
 */
import DOMPurify from "dompurify";

const BODY_TAGS = [
  "p", "br", "b", "strong", "i", "em", "u", "s", "span", "h1", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "table",
  "thead", "tbody", "tr", "td", "th", "a", "img", "hr", "code", "pre",
];
const TITLE_TAGS = ["b", "i", "u", "span"];
const ATTRIBUTES = ["href", "rel", "alt", "width", "height", "colspan", "rowspan", "data-style", "data-src"];
const STYLES = new Set(["color", "background-color", "font-size", "text-align"]);
/** Public names of pictures in the product's own store. */
export const PICTURE = /^\/platform\/picture\/[0-9a-f]{32}$/;
const ADDRESS = /^(https?:\/\/|mailto:)/i;

const purifier = DOMPurify(window);
purifier.addHook("uponSanitizeAttribute", (node, data) => {
  if (data.attrName === "data-style" || data.attrName === "data-src") data.keepAttr = false;
  else if (data.attrName === "style" && node.nodeName === "SPAN") setAside(node, "data-style", data.attrValue);
  else if (data.attrName === "src" && PICTURE.test(data.attrValue)) setAside(node, "data-src", data.attrValue);
  else if (data.attrName === "href") data.keepAttr = ADDRESS.test(data.attrValue);
});
purifier.addHook("afterSanitizeAttributes", (node) => {
  const kept = aside.get(node) ?? [];
  for (const [name, value] of kept) node.setAttribute(name, value);
  aside.delete(node);
  if (node.nodeName === "A") node.setAttribute("rel", "noopener noreferrer");
});

const aside = new WeakMap<Element, [string, string][]>();

function setAside(node: Element, name: string, value: string): void {
  aside.set(node, [...(aside.get(node) ?? []), [name, value]]);
}

/** What may be shown of a text. */
export function cleanHtml(html: string, title = false): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: title ? TITLE_TAGS : BODY_TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

/** Gives shown elements the styles that were set aside. */
export function dress(box: HTMLElement): void {
  for (const node of box.querySelectorAll<HTMLElement>("[data-style]")) {
    for (const declaration of (node.dataset["style"] ?? "").split(";")) {
      const [name = "", value = ""] = declaration.split(":").map((part) => part.trim());
      if (STYLES.has(name.toLowerCase())) node.style.setProperty(name, value);
    }
  }
}

/** The words of a text, for places where marks would disturb. */
export function wordsOf(html: string): string {
  const parsed = new DOMParser().parseFromString(cleanHtml(html), "text/html");
  return parsed.body.textContent ?? "";
}
