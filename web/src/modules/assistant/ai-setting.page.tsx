/** /hrs_ai_setting AI助手设置: what the company decides, and a word with the model. */
import { Button } from "antd";
import { useState } from "react";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { SettingsPanel } from "@/platform/settings/settings-panel";
import "./assistant.css";

interface Tried {
  ok: boolean;
  took: number;
  reply?: string;
  cause?: string;
}

function AiSetting() {
  const t = useText();
  const edit = useCan("sys_ai_edit");
  const test = useCan("sys_ai_test");
  return (
    <main className="ai-setting">
      <header className="list-head">
        <h1>{t("assistant:setting.title")}</h1>
      </header>
      <SettingsPanel path="/hrs/aiSetting" edit={edit} />
      {test && <Trial />}
    </main>
  );
}

/** 测试连接: says 你好 by what is saved. */
function Trial() {
  const t = useText();
  const [trying, setTrying] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const run = async () => {
    setTrying(true);
    setTried(null);
    // A refusal has shown its toast.
    setTried(await post<Tried>("/hrs/aiSetting/test", {}).catch(() => null));
    setTrying(false);
  };
  return (
    <section className="settings-group" aria-label={t("assistant:setting.test")}>
      <h2>{t("assistant:setting.test")}</h2>
      <p className="soft">{t("assistant:setting.testNote")}</p>
      <Button loading={busy(trying)} onClick={() => void run()}>
        {t("assistant:setting.test")}
      </Button>
      <p role="status">
        {tried &&
          (tried.ok
            ? t("assistant:setting.answered", { took: tried.took, reply: tried.reply ?? "" })
            : t("assistant:setting.failed", { took: tried.took, cause: tried.cause ?? "" }))}
      </p>
    </section>
  );
}

export default definePage({ page: AiSetting });
