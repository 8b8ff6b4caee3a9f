import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings
import WebAuthn
import WebAuthnSignatures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// New passkeys: of new users, and of signed-in ones.
package struct PasskeyRegistration: Sendable {
  private let ceremonies: PasskeyCeremonies
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource

  package init(ceremonies: PasskeyCeremonies, store: any Store, clock: WallClock, random: RandomSource) {
    self.ceremonies = ceremonies
    self.store = store
    self.clock = clock
    self.random = random
  }

  // MARK: Options

  /// The options of a sign-up. The id of the new user is made now, because it is the user handle of the passkey.
  ///
  /// - Parameters:
  ///   - name: the name of the new user; nil for none.
  ///   - upgraded: the anonymous user who signs up; nil for a new user.
  ///   - application: the application.
  ///   - binding: the client.
  /// - Returns: `PublicKeyCredentialCreationOptionsJSON` with `challenge_id`.
  /// - Throws: `Problem` 403, also if the application accepts no sign-up with a passkey; the errors of the cipher and of the random
  ///   source.
  package func signUpOptions(
    name: String?, upgrading upgraded: User.ID?, _ application: Application, _ binding: Binding
  ) throws -> JSONObject {
    let offer = try application.offer(PasskeyOffer.self)
    // A refusal after the authenticator has made the passkey would leave a passkey without a user.
    try application.signUp.requirePossibleSignUp(by: Passkey.key(of: []))
    let id = try upgraded ?? User.ID(at: clock.now, random: random)
    let issued = try ceremonies.seal.issue(.signUp, for: application, binding, user: id, name: name)
    let shown = name ?? offer.name
    return options(
      ceremonies.options(
        offer, challenge: issued.signed,
        RegistrationOptions.User(id: id.bytes, name: shown, displayName: shown), known: [],
        userVerification: Self.userVerification(.signUp, offer)), issued)
  }

  /// The options for another passkey of a signed-in user.
  ///
  /// - Throws: `Problem` 403; ``StoreError``; the errors of the cipher and of the random source.
  package func additionOptions(
    of user: User, _ application: Application, _ binding: Binding
  ) async throws -> JSONObject {
    let offer = try application.offer(PasskeyOffer.self)
    let identities = try await store.read { try $0.identities(of: user.id) }
    let issued = try ceremonies.seal.issue(.addition, for: application, binding, user: user.id)
    return options(
      ceremonies.options(
        offer, challenge: issued.signed, user.shown(with: identities, at: offer.name),
        known: identities.compactMap { Passkey($0) },
        userVerification: Self.userVerification(.addition, offer)), issued)
  }

  /// Whether the authenticator has to verify the user. A new user must have a PIN or biometrics, with any setting
  /// of the application: many security keys show a passkey in a sign-in without a user name only after they have
  /// verified the user (`credProtect`), and a new user has no other way to sign in.
  private static func userVerification(
    _ ceremony: PasskeyChallenge.Ceremony, _ offer: PasskeyOffer
  ) -> UserVerificationRequirement {
    ceremony == .signUp ? .required : offer.userVerification
  }

  private func options(
    _ options: JSONObject, _ issued: (text: String, signed: [UInt8], expiresAt: Date)
  ) -> JSONObject {
    var options = options
    options[ChallengeMembers.challengeID] = .string(issued.text)
    options[ChallengeMembers.expiresAt] = .time(issued.expiresAt)
    return options
  }

  // MARK: Verification

  /// Whether the response of a new passkey answers the options for another passkey of a signed-in user.
  ///
  /// - Throws: `Problem` 400 without `challenge_id`.
  package func isAddition(_ body: JSONObjectReader) throws -> Bool {
    let text = try body.text(ProofMembers.challengeID)
    return ceremonies.seal.ceremony(of: text) == .addition
  }

  /// Verifies the response of a new passkey.
  ///
  /// - Parameters:
  ///   - body: `RegistrationResponseJSON` with `challenge_id`.
  ///   - ceremony: whether the passkey is of a new user or of a signed-in one.
  ///   - isConditional: whether the browser made the passkey without asking the user.
  ///   - context: the circumstances of the proof.
  /// - Returns: the proof.
  /// - Throws: `Problem` as ``PasskeyCeremonies/verifyRegistration(_:_:challenge:userVerification:isConditional:)``; 409
  ///   `passkey_registered` if a user has the credential.
  package func verify(
    _ body: JSONObjectReader, _ ceremony: PasskeyChallenge.Ceremony, isConditional: Bool,
    in context: ProofContext
  ) async throws -> VerifiedProof {
    let text = try body.text(ProofMembers.challengeID)
    let (challenge, signed) = try ceremonies.seal.open(text, for: [ceremony], in: context)
    let user = challenge.user
    let offer = try context.application.offer(PasskeyOffer.self)
    let verified = try ceremonies.verifyRegistration(
      .object(body.object), offer, challenge: signed,
      userVerification: Self.userVerification(ceremony, offer), isConditional: isConditional)
    let key = Passkey.key(of: verified.credentialID)
    // WebAuthn L3 §7.1 step 26. A repetition has the credential of the first request.
    if let known = try await store.read({ try $0.identity(key) }) {
      let repetition = RepeatableRequest(answering: challenge.id, key: context.idempotencyKey)
      guard ceremony == .signUp ? repetition != nil : known.id == repetition?.identity else {
        throw Problem.passkeyRegistered
      }
    }
    return VerifiedProof(
      challenge: challenge.answered, method: .passkey,
      assurance: verified.isUserVerified ? .secondFactor : .passkey,
      identity: verified.identity(of: user, for: offer.party.id),
      signUp: ceremony == .signUp ? SignUpValues(id: user, name: challenge.name) : nil)
  }

  // MARK: The list

  /// The passkeys of a user, oldest first, with what a client needs to tell the authenticators which ones are accepted
  /// (WebAuthn L3 §5.1.10.3).
  ///
  /// `application` is the application whose relying party the client tells; it may not offer passkeys anymore.
  ///
  /// - Returns: `items`, `user_handle`, and `rp_id` if the application offers passkeys.
  /// - Throws: ``StoreError``.
  package func list(of user: User.ID, _ application: Application) async throws -> JSONObject {
    let identities = try await store.read { try $0.identities(of: user) }
    return WirePasskeyList.json(
      items: identities.filter { $0.key.kind == .passkey }.map(\.json), userHandle: user.bytes,
      relyingPartyID: (try? application.offer(PasskeyOffer.self))?.party.id)
  }

  /// Gives a passkey a name.
  ///
  /// - Parameters:
  ///   - id: the id of the identity.
  ///   - name: one line of text.
  ///   - caller: the user.
  /// - Returns: the passkey.
  /// - Throws: `Problem` 404 if the user has no such passkey, 422 for a name that is empty or too long; ``StoreError``.
  package func rename(_ id: String?, to name: String, of caller: Caller) async throws -> JSONValue {
    try ProfileText.name.check(name)
    guard !name.isEmpty else { throw Problem.namelessPasskey }
    let now = clock.now
    return try await store.write { transaction in
      guard let id = id.flatMap({ Identity.ID($0) }), var identity = try transaction.identity(id),
        identity.userID == caller.user.id, identity.key.kind == .passkey
      else { throw Problem.notFound("passkey") }
      identity.attributes[WirePasskey.Members.name] = .string(name)
      try transaction.update(identity)
      try transaction.record(.identityChanged(identity.id, identity.key.kind), by: caller, at: now)
      return identity.json
    }
  }
}

