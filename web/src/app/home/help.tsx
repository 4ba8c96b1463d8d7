import { PlayCircleOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Card } from "@/app/home/card";
import { offeredQuery } from "@/app/home/home-queries";
import { startTour } from "@/app/home/tour-store";
import { openManual } from "@/app/shell/manual";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";

/** 帮助中心: the tutorials with those the platform offers here, the manual and the tour. */
export function Help() {
  const t = useText();
  const { data } = useQuery(offeredQuery);
  return (
    <Card title={t("home:help.title")} tour="help">
      <ul className="home-links">
        <li>
          <PageLink href="/tutorial" className="home-link">
            {t("home:help.tutorials")}
          </PageLink>
        </li>
        <li>
          <button type="button" className="home-link" onClick={() => void openManual()}>
            {t("home:help.manual")}
          </button>
        </li>
        <li>
          <button type="button" className="home-link" onClick={startTour}>
            {t("home:tour.title")}
          </button>
        </li>
        {data?.tutorials.map(({ id, title }) => (
          <li key={id}>
            <PageLink href={`/tutorial?id=${encodeURIComponent(id)}`} className="home-link home-film">
              <PlayCircleOutlined aria-hidden="true" />
              {title}
            </PageLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
