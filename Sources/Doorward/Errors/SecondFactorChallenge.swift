internal import DoorwardWire
internal import Encodings
public import Foundation

/// A sign-in that waits for the second factor of the user. ``SecondFactorClient/verify(_:code:by:)`` finishes it.
///
/// It proves the first factor. Keep it in memory while the user types the code.
public struct SecondFactorChallenge: Sendable {
  /// The methods that finish the sign-in.
  public let methods: [SecondFactorMethod]
  /// The end of the challenge, by the server's clock.
  public let expiresAt: Date
  let id: String
  /// The secret of the first factor's challenge; nil if the first factor has no challenge.
  let secret: String?

  init?(_ value: JSONValue?, secret: String?) {
    guard let id = value?[ChallengeMembers.challengeID]?.string,
      let expiresAt = value?[ChallengeMembers.expiresAt]?.time
    else { return nil }
    self.id = id
    self.secret = secret
    self.expiresAt = expiresAt
    methods = (value?[SecondFactorMembers.methods]?.array ?? []).compactMap(\.string).map(
      SecondFactorMethod.init)
  }
}

extension SecondFactorChallenge: CustomStringConvertible, CustomReflectable {
  public var description: String { "SecondFactorChallenge" }
  // The id and the secret prove the first factor.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
