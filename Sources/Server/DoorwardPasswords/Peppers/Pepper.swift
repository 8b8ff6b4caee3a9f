internal import DoorwardCiphers
package import DoorwardOpenSSL
import DoorwardSodium

/// A secret of the server that keys every password before it is hashed, and encrypts the hashes of other systems. A
/// stolen database without the secret cannot be searched for passwords.
package struct Pepper: Sendable {
  /// The public name of the pepper, 8 bytes. It follows from the key and is stored with each hash.
  package let id: [UInt8]
  private let hashing: SodiumHMACSHA256Key
  /// Encrypts the hashes of other systems.
  let sealing: AES256GCMKey

  /// Makes a pepper.
  ///
  /// - Parameters:
  ///   - key: 32 bytes that only this purpose uses.
  ///   - context: the algorithms of OpenSSL.
  /// - Throws: ``PasswordHashError`` `invalid_pepper` for another length.
  package init(key: [UInt8], context: OpenSSLContext) throws(PasswordHashError) {
    guard let master = SodiumHMACSHA256Key(WipedBytes(key)),
      let hashing = SodiumHMACSHA256Key(master.code(of: WipedBytes("password".utf8))),
      let sealing = try? AES256GCMKey(Self.bytes(master, "sealing"), context: context)
    else { throw PasswordHashError(.invalidPepper, "A pepper has 32 bytes.") }
    id = Array(Self.bytes(master, "pepper id").prefix(8))
    (self.hashing, self.sealing) = (hashing, sealing)
  }

  /// The secret that Argon2 hashes instead of the password: HMAC-SHA-256, 32 bytes.
  func apply(to password: WipedBytes) -> WipedBytes { hashing.code(of: password) }

  private static func bytes(_ key: SodiumHMACSHA256Key, _ purpose: String) -> [UInt8] {
    key.code(of: WipedBytes(purpose.utf8)).withUnsafeBytes { Array($0) }
  }
}

/// The pepper of new hashes, and older ones for hashes that were not renewed yet.
package struct PepperRing: Sendable {
  let current: Pepper
  private let peppers: [[UInt8]: Pepper]

  /// Makes a ring.
  ///
  /// - Parameters:
  ///   - current: the pepper of new hashes.
  ///   - previous: the peppers of stored hashes. A user's hash is renewed with the current pepper at the next sign-in.
  /// - Throws: ``PasswordHashError`` `invalid_pepper` if one occurs twice.
  package init(current: Pepper, previous: [Pepper] = []) throws(PasswordHashError) {
    self.current = current
    var peppers: [[UInt8]: Pepper] = [:]
    for pepper in [current] + previous {
      guard peppers.updateValue(pepper, forKey: pepper.id) == nil else {
        throw PasswordHashError(.invalidPepper, "A pepper occurs twice.")
      }
    }
    self.peppers = peppers
  }

  /// The pepper with a name.
  ///
  /// - Throws: ``PasswordHashError`` `unknown_pepper`.
  func pepper(_ id: [UInt8]) throws(PasswordHashError) -> Pepper {
    guard let pepper = peppers[id] else {
      throw PasswordHashError(
        .unknownPepper, "The password hash was stored with a pepper that this server does not have.")
    }
    return pepper
  }
}
