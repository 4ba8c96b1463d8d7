/** 登录设备: where the user is logged in, in every company, and ending that. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { CallError, get, post } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { ToneTag } from "@/platform/tone-tag";
import { toast } from "@/platform/toast";

interface Device {
  id: string;
  orgName: string;
  createdAt: string;
  lastActiveAt: string;
  ip: string;
  browser: string;
  system: string;
  own: boolean;
}

export function DevicesCard() {
  const t = useText();
  const { data, error, refetch } = useQuery({ queryKey: ["devices"], queryFn: () => get<Device[]>("/hrs/session/mine", undefined, { quiet: true }) });
  const end = async (device: Device) => {
    if (!(await ask({ text: t("app:devices.ask", { name: device.browser || device.ip }), yes: t("app:devices.end") }))) return;
    try {
      await post("/hrs/session/offlineMine", { ids: [device.id] });
      toast.done();
    } catch (failure) {
      // The call client has shown what went wrong.
      if (!(failure instanceof CallError)) throw failure;
    }
    void refetch();
  };
  return (
    <section className="card-section" aria-labelledby="devices-title">
      <h2 id="devices-title">{t("app:devices.title")}</h2>
      {error ? (
        <LoadFailed message={error.message} retry={() => void refetch()} />
      ) : !data ? (
        <PageLoading rows={2} />
      ) : (
        <ul className="device-list">
          {data.map((device) => (
            <li key={device.id}>
              <div>
                <p>
                  <strong>{[device.browser, device.system].filter(Boolean).join(" · ") || t("app:devices.unknown")}</strong>
                  {device.own && <ToneTag tone="info">{t("app:devices.own")}</ToneTag>}
                </p>
                <p className="soft">{[device.orgName, device.ip].filter(Boolean).join(" · ")}</p>
                <p className="soft tabular">{t("app:devices.times", { begun: device.createdAt, last: device.lastActiveAt })}</p>
              </div>
              {!device.own && (
                <Button size="small" aria-label={`${t("app:devices.end")} ${device.browser}`} onClick={() => void end(device)}>
                  {t("app:devices.end")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
