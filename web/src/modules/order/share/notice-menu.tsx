import { Button } from "antd";
import { copyText } from "@/platform/clipboard";
import { DropMenu } from "@/platform/drop-menu";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { noticeLinks } from "./notice-links";

/** 送货通知: opens or copies the notices that go by the code of a share link. */
export function NoticeMenu({ url }: { url: string }) {
  const t = useText();
  const links = noticeLinks(url);
  if (links.length === 0) return null;
  const copy = async (text: string) => {
    if (await copyText(text)) toast.info(t("order:share.copied"));
    else toast.warn(t("platform:action.copyByHand", { text }));
  };
  const items = links.map(({ flag }) => ({
    key: flag,
    type: "group" as const,
    label: t(`order:notices.${flag}`),
    children: [
      { key: `open ${flag}`, label: t("order:notices.open") },
      { key: `copy ${flag}`, label: t("order:notices.copy") },
    ],
  }));
  const run = (key: string) => {
    const [act, flag] = key.split(" ");
    const link = links.find((each) => each.flag === flag);
    if (!link) return;
    if (act === "open") window.open(link.url, "_blank", "noopener");
    else void copy(link.url);
  };
  return (
    <DropMenu menu={{ items, onClick: ({ key }) => run(key) }}>
      <Button className="share-notices">{t("order:notices.title")} ▾</Button>
    </DropMenu>
  );
}
