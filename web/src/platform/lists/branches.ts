/** The tree beside a list: each branch is the value of a filter. */
import type { Label, ListPage } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { formByKey } from "@/platform/page-registry";

export interface Branch {
  filter: string;
  value: string;
  label: Label;
  branches: Branch[];
}

type Filters = Record<string, string>;

export function keyOf({ filter, value }: Pick<Branch, "filter" | "value">): string {
  return `${filter}=${value}`;
}

/** The branches whose words hold the text, with the way to them; what lies below a found one stays. */
export function findBranches(branches: Branch[], text: string): Branch[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return branches;
  return branches.flatMap((branch) => {
    const { value, label } = branch;
    if ([label.zh, label.en].some((word) => word.toLowerCase().includes(wanted)) || value.toLowerCase() === wanted) return [branch];
    const below = findBranches(branch.branches, wanted);
    return below.length > 0 ? [{ ...branch, branches: below }] : [];
  });
}

/** The way to the branch the filters stand for: the innermost of them decides. Nothing where they stand for none. */
export function wayTo(branches: Branch[], filters: Filters): Branch[] {
  const ways = branches.flatMap((branch) => {
    const below = wayTo(branch.branches, filters);
    if (below.length > 0) return [[branch, ...below]];
    return filters[branch.filter] === branch.value ? [[branch]] : [];
  });
  return ways.reduce((longest, way) => (way.length > longest.length ? way : longest), []);
}

/** The filters of a branch; none: of all rows. */
export function filtersOf(names: string[], branch: Branch | null): Filters {
  return Object.fromEntries(names.map((name) => [name, branch?.filter === name ? branch.value : ""]));
}

/** What a new row begins with: the chosen branch, where its form has a field of the filter's name. */
export function presetOf(page: ListPage, filters: Filters): Values {
  const fields = formByKey(page.form ?? "")?.sections.flatMap((section) => (section.rows ? [] : section.fields)) ?? [];
  const chosen = (page.branches?.filters ?? []).flatMap((name) => {
    const field = fields.find((each) => each.name === name);
    const value = filters[name];
    return field && value ? [[name, field.kind === "int" ? Number(value) : value] as const] : [];
  });
  return Object.fromEntries(chosen);
}
