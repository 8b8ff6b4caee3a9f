package import DoorwardDelivery
import DoorwardHTTP
import DoorwardSecondFactors
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A code that is sent to an address of the user, for users without a second factor in applications that require a second
/// factor and accept codes.
package struct SentCodeFactor: SecondFactor {
  package let name = SignInMethodName.code
  /// Whether the server sends messages to an address.
  private let allows: @Sendable (Recipient) -> Bool

  /// - Parameter allows: whether the server sends messages to an address.
  package init(allows: @escaping @Sendable (Recipient) -> Bool) { self.allows = allows }

  package func isAvailable(
    after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
  ) throws -> Bool {
    guard application.secondFactor.isRequired, !application.secondFactor.codeChannels.isEmpty,
      let user = first.user, try !first.hasFollowingFactor(in: snapshot)
    else { return false }
    return try !recipients(of: user, after: first, in: application, snapshot).isEmpty
  }

  package func verify(
    _ proof: SecondFactorProof, of user: User.ID, in request: SecondFactorRequest,
    _ application: Application, at now: Date, _ snapshot: any StoreReading
  ) throws -> VerifiedSecondFactor? {
    guard case .code(let sent, let channel, let expiresAt) = request.secret else {
      throw Problem.invalidChallenge
    }
    guard now < expiresAt else { throw Problem.challengeExpired }
    guard case .code(let code) = proof, let typed = OneTimeCode(typed: code), sent == typed else {
      return nil
    }
    // The code becomes void with the challenge of the sign-in, which works once.
    return VerifiedSecondFactor(
      proof: SessionProof(
        identity: nil, method: channel.proofName, assurance: .secondFactorCode, provenAt: now)
    ) { transaction, _ in
      // Another sign-in may have added a factor. It is asked for instead.
      try !request.first.hasFollowingFactor(in: transaction)
    }
  }

  /// The addresses that a code may be sent to, in the order of the application's channels. A code by the channel that has
  /// proven the first factor would prove the same channel twice.
  func recipients(
    of user: User.ID, after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
  ) throws -> [Recipient] {
    let known = try snapshot.identities(of: user).compactMap(\.recipient)
    return application.secondFactor.codeChannels.compactMap { channel in
      guard channel.proofName != first.proof.method else { return nil }
      return known.first { $0.channel == channel && allows($0) }
    }
  }
}
