package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore

/// A device that somebody has been shown, in the hands of the page: a yes or no is to what was shown, by whom
/// it was shown to, and trying codes has one place.
package struct DeviceTicket: Sendable, Equatable {
  private static let purpose = [UInt8]("device-ticket".utf8)

  package let deviceCodeHash: [UInt8]
  /// The session on the page that it was shown to.
  package let pageSession: Session.ID

  package func sealed(under key: DerivedKey) throws -> String {
    try key.sealedText(deviceCodeHash + pageSession.bytes, purpose: Self.purpose)
  }

  package init(deviceCodeHash: [UInt8], pageSession: Session.ID) {
    self.deviceCodeHash = deviceCodeHash
    self.pageSession = pageSession
  }

  /// Opens what ``sealed(under:)`` made; nil for anything else.
  package init?(_ text: String, under key: DerivedKey) {
    guard let bytes = key.opened(text, purpose: Self.purpose), bytes.count == 48,
      let session = Session.ID(bytes: Array(bytes.suffix(16)))
    else { return nil }
    deviceCodeHash = Array(bytes.prefix(32))
    pageSession = session
  }
}
