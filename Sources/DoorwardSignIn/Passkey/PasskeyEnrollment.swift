import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore
import Encodings
import WebAuthn
import WebAuthnSignatures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds a passkey during a sign-in, for a user without a second factor whose application requires one.
package struct PasskeyEnrollment: Sendable {
  private let ceremonies: PasskeyCeremonies
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let secrets: SecondFactorSecrets
  private let limit: Int

  package init(
    ceremonies: PasskeyCeremonies, store: any Store, clock: WallClock, random: RandomSource,
    secrets: SecondFactorSecrets, limits: AccountLimits
  ) {
    self.ceremonies = ceremonies
    self.store = store
    self.clock = clock
    self.random = random
    self.secrets = secrets
    limit = Int(limits.identitiesPerUser)
  }

  /// The options of the new passkey. Nothing is stored.
  ///
  /// - Parameters:
  ///   - request: the waiting sign-in.
  ///   - opening: the values of the session.
  /// - Returns: the user of the passkey, who may not be stored yet, and `PublicKeyCredentialCreationOptionsJSON`.
  /// - Throws: `Problem` 403 `method_not_offered`, 409 `too_many_identities`; ``StoreError``; the errors of the MAC and
  ///   of the random source.
  func begin(
    _ request: SecondFactorRequest, _ opening: SessionOpening
  ) async throws -> (user: User.ID, options: JSONObject) {
    let offer = try opening.application.offer(PasskeyOffer.self)
    let shown: RegistrationOptions.User
    var known: [Passkey] = []
    let id: User.ID
    switch request.first {
    case .signUp(let proof):
      // The user handle of the passkey is the id of the user.
      id = try opening.upgrade?.session.userID ?? proof.newUser?.id ?? User.ID(at: clock.now, random: random)
      shown = RegistrationOptions.User(
        id: id.bytes, name: proof.shownIdentifier, displayName: proof.newUser?.name ?? proof.shownIdentifier)
    case .user(let user, _, _):
      let (stored, identities) = try await store.read { (try $0.user(user), try $0.identities(of: user)) }
      guard let stored else { throw Problem.invalidChallenge }
      guard identities.count < limit else { throw Problem.tooManyIdentities }
      id = user
      shown = stored.shown(with: identities, at: offer.name)
      known = identities.compactMap { Passkey($0) }
    }
    return (
      id,
      ceremonies.options(
        offer, challenge: try ceremonies.challenge(of: request), shown, known: known,
        userVerification: offer.userVerification)
    )
  }

  /// Verifies the response of the new passkey.
  ///
  /// - Parameters:
  ///   - response: `RegistrationResponseJSON`.
  ///   - user: the user of the options.
  ///   - request: the waiting sign-in.
  ///   - application: the application.
  /// - Returns: the passkey, which the transaction of the sign-in stores.
  /// - Throws: `Problem` as ``PasskeyCeremonies/verifyRegistration(_:_:challenge:userVerification:isConditional:)``; the
  ///   errors of the MAC and of the random source.
  func verify(
    _ response: JSONValue, of user: User.ID, in request: SecondFactorRequest, _ application: Application
  ) throws -> VerifiedSecondFactor {
    let offer = try application.offer(PasskeyOffer.self)
    let identity = try ceremonies.verifyRegistration(
      response, offer, challenge: ceremonies.challenge(of: request),
      userVerification: offer.userVerification, isConditional: false
    ).identity(of: user, for: offer.party.id)
    let now = clock.now
    let id = try Identity.ID(at: now, random: random)
    let factor = try SecondFactorRecord.ID(at: now, random: random)
    let codes = try RecoveryCodeSet(random)
    return VerifiedSecondFactor(
      proof: .ofSecondFactor(id.text, by: .passkey, at: now), addition: .identity(identity.key.kind, id),
      recoveryCodes: codes.shown
    ) { [clock, limit, secrets] transaction, admitted in
      guard admitted == user else { throw Problem.invalidChallenge }
      let identities = try transaction.identities(of: user)
      // Another sign-in may have added a factor. The user begins again, and proves that one.
      guard try !request.first.isFollowed(in: transaction),
        !identities.contains(where: { Passkey($0)?.relyingParty == offer.party.id })
      else { throw Problem.challengeUsed }
      // WebAuthn L3 §7.1 step 26.
      guard try transaction.identity(identity.key) == nil else { throw Problem.passkeyRegistered }
      guard identities.count < limit else { throw Problem.tooManyIdentities }
      // A new user has the identity of the first factor already, and lists are in the order of the time.
      let now = clock.now
      _ = try transaction.add(identity, id, to: user, verifiedAt: now, lastUsedAt: now)
      try transaction.insert(
        SecondFactorRecord(id: factor, userID: user, kind: .identity(id, by: .passkey), createdAt: now))
      try transaction.set(codes, of: user, under: secrets)
      return true
    }
  }
}

extension SecondFactorRequest {
  /// The factors that the user can add, if the application requires one and the user has none.
  ///
  /// - Parameter application: the application.
  /// - Returns: the methods, as `second_factor.enrollment_methods` names them.
  func enrollmentMethods(in application: Application) -> [SignInMethodName] {
    guard needsEnrollment else { return [] }
    // Two passkeys prove the same kind of thing.
    let addsPasskeys = application.offers.contains(.passkey) && first.proof.method != .passkey
    return addsPasskeys ? [.totp, .passkey] : [.totp]
  }
}
