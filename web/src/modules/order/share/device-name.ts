/** A browser's long name of itself, made short: `Android · WeChat`. */

/** The first that fits counts: many browsers call themselves by the names of others as well. */
const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/iPad/, "iPad"],
  [/iPhone|iPod/, "iPhone"],
  [/HarmonyOS|OpenHarmony/, "HarmonyOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
];
const BROWSERS: [pattern: RegExp, name: string][] = [
  [/MicroMessenger/, "WeChat"],
  [/DingTalk/, "DingTalk"],
  [/AlipayClient/, "Alipay"],
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/bot|spider|crawl/i, "Bot"],
];
const UNKNOWN_MAX = 40;

/** System and browser of a user agent; the beginning of one nobody knows. */
export function deviceName(agent: string | null): string {
  const text = agent ?? "";
  const named = (list: typeof SYSTEMS) => list.find(([pattern]) => pattern.test(text))?.[1];
  const parts = [named(SYSTEMS), named(BROWSERS)].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(" · ");
  return text.length > UNKNOWN_MAX ? `${text.slice(0, UNKNOWN_MAX)}…` : text;
}
