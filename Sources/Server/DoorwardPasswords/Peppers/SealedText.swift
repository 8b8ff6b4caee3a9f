internal import DoorwardCiphers
import DoorwardOpenSSL
import Encodings

/// A text that is encrypted under a pepper (AES-256-GCM): `$sealed$keyid=<pepper>$<nonce, ciphertext and tag>`.
enum SealedText {
  private static let purpose = Array("imported password hash".utf8)
  private static let prefix = "$sealed$keyid="
  /// The longest text before it is sealed, and the most bytes that sealing adds.
  private static let limit = PHCText.maximumBytes + 64

  static func isSealed(_ text: String) -> Bool { text.hasPrefix(prefix) }

  /// Encrypts a text under the current pepper.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  static func seal(_ text: String, _ peppers: PepperRing) throws(PasswordHashError) -> String {
    do {
      let pepper = peppers.current
      let box = try pepper.sealing.seal(Array(text.utf8), purpose: purpose)
      return "\(prefix)\(HashText.unpaddedBase64(pepper.id))$\(HashText.unpaddedBase64(box))"
    } catch {
      throw PasswordHashError(.libraryFailure, "OpenSSL cannot encrypt a password hash.")
    }
  }

  /// Decrypts a text under the pepper that it names.
  ///
  /// - Throws: ``PasswordHashError`` `malformed_hash` or `unknown_pepper`.
  static func open(_ sealed: String, _ peppers: PepperRing) throws(PasswordHashError) -> String {
    guard sealed.hasPrefix(prefix), sealed.utf8.count <= 2 * limit,
      case let segments = sealed.dropFirst(prefix.count).split(
        separator: "$", omittingEmptySubsequences: false),
      segments.count == 2, let id = HashText.base64(segments[0], limit: 8),
      let box = HashText.base64(segments[1], limit: limit)
    else { throw .malformed("of the store") }
    let pepper = try peppers.pepper(id)
    guard let bytes = try? pepper.sealing.open(box, purpose: purpose),
      let text = text(ofUTF8: bytes)
    else { throw .malformed("of the store") }
    return text
  }
}
