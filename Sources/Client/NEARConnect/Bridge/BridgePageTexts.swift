internal import DoorwardTexts
internal import Encodings
internal import NEAR

/// The texts of the page: those of its document, and those that its scripts fill in.
enum BridgePageTexts {
  /// The key of each text of the scripts, by the name that the scripts use.
  private static let keys = [
    "title": "windows.wallets.title", "choose": "windows.wallets.choose",
    "noWallet": "windows.wallets.noWallet", "busy": "windows.busy",
    "codeLoading": "windows.wallets.codeLoading",
    "codeStarting": "windows.wallets.codeStarting", "waiting": "windows.wallets.waiting",
    "continueInWindow": "windows.wallets.continueInWindow", "continueInApp": "windows.wallets.continueInApp",
    "refused": "windows.wallets.refused", "unreachable": "windows.wallets.unreachable",
    "scriptFailed": "windows.wallets.scriptFailed", "scriptMissing": "windows.wallets.scriptMissing",
    "tooSlow": "windows.wallets.tooSlow", "tooSlowAfter": "windows.wallets.tooSlowAfter",
  ]

  /// The texts of the scripts as JSON, which is an expression of JavaScript. Blanks are kept: the scripts fill them.
  static func json(_ texts: Texts) -> String {
    let found = keys.sorted { $0.key < $1.key }.map { name, key in
      (name, JSONValue.string(texts.text(key, ["status": "{status}", "error": "{error}"])))
    }
    return JSONValue.object(JSONObject(found)).serializedString()
  }

  /// The document with its language and its texts.
  static func document(_ template: String, _ texts: Texts) -> String {
    let language = texts.language
    let values = [
      "language": language.tag, "direction": language.isRightToLeft ? "rtl" : "ltr",
      "title": texts.text("windows.wallets.title"), "busy": texts.text("windows.busy"),
      "progress": texts.text("windows.wallets.progress"), "tryAgain": texts.text("action.tryAgain"),
    ]
    return values.reduce(template) { $0.replacing("{\($1.key)}", with: escaped($1.value)) }
  }

  /// A text as HTML, also in an attribute.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

extension Texts {
  /// The sentence for a wallet page that cannot be shown. ``NEARError/reason`` is for the developer.
  func sentence(for failure: NEARError) -> String {
    // The sentences outside of this section are about a site and its accounts.
    let key = "windows.wallets.error.\(failure.code.rawValue)"
    return text(has(key) ? key : "windows.wallets.error.bridge_failed")
  }
}
