package import DoorwardSessions

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
