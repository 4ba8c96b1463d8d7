/**
 * A group of settings, drawn from the answer of its call: fields under the headings of their modules, what is at its
 * default marked, the default brought back, one version for the whole set.
 *
 *   <SettingsPanel path="/hrs/orgSetting" scope="AE" edit={useCan("sys_orgconf_order")} />
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { get, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { clientFindings } from "@/platform/forms/client-rules";
import { FindingsPanel } from "@/platform/forms/findings-panel";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo, useSaveKey } from "@/platform/forms/form-keys";
import { FormStore, useDirty, useValue } from "@/platform/forms/form-store";
import { useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { type SettingGroup, type SettingSet, type ShownSetting, changesOf, drawnField, same, valuesOf } from "@/platform/settings/setting-set";
import "./settings.css";

interface SettingsPanelProps {
  path: string;
  /** The scope whose settings are shown; without it those of the whole company. */
  scope?: string;
  edit: boolean;
  /** What is said when there is nothing to decide. */
  empty?: ReactNode;
  saved?: () => void;
}

export function SettingsPanel({ path, scope, edit, empty, saved }: SettingsPanelProps) {
  const query = scope ? { businessScope: scope } : undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ["settings", path, scope ?? ""],
    queryFn: () => get<SettingSet>(path, query, { quiet: true }),
    gcTime: 0,
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={6} />;
  if (data.groups.length === 0) return <>{empty ?? null}</>;
  const reload = async () => void (await refetch());
  return <SettingsForm data={data} path={path} scope={scope} edit={edit} reload={reload} saved={saved} />;
}

interface SettingsFormProps {
  data: SettingSet;
  path: string;
  scope: string | undefined;
  edit: boolean;
  reload: () => Promise<void>;
  saved: (() => void) | undefined;
}

function SettingsForm({ data, path, scope, edit, reload, saved }: SettingsFormProps) {
  const t = useText();
  const label = useLabel();
  const queries = useQueryClient();
  const [form] = useState(() => new FormStore(valuesOf(data)));
  const [saving, setSaving] = useState(false);
  const restored = useRef(new Set<string>());
  const dirty = useDirty(form);
  const settings = useMemo(() => data.groups.flatMap((group) => group.settings), [data]);
  const labels = Object.fromEntries(settings.map(({ field }) => [field.name, label(field.label)]));
  useLeaveGuard(form);
  useEffect(() => form.onChange((key) => void restored.current.delete(key)), [form]);
  const show = (set: SettingSet) => {
    restored.current.clear();
    form.reset(valuesOf(set));
  };
  // What was read anew because another panel saved must not take what is typed here; its version counts all the same.
  useEffect(() => {
    if (!form.dirty()) form.reset(valuesOf(data));
  }, [form, data]);

  const restore = (setting: ShownSetting) => {
    form.set(setting.field.name, setting.default);
    restored.current.add(setting.field.name);
  };

  const save = async () => {
    const found = clientFindings(settings.map(drawnField), form.all());
    form.setFindings(found);
    if (found[0]) return void jumpTo(found[0].field);
    const body = { version: data.version, ...(scope ? { businessScope: scope } : {}), values: changesOf(data, form.all(), restored.current) };
    setSaving(true);
    const result = await submit(() => put<SettingSet>(path, body, { quiet: true }));
    setSaving(false);
    if (result.kind === "findings") {
      form.setFindings(result.findings);
      jumpTo(result.findings[0]?.field ?? "");
    }
    if (result.kind === "stale" && result.reload) {
      show(data);
      await reload();
    }
    if (result.kind !== "saved") return;
    show(result.data);
    queries.setQueryData(["settings", path, scope ?? ""], result.data);
    // One version counts for the whole company: what other tabs have read is old.
    void queries.invalidateQueries({ queryKey: ["settings"] });
    saved?.();
  };
  useSaveKey(() => void save(), edit && dirty && !saving);

  return (
    <div className="settings-panel">
      <FindingsPanel form={form} labels={labels} />
      {data.groups.map((group) => (
        <SettingsGroup key={group.key} group={group} form={form} edit={edit} restore={restore} />
      ))}
      {edit && (
        <footer className="settings-foot">
          <Button type="primary" disabled={!dirty} loading={busy(saving)} onClick={() => void save()}>
            {t("platform:action.save")}
          </Button>
          {dirty && <span className="unsaved">{t("platform:form.unsavedMark")}</span>}
        </footer>
      )}
    </div>
  );
}

interface SettingsGroupProps {
  group: SettingGroup;
  form: FormStore;
  edit: boolean;
  restore: (setting: ShownSetting) => void;
}

function SettingsGroup({ group, form, edit, restore }: SettingsGroupProps) {
  const label = useLabel();
  return (
    <section className="settings-group" aria-label={label(group.label)}>
      <h2>{label(group.label)}</h2>
      <FormGrid columns={3}>
        {group.settings.map((setting) => (
          <div key={setting.field.name} className="setting-cell">
            <FormField form={form} field={drawnField(setting)} readOnly={!edit} span={1} />
            <DefaultMark setting={setting} form={form} edit={edit} restore={() => restore(setting)} />
          </div>
        ))}
      </FormGrid>
    </section>
  );
}

interface DefaultMarkProps {
  setting: ShownSetting;
  form: FormStore;
  edit: boolean;
  restore: () => void;
}

/** 默认 beside what nobody decided; the way back beside what somebody did. */
function DefaultMark({ setting, form, edit, restore }: DefaultMarkProps) {
  const t = useText();
  const label = useLabel();
  const value = useValue(form, setting.field.name);
  const isDefault = same(value, setting.default);
  if (setting.default === undefined) return null;
  return (
    <p className="setting-note">
      {isDefault ? (
        !setting.secret && <span className="tag">{t("platform:settings.default")}</span>
      ) : (
        edit && (
          <button type="button" className="link-button" aria-label={`${t("platform:action.reset")} ${label(setting.field.label)}`} onClick={restore}>
            {t("platform:action.reset")}
          </button>
        )
      )}
      {setting.unread && (
        <span className="tag" title={t("platform:settings.unreadNote")}>
          {t("platform:settings.unread")}
        </span>
      )}
      {setting.field.help && <span className="soft">{label(setting.field.help)}</span>}
    </p>
  );
}
