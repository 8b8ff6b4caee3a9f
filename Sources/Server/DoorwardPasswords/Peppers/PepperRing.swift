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
