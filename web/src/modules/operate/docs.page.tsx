/** /docs 接口文档: the calls of the API, as `/openapi.json` describes them. */
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { type ApiDocument, type Call, groupsOf, schemasOf } from "@/modules/operate/docs-data";
import { getDocument, saveFile } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import "./docs.css";

const ADDRESS = "/openapi.json";

function DocsPage() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["operate", "docs"],
    queryFn: () => getDocument<ApiDocument>(ADDRESS),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <main className="docs-page">
      <header className="list-head">
        <h1>{t("operate:docs.title")}</h1>
        <span className="top-space" />
        {data && <Button onClick={() => save(data)}>{t("operate:docs.save")}</Button>}
      </header>
      {data ? (
        <Calls document={data} />
      ) : error ? (
        <LoadFailed message={error.message} retry={() => void refetch()} />
      ) : (
        <PageLoading rows={6} />
      )}
    </main>
  );
}

function save(document: ApiDocument): void {
  saveFile(new Blob([JSON.stringify(document)], { type: "application/json" }), "openapi.json");
}

function Calls({ document }: { document: ApiDocument }) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed);
  const groups = useMemo(() => groupsOf(document, words), [document, words]);
  return (
    <>
      <p className="docs-note soft">
        {t("operate:docs.key")} <code>Authorization: Bearer ofk_…</code>{" "}
        <PageLink href="/hrs_api_key">{t("operate:docs.keys")}</PageLink>
      </p>
      <div className="docs-find">
        <Input
          allowClear
          value={typed}
          placeholder={t("operate:docs.find")}
          aria-label={t("operate:docs.find")}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {groups.length === 0 && <p className="docs-note soft">{t("operate:docs.none")}</p>}
      {groups.map(([name, calls]) => (
        <Opened key={name} className="docs-group" head={<b>{`${name} (${calls.length})`}</b>}>
          {() => calls.map((call) => <OneCall key={`${call.method} ${call.path}`} call={call} />)}
        </Opened>
      ))}
    </>
  );
}

/** Draws what is inside when it is opened: there are thousands of calls. */
function Opened({ className, head, children }: { className: string; head: ReactNode; children(): ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{head}</summary>
      {open && children()}
    </details>
  );
}

function OneCall({ call: { method, path, operation } }: { call: Call }) {
  const head = (
    <>
      <code className="docs-method">{method}</code> <code>{path}</code> <span className="soft">{operation.summary}</span>
    </>
  );
  return (
    <Opened className="docs-call" head={head}>
      {() => <Described call={{ method, path, operation }} />}
    </Opened>
  );
}

function Described({ call: { operation } }: { call: Call }) {
  const t = useText();
  const { body, answer } = schemasOf(operation);
  const access = [operation["x-access"]].flat().join(", ");
  const parameters = (operation.parameters ?? []).map((one) => `${one.name} (${one.in}${one.required ? ", required" : ""})`);
  const parts: [string, string][] = [
    [t("operate:docs.access"), access],
    [t("operate:docs.parameters"), parameters.join("\n")],
    [t("operate:docs.body"), body],
    [t("operate:docs.answer"), answer],
  ];
  return (
    <dl className="docs-parts">
      {parts
        .filter(([, text]) => text)
        .map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <pre>{text}</pre>
            </dd>
          </div>
        ))}
    </dl>
  );
}

export default definePage({ page: DocsPage });
