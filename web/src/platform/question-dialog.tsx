import { Modal } from "antd";
import type { Question } from "@/platform/dialog";
import { useText } from "@/platform/i18n";
import { ThemeProvider } from "@/platform/theme/theme-provider";

/** One question with two answers; Enter is yes, Escape is no. */
export default function QuestionDialog({ question }: { question: Question & { answer(yes: boolean): void } }) {
  const t = useText();
  const texts = Array.isArray(question.text) ? question.text : [question.text];
  return (
    <ThemeProvider>
    <Modal
      open
      centered
      width={440}
      title={question.title ?? t("platform:action.confirmTitle")}
      okText={question.yes ?? t("platform:action.ok")}
      cancelText={question.no ?? t("platform:action.cancel")}
      okButtonProps={{ danger: question.danger ?? false, autoFocus: true }}
      mask={{ closable: false }}
      onOk={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      {texts.map((text) => (
        <p key={text} className="question-text">
          {text}
        </p>
      ))}
    </Modal>
    </ThemeProvider>
  );
}
