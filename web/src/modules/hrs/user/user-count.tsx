import { useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { ToneIcon } from "@/platform/tone-icon";

interface Used {
  used: number;
  limit: number;
}

/** How many users the company has, of how many it may have. Under the key of the list, so it is read again with it. */
export function UserCount() {
  const t = useText();
  const { data } = useQuery({
    queryKey: ["list", "hrs.user.list", "count"],
    queryFn: () => get<Used>("/hrs/user/count", undefined, { quiet: true }),
  });
  if (!data) return <p className="user-count" />;
  const { used, limit } = data;
  return (
    <p className="user-count">
      <span className="tabular">{t("hrs:user.count", { used: formatFigure(used, 0), limit: formatFigure(limit, 0) })}</span>
      {used >= limit && (
        <span className="user-count-full">
          <ToneIcon tone="warning" size={12} />
          {t("hrs:user.countFull")}
        </span>
      )}
    </p>
  );
}
