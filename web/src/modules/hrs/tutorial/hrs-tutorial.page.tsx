/** /hrs_tutorial 视频教程管理: covers are shown as pictures. */
import { Cover } from "@/modules/hrs/tutorial/cover";
import { definePage } from "@/platform/page-registry";

export default definePage({
  list: {
    cells: { coverId: (value) => (typeof value === "string" ? <Cover id={value} /> : <span className="nothing">-</span>) },
  },
});
