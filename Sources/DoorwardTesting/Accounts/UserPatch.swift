import DoorwardHTTP
import DoorwardWire
import Encodings

extension User {
  private static let limits = [("name", 256), ("first_name", 128), ("last_name", 128), ("locale", 35)]

  /// Changes what is the user's to change, by JSON Merge Patch (RFC 7396); whatever else a client sends changes
  /// nothing.
  mutating func apply(patch body: JSONValue) throws(Problem) {
    guard let object = body.object else { throw .malformed("wrong_type", "The body must be an object.") }
    for (name, limit) in Self.limits {
      switch object[name] {
      case nil: break
      case .null?: texts[name] = nil
      case .string(let text)?:
        guard text.utf8.count <= limit,
          text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
        else {
          throw .unprocessable("invalid_\(name)", "\(name) must be one line of up to \(limit) bytes.")
        }
        guard name != "locale" || text.isEmpty || Self.isLanguageTag(text) else {
          throw .unprocessable("invalid_locale", "locale must be a BCP 47 language tag, like en-GB.")
        }
        texts[name] = text.isEmpty ? nil : text
      default: throw .malformed("wrong_type", "\(name) must be text or null.")
      }
    }
    try apply(metadata: object["metadata"])
  }

  private mutating func apply(metadata patch: JSONValue?) throws(Problem) {
    switch patch {
    case nil: break
    case .null?: metadata = [:]
    case .object(let patch)?:
      let merged = metadata.merging(patch: patch)
      switch MetadataRule.flaw(of: merged) {
      case nil: metadata = merged
      case .tooLarge?:
        throw .unprocessable(
          "metadata_too_large", "metadata may take up to \(MetadataRule.maxBytes) bytes.")
      case .tooDeep?:
        throw .unprocessable(
          "metadata_too_deep", "metadata may be nested up to \(MetadataRule.maxDepth) levels deep.")
      case .number(let text)?:
        throw .unprocessable(
          "metadata_number",
          "metadata has the number \(text.prefix(40)), which is too large. Send it as a string.")
      }
    default: throw .malformed("wrong_type", "metadata must be an object or null.")
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
