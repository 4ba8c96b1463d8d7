import { Button, ConfigProvider } from "antd";
import { Suspense, lazy, memo, useRef, useState } from "react";
import type { Filter, ListPage } from "@/platform/contract";
import { useOptions } from "@/platform/fields/choice-editors";
import { useChoice } from "@/platform/fields/sources";
import { FilterControl, daysText, fieldOf } from "@/platform/lists/filter-control";
import { HOW, type ListUrl } from "@/platform/lists/list-url";
import { valuesOf } from "@/platform/lists/pasted-values";
import { useLabel, useText } from "@/platform/i18n";
import { useLoad } from "@/platform/use-load";

const FoundNote = lazy(async () => ({ default: (await import("@/platform/lists/found-note")).FoundNote }));

/** Without a declaration of main filters the first ones are shown. */
const MAIN_COUNT = 5;

/** Two rows of filters, the rest behind 更多, and what filters now as chips. */
export const FilterBar = memo(function FilterBar({ page, url }: { page: ListPage; url: ListUrl }) {
  const t = useText();
  const [more, setMore] = useState(false);
  const draft = useRef<Record<string, string>>({});
  const [round, setRound] = useState(0);
  const { filters } = url.query;
  useLoad(() => {
    draft.current = {};
  }, [filters]);
  if (page.filters.length === 0) return null;

  const declaredMain = page.filters.filter((each) => each.main);
  const main = declaredMain.length > 0 ? declaredMain : page.filters.slice(0, MAIN_COUNT);
  const rest = page.filters.filter((each) => !main.includes(each));
  const hidden = rest.filter((each) => filters[each.name]).length;
  const apply = () => url.filter(draft.current);
  const change = (name: string) => (value: string, now: boolean) => {
    draft.current = { ...draft.current, [name]: value };
    if (now) apply();
  };
  const reset = () => {
    draft.current = {};
    setRound(round + 1);
    url.clearFilters();
  };
  return (
    <ConfigProvider variant="borderless">
      <form
        className="filter-bar"
        role="search"
        aria-label={t("platform:list.filters")}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {[...main, ...(more ? rest : [])].map((filter) => (
          <FilterControl
            key={`${filter.name} ${round}`}
            filter={filter}
            value={filters[filter.name] ?? ""}
            how={filters[filter.name + HOW] ?? ""}
            change={change(filter.name)}
            changeHow={(how, value, now) => {
              const text = value === null ? {} : { [filter.name]: value };
              draft.current = { ...draft.current, ...text, [filter.name + HOW]: how };
              if (now) apply();
            }}
          />
        ))}
        <span className="filter-buttons">
          <Button variant="outlined" color="default" htmlType="submit">
            {t("platform:list.search")}
          </Button>
          <Button variant="text" color="default" onClick={reset}>
            {t("platform:list.reset")}
          </Button>
          {rest.length > 0 && (
            <Button variant="text" color="default" aria-expanded={more} onClick={() => setMore(!more)}>
              {t(more ? "platform:list.less" : "platform:list.more")}
              {!more && hidden > 0 && <span className="count">{hidden}</span>}
            </Button>
          )}
        </span>
      </form>
    </ConfigProvider>
  );
});

/** The filters in force; each can be taken away. */
export const FilterChips = memo(function FilterChips({ page, url }: { page: ListPage; url: ListUrl }) {
  const t = useText();
  const active = page.filters.filter((each) => url.query.filters[each.name]);
  if (active.length === 0) return null;
  return (
    <div className="chips">
      {active.map((filter) => (
        <Chip
          key={filter.name}
          page={page}
          filter={filter}
          filters={url.query.filters}
          remove={() => url.filter({ [filter.name]: "", [filter.name + HOW]: "" })}
        />
      ))}
      <button type="button" className="text-button" onClick={url.clearFilters}>
        {t("platform:list.clearFilters")}
      </button>
    </div>
  );
});

interface ChipProps {
  page: ListPage;
  filter: Filter;
  filters: Record<string, string>;
  remove(): void;
}

function Chip({ page, filter, filters, remove }: ChipProps) {
  const t = useText();
  const label = useLabel();
  const name = label(filter.label);
  const [value = "", how = ""] = [filters[filter.name], filters[filter.name + HOW]];
  const words = useValueText(filter, value);
  const several = how === "many" ? valuesOf(value) : filter.kind === "many" ? value.split(",") : [];
  return (
    <span className="chip">
      <span className="chip-name">{name}</span>
      {(how === "starts" || how === "equals") && <span className="chip-name">{t(`platform:mode.${how}`)}</span>}
      <span className="chip-value" title={several.length > 1 ? several.join("\n") : undefined}>
        {several.length > 1 ? t("platform:mode.manyValues", { count: several.length }) : words}
      </span>
      {(several.length > 1 || how === "many") && (
        <Suspense fallback={null}>
          <FoundNote page={page} filter={filter} filters={filters} />
        </Suspense>
      )}
      <button type="button" aria-label={t("platform:list.removeFilter", { name })} onClick={remove}>
        ×
      </button>
    </span>
  );
}

/** The words of a filter value. */
function useValueText(filter: Filter, value: string): string {
  const t = useText();
  const field = fieldOf(filter);
  const options = useOptions(field);
  const single = field.reference !== undefined && !value.includes(",");
  const { data: choice } = useChoice(field.reference ?? "", value, single);
  if (filter.kind === "bool" || field.kind === "bool") return t(value === "true" ? "platform:field.yes" : "platform:field.no");
  if (filter.kind === "range") return daysText(value) ?? value.replace("~", " – ").trim();
  if (single && choice) return choice.label;
  return value
    .split(",")
    .map((each) => options.find((option) => option.value === each)?.label ?? each)
    .join(", ");
}
