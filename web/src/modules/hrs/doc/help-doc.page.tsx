/** /helpDoc 帮助文档 as its readers see it: one document, a search beside it, a word whether it helped. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button, Input } from "antd";
import { useState } from "react";
import { get, put } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { RichText } from "@/platform/rich/rich-text";
import { toast } from "@/platform/toast";
import "./doc.css";

interface HelpDoc {
  id: string;
  title: string;
  html: string;
  url: string;
  /** A film about the same. */
  tutorial: { id: string; title: string } | null;
}

interface Found {
  id: string;
  title: string;
  heading: string;
  excerpt: string;
}

function HelpPage() {
  const t = useText();
  const { id } = useSearch({ strict: false }) as { id?: string };
  const [wanted, setWanted] = useState("");
  return (
    <main className="help-page">
      <aside className="help-search">
        <Input.Search allowClear placeholder={t("hrs:doc.searchHelp")} aria-label={t("hrs:doc.searchHelp")} onSearch={(text) => setWanted(text.trim())} />
        {wanted && <Results wanted={wanted} />}
      </aside>
      {id && <Document key={id} id={id} />}
    </main>
  );
}

function Results({ wanted }: { wanted: string }) {
  const t = useText();
  const { data } = useQuery({ queryKey: ["help-search", wanted], queryFn: () => get<Found[]>("/hrs/helpDoc/search", { q: wanted }) });
  if (!data) return <PageLoading rows={3} />;
  if (data.length === 0) return <p className="soft">{t("hrs:doc.nothingFound")}</p>;
  return (
    <ul className="help-results">
      {data.map((found) => (
        <li key={`${found.id}${found.heading}${found.excerpt}`}>
          <PageLink href={`/helpDoc?id=${found.id}`}>{found.heading ? `${found.title} · ${found.heading}` : found.title}</PageLink>
          <p className="soft">{found.excerpt}</p>
        </li>
      ))}
    </ul>
  );
}

function Document({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["help-doc", id],
    // Reading is counted: once for a visit.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => get<HelpDoc>(`/hrs/helpDoc/read/${encodeURIComponent(id)}`, undefined, { quiet: true }),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={8} />;
  const vote = async (useful: boolean) => {
    await put(`/hrs/helpDoc/useful/${data.id}`, { useful });
    toast.info(t("hrs:doc.thanks"));
  };
  return (
    <article className="help-doc">
      <h1>{data.title}</h1>
      {data.url && (
        <p>
          <a href={data.url} target="_blank" rel="noopener noreferrer">
            {t("hrs:doc.outside")}
          </a>
        </p>
      )}
      <RichText html={data.html} />
      {data.tutorial && (
        <p>
          {t("hrs:doc.film")}
          <PageLink href={`/tutorial?id=${data.tutorial.id}`}>{data.tutorial.title}</PageLink>
        </p>
      )}
      <footer className="help-vote">
        <span className="soft">{t("hrs:doc.helpful")}</span>
        <Button size="small" onClick={() => void vote(true)}>
          {t("hrs:doc.yes")}
        </Button>
        <Button size="small" onClick={() => void vote(false)}>
          {t("hrs:doc.no")}
        </Button>
      </footer>
    </article>
  );
}

export default definePage({ page: HelpPage });
