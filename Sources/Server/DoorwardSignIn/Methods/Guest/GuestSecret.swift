package import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The secret that identifies a guest: the guest's id and the time of issue, with a MAC. The server stores nothing.
///
/// The secret differs from the token, because a backend that receives the token must not be able to act as the guest.
package struct GuestSecret: Sendable {
  private static let prefix = "dwg_"
  private static let tagLength = 32

  package let id: Identifier<GuestSignIn>
  package let issuedAt: Date

  package init(id: Identifier<GuestSignIn>, issuedAt: Date) {
    self.id = id
    self.issuedAt = issuedAt
  }

  /// Reads a secret that this server made for an application.
  ///
  /// - Returns: nil for any other text.
  package init?(_ text: String, for application: Application, under key: DerivedKey) throws {
    guard text.utf8.count < 128, text.hasPrefix(Self.prefix),
      let bytes = try? Base64URL.decode(String(text.dropFirst(Self.prefix.count))),
      bytes.count == 16 + 8 + Self.tagLength, let id = Identifier<GuestSignIn>(bytes: Array(bytes[..<16]))
    else { return nil }
    // The MAC is checked over the received bytes before their content is used.
    guard
      try constantTimeEquals(Array(bytes[24...]), Self.tag(Array(bytes[..<24]), of: application, under: key))
    else {
      return nil
    }
    let milliseconds = bytes[16..<24].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    self.init(id: id, issuedAt: StoredTime.moment(milliseconds))
  }

  package func text(for application: Application, under key: DerivedKey) throws -> String {
    let content = try content
    return try Self.prefix + Base64URL.encode(content + Self.tag(content, of: application, under: key))
  }

  private var content: [UInt8] {
    get throws {
      let milliseconds = try StoredTime.milliseconds(issuedAt)
      return id.bytes + withUnsafeBytes(of: milliseconds.bigEndian) { Array($0) }
    }
  }

  private static func tag(
    _ content: [UInt8], of application: Application, under key: DerivedKey
  ) throws -> [UInt8] {
    try key.authenticate([[UInt8](application.id.utf8), content])
  }
}
