// Photos one at a time. It never moves by itself: buttons, arrow keys or a swipe turn it.

import { useRef, useState, type KeyboardEvent, type TouchEvent } from "react";
import { Enlarged, photoName, Picture } from "./attachments";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";
import { useNotify } from "./notify";
import { safeUrl } from "./open-link";
import type { Attachment } from "./record";
import { Empty } from "./section";

/** How far a finger has to move to turn the page; less is a tap. */
const SWIPE_PX = 40;

/** The body of a photo section. */
export function Carousel({ photos }: { photos: Attachment[] }) {
  const { t } = useSpeech();
  const notify = useNotify();
  const [at, setAt] = useState(0);
  const [large, setLarge] = useState(false);
  const touched = useRef(0);
  const photo = photos[at];
  if (!photo) return <Empty>{t("empty.images")}</Empty>;
  const name = photoName(photo, at, t);
  const turn = (by: number): void => setAt((at + by + photos.length) % photos.length);
  const keyed = (event: KeyboardEvent): void => {
    if (event.key === "ArrowLeft") turn(-1);
    if (event.key === "ArrowRight") turn(1);
  };
  const swiped = (event: TouchEvent): void => {
    const moved = (event.changedTouches[0]?.clientX ?? touched.current) - touched.current;
    if (Math.abs(moved) >= SWIPE_PX) turn(moved < 0 ? 1 : -1);
  };
  const show = (shown: number | undefined): void => (shown === undefined ? setLarge(false) : setAt(shown));
  const open = (): void => {
    if (safeUrl(photo.fileUrl)) setLarge(true);
    else notify({ key: "failed.noAddress" });
  };
  return (
    <>
      {/* The keys and swipes do what the buttons inside do. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        className="carousel"
        aria-label={t("photo.carousel")}
        onKeyDown={keyed}
        onTouchStart={(event) => {
          touched.current = event.touches[0]?.clientX ?? 0;
        }}
        onTouchEnd={swiped}
      >
        <button type="button" className="carousel-photo" aria-label={t("photo.enlarge", { name })} onClick={open}>
          <Picture key={photo.orderFileId} url={safeUrl(photo.fileUrl)} name={name} />
        </button>
        <Turner at={at} count={photos.length} name={name} turn={turn} />
      </section>
      {large ? <Enlarged photos={photos} at={at} show={show} /> : null}
    </>
  );
}

function Turner({ at, count, name, turn }: { at: number; count: number; name: string; turn: (by: number) => void }) {
  const { t } = useSpeech();
  return (
    <p className="photo-bar">
      <button type="button" className="plain" aria-label={t("photo.previous")} onClick={() => turn(-1)} disabled={count < 2}>
        <Icon name="previous" />
      </button>
      <span aria-live="polite">
        {name} {t("photo.position", { n: String(at + 1), count: String(count) })}
      </span>
      <button type="button" className="plain" aria-label={t("photo.next")} onClick={() => turn(1)} disabled={count < 2}>
        <Icon name="next" />
      </button>
    </p>
  );
}
