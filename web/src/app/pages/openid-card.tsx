/** 单点登录: by what the user is known to the provider of log-ins. */
import { useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";
import type { Label } from "@/platform/contract";
import { useLabel, useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

interface Known {
  /** What the provider is called; null where there is none any more. */
  provider: Label | null;
  bindings: { account: string; boundAt: string; lastUsedAt: string }[];
}

export function OpenIdCard() {
  const t = useText();
  const label = useLabel();
  const { data } = useQuery({ queryKey: ["openid"], queryFn: () => get<Known>("/auth/openid", undefined, { quiet: true }) });
  // Most deployments have no provider, and then there is nothing to say.
  if (!data || (!data.provider && data.bindings.length === 0)) return null;
  const bound = data.bindings.length > 0;
  return (
    <section className="card-section" aria-labelledby="openid-title">
      <h2 id="openid-title">
        {t("app:openid.title")}
        <ToneTag tone={bound ? "ready" : "neutral"}>{t(bound ? "app:openid.bound" : "app:openid.unbound")}</ToneTag>
      </h2>
      {data.bindings.map(({ account, boundAt, lastUsedAt }) => (
        <p key={`${account} ${boundAt}`} className="soft tabular">
          {t("app:openid.since", { account, time: boundAt, last: lastUsedAt })}
        </p>
      ))}
      <p className="soft">{bound ? t("app:openid.unbind") : t("app:openid.why", { name: label(data.provider ?? undefined) })}</p>
    </section>
  );
}
