import { button, element, link, whileBusy } from "../elements/dom.js";
import { badge, foreign, notice, section, timeElement } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { isSignedOut } from "../server/problem.js";
import { sentence } from "../texts/sentence.js";
import { text } from "../texts/text.js";
import { inOrder, nameOf, placeOf, timeOf, toDo } from "./findings.js";

/** @typedef {import("../server/types.js").Health} Health @typedef {import("../server/types.js").Finding} Finding */

/** The pause between two looks at the health, in milliseconds. */
const pause = 30_000;
const longest = 1_000;

/**
 * The findings of the server about itself, with the sentences of `doorward doctor`.
 *
 * @type {import("../view/view.js").Screen}
 */
export const healthScreen = {
  title: () => text("health.title"),
  load: (_, signal) => call("GET", "/v1/admin/health", undefined, signal),
  draw(/** @type {Health} */ first, view) {
    const when = element("p", { class: "muted small", testid: "examined" });
    const said = element("p", { class: "visually-hidden", role: "status" });
    const parts = element("div", { class: "view-body", testid: "health" });
    let shown = "";
    const show = (/** @type {Health} */ { version, examined_at: time, checks }) => {
      when.replaceChildren(text("overview.version", { version }), " · ", text("health.examined"), " ", timeElement(time));
      // What has not changed stays, so that nothing moves while an administrator reads or copies it.
      const found = JSON.stringify(checks);
      if (found === shown) return;
      shown = found;
      said.textContent = summary(checks);
      parts.replaceChildren(...content(checks));
    };
    const look = async () => {
      try {
        const health = await healthScreen.load(view.address, view.signal);
        if (view.signal.aborted) return;
        view.notes.replaceChildren();
        show(health);
      } catch (error) {
        if (!view.signal.aborted && !isSignedOut(error)) view.notes.replaceChildren(notice(sentence(error), { problem: true }));
      }
    };
    const again = button(text("health.again"), () => void whileBusy(again, look), { id: "examine", testid: "examine" });
    const timer = setInterval(() => { if (!document.hidden) void look(); }, pause);
    view.signal.addEventListener("abort", () => clearInterval(timer));
    show(first);
    view.draw(element("div", { class: "view-head" }, element("div", {}, element("h1", { text: text("health.title"), tabindex: "-1" }), when), again), said, parts);
  },
};

/** @param {Finding[]} checks */
function summary(checks) {
  const count = (/** @type {Finding["status"]} */ status) => checks.filter((finding) => finding.status === status).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  return [problems > 0 && text("health.problems", { count: problems }), warnings > 0 && text("health.warnings", { count: warnings })].filter(Boolean).join(", ") || text("health.allGood");
}

/** @param {Finding[]} checks */
function content(checks) {
  const open = toDo(checks);
  return [
    open.length === 0 ? element("p", { class: "all-good", testid: "all-good", text: text("health.allGood") })
      : section(text("health.toDo"), { note: summary(checks), testid: "to-do" }, element("ul", { class: "attention" }, ...open.map(action))),
    ...inOrder(checks).map(({ name, label, findings }) => section(text(label), { testid: `health-${name}` }, element("dl", { class: "facts settings" }, ...findings.map((finding) => element("div", { testid: "finding" },
      element("dt", { text: nameOf(finding) }), element("dd", {}, words(finding))))))),
  ];
}

/** @param {Finding} finding */
function action(finding) {
  const place = placeOf(finding);
  const isProblem = finding.status === "problem";
  return element("li", { testid: "finding" },
    element("div", { class: "finding" },
      element("p", { class: "badges" }, badge(text(isProblem ? "health.problem" : "health.warning"), isProblem ? "danger" : "warning"), element("span", { class: "strong", text: nameOf(finding) })),
      element("p", {}, words(finding)),
      finding.remedy && element("p", { class: "small" }, element("span", { class: "muted", text: text("health.remedy") }), " ", foreign(plainText(finding.remedy, longest)))),
    place && link(text(place[0]), place[1], { class: "button small" }));
}

/**
 * The sentence of the server, with the age of the time in it.
 *
 * @param {Finding} finding
 */
function words(finding) {
  const time = timeOf(finding);
  return element("span", {}, foreign(plainText(finding.detail, longest)), time && element("span", { class: "muted" }, " · ", timeElement(time)));
}
