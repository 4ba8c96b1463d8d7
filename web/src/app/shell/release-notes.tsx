import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { get } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import "./release-notes.css";

interface Release {
  versionId: string;
  versionCode: string;
  versionDate: string;
  versionText: string;
  records: { permissionName: string; updateType: string; updateText: string }[];
}

/** 版本记录: what the newest versions brought to the pages the user may open. */
export function ReleaseNotes({ close }: { close(): void }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["releases"],
    queryFn: ({ signal }) => get<Release[]>("/hrs/version/latest", undefined, { quiet: true, signal }),
  });
  return (
    <Modal open width={680} title={t("app:releases.title")} footer={null} onCancel={close}>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={4} />}
      {data?.length === 0 && <p className="soft">{t("app:releases.none")}</p>}
      <div className="release-notes">
        {data?.map((release) => (
          <section key={release.versionId}>
            <h3>
              <span className="mono">{release.versionCode}</span>
              <span className="soft tabular">{release.versionDate}</span>
            </h3>
            <p className="release-text">{release.versionText}</p>
            <ul>
              {release.records.map((record) => (
                <li key={`${record.permissionName}${record.updateText}`}>
                  <span className="tag">{record.updateType}</span>
                  <b>{record.permissionName}</b>
                  <span>{record.updateText}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  );
}
