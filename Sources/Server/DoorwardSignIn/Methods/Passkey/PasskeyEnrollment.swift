import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
package import Encodings
import WebAuthn
import WebAuthnSignatures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds a passkey during a sign-in.
package struct PasskeyEnrollment: SecondFactorEnrollment {
  package let name = SignInMethodName.passkey
  private let ceremonies: PasskeyCeremonies
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let limit: Int

  package init(
    ceremonies: PasskeyCeremonies, store: any Store, clock: WallClock, random: RandomSource,
    limits: AccountLimits
  ) {
    self.ceremonies = ceremonies
    self.store = store
    self.clock = clock
    self.random = random
    limit = Int(limits.identitiesPerUser)
  }

  package func isOffered(after first: FirstFactor, in application: Application) -> Bool {
    // Two passkeys prove the same kind of thing.
    application.offers.contains(name) && first.proof.method != name
  }

  /// The secret is the user of the passkey, who may not be stored yet, and the members are
  /// `PublicKeyCredentialCreationOptionsJSON`.
  package func begin(
    _ request: SecondFactorRequest, _ opening: SessionOpening
  ) async throws -> (secret: SecondFactorRequest.Secret, members: JSONObject) {
    let offer = try opening.application.offer(PasskeyOffer.self)
    let shown: RegistrationOptions.User
    var known: [Passkey] = []
    let id: User.ID
    switch request.first {
    case .signUp(let proof):
      // The user handle of the passkey is the id of the user.
      id = try opening.upgrade?.session.userID ?? proof.signUp?.id ?? User.ID(at: clock.now, random: random)
      shown = RegistrationOptions.User(
        id: id.bytes, name: proof.shownIdentifier, displayName: proof.signUp?.name ?? proof.shownIdentifier)
    case .user(let user, _, _):
      let (stored, identities) = try await store.read { (try $0.user(user), try $0.identities(of: user)) }
      guard let stored else { throw Problem.invalidChallenge }
      guard identities.count < limit else { throw Problem.tooManyIdentities }
      id = user
      shown = stored.shown(with: identities, at: offer.name)
      known = identities.compactMap { Passkey($0) }
    }
    let options = ceremonies.options(
      offer, challenge: try ceremonies.challenge(of: request), shown, known: known,
      userVerification: offer.userVerification)
    return (.user(id), options)
  }

  package func verify(
    _ proof: SecondFactorProof, of request: SecondFactorRequest, _ application: Application
  ) throws -> VerifiedSecondFactor? {
    guard case .response(let response) = proof, case .user(let user) = request.secret else {
      throw Problem.invalidChallenge
    }
    let offer = try application.offer(PasskeyOffer.self)
    let identity = try ceremonies.verifyRegistration(
      response, offer, challenge: ceremonies.challenge(of: request),
      userVerification: offer.userVerification, isConditional: false
    ).identity(of: user, for: offer.party.id)
    let now = clock.now
    let id = try Identity.ID(at: now, random: random)
    let factor = try SecondFactorRecord.ID(at: now, random: random)
    return VerifiedSecondFactor(
      proof: .ofSecondFactor(id.text, by: name, at: now), addition: .identity(identity.key.kind, id)
    ) { [clock, limit, name] transaction, admitted in
      guard admitted == user else { throw Problem.invalidChallenge }
      let identities = try transaction.identities(of: user)
      // Another sign-in may have added a passkey. The user begins again, and proves that one.
      guard !identities.contains(where: { Passkey($0)?.relyingParty == offer.party.id }) else {
        throw Problem.challengeUsed
      }
      // WebAuthn L3 §7.1 step 26.
      guard try transaction.identity(identity.key) == nil else { throw Problem.passkeyRegistered }
      guard identities.count < limit else { throw Problem.tooManyIdentities }
      // A new user has the identity of the first factor already, and lists are in the order of the time.
      let now = clock.now
      _ = try transaction.add(identity, id, to: user, verifiedAt: now, lastUsedAt: now)
      try transaction.insert(
        SecondFactorRecord(id: factor, userID: user, kind: .identity(id, by: name), createdAt: now))
      return true
    }
  }
}
