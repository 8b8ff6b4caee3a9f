#if canImport(WebKit)
  internal import DoorwardTexts
  internal import Foundation

  /// A question from a page's `alert`, `confirm` or `prompt`.
  ///
  /// The answer is the entered text, or an empty text for `alert` and `confirm`.
  struct ScriptPanel {
    enum Kind: Equatable {
      case alert
      case confirm
      case prompt(String)
    }

    let kind: Kind
    /// The host of the frame that shows the dialog. The page cannot change it.
    let title: String
    let message: String
    /// The button that answers.
    let confirmation: String
    /// The button that declines.
    let refusal: String

    init(kind: Kind, title: String, message: String, texts: Texts, confirmation: String? = nil) {
      self.kind = kind
      self.title = title
      self.message = message
      self.confirmation = confirmation ?? texts.text("windows.wallets.ok")
      refusal = texts.text("action.cancel")
    }
  }
#endif
