import { Button } from "antd";
import { finishTour, startTour, useTourOffered } from "@/app/home/tour-store";
import { language, useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { session, useSession } from "@/platform/session";

/**
 * Who is greeted, on what day. The edition for those who only book is told that there is more; new users are offered
 * the tour.
 */
export function Welcome({ booking }: { booking: boolean }) {
  const t = useText();
  const user = useSession((state) => state.user);
  const offered = useTourOffered();
  const name = (language() === "en-US" && user?.userEname) || user?.userCname || user?.userName || "";
  return (
    <header className="home-card home-welcome">
      <div>
        <h1>{t(`home:${greeting(new Date().getHours())}`, { name })}</h1>
        <p className="soft">{t("home:today", { day: dayText() })}</p>
        {booking && !session.isPrivate() && <PageLink href="/contactUs">{t("home:upgrade")}</PageLink>}
      </div>
      {offered && (
        <section className="home-offer" aria-label={t("home:tour.title")}>
          <p>{t("home:tour.offer")}</p>
          <Button type="primary" onClick={startTour}>
            {t("home:tour.start")}
          </Button>
          <Button type="text" onClick={finishTour}>
            {t("home:tour.never")}
          </Button>
        </section>
      )}
    </header>
  );
}

const NOON = 12;
const EVENING = 18;

/** The last part of the key of a greeting. */
function greeting(hour: number): "morning" | "afternoon" | "evening" {
  if (hour < NOON) return "morning";
  return hour < EVENING ? "afternoon" : "evening";
}

function dayText(): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "full", timeZone: "Asia/Shanghai" }).format(new Date());
}
