/**
 * The address of a view. Everything that a view shows follows from it: the filters, the part of a list, the tab, and the open dialog
 * (`do`), so that the back button, bookmarks and new tabs work.
 */
export class Address {
  /** @param {string} href */
  constructor(href) {
    const url = new URL(href, location.origin);
    /** @type {string[]} the parts of the path, decoded */
    this.parts = url.pathname.split("/").filter(Boolean).map(decoded);
    this.query = url.searchParams;
    this.isHere = url.origin === location.origin;
  }

  static get current() { return new Address(location.href); }

  /**
   * A parameter. An absent one is empty.
   *
   * @param {string} name
   */
  value(name) { return this.query.get(name) ?? ""; }

  get path() { return `/${this.parts.map(encodeURIComponent).join("/")}`; }

  get href() {
    const query = this.query.toString().replace(/=(?=&|$)/g, "");
    return query ? `${this.path}?${query}` : this.path;
  }

  /**
   * The address with other parameters. An empty one is removed, unless it is `do`.
   *
   * @param {Record<string, string | undefined>} changes
   */
  with(changes) {
    const other = new Address(this.href);
    for (const [name, value] of Object.entries(changes)) {
      if (value) other.query.set(name, value);
      else other.query.delete(name);
    }
    return other;
  }

  /** The same view without a dialog. */
  get withoutDialog() { return this.with({ do: undefined, of: undefined }); }
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
