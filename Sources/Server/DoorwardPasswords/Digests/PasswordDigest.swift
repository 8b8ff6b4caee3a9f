import DoorwardCiphers
import DoorwardOpenSSL
import DoorwardSodium
import Encodings

/// The SHA-1 hash of a password, which names the password in lists of breached passwords. It is as secret as the
/// password.
struct PasswordDigest: Sendable, CustomStringConvertible, CustomReflectable {
  /// 20 bytes.
  let bytes: [UInt8]

  /// The digest of a password as entered. The call prepares the password; see ``PasswordHashPool``.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  init(of password: EnteredPassword) throws(PasswordHashError) {
    try self.init(password.prepared())
  }

  init(_ prepared: WipedBytes) throws(PasswordHashError) {
    do {
      bytes = try prepared.withUnsafeBytes { bytes throws(OpenSSLError) in try SHA1Hash.hash(bytes) }
    } catch {
      throw PasswordHashError(.libraryFailure, "OpenSSL cannot compute SHA-1.")
    }
  }

  /// 40 hexadecimal digits with capital letters.
  var hexadecimal: String { Hex.encode(bytes).uppercased() }

  /// Hides the digest.
  var description: String { "PasswordDigest" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
