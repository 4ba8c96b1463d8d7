import { QuestionOutlined } from "@ant-design/icons";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, Suspense, lazy, memo, useEffect, useRef, useState } from "react";
import { closeAssistant, toggleAssistant, useAssistant } from "@/app/shell/assistant-store";
import { useClearPlace } from "@/app/shell/ball-clear";
import {
  BALL_PX,
  type BallPlace,
  CLICK_PX,
  MARGIN_PX,
  cornerAt,
  keepPlace,
  keptPlace,
  otherSide,
  placeAt,
  placeByKey,
} from "@/app/shell/ball-place";
import { useText } from "@/platform/i18n";
import { loadPageIndex } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { useLook } from "@/platform/theme/theme-store";
import { useNarrow } from "@/platform/use-narrow";
import "@/app/shell/help-ball.css";

const HelpPanel = lazy(async () => {
  // The index tells the titles of pages in the other language.
  const [panel] = await Promise.all([import("@/app/shell/help-panel"), loadPageIndex()]);
  return { default: panel.HelpPanel };
});

/**
 * The assistant: its panel, and the floating ball that opens it; no ball where the screen is too narrow to spare its place,
 * nor for who wants none. Those open the panel from their menu.
 */
export const HelpBall = memo(function HelpBall() {
  const userId = useSession((state) => state.user?.userId ?? "");
  return userId === "" ? null : <Assistant key={userId} userId={userId} />;
});

function Assistant({ userId }: { userId: string }) {
  const narrow = useNarrow();
  const wanted = useLook((look) => look.ball);
  const [place, setPlace] = useState(() => keptPlace(userId));
  const open = useAssistant((state) => state.open);
  const button = useRef<HTMLButtonElement>(null);
  const move = (next: BallPlace) => {
    setPlace(next);
    keepPlace(userId, next);
  };
  const close = () => {
    closeAssistant();
    button.current?.focus();
  };
  const ball = wanted && !narrow;
  return (
    <>
      {ball && <Ball button={button} place={place} open={open} move={move} />}
      {open && (
        <Suspense fallback={null}>
          <HelpPanel place={place} ball={ball} close={close} swap={() => move(otherSide(place))} />
        </Suspense>
      )}
    </>
  );
}

interface BallProps {
  button: RefObject<HTMLButtonElement | null>;
  place: BallPlace;
  open: boolean;
  move(place: BallPlace): void;
}

function Ball({ button, place, open, move }: BallProps) {
  const t = useText();
  const overRows = useOverRows();
  const { held, hands } = useDrag(move, toggleAssistant);
  const clear = useClearPlace(place, open || held !== null);
  const press = (event: KeyboardEvent) => {
    const next = placeByKey(place, event.key);
    if (!next) return;
    event.preventDefault();
    move(next);
  };
  return (
    <button
      ref={button}
      type="button"
      className={`help-ball${held ? " is-held" : ""}${overRows && !open ? " is-faint" : ""}`}
      style={{ width: BALL_PX, height: BALL_PX, ...(held ?? standing(clear)) }}
      aria-label={t("app:ball.title")}
      aria-expanded={open}
      title={t("app:ball.hint")}
      onKeyDown={press}
      {...hands}
    >
      <QuestionOutlined aria-hidden="true" />
    </button>
  );
}

/** Whether the pointer is among rows: figures below the ball are to be read then. Over the ball itself it is not. */
function useOverRows(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const look = ({ target }: Event) => setOver(target instanceof Element && target.closest(".row-table, .sheet-grid, .row-grid") !== null);
    document.addEventListener("pointerover", look);
    return () => document.removeEventListener("pointerover", look);
  }, []);
  return over;
}

/** Its place as the browser keeps it when the window changes. */
function standing({ side, down }: BallPlace): CSSProperties {
  return { [side]: MARGIN_PX, "--down": down } as CSSProperties;
}

/** Follows the pointer that holds the ball; a press without a way is a click. */
function useDrag(dropped: (place: BallPlace) => void, clicked: () => void) {
  const [held, setHeld] = useState<CSSProperties | null>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  const dragged = useRef(false);
  const down = (event: PointerEvent<HTMLButtonElement>) => {
    dragged.current = false;
    if (event.button !== 0) return;
    from.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  const way = (event: PointerEvent<HTMLButtonElement>) => {
    if (!from.current) return;
    const { clientX: x, clientY: y } = event;
    if (Math.hypot(x - from.current.x, y - from.current.y) > CLICK_PX) dragged.current = true;
    if (dragged.current) setHeld(cornerAt(x, y));
  };
  const up = (event: PointerEvent<HTMLButtonElement>) => {
    if (from.current && dragged.current) dropped(placeAt(event.clientX, event.clientY));
    lost();
  };
  const lost = () => {
    from.current = null;
    setHeld(null);
  };
  const click = () => {
    // The end of a drag is no click; one by keyboard has no press before it.
    if (!dragged.current) clicked();
    dragged.current = false;
  };
  return {
    held,
    hands: { onPointerDown: down, onPointerMove: way, onPointerUp: up, onPointerCancel: lost, onClick: click },
  };
}
