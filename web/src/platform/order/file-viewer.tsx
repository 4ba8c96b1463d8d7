import { CaretRightOutlined, DownloadOutlined, LeftOutlined, PauseOutlined, RightOutlined } from "@ant-design/icons";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useEffect, useState } from "react";
import { downloadFrom } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import type { OrderFile } from "@/platform/order/file-model";
import { ShownFile, lastingBytes, wayToShow } from "@/platform/shown-file";

/** Playing, a picture stands so long once it is there. */
const PLAY_MS = 2000;

interface FileViewerProps {
  files: OrderFile[];
  /** Id of the file it begins with. */
  first: string;
  close(): void;
}

/** Pictures and PDF of an order, one after the other: by its buttons, the arrow keys, or by itself. */
export function FileViewer({ files, first, close }: FileViewerProps) {
  const t = useText();
  const client = useQueryClient();
  const shown = files.filter((file) => wayToShow(file.fileName) !== null);
  const [place, setPlace] = useState(() => shown.findIndex((file) => file.orderFileId === first));
  const [playing, setPlaying] = useState(false);
  const many = shown.length > 1;
  const after = (by: number) => (place + by + shown.length) % shown.length;
  const turn = (by: number) => {
    setPlaying(false);
    setPlace(after(by));
  };
  const file = shown[place];
  const next = shown[after(1)];
  const { isSuccess, isError } = useQuery({ ...lastingBytes(file?.fileUrl ?? ""), enabled: file !== undefined });
  const settled = isSuccess || isError;

  useEffect(() => {
    if (many && next) void client.prefetchQuery(lastingBytes(next.fileUrl));
  }, [client, many, next]);
  useEffect(() => {
    if (!playing || !settled) return;
    const timer = setTimeout(() => setPlace((place + 1) % shown.length), PLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, settled, place, shown.length]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!many || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowLeft") turn(-1);
      if (event.key === "ArrowRight") turn(1);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  });
  if (!file) return null;
  return (
    <Modal
      open
      width={960}
      title={many ? t("order:file.place", { name: file.fileName, n: place + 1, of: shown.length }) : file.fileName}
      onCancel={close}
      footer={
        <div className="file-viewer-bar">
          {many && (
            <>
              <Button icon={<LeftOutlined />} onClick={() => turn(-1)}>
                {t("order:file.previous")}
              </Button>
              <Button icon={<RightOutlined />} onClick={() => turn(1)}>
                {t("order:file.next")}
              </Button>
              <Button icon={playing ? <PauseOutlined /> : <CaretRightOutlined />} onClick={() => setPlaying(!playing)}>
                {t(playing ? "order:file.pause" : "order:file.play")}
              </Button>
            </>
          )}
          <Button icon={<DownloadOutlined />} onClick={() => void downloadFrom(file.fileUrl)}>
            {t("order:file.downloadWord")}
          </Button>
        </div>
      }
    >
      <div className="file-viewer">
        <ShownFile key={file.orderFileId} path={file.fileUrl} name={file.fileName} />
      </div>
    </Modal>
  );
}
