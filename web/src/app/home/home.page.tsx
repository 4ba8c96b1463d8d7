/** /dashboard 首页: the first page of the day. Its blocks load and fail each for itself. */
import { isBookingEdition } from "@/app/edition";
import { AllMenus } from "@/app/home/all-menus";
import { CommonMenus } from "@/app/home/common-menus";
import { FirstSteps } from "@/app/home/first-steps";
import { Help } from "@/app/home/help";
import { Notices } from "@/app/home/notices";
import { QuickTools } from "@/app/home/quick-tools";
import { Ranking } from "@/app/home/ranking";
import { showsRanking } from "@/app/home/ranking-model";
import { Statistics } from "@/app/home/statistics";
import { Tour } from "@/app/home/tour";
import { Welcome } from "@/app/home/welcome";
import { definePage } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import "./home.css";

function Home() {
  const booking = useSession((state) => isBookingEdition(state.user));
  return (
    <main className="home">
      <div className="home-main">
        <Welcome booking={booking} />
        <FirstSteps />
        <Statistics />
        <Notices />
      </div>
      <div className="home-side">
        <QuickTools />
        {!booking && <CommonMenus />}
        <Help />
        {showsRanking() && <Ranking />}
      </div>
      <AllMenus />
      <Tour />
    </main>
  );
}

export default definePage({ page: Home });
