/** /orderShareQrcodeTrack 订单分享二维码: the public link of one order and what it shows. */
import { useSearch } from "@tanstack/react-router";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { SharePanel } from "./share/share-panel";
import "./order/order.css";

function SharePage() {
  const t = useText();
  const { orderUuid } = useSearch({ strict: false }) as Record<string, string | undefined>;
  if (!orderUuid) return <p className="empty">{t("af:shares.noOrder")}</p>;
  return (
    <main className="share-page">
      <h1>{t("af:shares.title")}</h1>
      <SharePanel orderUuid={orderUuid} />
    </main>
  );
}

export default definePage({ page: SharePage });
