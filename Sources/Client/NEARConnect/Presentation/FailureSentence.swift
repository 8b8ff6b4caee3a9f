internal import DoorwardTexts
internal import NEAR

extension Texts {
  /// The sentence for a wallet page that cannot be shown. ``NEARError/reason`` is for the developer.
  func sentence(for failure: NEARError) -> String {
    // The sentences outside of this section are about a site and its accounts.
    let key = "windows.wallets.error.\(failure.code.rawValue)"
    return text(has(key) ? key : "windows.wallets.error.bridge_failed")
  }
}
