// The entry of the public page.

import { createRoot } from "react-dom/client";
import { firstAnswer } from "./call";
import { Page } from "./page";
import "./style.css";
import "./print.css";

const root = document.getElementById("root");
if (root) createRoot(root).render(<Page first={firstAnswer()} />);
