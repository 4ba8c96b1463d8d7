// The sender's colour, made dark enough to be read on white.

/** Contrast that text needs against its ground. */
const READABLE = 4.5;
const DARKER = 0.92;

type Rgb = [number, number, number];

/** Puts the colour on the page; without a proper one the page keeps its own blue. */
export function applyColor(color: string | null | undefined): void {
  const readable = readableColor(color);
  const { style } = document.documentElement;
  if (readable) style.setProperty("--brand", readable);
  else style.removeProperty("--brand");
}

/** The colour, darkened until it can be read on white; nothing when it is no colour. */
export function readableColor(color: string | null | undefined): string | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color?.trim() ?? "")?.[1];
  if (!hex) return undefined;
  const pairs = hex.length === 3 ? [...hex].map((one) => one + one) : (hex.match(/../g) ?? []);
  let rgb = pairs.map((pair) => Number.parseInt(pair, 16)) as Rgb;
  while (contrastOnWhite(rgb) < READABLE) rgb = rgb.map((part) => Math.floor(part * DARKER)) as Rgb;
  return `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function contrastOnWhite(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}
