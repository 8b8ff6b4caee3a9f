package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// User of the HTTP contract.
package struct WireUser: Sendable {
  package var id: String
  package var isAnonymous: Bool
  package var createdAt: Date?
  private var texts: JSONObject = [:]
  package var email: String?
  package var isEmailVerified = false
  package var phoneNumber: String?
  package var isPhoneNumberVerified = false
  package var username: String?
  package var picture: String?
  /// The data that the app keeps with the user.
  package var metadata: JSONObject = [:]
  /// The data that the application's backends keep with the user.
  package var appMetadata: JSONObject = [:]
  package var identities: [WireIdentity] = []
  package var hasPassword = false
  package var lastSignInAt: Date?

  /// Makes a user without a profile.
  package init(id: String, isAnonymous: Bool) {
    self.id = id
    self.isAnonymous = isAnonymous
  }

  /// Reads a user; nil without an id.
  package init?(_ value: JSONValue) {
    guard let id = value[Members.id]?.string else { return nil }
    self.init(id: id, isAnonymous: value[Members.kind]?.string == Kind.anonymous)
    createdAt = value[Members.createdAt]?.time
    for text in ProfileText.allCases { self[text] = value[text.rawValue]?.string }
    email = value[Members.email]?.string
    isEmailVerified = value[Members.emailVerified]?.bool ?? false
    phoneNumber = value[Members.phoneNumber]?.string
    isPhoneNumberVerified = value[Members.phoneNumberVerified]?.bool ?? false
    username = value[Members.username]?.string
    picture = value[Members.picture]?.string
    metadata = value[Members.metadata]?.object ?? [:]
    appMetadata = value[Members.appMetadata]?.object ?? [:]
    identities = (value[Members.identities]?.array ?? []).compactMap { WireIdentity($0) }
    hasPassword = value[Members.hasPassword]?.bool ?? false
    lastSignInAt = value[Members.lastSignInAt]?.time
  }

  /// A text of the profile; nil if the user has none.
  package subscript(text: ProfileText) -> String? {
    get { texts[text.rawValue]?.string }
    set { texts[text.rawValue] = newValue.map(JSONValue.string) }
  }

  /// Every member is there, so that a client always reads one shape. A member that has no value is null.
  package var json: JSONObject {
    var json: JSONObject = [
      Members.id: .string(id), Members.kind: .string(isAnonymous ? Kind.anonymous : Kind.registered),
      Members.createdAt: .time(createdAt),
    ]
    for text in ProfileText.allCases { json[text.rawValue] = .text(self[text]) }
    json.set([
      Members.email: .text(email), Members.emailVerified: .bool(isEmailVerified),
      Members.phoneNumber: .text(phoneNumber), Members.phoneNumberVerified: .bool(isPhoneNumberVerified),
      Members.username: .text(username), Members.picture: .text(picture),
      Members.metadata: .object(metadata), Members.appMetadata: .object(appMetadata),
      Members.identities: .array(identities.map { .object($0.json) }),
      Members.hasPassword: .bool(hasPassword), Members.lastSignInAt: .time(lastSignInAt),
    ])
    return json
  }

  /// The values of the member `kind`.
  package enum Kind {
    package static var registered: String { "registered" }
    package static var anonymous: String { "anonymous" }
  }

  package enum Members {
    package static var id: String { "id" }
    package static var kind: String { "kind" }
    package static var createdAt: String { "created_at" }
    package static let name = ProfileText.name.rawValue
    package static let locale = ProfileText.locale.rawValue
    package static var email: String { "email" }
    package static var emailVerified: String { "email_verified" }
    package static var phoneNumber: String { "phone_number" }
    package static var phoneNumberVerified: String { "phone_number_verified" }
    package static var username: String { "username" }
    package static var picture: String { "picture" }
    package static var metadata: String { "metadata" }
    package static var appMetadata: String { "app_metadata" }
    /// The roles of the user in the application. The claim of tokens has the same name (RFC 9068 §2.2.3.1).
    package static var roles: String { "roles" }
    package static var identities: String { "identities" }
    package static var hasPassword: String { "has_password" }
    package static var lastSignInAt: String { "last_sign_in_at" }
  }
}
