import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy, useState } from "react";
import { Card, Loaded } from "@/app/home/card";
import { Medal } from "@/app/home/medal";
import { type Member, toldBy } from "@/app/home/ranking-model";
import { get } from "@/platform/call/client";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";

const RankingDialog = lazy(async () => ({ default: (await import("@/app/home/ranking-dialog")).RankingDialog }));
const CompanyDialog = lazy(async () => ({ default: (await import("@/app/home/company-dialog")).CompanyDialog }));

/** 网络成员活跃榜: the most active members of the platform. */
export function Ranking() {
  const t = useText();
  const [all, setAll] = useState(false);
  const [member, setMember] = useState<Member | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["home", "ranking"],
    queryFn: ({ signal }) => get<Member[]>("/hrs/userAccessRecord/topActiveIndex", undefined, { quiet: true, signal }),
  });
  const more = (
    <button type="button" className="link-button" onClick={() => setAll(true)}>
      {t("home:more")}
    </button>
  );
  return (
    <Card title={t("home:ranking.title")} extra={more}>
      <Loaded data={data} error={error} failed={t("home:ranking.failed")} retry={() => void refetch()} rows={5}>
        {(members) => (
          <>
            {members.length === 0 && <p className="soft">{t("platform:state.empty")}</p>}
            <ol className="home-ranking">
              {members.map((each) => (
                <li key={each.orgId}>
                  <Medal rank={each.rankNumber} />
                  <MemberName member={each} open={() => setMember(each)} />
                  <b className="tabular">{formatFigure(each.activeIndex, 0)}</b>
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
      <Suspense fallback={null}>
        {all && <RankingDialog close={() => setAll(false)} />}
        {member && <CompanyDialog member={member} close={() => setMember(null)} />}
      </Suspense>
    </Card>
  );
}

/** Leads to what the company tells of itself, if it tells anything. */
function MemberName({ member, open }: { member: Member; open(): void }) {
  if (toldBy(member).length === 0) return <span>{member.orgName}</span>;
  return (
    <button type="button" className="link-button" onClick={open}>
      {member.orgName}
    </button>
  );
}
