import DoorwardOpenSSL
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import Testing

/// The keys that are derived from the master key.
@Suite struct KeyPurposeTests {
  private func key(for purpose: KeyPurpose) throws -> DerivedKey {
    try MasterKey.load(.value(String(repeating: "A", count: 43))).key(for: purpose, library: OpenSSLContext())
  }

  /// Another text would be another key: every session would end, and the store could not be read.
  @Test func purposesKeepTheirTexts() {
    #expect(
      KeyPurpose.allCases.map(\.rawValue) == [
        "administration", "audit", "backend-repetitions", "challenges", "code-challenges", "devices",
        "guesses", "guest", "list-cursors", "messages", "notice-links", "passkeys", "passwords",
        "rate-limits", "second-factors",
        "second-factor-secrets", "sessions", "settings", "sign-in-links", "signing-keys", "tickets",
        "user-codes",
        "webhooks",
      ])
  }

  @Test func noTwoPurposesShareAKey() throws {
    let codes = try KeyPurpose.allCases.map { try key(for: $0).authenticate([]) }
    #expect(Set(codes).count == KeyPurpose.allCases.count)
  }

  @Test func noTwoFeaturesShareAPurpose() throws {
    var asked: [KeyPurpose] = []
    func derived(_ purpose: KeyPurpose) throws -> DerivedKey {
      asked.append(purpose)
      return try key(for: purpose)
    }
    _ = try SharedServices.Keys(deriving: derived)
    _ = try SignInFeature.Keys(deriving: derived)
    _ = try ProviderFeature.Keys(deriving: derived)
    #expect(Set(asked).count == asked.count)
    // The assembly gives these to the administration, the chain of events, the delivery, the backends, the settings, the signing
    // keys and webhooks.
    #expect(
      Set(KeyPurpose.allCases).subtracting(asked)
        == [
          .administration, .audit, .backendRepetitions, .messages, .noticeLinks, .settings, .signingKeys,
          .webhooks,
        ])
  }
}
