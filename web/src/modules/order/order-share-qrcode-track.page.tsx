/** /orderShareQrcodeTrack 订单分享二维码: the public link of one order and what it shows. */
import { useSearch } from "@tanstack/react-router";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { SharePanel, SharedLink } from "./share/share-panel";
import "./air/air.css";

function SharePage() {
  const t = useText();
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { o, code } = search;
  const orderUuid = search["orderUuid"] ?? uuidOf(o ?? "");
  if (!orderUuid) return <p className="empty">{t("order:shares.noOrder")}</p>;
  return (
    <main className="share-page">
      <h1>{t("order:shares.title")}</h1>
      {o && code && (
        <SharedLink url={`/externalOrderTrack?${new URLSearchParams({ o, code }).toString()}`} once={false} />
      )}
      <SharePanel orderUuid={orderUuid} />
    </main>
  );
}

/** The public name of an order is the two letters of its scope and its uuid; inside, the uuid alone does. */
function uuidOf(o: string): string {
  return /^[a-z]{2}(?=[\da-f]{8}-)/i.test(o) ? o.slice(2) : o;
}

export default definePage({ page: SharePage });
