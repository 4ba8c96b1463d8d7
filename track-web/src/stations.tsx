// The way of an order as its stations: from, through, to.

import { text } from "./format";
import { useSpeech, type Key } from "./i18n";

type Text = string | null | undefined;

/** The letters of an airport; longer codes and names are written smaller. */
const SHORT = 3;

/** A station by its code and its name; on the road the name stands alone. */
export interface Station {
  label: Key;
  code?: Text;
  name?: Text;
}

/** The stations in a row. */
export function Stations({ stations }: { stations: Station[] }) {
  const { t } = useSpeech();
  // All are written alike, by the longest.
  const long = stations.some(({ code }) => !code || code.length > SHORT);
  return (
    <ol className={long ? "stations is-long" : "stations"}>
      {stations.map(({ label, code, name }, at) => (
        <li className="station" key={at}>
          <span className="station-label">{t(label)}</span>
          <span className="station-code">{text(code || name)}</span>
          {code && name && name !== code ? <span className="station-name">{name}</span> : null}
        </li>
      ))}
    </ol>
  );
}
