package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The challenge of a one-time code: the answer to ``WirePath/codeSend``, ``WirePath/passwordReset`` and to a sign-up
/// with an address.
package struct WireSentCode: Sendable {
  package let challengeID: String
  package let expiresAt: Date
  /// The earliest time at which another code is sent to the address.
  package let resendAt: Date

  package init(challengeID: String, expiresAt: Date, resendAt: Date) {
    self.challengeID = challengeID
    self.expiresAt = expiresAt
    self.resendAt = resendAt
  }

  /// Reads an answer; nil if a member is missing.
  package init?(_ value: JSONValue) {
    guard let id = value[ChallengeMembers.challengeID]?.string,
      let expiresAt = value[ChallengeMembers.expiresAt]?.time,
      let resendAt = value[ChallengeMembers.resendAt]?.time
    else { return nil }
    self.init(challengeID: id, expiresAt: expiresAt, resendAt: resendAt)
  }

  package var json: JSONObject {
    [
      ChallengeMembers.challengeID: .string(challengeID), ChallengeMembers.expiresAt: .time(expiresAt),
      ChallengeMembers.resendAt: .time(resendAt),
    ]
  }
}
