// Files and photos of the order.

import { useEffect, useState } from "react";
import { Dialog } from "./dialogs";
import { useSpeech, type Key } from "./i18n";
import { Icon, type IconName } from "./icons";
import { useNotify } from "./notify";
import { linkTarget, safeUrl } from "./open-link";
import type { Attachment } from "./record";
import { Empty } from "./section";
import { PHOTO } from "./wire-words";

/** Splits the attachments: photos, and everything else as files. */
export function split(attachments: Attachment[]): { files: Attachment[]; photos: Attachment[] } {
  return {
    photos: attachments.filter((one) => one.fileType === PHOTO),
    files: attachments.filter((one) => one.fileType !== PHOTO),
  };
}

const ICONS: Record<string, { icon: IconName; key: Key }> = {
  xls: { icon: "excel", key: "file.excel" },
  xlsx: { icon: "excel", key: "file.excel" },
  pdf: { icon: "pdf", key: "file.pdf" },
  doc: { icon: "word", key: "file.word" },
  docx: { icon: "word", key: "file.word" },
};

/** The icon of a file, by the extension of its name. */
export function fileIcon(name: string | null | undefined): { icon: IconName; key: Key } {
  const extension = /\.([^.]+)$/.exec(name?.trim() ?? "")?.[1]?.toLowerCase() ?? "";
  return ICONS[extension] ?? { icon: "file", key: "file.other" };
}

/** The body of the files section. */
export function Files({ files }: { files: Attachment[] }) {
  const { t } = useSpeech();
  if (files.length === 0) return <Empty>{t("empty.files")}</Empty>;
  return (
    <ul className="files">
      {files.map((file) => (
        <li key={file.orderFileId}>
          <FileLine file={file} />
        </li>
      ))}
    </ul>
  );
}

/** A file that opens by the rule for links, or says that it has no address. */
export function FileLine({ file }: { file: Pick<Attachment, "fileName" | "fileRemark" | "fileUrl"> }) {
  const { t } = useSpeech();
  const notify = useNotify();
  const { icon, key } = fileIcon(file.fileName);
  const url = safeUrl(file.fileUrl);
  const inside = (
    <>
      <span className={`file-icon is-${icon}`}>
        <Icon name={icon} label={t(key)} />
      </span>
      <span className="file-name">
        {file.fileName || t("file.unnamed")}
        {file.fileRemark ? <small>{file.fileRemark}</small> : null}
      </span>
    </>
  );
  if (url) {
    return (
      <a className="file" href={url} {...linkTarget()}>
        {inside}
      </a>
    );
  }
  return (
    <button type="button" className="file" onClick={() => notify({ key: "failed.noAddress" })}>
      {inside}
    </button>
  );
}

/** The body of the photos section: thumbnails that open the photo large. */
export function Photos({ photos }: { photos: Attachment[] }) {
  const { t } = useSpeech();
  const notify = useNotify();
  const [shown, setShown] = useState<number>();
  if (photos.length === 0) return <Empty>{t("empty.images")}</Empty>;
  const open = (at: number): void => {
    if (safeUrl(photos[at]?.fileUrl)) setShown(at);
    else notify({ key: "failed.noAddress" });
  };
  return (
    <>
      <ul className="photos">
        {photos.map((photo, at) => (
          <li key={photo.orderFileId}>
            <button type="button" aria-label={t("photo.enlarge", { name: photoName(photo, at, t) })} onClick={() => open(at)}>
              <Picture url={safeUrl(photo.fileUrl)} name={photoName(photo, at, t)} />
            </button>
          </li>
        ))}
      </ul>
      {shown === undefined ? null : <Enlarged photos={photos} at={shown} show={setShown} />}
    </>
  );
}

/** What a photo is called: its remark, its file, or its place. */
export function photoName(photo: Attachment, at: number, t: ReturnType<typeof useSpeech>["t"]): string {
  return photo.fileRemark || photo.fileName || t("photo.unnamed", { n: String(at + 1) });
}

/** A photo, or an icon where it cannot be shown. */
export function Picture({ url, name }: { url: string | undefined; name: string }) {
  const { t } = useSpeech();
  const [broken, setBroken] = useState(false);
  if (!url || broken) return <Icon name="image" label={t("photo.broken")} />;
  return <img src={url} alt={name} loading="lazy" onError={() => setBroken(true)} />;
}

/** A photo large, with the way to the others. */
export function Enlarged({ photos, at, show }: { photos: Attachment[]; at: number; show: (at: number | undefined) => void }) {
  const { t } = useSpeech();
  const photo = photos[at];
  const turn = (by: number): void => show((at + by + photos.length) % photos.length);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key === "ArrowLeft") turn(-1);
      if (event.key === "ArrowRight") turn(1);
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  });
  if (!photo) return null;
  const url = safeUrl(photo.fileUrl);
  const name = photoName(photo, at, t);
  return (
    <Dialog title={name} kind="photo" close={() => show(undefined)}>
      <Picture key={url} url={url} name={name} />
      <p className="photo-bar">
        <button type="button" className="plain" aria-label={t("photo.previous")} onClick={() => turn(-1)} disabled={photos.length < 2}>
          <Icon name="previous" />
        </button>
        <span>{t("photo.position", { n: String(at + 1), count: String(photos.length) })}</span>
        <button type="button" className="plain" aria-label={t("photo.next")} onClick={() => turn(1)} disabled={photos.length < 2}>
          <Icon name="next" />
        </button>
        {url ? (
          <a className="link" href={url} {...linkTarget()}>
            {t("photo.original")}
          </a>
        ) : null}
      </p>
    </Dialog>
  );
}
