/** /hrs_org 组织机构: the companies of the platform. */
import { type ComponentType, Suspense, lazy } from "react";
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { ORG_ACTIONS, orgSaved } from "@/modules/hrs/org/org-actions";
import { useOrg } from "@/modules/hrs/org/org-store";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import "../hrs.css";
import "./org.css";

const sections = () => import("@/modules/hrs/org/org-sections");
const Main = lazySection(async () => (await sections()).OrgMainSection);
const Contract = lazySection(async () => (await sections()).OrgContractSection);

/** The fields come with the first form. */
function lazySection(load: () => Promise<ComponentType<SectionProps>>): ComponentType<SectionProps> {
  const Section = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={<PageLoading rows={3} />}>
      <Section {...props} />
    </Suspense>
  );
}

export default definePage({
  list: {
    dialogs: lazyDialogs(useOrg, async () => (await import("@/modules/hrs/org/org-dialogs")).OrgDialogs),
    actions: ORG_ACTIONS,
  },
  form: {
    sections: { main: Main, contract: Contract },
    saved: orgSaved,
  },
});
