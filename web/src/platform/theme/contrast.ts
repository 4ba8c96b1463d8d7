/** Keeps a chosen colour readable: WCAG AA asks 4.5:1 for text, also on the colour's own tint, which is darker than white. */
const READABLE = 5.6;

type Rgb = [number, number, number];

export function parseHex(hex: string): Rgb | null {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) return null;
  return [match[1], match[2], match[3]].map((part) => Number.parseInt(part ?? "0", 16)) as Rgb;
}

export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour itself, darkened step by step until white text on it is readable. */
export function clampForWhite(hex: string, fallback: string): string {
  let rgb = parseHex(hex);
  if (!rgb) return fallback;
  for (let step = 0; step < 40 && contrast(toHex(rgb), "#ffffff") < READABLE; step++) {
    rgb = rgb.map((part) => Math.round(part * 0.95)) as Rgb;
  }
  return toHex(rgb);
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(hex: string): number {
  const [r, g, b] = (parseHex(hex) ?? [0, 0, 0]).map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
