#if canImport(WebKit)
  internal import Foundation

  /// What a page asks the user with `alert`, `confirm` or `prompt`.
  ///
  /// The answer is the text that was entered, empty if none was asked for.
  struct ScriptPanel {
    enum Kind: Equatable {
      case alert
      case confirm
      case prompt(String)
    }

    let kind: Kind
    /// The host of the frame that asks, which the page cannot choose.
    let title: String
    let message: String
  }
#endif
