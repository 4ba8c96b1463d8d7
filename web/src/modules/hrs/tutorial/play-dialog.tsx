import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useRef, useState } from "react";
import { type Playing, clock } from "@/modules/hrs/tutorial/tutorial-model";
import { useWatching } from "@/modules/hrs/tutorial/use-watching";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import "./tutorial.css";

const WIDE = 960;
const NARROW = 520;

/** Plays a tutorial from the second it was left at; closing stops it. */
export function PlayDialog({ id, close }: { id: string; close: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["tutorial-play", id],
    queryFn: () => post<Playing>("/hrs/tutorial/play", { tutorialId: id }, { quiet: true }),
    // Every opening is a view of its own, and what plays is not begun anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal open width={data?.external ? NARROW : WIDE} title={data?.title ?? ""} footer={null} className="tutorial-dialog" mask={{ closable: false }} onCancel={close}>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={8} />}
      {data && (data.external ? <Elsewhere film={data} close={close} /> : <Film film={data} />)}
    </Modal>
  );
}

function Film({ film }: { film: Playing }) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [address, setAddress] = useState(film.address);
  const [broken, setBroken] = useState(false);
  const startAt = useRef(film.second);
  const renewed = useRef(false);
  const watching = useWatching(film.id);
  const ready = () => {
    if (!video.current) return;
    video.current.currentTime = startAt.current;
    watching.begin(startAt.current);
  };
  /** An address runs out after some hours: another one goes on at the same place. */
  const renew = async () => {
    startAt.current = video.current?.currentTime || startAt.current;
    renewed.current = true;
    try {
      const again = await post<Playing>("/hrs/tutorial/play", { tutorialId: film.id, again: true }, { quiet: true });
      setBroken(false);
      setAddress(again.address);
    } catch {
      setBroken(true);
    }
  };
  return (
    <>
      {broken ? (
        <LoadFailed message={t("hrs:tutorial.broken")} retry={() => void renew()} />
      ) : (
        // The films bear no captions of their own.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          ref={video}
          className="tutorial-film"
          src={address}
          title={film.title}
          controls
          autoPlay
          playsInline
          controlsList="nodownload"
          onLoadedMetadata={ready}
          onPlaying={() => {
            renewed.current = false;
          }}
          onTimeUpdate={(event) => watching.reach(event.currentTarget.currentTime)}
          onPause={() => void watching.report()}
          onEnded={() => void watching.report()}
          onError={() => (renewed.current ? setBroken(true) : void renew())}
        />
      )}
      {film.second > 0 && <p className="soft tabular">{t("hrs:tutorial.resumed", { time: clock(film.second) })}</p>}
    </>
  );
}

/** A page with pictures, or a film on another site, where nothing tells how much of it was seen but the user himself. */
function Elsewhere({ film, close }: { film: Playing; close: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);
  const watched = async () => {
    setSending(true);
    const result = await submit(() => post("/hrs/tutorial/progress", { tutorialId: film.id, second: film.seconds }, { quiet: true }), { done: false });
    setSending(false);
    if (result.kind !== "saved") return;
    void queries.invalidateQueries({ queryKey: ["tutorials"] });
    close();
  };
  return (
    <div className="tutorial-elsewhere">
      <p>{t(film.page ? "hrs:tutorial.pageText" : "hrs:tutorial.outsideText")}</p>
      {!film.page && <p className="mono tutorial-address">{film.address}</p>}
      <div className="tutorial-buttons">
        <Button type="primary" href={film.address} target="_blank" rel="noopener noreferrer">
          {t(film.page ? "hrs:tutorial.openPage" : "hrs:tutorial.open")}
        </Button>
        {!film.done && (
          <Button loading={busy(sending)} onClick={() => void watched()}>
            {t("hrs:tutorial.watched")}
          </Button>
        )}
      </div>
    </div>
  );
}
