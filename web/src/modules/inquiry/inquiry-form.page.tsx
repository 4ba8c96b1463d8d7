/** The form of an inquiry, of the selling and of the buying side: the answers stand below what is asked. */
import { AnswersSection } from "@/modules/inquiry/answers-section";
import { inquirySaved } from "@/modules/inquiry/platform-price";
import { definePage } from "@/platform/page-registry";
import "./inquiry.css";

export default definePage({
  form: {
    saved: (values) => void inquirySaved(values),
    sections: { answers: AnswersSection },
    // Nobody answers what is not asked yet.
    without: (editing) => (editing ? [] : ["answers"]),
  },
});
