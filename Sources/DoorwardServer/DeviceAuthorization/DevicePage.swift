import HTTPCore

/// The page where a person types the code that a device shows (RFC 8628 §3.3). To open it, with a code in its
/// address or without, does nothing: its script asks, and a person answers.
struct DevicePage: Sendable {
  let account: AccountPage

  static let path = "/device"

  func register(in router: inout Router) { account.register(.device, at: Self.path, in: &router) }
}
