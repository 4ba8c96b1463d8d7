/** The dialog 个人设置. Its words come with it. */
import { Suspense, lazy } from "react";
import { closePersonalSettings } from "@/app/personal/personal-store";
import { loadRoom } from "@/platform/i18n";
import { useReturnedFocus } from "@/platform/use-returned-focus";

const PersonalModal = lazy(async () => {
  const [dialog] = await Promise.all([import("@/app/personal/personal-modal"), loadRoom("personal")]);
  return { default: dialog.PersonalModal };
});

export default function PersonalDialog() {
  useReturnedFocus();
  return (
    <Suspense fallback={null}>
      <PersonalModal close={closePersonalSettings} />
    </Suspense>
  );
}
