internal import Encodings

/// The model of an authenticator (WebAuthn L3 §6.5.1), 16 bytes; all zero if the authenticator does not say it.
public struct AAGUID: Sendable, Hashable, CustomStringConvertible {
  /// The bytes.
  public let bytes: [UInt8]

  /// Creates an AAGUID from 16 bytes; nil for another number.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Creates an AAGUID from its text, such as `f8a011f3-8c0a-4d15-8006-17111f9edc7d`; nil for another text.
  public init?(_ text: String) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], let bytes = try? Hex.decode(groups.joined()) else {
      return nil
    }
    self.init(bytes)
  }

  /// Whether the authenticator does not say its model.
  public var isUnknown: Bool { bytes.allSatisfy { $0 == 0 } }

  public var description: String {
    let text = Array(Hex.encode(bytes))
    return [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20..<32]]
      .map { String($0) }.joined(separator: "-")
  }
}
