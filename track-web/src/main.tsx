// The entry of the public pages.

import { createRoot } from "react-dom/client";
import { App } from "./app";
import { firstAnswer } from "./call";
import "./style.css";
import "./print.css";

const root = document.getElementById("root");
if (root) createRoot(root).render(<App first={firstAnswer()} />);
