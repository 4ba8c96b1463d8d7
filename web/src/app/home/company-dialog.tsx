import { Modal } from "antd";
import { Fragment } from "react";
import { type Member, toldBy } from "@/app/home/ranking-model";
import { useText } from "@/platform/i18n";

/** What a member of the platform tells of itself. */
export function CompanyDialog({ member, close }: { member: Member; close(): void }) {
  const t = useText();
  return (
    <Modal open width={560} title={member.orgName} footer={null} onCancel={close}>
      <div className="home-company">
        {toldBy(member).map(({ title, text }) => (
          <section key={title}>
            <h3>{t(`home:ranking.${title}`)}</h3>
            <p>
              <Lines text={text} />
            </p>
          </section>
        ))}
      </div>
    </Modal>
  );
}

/** A text as it was written, line by line. */
function Lines({ text }: { text: string }) {
  return text.split(/\r\n|\r|\n/).map((line, at) => (
    // Lines of one text may be alike; they never change places.
    <Fragment key={`${at} ${line}`}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ));
}
