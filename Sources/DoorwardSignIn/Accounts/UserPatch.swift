package import DoorwardHTTP
import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

/// A JSON Merge Patch (RFC 7396) of the members that a user may write. Other members are ignored.
package struct UserPatch: Sendable {
  /// The change of one member: keep, clear or set.
  private enum Change: Sendable {
    case keep, clear
    case set(String)

    func apply(to value: inout String?) {
      switch self {
      case .keep: break
      case .clear: value = nil
      case .set(let text): value = text
      }
    }
  }

  private let name: Change
  private let firstName: Change
  private let lastName: Change
  private let locale: Change
  private let metadata: MetadataPatch?
  /// The change of the user name, which is an identity; see ``UserNameChanges``.
  package let userName: UserNameChange?

  /// Reads a patch.
  ///
  /// - Throws: ``Problem`` 400 or 422 that names the member.
  package init(_ body: JSONValue) throws(Problem) {
    guard let object = body.object else {
      throw Problem(status: 400, code: WireCode.wrongType, detail: "The body must be an object.")
    }
    name = try Self.change(.name, in: object)
    firstName = try Self.change(.firstName, in: object)
    lastName = try Self.change(.lastName, in: object)
    locale = try Self.change(.locale, in: object)
    metadata = try MetadataPatch("metadata", in: object)
    userName = try UserNameChange(object)
  }

  /// Changes `user`, except the user name.
  ///
  /// - Throws: ``Problem`` 422 if the metadata would exceed its limit.
  package func apply(to user: inout User) throws(Problem) {
    name.apply(to: &user.profile.name)
    firstName.apply(to: &user.profile.firstName)
    lastName.apply(to: &user.profile.lastName)
    locale.apply(to: &user.profile.locale)
    try metadata?.apply(to: &user.metadata)
  }

  private static func change(_ member: ProfileText, in object: JSONObject) throws(Problem) -> Change {
    let name = member.rawValue
    switch object[name] {
    case nil: return .keep
    case .null?: return .clear
    case .string(let text)?:
      try member.check(text)
      return text.isEmpty ? .clear : .set(text)
    default:
      throw Problem(status: 400, code: WireCode.wrongType, detail: "\(name) must be text or null.")
    }
  }
}

extension ProfileText {
  /// - Throws: ``Problem`` 422 that names the member if it cannot have the text.
  func check(_ text: String) throws(Problem) {
    switch flaw(of: text) {
    case nil: break
    case .notOneLine:
      throw Problem(status: 422, code: code, detail: "\(rawValue) must be one line of up to \(limit) bytes.")
    case .notALanguageTag:
      throw Problem(
        status: 422, code: code, detail: "\(rawValue) must be a BCP 47 language tag, like en-GB.")
    }
  }
}
