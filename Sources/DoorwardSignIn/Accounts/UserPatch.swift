package import DoorwardHTTP
import DoorwardSessions
package import DoorwardStore
package import Encodings

/// A JSON Merge Patch (RFC 7396) of the members a user may write; whatever else a client sends changes nothing.
package struct UserPatch: Sendable {
  /// What one member becomes: left alone, cleared, or set.
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

  /// Reads a patch.
  ///
  /// - Throws: ``Problem`` 400 or 422 that names the member.
  package init(_ body: JSONValue) throws(Problem) {
    guard let object = body.object else {
      throw Problem(status: 400, code: "wrong_type", detail: "The body must be an object.")
    }
    name = try Self.change("name", in: object, limit: 256)
    firstName = try Self.change("first_name", in: object, limit: 128)
    lastName = try Self.change("last_name", in: object, limit: 128)
    locale = try Self.change("locale", in: object, limit: 35)
    if case .set(let tag) = locale, !Self.isLanguageTag(tag) {
      throw Problem(
        status: 422, code: "invalid_locale", detail: "locale must be a BCP 47 language tag, like en-GB.")
    }
    metadata = try MetadataPatch("metadata", in: object)
  }

  /// Changes `user`.
  ///
  /// - Throws: ``Problem`` 422 where the metadata would grow past its limit.
  package func apply(to user: inout User) throws(Problem) {
    name.apply(to: &user.profile.name)
    firstName.apply(to: &user.profile.firstName)
    lastName.apply(to: &user.profile.lastName)
    locale.apply(to: &user.profile.locale)
    try metadata?.apply(to: &user.metadata)
  }

  private static func change(_ name: String, in object: JSONObject, limit: Int) throws(Problem) -> Change {
    switch object[name] {
    case nil: return .keep
    case .null?: return .clear
    case .string(let text)?:
      guard text.utf8.count <= limit, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
      else {
        throw Problem(
          status: 422, code: "invalid_\(name)", detail: "\(name) must be one line of up to \(limit) bytes.")
      }
      return text.isEmpty ? .clear : .set(text)
    default: throw Problem(status: 400, code: "wrong_type", detail: "\(name) must be text or null.")
    }
  }

  /// The shape of a tag (RFC 5646 §2.1): subtags of one to eight letters and digits.
  private static func isLanguageTag(_ text: String) -> Bool {
    let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
    return subtags.allSatisfy { subtag in
      (1...8).contains(subtag.utf8.count)
        && subtag.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
        }
    } && (subtags.first?.unicodeScalars.allSatisfy(\.properties.isAlphabetic) ?? false)
  }
}
