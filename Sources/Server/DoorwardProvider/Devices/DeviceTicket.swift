package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import Encodings

/// A device that the page has shown to a user. The ticket binds the decision to this device, this session and the question, and
/// leaves one place for attempts at user codes.
package struct DeviceTicket: Sendable, Equatable {
  private static let purpose = [UInt8]("device-ticket".utf8)

  package let deviceCodeHash: [UInt8]
  /// The session on the page that has seen the device.
  package let pageSession: Session.ID
  package let applicationID: String
  /// Whether the page has listed the scopes.
  package let question: AuthorizationQuestion
  /// The scopes that the application may have of those that the device asks for.
  package let scopes: Scopes

  package func sealed(under key: DerivedKey) throws -> String {
    let object: JSONObject = [
      "device": .string(Base64URL.encode(deviceCodeHash)), "session": .string(pageSession.text),
      "client_id": .string(applicationID), "question": .string(question.rawValue),
      "scope": .string(scopes.text),
    ]
    return try key.sealedText(JSONValue.object(object).serialized(), purpose: Self.purpose)
  }

  /// The ticket of a device as the page shows it now.
  package init(_ device: DeviceAuthorization, of application: Application, shownTo page: Session) {
    deviceCodeHash = device.deviceCodeHash
    pageSession = page.id
    applicationID = application.id
    question = AuthorizationQuestion(about: application)
    scopes = application.client.allowed(of: device.scopes)
  }

  /// Opens a ticket that ``sealed(under:)`` made; nil if the text is not a ticket.
  package init?(_ text: String, under key: DerivedKey) {
    guard let bytes = key.opened(text, purpose: Self.purpose), let object = try? JSONParser.parse(bytes),
      let hash = object["device"]?.string.flatMap({ try? Base64URL.decode($0) }),
      let session = object["session"]?.string.flatMap({ Session.ID($0) }),
      let id = object["client_id"]?.string,
      let question = object["question"]?.string.flatMap(AuthorizationQuestion.init(rawValue:)),
      let scope = object["scope"]?.string
    else { return nil }
    deviceCodeHash = hash
    pageSession = session
    applicationID = id
    self.question = question
    scopes = Scopes(scope)
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
