import Encodings
import Foundation

/// A refresh token in the server's form: the session, a number, and what only the server could have put there.
struct RefreshToken: Sendable {
  private static let prefix = "dwr_"

  let session: String
  let counter: UInt64
  private let tag: [UInt8]

  /// The token of a session numbered `counter`.
  init(of session: Session, counter: UInt64) {
    self.session = session.id
    self.counter = counter
    tag = Self.tag(session, counter)
  }

  /// Reads one; nil for what is none in form.
  init?(_ text: String) {
    guard text.hasPrefix(Self.prefix),
      let bytes = try? Base64URL.decode(String(text.dropFirst(Self.prefix.count))), bytes.count == 56
    else { return nil }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hex.encode(bytes[$0]) }
    session = groups.joined(separator: "-")
    counter = bytes[16..<24].reduce(0) { $0 << 8 | UInt64($1) }
    tag = Array(bytes[24...])
  }

  var text: String {
    let id = (try? Hex.decode(session.replacing("-", with: ""))) ?? []
    return Self.prefix + Base64URL.encode(id + Self.bytes(counter) + tag)
  }

  /// Whether a session issued it.
  func isOf(_ session: Session) -> Bool { session.id == self.session && tag == Self.tag(session, counter) }

  private static func tag(_ session: Session, _ counter: UInt64) -> [UInt8] {
    SHA256.hash(session.salt + bytes(counter))
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
