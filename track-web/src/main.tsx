// The entry of the public pages: the shared order, and its delivery notice, which comes when it is asked for.

import { Suspense, lazy } from "react";
import { createRoot } from "react-dom/client";
import { firstAnswer } from "./call";
import { Page } from "./page";
import { NOTICE_PATH } from "./share-link";
import "./style.css";
import "./print.css";

const NoticePage = lazy(() => import("./notice"));

const root = document.getElementById("root");
if (root) {
  const notice = location.pathname === NOTICE_PATH;
  createRoot(root).render(
    notice ? (
      <Suspense>
        <NoticePage />
      </Suspense>
    ) : (
      <Page first={firstAnswer()} />
    ),
  );
}
