/** /manual 使用手册: the manual the product brings, a page for each room and main flow. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { get } from "@/platform/call/client";
import { language, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { RichText } from "@/platform/rich/rich-text";
import "./assistant.css";

interface Entry {
  key: string;
  title: string;
  group: string;
}

interface Article extends Entry {
  html: string;
  /** Pages of the product it is about, of those its reader may open. */
  pages: { path: string; title: string }[];
}

interface Part {
  title: string;
  heading: string;
  excerpt: string;
  url: string;
}

const FIRST = "login";

function ManualPage() {
  const t = useText();
  const { page = FIRST, at = "" } = useSearch({ strict: false }) as { page?: string; at?: string };
  const [wanted, setWanted] = useState("");
  return (
    <main className="manual-page">
      <aside>
        <Input.Search
          allowClear
          placeholder={t("assistant:manual.search")}
          aria-label={t("assistant:manual.search")}
          onSearch={(text) => setWanted(text.trim())}
        />
        {wanted ? <Results wanted={wanted} /> : <Contents page={page} />}
      </aside>
      <ArticleView key={page} page={page} at={at} />
    </main>
  );
}

function Contents({ page }: { page: string }) {
  const t = useText();
  const { data } = useQuery({ queryKey: ["manual", language()], queryFn: () => get<Entry[]>("/hrs/manual") });
  if (!data) return <PageLoading rows={8} />;
  const groups = [...new Set(data.map(({ group }) => group))];
  return (
    <nav aria-label={t("assistant:manual.contents")}>
      {groups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {data
              .filter((entry) => entry.group === group)
              .map(({ key, title }) => (
                <li key={key} className={key === page ? "is-open" : undefined}>
                  <PageLink href={`/manual?page=${key}`}>{title}</PageLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Results({ wanted }: { wanted: string }) {
  const t = useText();
  const { data } = useQuery({
    queryKey: ["manual-search", language(), wanted],
    queryFn: () => get<Part[]>("/hrs/manual/search", { q: wanted }),
  });
  if (!data) return <PageLoading rows={3} />;
  if (data.length === 0) return <p className="soft">{t("assistant:manual.nothing")}</p>;
  return (
    <ul className="manual-results">
      {data.map(({ title, heading, excerpt, url }) => (
        <li key={url}>
          <PageLink href={url}>{heading === title ? title : `${title} · ${heading}`}</PageLink>
          <p className="soft">{excerpt}</p>
        </li>
      ))}
    </ul>
  );
}

function ArticleView({ page, at }: { page: string; at: string }) {
  const t = useText();
  const box = useRef<HTMLElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["manual", language(), page],
    queryFn: () => get<Article>(`/hrs/manual/read/${encodeURIComponent(page)}`, undefined, { quiet: true }),
  });
  useEffect(() => {
    if (!data || !at) return;
    const headings = [...(box.current?.querySelectorAll("h2") ?? [])];
    headings.find((heading) => heading.textContent?.trim() === at)?.scrollIntoView({ block: "start" });
  }, [data, at]);
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={8} />;
  return (
    <article className="manual-article" ref={box}>
      <h1>{data.title}</h1>
      {data.pages.length > 0 && (
        <p className="manual-doors">
          <span className="soft">{t("assistant:manual.pages")}</span>
          {data.pages.map(({ path, title }) => (
            <PageLink key={path} href={path}>
              {title}
            </PageLink>
          ))}
        </p>
      )}
      <RichText html={data.html} />
    </article>
  );
}

export default definePage({ page: ManualPage });
