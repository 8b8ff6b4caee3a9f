// Checks a page against rules of accessibility. Returns a list of complaints.
() => {
  const complaints = [];
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const parse = (color) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return { red, green, blue, alpha: alpha / 255 };
  };
  const over = (top, bottom) => ({
    red: top.red * top.alpha + bottom.red * (1 - top.alpha),
    green: top.green * top.alpha + bottom.green * (1 - top.alpha),
    blue: top.blue * top.alpha + bottom.blue * (1 - top.alpha), alpha: 1,
  });
  const background = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      layers.push(parse(getComputedStyle(at).backgroundColor));
      if (layers.at(-1).alpha === 1) break;
    }
    return layers.reduceRight((bottom, top) => over(top, bottom), { red: 255, green: 255, blue: 255, alpha: 1 });
  };
  const luminance = ({ red, green, blue }) => [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }).reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };

  // WCAG 2.2, 1.4.3: 4.5 to 1, or 3 to 1 for large text.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let measured = 0;
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !shown(node) || node.closest(".visually-hidden, noscript, style, script")) continue;
    const style = getComputedStyle(node);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const behind = background(node);
    const ratio = contrast(over(parse(style.color), behind), behind);
    measured += 1;
    if (ratio < (large ? 3 : 4.5)) complaints.push(`contrast ${ratio.toFixed(2)} of "${texts.currentNode.data.trim().slice(0, 40)}"`);
  }
  // A column that is too narrow breaks words between their letters. Addresses may break. Some languages have no spaces
  // between words.
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  texts.currentNode = document.body;
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!shown(node.parentElement)) continue;
    for (const { 1: word, index, 0: found } of node.data.matchAll(/(?<!\S)(\p{L}{2,16})(?=[.,:;!?]?(?:\s|$))/gu)) {
      if (unspaced.test(word)) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + found.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) complaints.push(`the word "${word}" is broken`);
    }
  }
  if (measured < 3) complaints.push("no text was measured");

  const controls = [...document.querySelectorAll("button, a[href], input, [tabindex='0']")].filter(shown);
  for (const control of controls) {
    const name = `${control.tagName.toLowerCase()} "${(control.getAttribute("aria-label") ?? control.textContent).trim().slice(0, 30)}"`;
    const { width, height } = control.getBoundingClientRect();
    // WCAG 2.2, 2.5.8; links in a sentence are exempt.
    if (control.tagName !== "A" && (width < 24 || height < 24)) complaints.push(`${name} is ${width} by ${height}`);
    if (control.tabIndex > 0) complaints.push(`${name} jumps the order of focus`);
  }

  // WCAG 2.2, 1.4.11. Users who ask for contrast see where each control is: by its border, its area or its underlined text.
  if (matchMedia("(forced-colors: active), (prefers-contrast: more)").matches) {
    for (const control of controls) {
      const style = getComputedStyle(control);
      const behind = background(control.parentElement);
      const hasBorder = style.borderTopStyle !== "none" && parseFloat(style.borderTopWidth) >= 1
        && contrast(over(parse(style.borderTopColor), behind), behind) >= 3;
      const hasArea = contrast(background(control), behind) >= 3;
      const isUnderlined = style.textDecorationLine.includes("underline");
      if (!hasBorder && !hasArea && !isUnderlined) complaints.push(`nothing shows where the control is: ${control.outerHTML.slice(0, 120)}`);
    }
  }

  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter(shown).map((heading) => Number(heading.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) complaints.push(`headings of level 1: ${levels}`);
  levels.forEach((level, index) => { if (index > 0 && level > levels[index - 1] + 1) complaints.push(`heading levels skip: ${levels}`); });

  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  if (new Set(ids).size !== ids.length) complaints.push("an id is used twice");
  for (const image of document.images) if (!image.hasAttribute("alt")) complaints.push(`no alt: ${image.src.slice(0, 40)}`);
  for (const landmark of ["main", "header", "footer"]) {
    if (document.querySelectorAll(landmark).length !== 1) complaints.push(`landmarks: ${landmark}`);
  }
  if (!document.documentElement.lang || !document.title) complaints.push("the page says no language or no title");
  if (document.documentElement.scrollWidth > innerWidth) complaints.push(`wider than the window: ${document.documentElement.scrollWidth}`);
  return complaints;
}
