import Encodings
import HTTPCore

/// A JSON Merge Patch (RFC 7396) of the members a user may write; whatever else a client sends changes nothing.
struct UserPatch: Sendable {
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

  /// The most a user's metadata may take, in bytes of JSON.
  static let metadataLimit = 16 * 1024

  private let name: Change
  private let firstName: Change
  private let lastName: Change
  private let locale: Change
  private let metadata: JSONValue?

  /// Reads a patch.
  ///
  /// - Throws: ``Problem`` 400 or 422 that names the member.
  init(_ body: JSONValue) throws(Problem) {
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
    metadata = object["metadata"]
    guard metadata == nil || metadata?.object != nil || metadata == .null else {
      throw Problem(status: 400, code: "wrong_type", detail: "metadata must be an object or null.")
    }
  }

  /// Changes `user`.
  ///
  /// - Throws: ``Problem`` 422 where the metadata would grow past its limit.
  func apply(to user: inout User) throws(Problem) {
    name.apply(to: &user.profile.name)
    firstName.apply(to: &user.profile.firstName)
    lastName.apply(to: &user.profile.lastName)
    locale.apply(to: &user.profile.locale)
    guard let metadata else { return }
    guard let patch = metadata.object else {
      user.metadata = JSONObject()
      return
    }
    user.metadata = user.metadata.merging(patch: patch)
    guard JSONValue.object(user.metadata).serialized().count <= Self.metadataLimit else {
      throw Problem(
        status: 422, code: "metadata_too_large",
        detail: "metadata may take up to \(Self.metadataLimit) bytes.")
    }
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

extension JSONObject {
  /// RFC 7396 §2. The depth is bounded by the parser that read the patch.
  func merging(patch: JSONObject) -> JSONObject {
    // What goes is left out in one pass: taken out one by one, many members would cost quadratic time, and
    // that inside the store's one writer.
    var result = JSONObject(lazy.filter { patch[$0.key] != .null }.map { ($0.key, $0.value) })
    for member in patch {
      switch member.value {
      case .null: break
      case .object(let child):
        result[member.key] = .object((result[member.key]?.object ?? JSONObject()).merging(patch: child))
      default: result[member.key] = member.value
      }
    }
    return result
  }
}
