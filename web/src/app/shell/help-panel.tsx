import { CloseOutlined, EyeInvisibleOutlined, SwapOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { type CSSProperties, type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { Conversation } from "@/app/shell/assistant-chat";
import { ask, useAssistant } from "@/app/shell/assistant-store";
import { BALL_PX, type BallPlace, MARGIN_PX } from "@/app/shell/ball-place";
import { manualName, openManual, openPageCode, searchManual } from "@/app/shell/manual";
import { goToMenu, menuHref } from "@/app/shell/menus";
import { findMenus, menuIndex } from "@/app/shell/palette-search";
import { get } from "@/platform/call/client";
import { useSettled } from "@/platform/fields/use-settled";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { usePermission } from "@/platform/permission";
import { setLook } from "@/platform/theme/theme-store";
import { toast } from "@/platform/toast";

/** A place in a help document. */
interface FoundHelp {
  id: string;
  title: string;
  heading: string;
  excerpt: string;
}

interface HelpPanelProps {
  place: BallPlace;
  /** The ball stands beside it. */
  ball: boolean;
  close(): void;
  /** Moves the ball to the other side, for who cannot drag. */
  swap(): void;
}

const MENUS_MAX = 5;
const MANUAL_MAX = 4;
/** Height of the panel (suite §9). */
const PANEL_PX = 400;
/** Letters of a question. */
const QUESTION_MAX = 1_000;

/** The assistant beside its ball: a conversation, and a search over manual, help documents and menus while one types. */
export function HelpPanel({ place, ball, close, swap }: HelpPanelProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const pending = useAssistant((state) => state.pending);
  const begun = useAssistant((state) => state.messages.length > 0);
  useEffect(() => input.current?.focus(), []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (pending || text.trim() === "") return;
    void ask(text, openPageCode());
    setText("");
  };
  const putAway = () => {
    setLook({ ball: false });
    close();
    toast.info(t("app:ball.away"));
  };
  return (
    <section
      className="help-panel"
      role="dialog"
      aria-label={t("app:ball.title")}
      style={{ height: PANEL_PX, ...beside(place) }}
      onKeyDown={press}
    >
      <header>
        <h2>{t("app:ball.title")}</h2>
        {ball && (
          <>
            <button type="button" className="icon-button" aria-label={t("app:ball.putAway")} title={t("app:ball.putAway")} onClick={putAway}>
              <EyeInvisibleOutlined aria-hidden="true" />
            </button>
            <button type="button" className="icon-button" aria-label={t("app:ball.swap")} title={t("app:ball.swap")} onClick={swap}>
              <SwapOutlined aria-hidden="true" />
            </button>
          </>
        )}
        <button type="button" className="icon-button" aria-label={t("platform:action.close")} onClick={close}>
          <CloseOutlined aria-hidden="true" />
        </button>
      </header>
      <div className="help-found">
        {text.trim() ? <Found text={text} close={close} /> : begun ? <Conversation /> : <Offers close={close} />}
      </div>
      <form className="assistant-form" onSubmit={send}>
        <input
          ref={input}
          className="help-input"
          type="search"
          aria-label={t("app:ball.search")}
          placeholder={t("app:ball.placeholder")}
          maxLength={QUESTION_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
          // The Enter that ends the choice of Chinese characters sends nothing.
          onKeyDown={(event) => event.key === "Enter" && event.nativeEvent.isComposing && event.preventDefault()}
        />
        <Button type="primary" htmlType="submit" disabled={pending || text.trim() === ""}>
          {t("app:assistant.send")}
        </Button>
      </form>
    </section>
  );
}

/** At the side of the ball, grown upwards from its foot or downwards from its head, inside the window. */
function beside({ side, down }: BallPlace): CSSProperties {
  const across = { [side]: BALL_PX + 2 * MARGIN_PX };
  const free = `(100vh - ${BALL_PX}px)`;
  const most = `(100vh - ${PANEL_PX + MARGIN_PX}px)`;
  const held = (part: number) => `max(0px, min(calc(${part} * ${free}), calc${most}))`;
  return down > 0.5 ? { ...across, bottom: held(1 - down) } : { ...across, top: held(down) };
}

/** Where help is found before anything is asked. */
function Offers({ close }: { close(): void }) {
  const t = useText();
  const manual = () => {
    close();
    void openManual();
  };
  return (
    <ul>
      <li>
        <button type="button" className="help-hit" onClick={manual}>
          {t("app:user.manual")}
        </button>
      </li>
      <li onClickCapture={close}>
        <PageLink href="/tutorial" className="help-hit">
          {t("app:user.tutorial")}
        </PageLink>
      </li>
    </ul>
  );
}

function Found({ text, close }: { text: string; close(): void }) {
  const t = useText();
  const settled = useSettled(text.trim());
  const tree = usePermission((state) => state.tree);
  const index = useMemo(() => menuIndex(tree ?? []), [tree]);
  const menus = findMenus(index, text).slice(0, MENUS_MAX);
  const { data, isError, isFetching } = useQuery({
    queryKey: ["help-search", settled],
    enabled: settled !== "",
    queryFn: ({ signal }) => get<FoundHelp[]>("/hrs/helpDoc/search", { q: settled }, { quiet: true, signal }),
  });
  const waiting = settled !== text.trim() || isFetching;
  const { data: parts } = useQuery({
    queryKey: ["manual-search", settled],
    enabled: settled !== "",
    queryFn: ({ signal }) => searchManual(settled, signal),
  });
  const documents = waiting ? [] : (data ?? []);
  const manual = waiting ? [] : (parts ?? []).slice(0, MANUAL_MAX);
  const note = isError
    ? "app:ball.failed"
    : waiting
      ? "app:ball.searching"
      : documents.length + manual.length + menus.length === 0
        ? "app:ball.nothing"
        : "";
  return (
    <>
      {menus.length > 0 && <h2>{t("app:palette.menus")}</h2>}
      <ul>
        {menus.map((menu) => (
          <li key={menu.id}>
            <a
              className="help-hit"
              href={menuHref(menu)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                close();
                goToMenu(menu);
              }}
            >
              {menu.name} <span className="soft">{menu.trail.join(" / ")}</span>
            </a>
          </li>
        ))}
      </ul>
      {manual.length > 0 && <h2>{t("app:user.manual")}</h2>}
      <ul>
        {manual.map((part) => (
          <li key={part.url} onClickCapture={close}>
            <PageLink href={part.url} className="help-hit">
              {manualName(part)}
              <span className="soft">{part.excerpt}</span>
            </PageLink>
          </li>
        ))}
      </ul>
      {documents.length > 0 && <h2>{t("app:ball.documents")}</h2>}
      <ul>
        {documents.map((found) => (
          <li key={`${found.id} ${found.heading} ${found.excerpt}`} onClickCapture={close}>
            <PageLink href={`/helpDoc?id=${encodeURIComponent(found.id)}`} className="help-hit">
              {found.heading ? `${found.title} · ${found.heading}` : found.title}
              <span className="soft">{found.excerpt}</span>
            </PageLink>
          </li>
        ))}
      </ul>
      <p className="soft" role="status">
        {note && t(note)}
      </p>
    </>
  );
}
