/// The cost of new password hashes: Argon2id with one lane.
package struct HashParameters: Sendable, Hashable {
  /// The memory of one hash, in KiB.
  package let kibibytes: Int
  /// The number of passes over the memory.
  package let passes: Int

  /// The minimum: 19 MiB and two passes, as the OWASP Password Storage Cheat Sheet recommends.
  package static let floor = HashParameters(unchecked: 19_456, 2)

  /// The memory of one hash, in bytes.
  package var memoryBytes: Int { kibibytes * 1024 }

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
    guard kibibytes <= 1_048_576, passes <= 64 else {
      throw PasswordHashError(.excessiveParameters, "Password hashes use at most 1048576 KiB and 64 passes.")
    }
    self.init(unchecked: kibibytes, passes)
  }

  init(unchecked kibibytes: Int, _ passes: Int) {
    self.kibibytes = kibibytes
    self.passes = passes
  }
}
