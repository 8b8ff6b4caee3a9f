import DoorwardSodium

/// A secret of the server that keys every password before it is hashed. A stolen database without the secret cannot be
/// searched for passwords.
package struct Pepper: Sendable {
  /// The public name of the pepper, 8 bytes. It follows from the key and is stored with each hash.
  package let id: [UInt8]
  private let key: SodiumHMACSHA256Key

  /// Makes a pepper.
  ///
  /// - Parameter key: 32 bytes that only this purpose uses.
  /// - Throws: ``PasswordHashError`` `invalid_pepper` for another length.
  package init(key: [UInt8]) throws(PasswordHashError) {
    guard let master = SodiumHMACSHA256Key(WipedBytes(key)),
      let derived = SodiumHMACSHA256Key(master.code(of: WipedBytes("password".utf8)))
    else { throw PasswordHashError(.invalidPepper, "A pepper has 32 bytes.") }
    id = master.code(of: WipedBytes("pepper id".utf8)).withUnsafeBytes { Array($0.prefix(8)) }
    self.key = derived
  }

  /// The secret that Argon2 hashes instead of the password: HMAC-SHA-256, 32 bytes.
  func apply(to password: WipedBytes) -> WipedBytes { key.code(of: password) }
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

  subscript(id: [UInt8]) -> Pepper? { peppers[id] }
}
