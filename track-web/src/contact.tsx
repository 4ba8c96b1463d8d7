// How to reach a place or a person: a call by one tap, a way on the reader's own map.

import { text } from "./format";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";
import { linkTarget } from "./open-link";

type Text = string | null | undefined;
type Degrees = number | string | null | undefined;

/** A phone number that can be tapped. */
export function Phone({ number }: { number: Text }) {
  const digits = number?.replace(/[^\d+]/g, "");
  return digits ? (
    <a className="link number" href={`tel:${digits}`}>
      {number}
    </a>
  ) : (
    <>{text(number)}</>
  );
}

interface Spot {
  longitude?: Degrees;
  latitude?: Degrees;
  name: string;
}

/** The way to a place; nothing while its position is not known. The page itself asks no map for anything. */
export function Navigate(spot: Spot) {
  const { t } = useSpeech();
  const url = mapUrl(spot);
  if (!url) return null;
  return (
    <a className="link navigate" href={url} {...(url.startsWith("geo:") ? {} : linkTarget())}>
      <Icon name="pin" />
      {t("notice.navigate")}
    </a>
  );
}

/** The address that opens a map: the phone's own where the browser can hand it over, else one on the web. */
export function mapUrl({ longitude, latitude, name }: Spot, userAgent: string = navigator.userAgent): string | undefined {
  const [east, north] = [degrees(longitude, 180), degrees(latitude, 90)];
  if (east === undefined || north === undefined) return undefined;
  const place = `${north},${east}`;
  const label = encodeURIComponent(name);
  if (/iPhone|iPad|iPod/.test(userAgent)) return `https://maps.apple.com/?ll=${place}&q=${label}`;
  // The browsers inside other apps do not hand geo: addresses over.
  const handsOver = /Android|HarmonyOS|OpenHarmony/.test(userAgent) && !/MicroMessenger/.test(userAgent);
  if (handsOver) return `geo:${place}?q=${place}(${label})`;
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=16/${north}/${east}`;
}

function degrees(value: Degrees, most: number): number | undefined {
  const number = value === null || value === undefined || value === "" ? Number.NaN : Number(value);
  return Math.abs(number) <= most ? number : undefined;
}
