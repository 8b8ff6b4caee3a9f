internal import DoorwardTexts
internal import NEAR

extension Texts {
  /// The sentence for a wallet page that cannot be shown. ``NEARError/reason`` is for the developer.
  func sentence(for failure: NEARError) -> String {
    sentence(forError: failure.code.rawValue, in: "windows.wallets")
      ?? text("windows.wallets.error.bridge_failed")
  }
}
