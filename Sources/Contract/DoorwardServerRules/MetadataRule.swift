internal import DoorwardWire
package import Encodings

/// The limits of `metadata` and `app_metadata` of a user, so that every client can read every answer.
package enum MetadataRule {
  /// The most bytes of JSON.
  package static let maxBytes = 16 * 1024
  /// The deepest nesting of arrays and objects; the object itself is the first level.
  package static let maxDepth = 8

  /// The first mistake of metadata.
  package enum Flaw: Sendable, Equatable {
    case tooLarge, tooDeep
    /// The number of this text does not fit a `Double`.
    case number(String)
  }

  /// The code of the refusal of metadata with a flaw.
  package static func code(of flaw: Flaw) -> String {
    switch flaw {
    case .tooLarge: WireCode.metadataTooLarge
    case .tooDeep: WireCode.metadataTooDeep
    case .number: WireCode.metadataNumber
    }
  }

  /// The sentence of the refusal of metadata with a flaw.
  ///
  /// - Parameters:
  ///   - flaw: the flaw.
  ///   - member: the member that holds the metadata.
  /// - Returns: the sentence.
  package static func detail(of flaw: Flaw, in member: String) -> String {
    switch flaw {
    case .tooLarge: "\(member) may take up to \(maxBytes) bytes."
    case .tooDeep: "\(member) may be nested up to \(maxDepth) levels deep."
    case .number(let text):
      "\(member) has the number \(text.prefix(40)), which is too large. Send it as a string."
    }
  }

  /// Checks metadata as it would be stored.
  ///
  /// - Returns: the first flaw; nil if there is none.
  package static func flaw(of metadata: JSONObject) -> Flaw? {
    flaw(of: .object(metadata), depth: 1)
      ?? (JSONValue.object(metadata).serialized().count > maxBytes ? .tooLarge : nil)
  }

  private static func flaw(of value: JSONValue, depth: Int) -> Flaw? {
    switch value {
    case .object(let object):
      guard depth <= maxDepth else { return .tooDeep }
      return object.lazy.compactMap { flaw(of: $0.value, depth: depth + 1) }.first
    case .array(let values):
      guard depth <= maxDepth else { return .tooDeep }
      return values.lazy.compactMap { flaw(of: $0, depth: depth + 1) }.first
    case .number(let number): return number.double == nil ? .number(number.text) : nil
    default: return nil
    }
  }
}
