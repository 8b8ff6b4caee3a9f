internal import CDoorwardSodium

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Argon2 (RFC 9106) with libsodium. A call blocks its thread and uses the memory that its parameters say.
package enum Argon2 {
  /// The variants that libsodium has. Argon2d is not for passwords (RFC 9106 §4).
  package enum Variant: String, Sendable {
    case i = "argon2i"
    case id = "argon2id"
  }

  /// The reason why there is no result.
  package enum Failure: Error, Equatable {
    /// The parameters or the text are outside of what the library accepts.
    case notAccepted
    /// The memory for the hash could not be allocated.
    case outOfMemory
  }

  /// Hashes a secret with Argon2id, one lane and a random salt of 16 bytes.
  ///
  /// `kibibytes` is the memory; at least 8. `passes` is the number of passes over the memory; at least 1.
  ///
  /// - Returns: the hash, 32 bytes, with salt and parameters: `$argon2id$v=19$m=…,t=…,p=1$salt$hash`.
  /// - Throws: ``Failure``.
  package static func hash(_ secret: WipedBytes, kibibytes: Int, passes: Int) throws(Failure) -> String {
    let (bytes, overflow) = kibibytes.multipliedReportingOverflow(by: 1024)
    guard !overflow, kibibytes >= 8, passes >= 1, bytes <= crypto_pwhash_argon2id_memlimit_max(),
      passes <= crypto_pwhash_argon2id_opslimit_max()
    else { throw .notAccepted }
    SodiumLibrary.prepare()
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_argon2id_STRBYTES))
    let status = secret.withUnsafeBytes { secret -> Int32 in
      guard let start = secret.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return crypto_pwhash_argon2id_str(&text, start, UInt64(secret.count), UInt64(passes), bytes)
    }
    // The parameters are in range, so only the allocation can fail.
    guard status == 0 else { throw .outOfMemory }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a secret has this hash. The library computes several lanes one after the other.
  ///
  /// `encoded` is the hash as ``hash(_:kibibytes:passes:)`` returns it. The caller bounds its parameters. `variant` is
  /// the variant that the text names.
  ///
  /// - Returns: whether the secret is right.
  /// - Throws: ``Failure``.
  package static func isValid(
    _ secret: WipedBytes, for encoded: String, variant: Variant
  ) throws(Failure) -> Bool {
    guard !encoded.utf8.contains(0) else { throw .notAccepted }
    SodiumLibrary.prepare()
    let (status, number) = secret.withUnsafeBytes { secret -> (Int32, Int32) in
      guard let start = secret.bindMemory(to: CChar.self).baseAddress else { return (-1, 0) }
      errno = 0
      let status =
        switch variant {
        case .i: crypto_pwhash_argon2i_str_verify(encoded, start, UInt64(secret.count))
        case .id: crypto_pwhash_argon2id_str_verify(encoded, start, UInt64(secret.count))
        }
      return (status, errno)
    }
    if status == 0 { return true }
    // The library sets EINVAL for a wrong secret only.
    switch number {
    case EINVAL: return false
    case ENOMEM: throw .outOfMemory
    default: throw .notAccepted
    }
  }
}