extension VerifiedRegistration {
  /// The new passkey as an identity.
  ///
  /// `relyingParty` is the RP ID that the passkey was registered for.
  ///
  /// - Returns: the identity.
  func identity(of user: User.ID, for relyingParty: String) -> ProvenIdentity {
    let record = record(userHandle: user.bytes)
    var attributes = record.changingAttributes
    attributes[WirePasskey.Members.name] = .string(
      AuthenticatorModels.name(of: aaguid) ?? WirePasskey.nameOfUnknownModel)
    attributes[WirePasskey.Members.model] = .string("\(aaguid)")
    attributes[WirePasskey.Members.backupEligible] = .bool(isBackupEligible)
    return ProvenIdentity(
      key: Passkey.key(of: credentialID), attributes: attributes,
      continuity: NewPasskey(record: record, relyingParty: relyingParty))
  }
}

extension User {
  /// The user as an authenticator shows the user: the address or user name, and the name.
  func shown(with identities: [Identity], at site: String) -> RegistrationOptions.User {
    let identifier = [IdentityKey.Kind.email, .userName, .phone].lazy.compactMap { kind in
      identities.first { $0.key.kind == kind }?.key.identifier
    }.first
    let name = identifier ?? profile[.name] ?? site
    return RegistrationOptions.User(id: id.bytes, name: name, displayName: profile[.name] ?? name)
  }
}
