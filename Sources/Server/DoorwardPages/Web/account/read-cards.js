import { element } from "../elements/dom.js";
import { language } from "../messages/language.js";
import { text } from "../messages/text.js";

/**
 * The cards of the account page whose lists the page has to read. They replace their placeholders together, so that nothing
 * moves while the user reads. They stay while the user changes the account, and read their lists again.
 *
 * @typedef {{card: HTMLElement, load?: () => Promise<void>}} ReadCard `load` ends once the card has its list, or the reason why it
 *   has none
 */

/**
 * The cards that the page shows.
 *
 * @type {{place: HTMLElement, language: string, load: () => Promise<unknown>} | undefined}
 */
let shown;

/** Stands for the cards while the page reads their lists. */
const placeholders = () => [
  element("p", { class: "visually-hidden", text: text("sessions.loading") }),
  ...[1, 2].map(() => element("div", { class: "card skeleton", "aria-hidden": "true" })),
];

/**
 * @param {boolean | undefined} isSame the page showed the same account before
 * @param {() => readonly ReadCard[]} make
 * @returns {HTMLElement}
 */
export function readCards(isSame, make) {
  if (isSame && shown?.language === language()) {
    void shown.load();
    return shown.place;
  }
  const cards = make();
  const load = () => Promise.all(cards.map((one) => one.load?.()));
  const place = element("div", { class: "account", "aria-busy": "true", testid: "read-cards" }, ...placeholders());
  void load().then(() => {
    place.replaceChildren(...cards.map(({ card }) => card));
    place.removeAttribute("aria-busy");
  });
  shown = { place, language: language(), load };
  return place;
}
