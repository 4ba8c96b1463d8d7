/** The blocks of the overview. Each says one thing and leads to the list behind it. */
import type { ReactNode } from "react";
import { type Standing, figureOf, leftTone } from "@/modules/hrs/common/packages";
import {
  HIGH_LOGS,
  LOGGED_IN,
  NOT_LOGGED_IN,
  type Overview,
  type OverviewLog,
  type PlatformFigures,
  WAITING_CONTACTS,
  daysTone,
  levelTone,
  todosOf,
  usedTone,
} from "@/modules/hrs/overview/overview-data";
import { EMPTY, formatFigure } from "@/platform/format";
import { encodeQuery } from "@/platform/navigate";
import { useLabel, useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { usePermission } from "@/platform/permission";
import { ToneIcon } from "@/platform/tone-icon";
import { ToneTag } from "@/platform/tone-tag";

/** A link where the user may open the page, the same words where not. */
function Lead({ href, className = "", open = false, children }: { href: string; className?: string; open?: boolean; children: ReactNode }) {
  const held = usePermission((state) => state.paths.has(href.split("?")[0] ?? ""));
  return open || held ? (
    <PageLink href={href} className={className}>
      {children}
    </PageLink>
  ) : (
    <span className={className}>{children}</span>
  );
}

function Block({ title, name, more, children }: { title: string; name: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section className={`ov-block ov-${name}`} aria-labelledby={`ov-${name}`}>
      <header>
        <h2 id={`ov-${name}`}>{title}</h2>
        {more}
      </header>
      {children}
    </section>
  );
}

export function OrgBlock({ org }: { org: Overview["org"] }) {
  const t = useText();
  const days = org.daysLeft;
  const over = days !== null && days < 0;
  return (
    <Block title={t("hrs:overview.org")} name="org">
      <p className="ov-name">
        <b>{org.name}</b>
        {org.version && <ToneTag>{org.version}</ToneTag>}
      </p>
      <UsedBar used={org.used} limit={org.limit} />
      <dl className="ov-facts">
        <div>
          <dt>{t("hrs:overview.stopAt")}</dt>
          <dd className="tabular">{org.stopAt?.slice(0, 10) ?? EMPTY}</dd>
        </div>
        <div>
          <dt>{t("hrs:overview.daysLeft")}</dt>
          <dd>
            {days === null ? (
              EMPTY
            ) : (
              <ToneTag tone={daysTone(days)}>
                {over ? t("hrs:overview.over") : t("hrs:overview.days", { n: formatFigure(days, 0) })}
              </ToneTag>
            )}
          </dd>
        </div>
      </dl>
    </Block>
  );
}

function UsedBar({ used, limit }: { used: number; limit: number | null }) {
  const t = useText();
  const tone = usedTone(used, limit);
  const share = limit ? Math.min(1, used / limit) : 0;
  return (
    <div className={`ov-used tone-${tone}`}>
      <p>
        <span>{t("hrs:overview.used")}</span>
        <b className="tabular">{limit === null ? formatFigure(used, 0) : `${formatFigure(used, 0)}/${formatFigure(limit, 0)}`}</b>
      </p>
      {limit === null ? (
        <p className="soft">{t("hrs:overview.noLimit")}</p>
      ) : (
        <div
          className="ov-bar"
          role="meter"
          aria-label={t("hrs:overview.used")}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={`${used}/${limit}`}
        >
          <i style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {tone === "danger" && (
        <p className="ov-full">
          <ToneIcon tone="danger" size={12} />
          {t("hrs:overview.full")}
        </p>
      )}
    </div>
  );
}

interface Figure {
  label: string;
  value: number;
  href: string;
  danger?: boolean;
}

function Figures({ figures }: { figures: Figure[] }) {
  return (
    <ul className="ov-figures">
      {figures.map((each) => (
        <li key={each.label}>
          <Lead href={each.href} className={each.danger ? "ov-figure is-danger" : "ov-figure"}>
            <span className="ov-label">
              {each.danger && <ToneIcon tone="danger" size={12} />}
              {each.label}
            </span>
            <b className="tabular">{formatFigure(each.value, 0)}</b>
          </Lead>
        </li>
      ))}
    </ul>
  );
}

export function CountsBlock({ counts }: { counts: Overview["counts"] }) {
  const t = useText();
  return (
    <Block title={t("hrs:overview.counts")} name="counts">
      <Figures
        figures={[
          { label: t("hrs:overview.users"), value: counts.users, href: "/hrs_user" },
          { label: t("hrs:overview.roles"), value: counts.roles, href: "/hrs_role" },
          { label: t("hrs:overview.depts"), value: counts.depts, href: "/hrs_dept" },
          { label: t("hrs:overview.workgroups"), value: counts.workgroups, href: "/hrs_user_workgroup" },
        ]}
      />
    </Block>
  );
}

/** What the contract gives of each service; the rest is not limited. */
export function PackagesBlock({ packages }: { packages: Standing[] }) {
  const [t, label] = [useText(), useLabel()];
  return (
    <Block title={t("hrs:overview.packages")} name="packages">
      {packages.length === 0 ? (
        <p className="ov-nothing soft">{t("hrs:package.none")}</p>
      ) : (
        <ul className="ov-figures">
          {packages.map((each) => (
            <li key={each.serviceType} className={leftTone(each) === "danger" ? "ov-figure is-danger" : "ov-figure"}>
              <span className="ov-label">
                {leftTone(each) === "danger" && <ToneIcon tone="danger" size={12} />}
                {label(each.serviceName)}
              </span>
              <b className="tabular">{`${figureOf(each, each.used)}/${each.quantity === null ? t("hrs:package.free") : formatFigure(each.quantity, 0)}`}</b>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

/** The companies of the platform, by state and by edition. */
export function PlatformBlock({ platform }: { platform: PlatformFigures }) {
  const t = useText();
  const orgs = (filter: string, value: string) => `/hrs_org?${filter}=${encodeQuery(value)}`;
  const own = [
    { label: t("hrs:overview.orgs"), value: platform.orgs, href: "/hrs_org" },
    { label: t("hrs:overview.ending30"), value: platform.ending30, href: orgs("stopAt", platform.endingDays) },
    { label: t("hrs:overview.new30"), value: platform.new30, href: orgs("createdAt", "last30") },
    { label: t("hrs:overview.contacts"), value: platform.contacts, href: WAITING_CONTACTS },
  ];
  const states = platform.states.map(({ code, name, count }) => ({ label: name, value: count, href: orgs("state", code) }));
  const editions = platform.editions.map(({ code, name, count }) => ({ label: name, value: count, href: orgs("edition", code) }));
  return (
    <Block title={t("hrs:overview.platform")} name="platform">
      <Figures figures={[...own, ...states, ...editions]} />
    </Block>
  );
}

export function TodayBlock({ today }: { today: Overview["today"] }) {
  const t = useText();
  return (
    <Block title={t("hrs:overview.today")} name="today">
      <Figures
        figures={[
          { label: t("hrs:overview.logins"), value: today.logins, href: LOGGED_IN },
          { label: t("hrs:overview.people"), value: today.people, href: LOGGED_IN },
          { label: t("hrs:overview.failed"), value: today.failed, href: NOT_LOGGED_IN, danger: today.failed > 0 },
        ]}
      />
    </Block>
  );
}

export function TodoBlock({ todo }: { todo: Overview["todo"] }) {
  const t = useText();
  const todos = todosOf(todo);
  return (
    <Block title={t("hrs:overview.todo")} name="todo">
      {todos.length === 0 ? (
        <p className="ov-nothing tone-done">
          <ToneIcon tone="done" />
          {t("hrs:overview.todoNone")}
        </p>
      ) : (
        <ul className="ov-tasks">
          {todos.map(({ key, count, href, open = false }) => (
            <li key={key}>
              <Lead href={href} className="ov-task" open={open}>
                <span>{t(`hrs:overview.todoOf.${key}`)}</span>
                <b className="tabular">{formatFigure(count, 0)}</b>
              </Lead>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

export function LogsBlock({ logs }: { logs: OverviewLog[] }) {
  const t = useText();
  const more = (
    <Lead href={HIGH_LOGS} className="ov-more">
      {t("hrs:overview.logsAll")}
    </Lead>
  );
  const mayOpen = usePermission((state) => state.paths.has("/hrs_log"));
  return (
    <Block title={t("hrs:overview.logs")} name="logs" more={mayOpen && more}>
      {logs.length === 0 && <p className="ov-nothing soft">{t("hrs:overview.logsNone")}</p>}
      <ol className="ov-log-rows">
        {logs.map((row, at) => (
          // Rows of one moment may be alike; they never change places.
          <li key={`${row.time} ${at}`}>
            <time className="tabular">{row.time.replace(/^(.{16}):\d\d$/, "$1")}</time>
            <ToneTag tone={levelTone(row.level)}>{row.level}</ToneTag>
            <span className="ov-log-what">{[row.page, row.kind].filter(Boolean).join(" · ")}</span>
            <span className="ov-log-text" title={row.text ?? ""}>
              {row.text || EMPTY}
            </span>
            <span className="ov-log-who">{row.operator || EMPTY}</span>
          </li>
        ))}
      </ol>
    </Block>
  );
}
