// The large actions of an order: delivery notices and printed waybills. Each appears when the server says it can be done.

import { useEffect, useState } from "react";
import * as call from "./call";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";
import { useNotify } from "./notify";
import { linkTarget, openLater } from "./open-link";
import { noticeUrl, type ShareLink } from "./share-link";

interface Available {
  warehouse: boolean;
  storehouse: boolean;
  master: boolean;
  houses: call.HousePrint[];
}

const NONE: Available = { warehouse: false, storehouse: false, master: false, houses: [] };

/** The tiles of the order behind the link. */
export default function Tiles({ link }: { link: ShareLink }) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const { warehouse, storehouse, master, houses } = useAvailable(link);
  if (!warehouse && !storehouse && !master && houses.length === 0) return null;
  const print = (ask: () => Promise<string>) => (): void => {
    openLater(ask).catch(notify);
  };
  return (
    <nav className="tiles" aria-label={t("section.actions")}>
      {warehouse ? (
        <a className="tile" href={noticeUrl(link, "warehouse")} {...linkTarget()}>
          <Icon name="truck" />
          {t("tile.warehouse")}
        </a>
      ) : null}
      {storehouse ? (
        <a className="tile" href={noticeUrl(link, "storehouse")} {...linkTarget()}>
          <Icon name="store" />
          {t("tile.storehouse")}
        </a>
      ) : null}
      {master ? (
        <button type="button" className="tile" onClick={print(() => call.printMaster({ link, language }))}>
          <Icon name="print" />
          {t("tile.mawb")}
        </button>
      ) : null}
      {houses.map(({ hawbNumber, awbPrintId }) => (
        <button type="button" className="tile" key={awbPrintId} onClick={print(() => call.printHouse({ link, language }, awbPrintId))}>
          <Icon name="print" />
          {t("tile.hawb", { hawbNumber })}
        </button>
      ))}
    </nav>
  );
}

/** Asks the server what can be done. What is refused or cannot be asked simply does not appear. */
function useAvailable(link: ShareLink): Available {
  const { language } = useSpeech();
  const [available, setAvailable] = useState(NONE);
  useEffect(() => {
    const left = new AbortController();
    const asking = { link, language, signal: left.signal };
    const found = (part: Partial<Available>): void => {
      // An answer for an order the page has left since is dropped.
      if (!left.signal.aborted) setAvailable((before) => ({ ...before, ...part }));
    };
    setAvailable(NONE);
    Promise.all([
      quietly(call.orderServices(asking)),
      quietly(call.hasNotice(asking, "warehouse")),
      quietly(call.hasNotice(asking, "storehouse")),
    ]).then(([services, warehouse, storehouse]) =>
      found({
        warehouse: warehouse === true && isSet(services?.outfieldService),
        storehouse: storehouse === true && isSet(services?.warehouseService),
      }),
    );
    quietly(call.masterPrint(asking)).then((view) => found({ master: Boolean(view) }));
    quietly(call.housePrints(asking)).then((houses) => found({ houses: houses ?? [] }));
    return () => left.abort();
    // The tiles do not depend on the language; asking again for it would only make them flicker.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [link]);
  return available;
}

function quietly<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(() => undefined);
}

function isSet(flag: call.OrderServices["outfieldService"]): boolean {
  return flag === true || /^(1|y|yes|true)$/i.test(String(flag ?? ""));
}
