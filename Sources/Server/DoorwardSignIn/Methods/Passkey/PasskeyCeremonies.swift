import DoorwardHTTP
package import DoorwardOpenSSL
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
package import Encodings
package import WebAuthn
package import WebAuthnSignatures

/// The ceremonies of passkeys: options, and the verification of responses.
package struct PasskeyCeremonies: Sendable {
  let seal: PasskeyChallengeSeal
  private let key: DerivedKey
  private let store: any Store
  private let clock: WallClock
  private let library: OpenSSLContext

  package init(
    key: DerivedKey, store: any Store, clock: WallClock, random: RandomSource, library: OpenSSLContext
  ) {
    self.key = key
    seal = PasskeyChallengeSeal(key: key, clock: clock, random: random)
    self.store = store
    self.clock = clock
    self.library = library
  }

  // MARK: Options

  /// The options of an authentication, with members of the contract.
  ///
  /// - Parameters:
  ///   - offer: the offer of the application.
  ///   - challenge: the bytes that the authenticator signs.
  ///   - allowed: the passkeys of a known user; empty for a sign-in without a user name.
  ///   - userVerification: whether the authenticator verifies the user; nil for the setting of the application.
  /// - Returns: `PublicKeyCredentialRequestOptionsJSON`.
  package func options(
    _ offer: PasskeyOffer, challenge: [UInt8], allowed: [Passkey] = [],
    userVerification: UserVerificationRequirement? = nil
  ) -> JSONObject {
    AuthenticationOptions(
      challenge: challenge, relyingPartyID: offer.party.id, allowCredentials: allowed.map(\.descriptor),
      timeout: Self.timeout, userVerification: userVerification ?? offer.userVerification,
      hints: offer.hints
    ).json
  }

  /// The options of a registration.
  ///
  /// - Parameters:
  ///   - offer: the offer of the application.
  ///   - challenge: the bytes that the authenticator signs.
  ///   - user: the user as the authenticator shows the user.
  ///   - known: the passkeys that the user has.
  ///   - userVerification: whether the authenticator verifies the user.
  /// - Returns: `PublicKeyCredentialCreationOptionsJSON`.
  package func options(
    _ offer: PasskeyOffer, challenge: [UInt8], _ user: RegistrationOptions.User, known: [Passkey],
    userVerification: UserVerificationRequirement
  ) -> JSONObject {
    RegistrationOptions(
      relyingPartyID: offer.party.id, relyingPartyName: offer.name, user: user, challenge: challenge,
      timeout: Self.timeout, excludeCredentials: known.map(\.descriptor),
      userVerification: userVerification, hints: offer.hints,
      extensions: RegistrationExtensions(credProps: true)
    ).json
  }

  /// The bytes that the authenticator signs as the second factor of a waiting sign-in. They stay the same while codes are
  /// sent for it.
  ///
  /// - Throws: the errors of the MAC.
  func challenge(of request: SecondFactorRequest) throws -> [UInt8] {
    try key.authenticate([Array("second factor".utf8), request.id.bytes])
  }

  private static let timeout = UInt32(PasskeyChallenge.lifetime * 1000)

  // MARK: Verification

  /// Verifies the response of a passkey that signs its user in.
  ///
  /// - Parameters:
  ///   - response: `AuthenticationResponseJSON`.
  ///   - offer: the offer of the application.
  ///   - challenge: the bytes that the authenticator had to sign.
  ///   - signIn: the reads of the sign-in by an identity.
  /// - Returns: the identity of the passkey, the verified response, and the rows of the sign-in that follows.
  /// - Throws: `Problem` 422 for a malformed response, 401 `unknown_passkey`, and 401 with the code of the
  ///   ``WebAuthnError``; ``StoreError``.
  package func verify(
    _ response: JSONValue, _ offer: PasskeyOffer, challenge: [UInt8],
    before signIn: (IdentityKey) -> SignInReads?
  ) async throws -> (identity: Identity, verified: VerifiedAuthentication, ahead: SignInAhead?) {
    let parsed = try parsed(response)
    let key = Passkey.key(of: parsed.id)
    let reads = signIn(key)
    let (identity, rows) = try await store.read(prefetching: .proof(ProofReads(of: key, before: reads))) {
      (try $0.identity(key), try $0.readAhead)
    }
    guard let identity else { throw Problem.unknownPasskey }
    let verified = try verify(
      parsed, of: identity, for: offer.party,
      expecting: AuthenticationExpectations(
        challenge: challenge, userVerification: offer.userVerification, isUserIdentified: false))
    return (identity, verified, SignInAhead(reads, rows))
  }

  /// Verifies the response of a passkey of a known user, who proves a second factor: the possession of the
  /// authenticator.
  ///
  /// - Parameters:
  ///   - response: `AuthenticationResponseJSON`.
  ///   - user: the user.
  ///   - offer: the offer of the application.
  ///   - challenge: the bytes that the authenticator had to sign.
  ///   - snapshot: the store.
  /// - Returns: the identity of the passkey and the verified response.
  /// - Throws: as ``verify(_:_:challenge:)``.
  package func verify(
    _ response: JSONValue, of user: User.ID, _ offer: PasskeyOffer, challenge: [UInt8],
    in snapshot: any StoreReading
  ) throws -> (identity: Identity, verified: VerifiedAuthentication) {
    let parsed = try parsed(response)
    guard let identity = try snapshot.identity(Passkey.key(of: parsed.id)) else {
      throw Problem.unknownPasskey
    }
    guard identity.userID == user else { throw Problem.foreignPasskey }
    let verified = try verify(
      parsed, of: identity, for: offer.party,
      expecting: AuthenticationExpectations(
        challenge: challenge, userVerification: offer.factorVerification, isUserIdentified: true))
    return (identity, verified)
  }

  private func parsed(_ response: JSONValue) throws(Problem) -> AuthenticationResponse {
    do throws(WebAuthnError) { return try AuthenticationResponse(response) } catch {
      throw Problem.passkey(error)
    }
  }

  private func verify(
    _ response: AuthenticationResponse, of identity: Identity, for party: RelyingParty,
    expecting expectations: AuthenticationExpectations
  ) throws -> VerifiedAuthentication {
    guard let passkey = Passkey(identity) else { throw UnreadablePasskey(id: identity.id) }
    do throws(WebAuthnError) {
      // The counter is compared in the transaction that admits the proof: see `UsedPasskey`.
      let verifier = AuthenticationVerifier(relyingParty: party, counters: .reported, context: library)
      return try verifier.verify(response, record: passkey.record, expectations: expectations)
    } catch {
      throw Problem.passkey(error)
    }
  }

  /// Verifies the response of a new passkey.
  ///
  /// - Parameters:
  ///   - response: `RegistrationResponseJSON`.
  ///   - offer: the offer of the application.
  ///   - challenge: the bytes that the authenticator had to sign.
  ///   - userVerification: whether the authenticator had to verify the user.
  ///   - isConditional: whether the browser made the passkey without asking the user, after a sign-in with a password.
  /// - Returns: the verified registration.
  /// - Throws: `Problem` as ``verify(_:_:challenge:)``.
  package func verifyRegistration(
    _ response: JSONValue, _ offer: PasskeyOffer, challenge: [UInt8],
    userVerification: UserVerificationRequirement, isConditional: Bool
  ) throws -> VerifiedRegistration {
    do throws(WebAuthnError) {
      return try RegistrationVerifier(relyingParty: offer.party, context: library).verify(
        RegistrationResponse(response),
        expectations: RegistrationExpectations(
          challenge: challenge,
          userVerification: isConditional && offer.userVerification != .required
            ? .preferred : userVerification,
          isConditional: isConditional),
        at: Timestamp(clock.now))
    } catch {
      throw Problem.passkey(error)
    }
  }
}
