import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A code that is sent to an address of the user: of a channel that the user has chosen as a second factor, or for users
/// without a second factor in applications that require one and accept codes.
package struct SentCodeFactor: SecondFactor {
  package let name = SignInMethodName.code
  private let messenger: Messenger

  package init(_ messenger: Messenger) { self.messenger = messenger }

  package func isAvailable(
    after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
  ) throws -> Bool {
    guard let user = first.user else { return false }
    // A chosen code is asked for even while no message can be sent. Otherwise the first factor alone would sign in.
    return try first.hasFollowingFactor(in: snapshot)
      ? !channels(of: user, after: first, in: application, snapshot).isEmpty
      : !recipients(of: user, after: first, in: application, snapshot).isEmpty
  }

  package func verify(
    _ proof: SecondFactorProof, of user: User.ID, in request: SecondFactorRequest,
    for application: Application, at now: Date, _ snapshot: any StoreReading
  ) throws -> VerifiedSecondFactor? {
    guard case .code(let sent, let channel, let expiresAt) = request.secret else {
      throw Problem.invalidChallenge
    }
    guard now < expiresAt else { throw Problem.challengeExpired }
    guard case .code(let code) = proof, let typed = OneTimeCode(typed: code), sent == typed else {
      return nil
    }
    let chosen = try snapshot.codeFactor(of: user, by: channel)?.identity
    let proof =
      chosen.map {
        SessionProof.ofSecondFactor(
          $0.text, by: channel.proofName, assurance: .secondFactorCode, at: now)
      }
      ?? SessionProof(
        identity: nil, method: channel.proofName, assurance: .secondFactorCode, provenAt: now)
    // The code becomes void with the challenge of the sign-in, which works once.
    return VerifiedSecondFactor(proof: proof) { transaction, user in
      guard try transaction.codeFactor(of: user, by: channel)?.identity == chosen else { return false }
      // Another sign-in may have added a factor. It is asked for instead.
      return try chosen != nil || !request.first.hasFollowingFactor(in: transaction)
    }
  }

  /// The channels by which a code can be the second factor, in the order in which they are offered. A code by the channel
  /// that has proven the first factor would prove the same channel twice.
  private func channels(
    of user: User.ID, after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
  ) throws -> [DeliveryChannel] {
    let policy = application.secondFactor
    var channels = policy.isRequired ? policy.codeChannels : []
    if try first.hasFollowingFactor(in: snapshot) {
      let chosen = try snapshot.secondFactors(of: user).compactMap(\.codeChannel)
      channels = policy.chosenChannels.filter(chosen.contains)
    }
    return channels.filter { $0.proofName != first.proof.method }
  }

  /// The addresses that a code may be sent to, in the order of the channels.
  func recipients(
    of user: User.ID, after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
  ) throws -> [Recipient] {
    let known = try snapshot.identities(of: user).compactMap(\.recipient)
    return try channels(of: user, after: first, in: application, snapshot).compactMap { channel in
      known.first { $0.channel == channel && messenger.sends(to: $0) }
    }
  }
}

extension StoreReading {
  /// The factor of a user who has chosen codes by a channel as a second factor.
  func codeFactor(of user: User.ID, by channel: DeliveryChannel) throws -> SecondFactorRecord? {
    try secondFactors(of: user).first { $0.codeChannel == channel }
  }
}
