/** /orderShareQrcodeTrack 订单分享二维码: the public link of one order and what it shows. */
import { useSearch } from "@tanstack/react-router";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { ShareAddress, SharePanel } from "./share/share-panel";
import "./order/order.css";

function SharePage() {
  const t = useText();
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { o, code } = search;
  // The public name is the scope's two letters and the order's uuid.
  const orderUuid = search["orderUuid"] ?? o?.slice(2);
  if (!orderUuid) return <p className="empty">{t("af:shares.noOrder")}</p>;
  return (
    <main className="share-page">
      <h1>{t("af:shares.title")}</h1>
      {o && code && <ShareAddress url={`/externalOrderTrack?${new URLSearchParams({ o, code }).toString()}`} once={false} />}
      <SharePanel orderUuid={orderUuid} />
    </main>
  );
}

export default definePage({ page: SharePage });
