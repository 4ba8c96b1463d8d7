import { PlayCircleOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";

interface Offered {
  tutorials: { id: string; title: string; done: boolean }[];
}

/** 帮助中心: the way to the tutorials, and those the platform offers here. */
export function HelpBlock() {
  const t = useText();
  const { data } = useQuery({
    queryKey: ["tutorials", "home"],
    queryFn: () => get<Offered>("/hrs/tutorial/list", { home: true }, { quiet: true }),
  });
  return (
    <section className="home-block">
      <h2>{t("app:home.help")}</h2>
      <div className="home-links">
        <PageLink href="/tutorial" className="home-link">
          {t("app:home.tutorials")}
        </PageLink>
        {data?.tutorials.map(({ id, title }) => (
          <PageLink key={id} href={`/tutorial?id=${id}`} className="home-link home-film">
            <PlayCircleOutlined aria-hidden="true" />
            {title}
          </PageLink>
        ))}
      </div>
    </section>
  );
}
