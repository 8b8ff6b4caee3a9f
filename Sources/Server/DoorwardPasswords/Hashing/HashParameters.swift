import DoorwardSodium

/// The cost of new password hashes: Argon2id with one lane.
package struct HashParameters: Sendable, Hashable {
  /// The memory of one hash, in KiB.
  package let kibibytes: Int
  /// The number of passes over the memory.
  package let passes: Int

  /// The minimum: 19 MiB and two passes, as the OWASP Password Storage Cheat Sheet recommends.
  package static let floor = HashParameters(unchecked: 19_456, 2)

  /// The maximum: 1 GiB and 64 passes.
  static let ceiling = HashParameters(unchecked: 1_048_576, 64)

  /// Makes parameters.
  ///
  /// - Parameters:
  ///   - kibibytes: the memory; between 19,456 and 1,048,576 KiB.
  ///   - passes: between 2 and 64.
  /// - Throws: ``PasswordHashError`` `weak_parameters` or `excessive_parameters`.
  package init(kibibytes: Int, passes: Int) throws(PasswordHashError) {
    guard kibibytes >= Self.floor.kibibytes, passes >= Self.floor.passes else {
      throw PasswordHashError(
        .weakParameters,
        "Password hashes need at least \(Self.floor.kibibytes) KiB and \(Self.floor.passes) passes.")
    }
    self.init(unchecked: kibibytes, passes)
    guard isBelowCeiling else {
      throw PasswordHashError(
        .excessiveParameters,
        "Password hashes use at most \(Self.ceiling.kibibytes) KiB and \(Self.ceiling.passes) passes.")
    }
  }

  /// Refuses a hash that this server cannot have made with any parameters. A hash below the floor is verified: an
  /// earlier version may have had a lower floor.
  static func check(_ hash: Argon2Hash) throws(PasswordHashError) {
    guard hash.variant == .id, hash.lanes == 1, hash.hasDefaultLengths else { throw .malformed("Argon2id") }
    guard HashParameters(unchecked: hash.kibibytes, hash.passes).isBelowCeiling else {
      throw HashBounds.excessive
    }
  }

  private var isBelowCeiling: Bool {
    kibibytes <= Self.ceiling.kibibytes && passes <= Self.ceiling.passes
  }

  init(unchecked kibibytes: Int, _ passes: Int) {
    self.kibibytes = kibibytes
    self.passes = passes
  }
}
