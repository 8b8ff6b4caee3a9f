import DoorwardCiphers
import DoorwardOpenSSL
import DoorwardSodium
import Encodings

/// A PBKDF2 hash in one of these formats:
///
/// - `$pbkdf2-sha256$i=600000,l=32$salt$hash`: PHC string format, also Auth0's
/// - `$pbkdf2-sha256$29000$salt$hash`: passlib, with `.` for `+`
/// - `pbkdf2_sha256$600000$salt$hash`: Django; the salt is text
/// - `pbkdf2:sha256:600000$salt$hash`: Werkzeug; the salt is text and the hash hexadecimal
struct PBKDF2Hash: Sendable {
  private let digest: PBKDF2
  private let iterations: Int
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// - Throws: ``PasswordHashError``.
  init(_ text: String) throws(PasswordHashError) {
    let parsed = text.hasPrefix("$") ? Self.phc(text) : Self.framework(text)
    guard let parsed, (1...128).contains(parsed.salt.count), (16...64).contains(parsed.hash.count),
      parsed.iterations >= 1
    else { throw .malformed("PBKDF2") }
    self = parsed
  }

  init(digest: PBKDF2, iterations: Int, salt: [UInt8], hash: [UInt8]) {
    (self.digest, self.iterations, self.salt, self.hash) = (digest, iterations, salt, hash)
  }

  var cost: HashCost { .iterations(iterations) }

  /// The hash in the PHC string format.
  var text: String {
    "$pbkdf2-\(digest.rawValue)$i=\(iterations),l=\(hash.count)$\(HashText.unpaddedBase64(salt))"
      + "$\(HashText.unpaddedBase64(hash))"
  }

  /// Whether a password has this hash.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  func isValid(_ password: WipedBytes) throws(PasswordHashError) -> Bool {
    do {
      let derived = try password.withUnsafeBytes { bytes throws(OpenSSLError) in
        try digest.derive(from: bytes, salt: salt, iterations: iterations, count: hash.count)
      }
      return constantTimeEquals(derived, hash)
    } catch {
      throw PasswordHashError(.libraryFailure, "OpenSSL cannot compute PBKDF2.")
    }
  }

  private static func phc(_ text: String) -> PBKDF2Hash? {
    guard let phc = PHCText(text), phc.version == nil,
      phc.scheme == "pbkdf2" || phc.scheme.hasPrefix("pbkdf2-")
    else { return nil }
    let name = phc.scheme == "pbkdf2" ? "sha1" : String(phc.scheme.dropFirst("pbkdf2-".count))
    guard let digest = PBKDF2(rawValue: name), let salt = HashText.passlibBase64(phc.salt),
      let hash = HashText.passlibBase64(phc.hash)
    else { return nil }
    if let iterations = PHCText.number(phc.parameters) {
      return PBKDF2Hash(digest: digest, iterations: iterations, salt: salt, hash: hash)
    }
    guard let named = phc.namedParameters, Set(named.keys).isSubset(of: ["i", "l"]),
      let iterations = named["i"].flatMap(PHCText.number),
      named["l"].map({ PHCText.number($0) == hash.count }) ?? true
    else { return nil }
    return PBKDF2Hash(digest: digest, iterations: iterations, salt: salt, hash: hash)
  }

  private static func framework(_ text: String) -> PBKDF2Hash? {
    let segments = text.split(separator: "$", omittingEmptySubsequences: false)
    switch segments.count {
    case 4 where segments[0].hasPrefix("pbkdf2_"):
      guard let digest = PBKDF2(rawValue: String(segments[0].dropFirst("pbkdf2_".count))),
        let iterations = PHCText.number(segments[1]), let hash = HashText.base64(segments[3])
      else { return nil }
      return PBKDF2Hash(digest: digest, iterations: iterations, salt: Array(segments[2].utf8), hash: hash)
    case 3:
      let method = segments[0].split(separator: ":", omittingEmptySubsequences: false)
      guard method.count == 3, method[0] == "pbkdf2", let digest = PBKDF2(rawValue: String(method[1])),
        let iterations = PHCText.number(method[2]), let hash = HashText.hexadecimal(segments[2])
      else { return nil }
      return PBKDF2Hash(digest: digest, iterations: iterations, salt: Array(segments[1].utf8), hash: hash)
    default: return nil
    }
  }
}
