/** /hrs_ics_list 内控列表: which acts need a decision, and by whom. */
import { LevelsSection } from "@/modules/approval/setting/levels-section";
import { MainSection } from "@/modules/approval/setting/main-section";
import { TrialDialog, openTrial } from "@/modules/approval/setting/trial-dialog";
import { definePage } from "@/platform/page-registry";

export default definePage({
  list: {
    dialogs: TrialDialog,
    actions: { sys_ics_test: ([row]) => openTrial(row) },
  },
  form: { sections: { main: MainSection, levels: LevelsSection } },
});
