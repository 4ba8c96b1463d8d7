import { CloseOutlined, SwapOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { BALL_PX, type BallPlace, MARGIN_PX } from "@/app/shell/ball-place";
import { openManual } from "@/app/shell/manual";
import { goToMenu, menuHref } from "@/app/shell/menus";
import { findMenus, menuIndex } from "@/app/shell/palette-search";
import { get } from "@/platform/call/client";
import { useSettled } from "@/platform/fields/use-settled";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { usePermission } from "@/platform/permission";

/** A place in a help document. */
interface FoundHelp {
  id: string;
  title: string;
  heading: string;
  excerpt: string;
}

interface HelpPanelProps {
  place: BallPlace;
  close(): void;
  /** Moves the ball to the other side, for who cannot drag. */
  swap(): void;
}

const MENUS_MAX = 5;

/** A search over help documents and menus beside the ball. */
export function HelpPanel({ place, close, swap }: HelpPanelProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  useEffect(() => input.current?.focus(), []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    <section
      className="help-panel"
      role="dialog"
      aria-label={t("app:ball.title")}
      style={beside(place)}
      onKeyDown={press}
    >
      <header>
        <input
          ref={input}
          className="help-input"
          type="search"
          aria-label={t("app:ball.search")}
          placeholder={t("app:ball.search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={t("app:ball.swap")}
          title={t("app:ball.swap")}
          onClick={swap}
        >
          <SwapOutlined aria-hidden="true" />
        </button>
        <button type="button" className="icon-button" aria-label={t("platform:action.close")} onClick={close}>
          <CloseOutlined aria-hidden="true" />
        </button>
      </header>
      <div className="help-found">{text.trim() ? <Found text={text} close={close} /> : <Offers close={close} />}</div>
    </section>
  );
}

/** At the side of the ball, grown upwards from its foot or downwards from its head. */
function beside({ side, down }: BallPlace): CSSProperties {
  const across = { [side]: BALL_PX + 2 * MARGIN_PX };
  const free = `(100vh - ${BALL_PX}px)`;
  return down > 0.5
    ? { ...across, bottom: `calc(${1 - down} * ${free})` }
    : { ...across, top: `calc(${down} * ${free})` };
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
  const documents = waiting ? [] : (data ?? []);
  const note = isError
    ? "app:ball.failed"
    : waiting
      ? "app:ball.searching"
      : documents.length + menus.length === 0
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
