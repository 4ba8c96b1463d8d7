/** /hrs_im 聊天管理: what the platform decides about the chat, and what users wrote. */
import { Drawer } from "antd";
import { useEffect } from "react";
import { create } from "zustand";
import { ChatRecord } from "@/modules/chat/chat-record";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { SettingsPanel } from "@/platform/settings/settings-panel";
import "@/modules/chat/chat.css";

const WIDTH = 520;

type Open = { drawer: "settings" } | { drawer: "record"; userId: string; name: string };

const useOpen = create<{ open: Open | null }>(() => ({ open: null }));
const close = () => useOpen.setState({ open: null });

function Drawers() {
  const t = useText();
  const open = useOpen((state) => state.open);
  const edit = useCan("sys_im_edit");
  // A drawer left open by another visit would surprise.
  useEffect(() => close, []);
  const title = open?.drawer === "record" ? t("chat:record.title", { name: open.name }) : t("chat:settings");
  return (
    <Drawer open={open !== null} title={title} size={WIDTH} onClose={close} destroyOnHidden>
      {open?.drawer === "settings" && <SettingsPanel path="/hrs/im/setting" edit={edit} saved={close} />}
      {open?.drawer === "record" && <ChatRecord key={open.userId} userId={open.userId} />}
    </Drawer>
  );
}

export default definePage({
  list: {
    actions: {
      sys_im_edit: () => useOpen.setState({ open: { drawer: "settings" } }),
      sys_im_record: ([row]) => row && useOpen.setState({ open: { drawer: "record", userId: String(row.id), name: String(row["userName"] ?? "") } }),
    },
    dialogs: Drawers,
  },
});
