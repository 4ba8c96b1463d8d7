import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input, QRCode, Radio } from "antd";
import { useId, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { copyText } from "@/platform/clipboard";
import type { Tone } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { useCan, useSession } from "@/platform/session";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";
import { NoticeMenu } from "./notice-menu";
import { ShareMail } from "./share-mail";
import "./share-panel.css";

type State = "NONE" | "ACTIVE" | "EXPIRED" | "STOPPED";

interface Link {
  state: State;
  /** The public name of the order: the letters of its scope and its uuid. */
  o?: string;
  expireText?: string;
  parts: string[];
  views?: number;
  lastView?: string | null;
}

/** A link as it is told once: with its address. */
interface Made {
  url: string;
  expireText: string;
}

const TONES: Record<State, Tone> = { NONE: "neutral", ACTIVE: "ready", EXPIRED: "neutral", STOPPED: "danger" };
const VALIDITIES = ["7", "30", "90", "forever"];
const VALIDITY_FIRST = "30";
const PARTS = ["order", "track", "manifest", "files", "photos", "print"];
const QR_SIZE = 120;
const SAVED_PX = 480;
const SAVED_MARGIN_PX = 20;
const RECEIVER_MAX = 100;

/** The public link of an order: make it, show it once, look at its use, end it. */
export function SharePanel({ orderUuid }: { orderUuid: string }) {
  const t = useText();
  const [made, setMade] = useState<Made | null>(null);
  const buttons = useSession((session) => session.buttons);
  const keepsLinks = useCan("af-share-stop");
  const link = useQuery({
    queryKey: ["af.share", orderUuid],
    staleTime: 0,
    queryFn: () => get<Link>(`/afbase/orderShare/link/${encodeURIComponent(orderUuid)}`, undefined, { quiet: true }),
  });
  const stop = async () => {
    if (!(await ask({ text: t("order:share.stopConfirm"), yes: t("order:share.stop"), danger: true }))) return;
    const result = await submit(() => post("/afbase/orderShare/stopLink", { orderUuid }, { quiet: true }));
    if (result.kind === "saved") setMade(null);
    await link.refetch();
  };
  if (!link.data && link.error) return <LoadFailed message={link.error.message} retry={() => void link.refetch()} />;
  if (!link.data) return <PageLoading rows={4} />;
  const mayShare = buttons?.includes(`${scopeOf(link.data)}-order-share`) ?? false;
  const mayStop = keepsLinks || mayShare;
  // A link just made is known to work, whether or not the look after it has come back.
  const state = made ? "ACTIVE" : link.data.state;
  const live = state === "ACTIVE";
  return (
    <section className="share-panel" aria-label={t("order:share.title")}>
      <div className="share-state">
        <ToneTag tone={TONES[state]}>{t(`order:share.state.${state}`)}</ToneTag>
        {live && <span>{made?.expireText ?? link.data.expireText}</span>}
        {state !== "NONE" && <Use link={link.data} />}
        <span className="top-space" />
        {live && mayStop && (
          <Button danger onClick={() => void stop()}>
            {t("order:share.stop")}
          </Button>
        )}
      </div>
      {live && made && <SharedLink url={made.url} once />}
      {live && !made && <p className="soft">{t(mayShare ? "order:share.hidden" : "order:share.hiddenForReaders")}</p>}
      {mayShare ? (
        <Maker
          key={link.data.parts.join()}
          orderUuid={orderUuid}
          live={live}
          parts={link.data.parts}
          made={(next) => {
            setMade(next);
            void link.refetch();
          }}
        />
      ) : (
        <Shown parts={state === "NONE" ? [] : link.data.parts} />
      )}
    </section>
  );
}

/** The letters the buttons of the order's scope begin with. */
function scopeOf({ o }: Link): string {
  return o?.slice(0, 2) ?? "af";
}

/** How often the link was opened, and when last. */
function Use({ link }: { link: Link }) {
  const t = useText();
  const views = t("order:share.views", { n: formatFigure(link.views ?? 0, 0) });
  const last = link.lastView ? t("order:share.lastView", { time: link.lastView.slice(0, 16) }) : "";
  return <span className="soft tabular">{[views, last].filter(Boolean).join(" · ")}</span>;
}

/** A link as its maker sees it, and who holds its code: the address, and the notices that go by the same code. */
export function SharedLink({ url, once }: { url: string; once: boolean }) {
  return (
    <>
      <ShareAddress url={url} once={once} />
      <NoticeMenu url={url} />
    </>
  );
}

/** QR code and address of a link. */
function ShareAddress({ url, once }: { url: string; once: boolean }) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLDivElement>(null);
  const full = new URL(url, window.location.origin).href;
  const copy = async () => {
    if (await copyText(full)) {
      toast.info(t("order:share.copied"));
    } else {
      // The address is marked, to be copied by hand.
      input.current?.select();
      toast.warn(t("order:share.copyByHand"));
    }
  };
  return (
    <div className="share-address">
      <div ref={code} className="share-code" role="img" aria-label={t("order:share.code")}>
        <QRCode value={full} size={QR_SIZE} type="svg" bordered={false} color="#000000" bgColor="#ffffff" />
      </div>
      <div className="share-link">
        <label htmlFor={id}>{t("order:share.link")}</label>
        <div className="share-row">
          <input
            id={id}
            ref={input}
            className="share-url mono"
            readOnly
            value={full}
            onFocus={(event) => event.target.select()}
          />
          <Button type="primary" onClick={() => void copy()}>
            {t("order:share.copyLink")}
          </Button>
          <ShareMail url={full} />
          <Button onClick={() => void saveImage(code.current)}>{t("order:share.saveImage")}</Button>
        </div>
        {once && <p className="soft">{t("order:share.once")}</p>}
      </div>
    </div>
  );
}

