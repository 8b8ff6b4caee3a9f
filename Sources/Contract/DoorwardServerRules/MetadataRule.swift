package import DoorwardHTTP
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

extension Problem {
  /// 422 for metadata with a flaw in a member.
  package init(_ flaw: MetadataRule.Flaw, in member: String) {
    let (code, rule) =
      switch flaw {
      case .tooLarge: (WireCode.metadataTooLarge, "may take up to \(MetadataRule.maxBytes) bytes.")
      case .tooDeep: (WireCode.metadataTooDeep, "may be nested up to \(MetadataRule.maxDepth) levels deep.")
      case .number(let text):
        (
          WireCode.metadataNumber,
          "has the number \(text.prefix(40)), which is too large. Send it as a string."
        )
      }
    self.init(status: 422, code: code, detail: "\(member) \(rule)")
  }
}
