import BinaryEncodings

/// The secret that the server shares with a user's authenticator. The store keeps it encrypted.
package struct AuthenticatorSecret: Sendable, CustomStringConvertible, CustomReflectable {
  /// The length in bytes of a new secret: that of a SHA-1 hash (RFC 4226 §4 R6).
  package static let byteCount = 20

  /// The bytes, to be encrypted for the store.
  package let bytes: [UInt8]

  /// Draws a secret.
  ///
  /// - Parameter random: returns as many unpredictable bytes as requested.
  /// - Throws: the error of `random`.
  package init(random: (_ count: Int) throws -> [UInt8]) rethrows {
    bytes = try random(Self.byteCount)
  }

  /// Makes a secret of stored bytes.
  ///
  /// - Parameter bytes: at least 16 (RFC 4226 §4 R6) and at most 64 bytes.
  /// - Throws: ``SecondFactorError`` `invalid_authenticator_secret`.
  package init(_ bytes: [UInt8]) throws(SecondFactorError) {
    guard (16...64).contains(bytes.count) else {
      throw SecondFactorError(.invalidSecret, "The secret of an authenticator has between 16 and 64 bytes.")
    }
    self.bytes = bytes
  }

  /// The secret in base32, without padding.
  package var base32: String { Base32.encode(bytes, padded: false) }

  /// The secret in base32 for a user who types it: groups of four characters with spaces.
  package var typed: String {
    let characters = Array(base32)
    let groups = stride(from: 0, to: characters.count, by: 4).map {
      String(characters[$0..<min($0 + 4, characters.count)])
    }
    return groups.joined(separator: " ")
  }

  /// Hides the secret.
  package var description: String { "AuthenticatorSecret" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
