internal import CDoorwardCrypt
import DoorwardOpenSSL
import DoorwardSodium
import Encodings

/// A bcrypt hash: `$2a$`, `$2b$` or `$2y$`, and Django's `bcrypt` and `bcrypt_sha256`.
struct BcryptHash: Sendable {
  /// The hash as libxcrypt reads and writes it.
  private let setting: String
  /// Whether Django hashed the password with SHA-256 first, in hexadecimal text.
  private let isPrehashed: Bool
  let cost: HashCost

  /// The bytes of a password that bcrypt reads.
  private static let length = 72

  /// - Throws: ``PasswordHashError``.
  init(_ text: String) throws(PasswordHashError) {
    isPrehashed = text.hasPrefix("bcrypt_sha256$")
    setting =
      isPrehashed
      ? String(text.dropFirst("bcrypt_sha256$".count))
      : text.hasPrefix("bcrypt$") ? String(text.dropFirst("bcrypt$".count)) : text
    if setting.hasPrefix("$2x$") || setting.hasPrefix("$2$") {
      throw PasswordHashError(
        .unsupportedScheme, "This version of bcrypt has a known fault and is not supported.")
    }
    let bytes = Array(setting.utf8)
    guard bytes.count == 60, ["$2a$", "$2b$", "$2y$"].contains(setting.prefix(4)),
      bytes[6] == UInt8(ascii: "$"),
      bytes[4...5].allSatisfy({ (48...57).contains($0) }),
      case let cost = Int(bytes[4] - 48) * 10 + Int(bytes[5] - 48), (4...31).contains(cost),
      bytes[7...].allSatisfy(Self.isDigit)
    else { throw .malformed("bcrypt") }
    self.cost = .bcrypt(cost)
  }

  /// Whether the hash proves every byte of a matching password. bcrypt ignores the bytes after the 72nd. The end of a
  /// shorter password is part of its hash; a password of exactly 72 bytes may be the beginning of the right one.
  func provesAll(of password: WipedBytes) -> Bool { isPrehashed || password.count < Self.length }

  /// Whether a password has this hash, as far as the hash proves it: see ``provesAll(of:)``.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  func isValid(_ password: WipedBytes) throws(PasswordHashError) -> Bool {
    let phrase = isPrehashed ? try Self.prehash(password) : password
    guard let computed = Self.crypt(phrase, setting) else {
      throw PasswordHashError(.libraryFailure, "libxcrypt cannot compute bcrypt.")
    }
    // bcrypt reads until a zero byte, so that a password with one would match a shorter password. It is refused after
    // the same work.
    return phrase.withUnsafeBytes { !$0.contains(0) } && constantTimeEquals(computed, Array(setting.utf8))
  }

  private static func prehash(_ password: WipedBytes) throws(PasswordHashError) -> WipedBytes {
    password.withUnsafeBytes { WipedBytes(Hex.encode(SodiumSHA256.hash(Array($0))).utf8) }
  }

  private static func crypt(_ phrase: WipedBytes, _ setting: String) -> [UInt8]? {
    let terminated = WipedBytes(count: phrase.count + 1) { memory in
      phrase.withUnsafeBytes { memory.copyMemory(from: $0) }
    }
    // 32 KiB, too large for the stack of a small thread. The library needs it to be zero.
    let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    let memory = UnsafeMutableRawPointer(data)
    let size = MemoryLayout<crypt_data>.size
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    defer {
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      data.deallocate()
    }
    return terminated.withUnsafeBytes { phrase -> [UInt8]? in
      guard let phrase = phrase.bindMemory(to: CChar.self).baseAddress,
        let result = crypt_rn(phrase, setting, memory, Int32(size))
      else { return nil }
      return Array(String(cString: result).utf8)
    }
  }

  /// The alphabet of bcrypt's base64.
  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ".")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
