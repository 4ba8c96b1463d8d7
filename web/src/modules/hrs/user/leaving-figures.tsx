/** What a user answers for, before he leaves: how much of each kind, and what stands still without a successor. */
import { useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";

interface Leaving {
  kinds: { kind: string; name: string; count: number; still: string }[];
}

export function LeavingFigures({ person, note }: { person: string; note: string }) {
  const t = useText();
  const { data } = useQuery({
    queryKey: ["user-leaving", person],
    queryFn: () => get<Leaving>(`/hrs/user/leave/${encodeURIComponent(person)}`, undefined, { quiet: true }),
    gcTime: 0,
  });
  const named = data?.kinds.filter(({ count }) => count > 0) ?? [];
  return (
    <>
      <p>{note}</p>
      {data && named.length === 0 && <p>{t("hrs:user.leaveNothing")}</p>}
      {named.length > 0 && (
        <>
          <p>{t("hrs:user.leaveWithout")}</p>
          <ul aria-label={t("hrs:user.leaveFigures")}>
            {named.map(({ kind, name, count, still }) => (
              <li key={kind}>
                {t("hrs:user.leaveFigure", { name, n: formatFigure(count, 0), still })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
