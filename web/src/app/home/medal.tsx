import { useText } from "@/platform/i18n";

/** Gold, silver, bronze: ground and figure. */
const METALS: Record<number, [ground: string, figure: string]> = {
  1: ["#e8b923", "#3d2e00"],
  2: ["#bcc3cc", "#22272e"],
  3: ["#d08f5f", "#371a05"],
};

/** The rank of a member: a medal for the first three, a number for the others. */
export function Medal({ rank }: { rank: number }) {
  const t = useText();
  const metal = METALS[rank];
  if (!metal) return <span className="home-rank tabular">{t("home:ranking.number", { n: rank })}</span>;
  const [ground, figure] = metal;
  const name = t("home:ranking.medal", { n: rank });
  return (
    <svg className="home-rank" width="24" height="24" viewBox="0 0 24 24" role="img" aria-label={name}>
      <path d="M7.5 1.5h3.5l2 5-3 1.5zM16.5 1.5H13l-2 5 3 1.5z" fill="var(--primary)" />
      <circle cx="12" cy="14.5" r="8" fill={ground} />
      <text x="12" y="18" textAnchor="middle" fontSize="10" fontWeight="700" fill={figure}>
        {rank}
      </text>
    </svg>
  );
}
