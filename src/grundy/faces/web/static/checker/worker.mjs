// Checks certificates beside a page, so that the page is not held up. Once it is loaded it asks for nothing more.
import { check } from "./check.mjs";
self.onmessage = ({ data }) => self.postMessage(check(data, { seconds: 120 }));
self.postMessage({ verdict: "ready" });
