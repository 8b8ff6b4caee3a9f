package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore

/// A device that the page has shown to a user. The ticket binds the decision to this device and this session, and
/// leaves one place for attempts at user codes.
package struct DeviceTicket: Sendable, Equatable {
  private static let purpose = [UInt8]("device-ticket".utf8)

  package let deviceCodeHash: [UInt8]
  /// The session on the page that has seen the device.
  package let pageSession: Session.ID

  package func sealed(under key: DerivedKey) throws -> String {
    try key.sealedText(deviceCodeHash + pageSession.bytes, purpose: Self.purpose)
  }

  package init(deviceCodeHash: [UInt8], pageSession: Session.ID) {
    self.deviceCodeHash = deviceCodeHash
    self.pageSession = pageSession
  }

  /// Opens a ticket that ``sealed(under:)`` made; nil if the text is not a ticket.
  package init?(_ text: String, under key: DerivedKey) {
    guard let bytes = key.opened(text, purpose: Self.purpose), bytes.count == 48,
      let session = Session.ID(bytes: Array(bytes.suffix(16)))
    else { return nil }
    deviceCodeHash = Array(bytes.prefix(32))
    pageSession = session
  }
}

/// The application of a device, for the sign-in on the page: the methods and the policies of the application apply to it.
///
/// The page gets the ticket sealed. It only restricts the sign-in, so it needs no expiry.
package struct DeviceSignInTicket: Sendable {
  private static let purpose = [UInt8]("device-sign-in-ticket".utf8)

  package let application: Application

  package init(for application: Application) { self.application = application }

  package func sealed(under key: DerivedKey) throws -> String {
    try key.sealedText(Array(application.id.utf8), purpose: Self.purpose)
  }

  /// Opens a ticket that ``sealed(under:)`` made; nil if the text is not a ticket, or its application is no longer
  /// configured.
  package init?(_ text: String, under key: DerivedKey, _ applications: ApplicationDirectory) {
    guard let bytes = key.opened(text, purpose: Self.purpose),
      let application = applications[String(decoding: bytes, as: UTF8.self)]
    else { return nil }
    self.application = application
  }
}
