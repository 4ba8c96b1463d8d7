import { ConfigProvider, theme } from "antd";
import enUs from "antd/locale/en_US";
import zhCn from "antd/locale/zh_CN";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { cspNonce } from "@/platform/boot";
import { asLanguage, baseOf } from "@/platform/i18n";
import { effectiveMode, effectivePrimary, useLook, wantsMotion } from "@/platform/theme/theme-store";
import { antdTheme } from "@/platform/theme/tokens";

const nonce = cspNonce();
const CSP = nonce ? { nonce } : {};

/** antd in the product's own look, language and content policy. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { mode, compact, primary } = useLook();
  const { i18n } = useTranslation(undefined, { useSuspense: false });
  const effective = effectiveMode(mode);
  const config = useMemo(
    () => ({
      ...antdTheme(effective, compact, effectivePrimary(primary), wantsMotion()),
      algorithm: effective === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm,
    }),
    [effective, compact, primary],
  );
  return (
    <ConfigProvider
      csp={CSP}
      locale={baseOf(asLanguage(i18n.language)) === "en-US" ? enUs : zhCn}
      theme={config}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}
