import DoorwardSodium
import DoorwardUnicode
import Encodings

/// The format of a list of passwords, one a line.
package enum BlocklistInput: Sendable, Hashable {
  /// Plain passwords. Passwords with fewer characters are skipped: the rules refuse them in any case.
  case passwords(minimumLength: Int)
  /// SHA-1 hashes with the number of their breaches, `HASH:COUNT`, as Have I Been Pwned publishes them. The count may be
  /// absent. Hashes with a lower count than the minimum are skipped.
  case hashes(minimumCount: Int)

  /// The key of a line; nil if the line is not in this format, or no user can choose the password.
  func key(of line: ArraySlice<UInt8>) -> UInt64? {
    switch self {
    case .passwords(let minimumLength): Self.key(ofPassword: line, minimumLength: minimumLength)
    case .hashes(let minimumCount): Self.key(ofHash: line, minimumCount: minimumCount)
    }
  }

  private static func key(ofPassword line: ArraySlice<UInt8>, minimumLength: Int) -> UInt64? {
    guard let text = text(ofUTF8: line),
      let prepared = try? PRECISProfile.opaqueString.enforce(text),
      prepared.unicodeScalars.count >= minimumLength
    else { return nil }
    return (try? PasswordDigest(WipedBytes(prepared.utf8))).map(BlocklistKey.key)
  }

  private static func key(ofHash line: ArraySlice<UInt8>, minimumCount: Int) -> UInt64? {
    let hash = line.prefix(40)
    let rest = line.dropFirst(40)
    if rest.isEmpty { return minimumCount <= 1 ? BlocklistKey.key(ofHash: hash) : nil }
    guard rest.first == UInt8(ascii: ":"),
      let count = PHCText.number(String(decoding: rest.dropFirst(), as: UTF8.self)), count >= minimumCount
    else { return nil }
    return BlocklistKey.key(ofHash: hash)
  }
}

/// Reads the lines of a file of any length, with a buffer of one block.
struct BlocklistLines {
  /// Longer lines are not passwords.
  static let longestLine = 4096
  private static let blockBytes = 1 << 20

  private let file: BlocklistFile
  private(set) var bytesRead = 0

  init(_ file: BlocklistFile) { self.file = file }

  /// Calls `body` with each line, without its end, and `afterBlock` after each block. A line that is too long is nil.
  mutating func forEach(
    _ body: (ArraySlice<UInt8>?) throws -> Void, afterBlock: (_ bytesRead: Int) throws -> Void
  ) throws {
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    /// The beginning of a line whose end is in the next block; nil if it is already too long.
    var begun: [UInt8]? = []
    while case let count = try file.read(into: &block), count > 0 {
      bytesRead += count
      var rest = block[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        try body(Self.line(begun, rest[..<end]))
        begun = []
        rest = rest[(end + 1)...]
      }
      begun = begun.flatMap { $0.count + rest.count > Self.longestLine ? nil : $0 + rest }
      try afterBlock(bytesRead)
    }
    if begun != [] { try body(Self.line(begun, [])) }
  }

  private static func line(_ begun: [UInt8]?, _ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let begun, begun.count + rest.count <= longestLine else { return nil }
    let line = begun.isEmpty ? rest : (begun + rest)[...]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
