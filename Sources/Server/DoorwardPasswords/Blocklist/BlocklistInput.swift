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
