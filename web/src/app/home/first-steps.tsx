import { CheckCircleFilled } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Card } from "@/app/home/card";
import { get } from "@/platform/call/client";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { useSession } from "@/platform/session";

interface Step {
  key: string;
  name: string;
  path: string;
  count: number;
  done: boolean;
}

/** 上线清单: what the administrator of a new company still sets up; it goes away when all of it is done. */
export function FirstSteps() {
  const t = useText();
  const administers = useSession(({ user }) => user?.adminRole === "admin");
  const { data } = useQuery({
    queryKey: ["home", "first-steps"],
    queryFn: () => get<Step[]>("/hrs/org/firstSteps", undefined, { quiet: true }),
    enabled: administers,
  });
  if (!data || data.length === 0) return null;
  const done = data.filter((step) => step.done).length;
  return (
    <Card title={t("home:steps.title", { done, of: data.length })}>
      <ol className="home-steps">
        {data.map((step) => (
          <li key={step.key} className={step.done ? "is-done" : undefined}>
            <PageLink href={step.path} className="home-link">
              {step.name}
            </PageLink>
            <span className="soft">
              {step.done && <CheckCircleFilled aria-hidden="true" />}{" "}
              {step.done ? t("home:steps.done", { n: formatFigure(step.count, 0) }) : t("home:steps.open")}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
