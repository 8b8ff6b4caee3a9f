import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
package import Encodings
import WebAuthn
import WebAuthnSignatures

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The user's passkeys as second factors, after a sign-in by another method.
///
/// A passkey that has been the second factor of one sign-in is a second factor of the user from then on. Otherwise the
/// first factor alone, in an application that requires no second factor, could change what protects the account.
package struct PasskeyFactor: SecondFactor {
  package let name = SignInMethodName.passkey
  package let isGuessable = false
  private let ceremonies: PasskeyCeremonies
  private let random: RandomSource

  package init(ceremonies: PasskeyCeremonies, random: RandomSource) {
    self.ceremonies = ceremonies
    self.random = random
  }

  package func isAvailable(
    after first: FirstFactor, in application: Application, _ snapshot: any StoreReading
  ) throws -> Bool {
    guard let user = first.user, first.proof.method != name,
      let offer = application.secondFactorOffers[PasskeyOffer.self]
    else { return false }
    return try !passkeys(of: user, offer, snapshot).isEmpty
  }

  package func options(
    for request: SecondFactorRequest, in application: Application, _ snapshot: any StoreReading
  ) throws -> JSONObject {
    guard let user = request.first.user, let offer = application.secondFactorOffers[PasskeyOffer.self]
    else { return JSONObject() }
    let options = ceremonies.options(
      offer, challenge: try ceremonies.challenge(of: request),
      allowed: try passkeys(of: user, offer, snapshot), userVerification: offer.factorVerification)
    return ["passkey": .object(options)]
  }

  package func verify(
    _ proof: SecondFactorProof, of user: User.ID, in request: SecondFactorRequest,
    for application: Application, at now: Date, _ snapshot: any StoreReading
  ) throws -> VerifiedSecondFactor? {
    guard case .response(let response) = proof else { return nil }
    guard let offer = application.secondFactorOffers[PasskeyOffer.self] else {
      throw Problem.methodNotOffered
    }
    let (identity, verified) = try ceremonies.verify(
      response, of: user, offer, challenge: ceremonies.challenge(of: request), in: snapshot)
    let proof = SessionProof.ofSecondFactor(identity.id.text, by: name, at: now)
    let isKnown = try snapshot.secondFactors(of: user).contains { $0.identity == identity.id }
    let factor = isKnown ? nil : try SecondFactorRecord.ID(at: now, random: random)
    return VerifiedSecondFactor(
      proof: proof, addition: factor.map { .factor(identity.key.kind, $0) }
    ) { [name] transaction, user in
      guard var known = try transaction.identity(identity.id), known.userID == user else { return false }
      known.evidence = try UsedPasskey(verified).confirm(known.evidence, withSecondFactor: true)
      known.attributes = known.attributes.merging(patch: verified.updatedRecord.changingAttributes)
      known.lastUsedAt = now
      try transaction.update(known)
      guard let factor else { return true }
      // Another sign-in may have made the passkey a factor. The notice of this one would name a factor that is not stored.
      guard try !transaction.secondFactors(of: user).contains(where: { $0.identity == known.id }) else {
        throw Problem.challengeUsed
      }
      try transaction.insert(
        SecondFactorRecord(id: factor, userID: user, kind: .identity(known.id, by: name), createdAt: now))
      return true
    }
  }

  /// The passkeys of a user that authenticators find for the offer's relying party.
  private func passkeys(
    of user: User.ID, _ offer: PasskeyOffer, _ snapshot: any StoreReading
  ) throws -> [Passkey] {
    try snapshot.identities(of: user).compactMap { Passkey($0) }
      .filter { $0.relyingParty == offer.party.id }
  }
}
