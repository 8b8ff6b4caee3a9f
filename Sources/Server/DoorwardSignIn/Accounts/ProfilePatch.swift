package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire
package import Encodings

/// A JSON Merge Patch (RFC 7396) of the names and the language of a user. Other members are ignored.
package struct ProfilePatch: Sendable {
  /// The change of one member: keep, clear or set.
  private enum Change: Sendable, Equatable {
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

  /// Reads a patch.
  ///
  /// - Throws: ``Problem`` 400 or 422 that names the member.
  package init(_ object: JSONObject) throws(Problem) {
    name = try Self.change(.name, in: object)
    firstName = try Self.change(.firstName, in: object)
    lastName = try Self.change(.lastName, in: object)
    locale = try Self.change(.locale, in: object)
  }

  /// Whether the patch changes nothing.
  package var isEmpty: Bool { [name, firstName, lastName, locale].allSatisfy { $0 == .keep } }

  package func apply(to profile: inout Profile) {
    name.apply(to: &profile.name)
    firstName.apply(to: &profile.firstName)
    lastName.apply(to: &profile.lastName)
    locale.apply(to: &profile.locale)
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
