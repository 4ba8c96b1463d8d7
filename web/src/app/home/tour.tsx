import { Button } from "antd";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { openGuide } from "@/app/home/guide";
import { useStepPlace } from "@/app/home/tour-place";
import { STEPS, closeTour, finishTour, goToStep, useTour } from "@/app/home/tour-store";
import { useText } from "@/platform/i18n";

/** 新手指引: a card that walks over the page in three steps. The page can be used meanwhile. */
export function Tour() {
  const step = useTour((state) => state.step);
  // Who leaves the page leaves the tour.
  useEffect(() => closeTour, []);
  return step === null ? null : <Step at={step} />;
}

function Step({ at }: { at: number }) {
  const t = useText();
  const card = useRef<HTMLDivElement>(null);
  const name = STEPS[at] ?? STEPS[0];
  const place = useStepPlace(name, card);
  useFocus(card, at);
  const escape = (event: KeyboardEvent) => event.key === "Escape" && closeTour();
  return (
    <>
      {place && <div className="home-tour-ring" style={place.target} aria-hidden="true" />}
      <div
        ref={card}
        className="home-tour"
        style={place?.card}
        role="dialog"
        aria-labelledby="home-tour-title"
        onKeyDown={escape}
      >
        <header>
          <h2 id="home-tour-title">{t(`home:tour.${name}.title`)}</h2>
          <button type="button" className="icon-button" aria-label={t("platform:action.close")} onClick={closeTour}>
            ×
          </button>
        </header>
        <p>{t(`home:tour.${name}.text`)}</p>
        {at === STEPS.length - 1 && (
          <button type="button" className="link-button" onClick={() => void openGuide()}>
            {t("home:tour.manual")}
          </button>
        )}
        <StepButtons at={at} />
      </div>
    </>
  );
}

function StepButtons({ at }: { at: number }) {
  const t = useText();
  const last = at === STEPS.length - 1;
  return (
    <footer>
      <span className="soft tabular">{t("home:tour.place", { n: at + 1, of: STEPS.length })}</span>
      <span className="top-space" />
      <Button size="small" type="text" onClick={finishTour}>
        {t("home:tour.never")}
      </Button>
      {at > 0 && (
        <Button size="small" onClick={() => goToStep(at - 1)}>
          {t("home:tour.back")}
        </Button>
      )}
      <Button size="small" type="primary" data-next onClick={() => (last ? finishTour() : goToStep(at + 1))}>
        {t(last ? "home:tour.finish" : "home:tour.next")}
      </Button>
    </footer>
  );
}

/** The keyboard follows the steps; afterwards it is where it was before, or at the page. */
function useFocus(card: { current: HTMLElement | null }, at: number): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const there = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const back = there ? before : document.getElementById("content");
      back?.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => card.current?.querySelector<HTMLElement>("[data-next]")?.focus({ preventScroll: true }), [card, at]);
}
