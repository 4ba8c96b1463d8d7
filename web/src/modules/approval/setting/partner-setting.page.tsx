/** /prm_approval_setting 客商审批设置: the settings of acts about partners. */
import { LevelsSection } from "@/modules/approval/setting/levels-section";
import { MainSection } from "@/modules/approval/setting/main-section";
import { TrialDialog, openTrial } from "@/modules/approval/setting/trial-dialog";
import { definePage } from "@/platform/page-registry";

export default definePage({
  list: {
    dialogs: TrialDialog,
    actions: { "prm-ics-test": ([row]) => openTrial(row) },
  },
  form: { sections: { main: MainSection, levels: LevelsSection } },
});