/** Stores the drawn code as a picture large enough to print. */
async function saveImage(box: HTMLElement | null): Promise<void> {
  const svg = box?.querySelector("svg");
  if (!svg) return;
  const picture = new Image();
  const source = new XMLSerializer().serializeToString(svg);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SAVED_PX;
  canvas.height = SAVED_PX;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, SAVED_PX, SAVED_PX);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(picture, SAVED_MARGIN_PX, SAVED_MARGIN_PX, SAVED_PX - 2 * SAVED_MARGIN_PX, SAVED_PX - 2 * SAVED_MARGIN_PX);
  const link = document.createElement("a");
  link.download = "qrcode.png";
  link.href = canvas.toDataURL("image/png");
  link.click();
}

interface MakerProps {
  orderUuid: string;
  /** There is a link that works, which a new one ends. */
  live: boolean;
  parts: string[];
  made(link: Made): void;
}

function Maker({ orderUuid, live, parts: before, made }: MakerProps) {
  const t = useText();
  const id = useId();
  const [validity, setValidity] = useState(VALIDITY_FIRST);
  const [parts, setParts] = useState(before);
  const [receiver, setReceiver] = useState("");
  const [wrong, setWrong] = useState("");
  const [making, setMaking] = useState(false);
  const make = async () => {
    if (making) return;
    if (live && !(await ask({ text: t("order:share.replaceConfirm"), yes: t("order:share.replace") }))) return;
    setMaking(true);
    try {
      const body = { orderUuid, validity, parts, receiver };
      const result = await submit(() => post<Made>("/afbase/orderShare/createLink", body, { quiet: true }));
      setWrong(result.kind === "findings" ? (result.findings[0]?.message ?? "") : "");
      if (result.kind === "saved") made(result.data);
    } finally {
      setMaking(false);
    }
  };
  return (
    <div className="share-maker">
      <fieldset>
        <legend>{t("order:share.validity")}</legend>
        <Radio.Group
          value={validity}
          onChange={(event) => setValidity(String(event.target.value))}
          options={VALIDITIES.map((value) => ({ value, label: t(`order:share.valid.${value}`) }))}
        />
      </fieldset>
      <fieldset aria-describedby={wrong ? `${id}-finding` : undefined}>
        <legend>{t("order:share.parts")}</legend>
        <Checkbox.Group
          value={parts}
          onChange={(next) => {
            setParts(PARTS.filter((part) => next.includes(part)));
            setWrong("");
          }}
          options={PARTS.map((value) => ({ value, label: t(`order:share.part.${value}`) }))}
        />
        {wrong && (
          <p id={`${id}-finding`} className="finding">
            {wrong}
          </p>
        )}
      </fieldset>
      <div>
        <label htmlFor={id}>{t("order:share.receiver")}</label>
        <Input
          id={id}
          maxLength={RECEIVER_MAX}
          value={receiver}
          onChange={(event) => setReceiver(event.target.value)}
        />
      </div>
      <Button type={live ? "default" : "primary"} loading={busy(making)} onClick={() => void make()}>
        {t(live ? "order:share.replace" : "order:share.make")}
      </Button>
    </div>
  );
}

/** What a link shows, for those who may only look. */
function Shown({ parts }: { parts: string[] }) {
  const t = useText();
  if (parts.length === 0) return <p className="soft">{t("order:share.none")}</p>;
  return (
    <p>
      <span className="soft">{t("order:share.parts")}</span> {parts.map((part) => t(`order:share.part.${part}`)).join(" · ")}
    </p>
  );
}
