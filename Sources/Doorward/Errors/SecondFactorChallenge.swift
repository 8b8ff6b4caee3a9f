internal import DoorwardWire
internal import Encodings
public import Foundation

/// A sign-in that waits for the second factor of the user.
public struct SecondFactorChallenge: Sendable {
  /// The factors that the user has: `totp`, `recovery_code`, `passkey`, `code`.
  public let methods: [String]
  /// The end of the challenge, by the server's clock.
  public let expiresAt: Date
  let id: String

  init?(_ value: JSONValue?) {
    guard let id = value?[ChallengeMembers.challengeID]?.string,
      let expiresAt = value?[ChallengeMembers.expiresAt]?.time
    else { return nil }
    self.id = id
    self.expiresAt = expiresAt
    methods = (value?["methods"]?.array ?? []).compactMap(\.string)
  }
}

extension SecondFactorChallenge: CustomStringConvertible, CustomReflectable {
  public var description: String { "SecondFactorChallenge" }
  // The id proves the first factor.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
