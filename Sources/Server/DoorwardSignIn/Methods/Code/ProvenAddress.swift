package import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An address whose user has typed the code that was sent to it. Only ``OneTimeCodes`` makes one.
package struct ProvenAddress: Sendable {
  package let recipient: Recipient
  package let challenge: CodeChallenge
  /// The subject for which the guess of a signed-in user was counted; nil for a signed-out user.
  let guessed: GuessSubject?
  private let ahead: SignInAhead?

  init(recipient: Recipient, challenge: CodeChallenge, guessed: GuessSubject?, ahead: SignInAhead?) {
    self.recipient = recipient
    self.challenge = challenge
    self.guessed = guessed
    self.ahead = ahead
  }

  /// The proof of the address's identity.
  ///
  /// - Parameters:
  ///   - method: the method that the code is a part of, as in its sign-up; nil if the user signs in by the code alone.
  ///   - condition: a condition in addition to that of the code.
  /// - Returns: the proof.
  package func proof(
    asPartOf method: SignInMethodName? = nil, _ condition: (any AdmissionCondition)? = nil
  ) -> VerifiedProof {
    let isMail = recipient.channel == .email
    return VerifiedProof(
      challenge: challenge.answered, method: isMail ? .emailCode : .smsCode,
      assurance: isMail ? .emailCode : .smsCode, identity: recipient.identity,
      evidence: method.map { [Self.partOf: .string($0.rawValue)] } ?? JSONObject(),
      conditions: [CodeCondition(challenge: challenge)] + (condition.map { [$0] } ?? []),
      // A condition may change the account, and the time of a change is that of its transaction.
      signUp: challenge.signUp, ahead: condition == nil ? ahead : nil)
  }

  /// The member of a proof's evidence that names the method that its code was a part of.
  package static let partOf = "part_of"
}

/// A code is void if the user's password changed after it was sent, or if the address left the user who had it then.
struct CodeCondition: AdmissionCondition {
  let challenge: CodeChallenge

  func check(_ user: User?, in snapshot: any StoreReading) throws {
    guard challenge.user == nil || user?.id == challenge.user else { throw Problem.challengeUsed }
    guard let changedAt = user?.securedAt else { return }
    guard changedAt < challenge.id.issuedAt else { throw Problem.challengeUsed }
  }

  func admit(_ user: User, by origin: EventOrigin, at now: Date, in transaction: any StoreWriting) throws
    -> Bool
  {
    // A mail server may still get the message again.
    try transaction.cancelMessages(forChallenge: challenge.id, at: now)
    return false
  }
}
