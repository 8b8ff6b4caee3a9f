import DoorwardCiphers
import DoorwardOpenSSL
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

extension GuessLimits {
  /// Limits with a key that only this test has.
  static func sample(_ store: any Store) throws -> GuessLimits {
    GuessLimits(store: store, clock: .system, key: try .sample(), settings: GuessSettings())
  }
}

extension DerivedKey {
  /// A random key.
  static func sample() throws -> DerivedKey {
    try DerivedKey(bytes: SecureRandom.bytes(32), library: OpenSSLContext())
  }
}
