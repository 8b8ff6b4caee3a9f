import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation
import WebAuthn

/// The ceremonies of passkeys. The double checks everything that the server checks, except signatures and attestations.
extension DoorwardTestServer {
  /// The ceremonies. A challenge serves no other one.
  enum PasskeyCeremony: String {
    case signIn, signUp, addition
  }

  // MARK: Options

  /// Issues a challenge: the text for the client, and the bytes that the authenticator signs.
  func issue(
    _ ceremony: PasskeyCeremony, _ binding: WireBinding, user: String? = nil
  ) -> (text: String, signed: [UInt8], expiresAt: Date) {
    let text = "\(newID())\(newID())"
    let expiresAt = time.now.addingTimeInterval(StandardLimits.passkeyLifetime)
    challenges.issue(
      [ceremony.rawValue, text], context(of: ceremony, binding, user), until: expiresAt)
    return (text, Self.signed(text), expiresAt)
  }

  private func context(
    of ceremony: PasskeyCeremony, _ binding: WireBinding, _ user: String?
  ) -> ChallengeContext {
    ChallengeContext(purpose: ceremony == .addition ? .link : .signIn, user: user, binding: binding)
  }

  private static func signed(_ text: String) -> [UInt8] { SHA256.hash(Array(text.utf8)) }

  /// The options of an authentication with members of the contract.
  func options(
    _ party: RelyingParty, challenge: [UInt8], allowed: [Identity] = [],
    userVerification: UserVerificationRequirement = .preferred
  ) -> JSONObject {
    AuthenticationOptions(
      challenge: challenge, relyingPartyID: party.id,
      allowCredentials: Self.descriptors(allowed), timeout: UInt32(StandardLimits.passkeyLifetime * 1000),
      userVerification: userVerification
    ).json
  }

  /// The options of a registration.
  func options(
    _ party: RelyingParty, challenge: [UInt8], _ user: RegistrationOptions.User, known: [Identity],
    userVerification: UserVerificationRequirement = .preferred
  ) -> JSONObject {
    RegistrationOptions(
      relyingPartyID: party.id, relyingPartyName: application.offer.name, user: user, challenge: challenge,
      timeout: UInt32(StandardLimits.passkeyLifetime * 1000), excludeCredentials: Self.descriptors(known),
      userVerification: userVerification, extensions: RegistrationExtensions(credProps: true)
    ).json
  }

  private static func descriptors(_ identities: [Identity]) -> [CredentialDescriptor] {
    identities.compactMap(\.passkey).map { CredentialDescriptor(id: $0.id, transports: $0.transports) }
  }

  // MARK: Second factors

  func hasPasskeyAsFactor(_ user: String, after first: AccountBook.Proven) -> Bool {
    application.passkeyParty != nil && first.method != WireMethod.passkey
      && accounts.identities(of: user).contains { $0.passkey != nil }
  }

  /// The options of the passkeys of a user whose sign-in waits for a second factor.
  func passkeyOptions(of waiting: WaitingSignIn) -> JSONObject? {
    guard let party = application.passkeyParty, let user = waiting.identity?.user else { return nil }
    return options(
      party, challenge: waiting.passkeyChallenge, allowed: accounts.identities(of: user),
      userVerification: .discouraged)
  }

  /// Verifies a passkey of a user as the second factor.
  func verifiedPasskey(
    _ json: JSONValue, of user: String, in waiting: WaitingSignIn
  ) throws -> (identity: String, PasskeyCredential) {
    let (identity, credential) = try verified(json, challenge: waiting.passkeyChallenge, isUserKnown: user)
    return (identity.id, credential)
  }

  // MARK: Verification

  /// Opens the challenge of a request.
  ///
  /// - Returns: The text, and the bytes that the authenticator had to sign.
  func open(
    _ body: JSONObjectReader, for ceremony: PasskeyCeremony, user: String? = nil, mayRepeat: Bool = false
  ) throws(Problem) -> (content: [String?], signed: [UInt8], binding: WireBinding) {
    let binding = try body.bindingOfSecret()
    let text = try body.text(ProofMembers.challengeID)
    let content = [ceremony.rawValue, text]
    try challenges.require(
      content, context(of: ceremony, binding, user), at: time.now, mayRepeat: mayRepeat)
    return (content, Self.signed(text), binding)
  }

  /// Verifies a response of a passkey.
  ///
  /// - Parameters:
  ///   - json: `AuthenticationResponseJSON`.
  ///   - challenge: The bytes that the authenticator had to sign.
  ///   - user: The user, if the first factor has named one.
  /// - Returns: The identity, and the credential after its use.
  /// - Throws: `Problem`.
  func verified(
    _ json: JSONValue, challenge: [UInt8], isUserKnown user: String? = nil
  ) throws -> (Identity, PasskeyCredential) {
    let response = try Self.passkey { () throws(WebAuthnError) in try AuthenticationResponse(json) }
    guard let identity = accounts.identity(PasskeyCredential.key(response.id)),
      let known = identity.passkey
    else { throw Problem.unknownPasskey }
    guard user ?? identity.user == identity.user else { throw Problem.foreignPasskey }
    if let handle = response.userHandle {
      guard handle == idBytes(identity.user) else { throw Problem.passkey(.wrongUserHandle) }
    } else if user == nil {
      throw Problem.passkey(.missingUserHandle)
    }
    try check(response.clientData, .get, challenge)
    let data = response.authenticatorData
    try check(data, requiresPresence: true)
    let used = known.used(in: response)
    guard used.isBackupEligible == known.isBackupEligible else {
      throw Problem.passkey(.backupEligibilityChanged)
    }
    let proof = DoorwardTestProof(
      method: WireMethod.passkey, account: Base64URL.encode(response.id),
      message: String(decoding: response.clientData.bytes, as: UTF8.self),
      signature: Base64URL.encode(response.signature))
    guard accepts(proof) else { throw Problem.passkey(.wrongSignature) }
    guard data.signCount == 0 && known.signCount == 0 || data.signCount > known.signCount else {
      throw Problem.clonedPasskey
    }
    return (identity, used)
  }

  /// Verifies the response of a new passkey. The authenticator of a new user must have verified the user.
  func verifiedRegistration(
    _ json: JSONValue, of ceremony: PasskeyCeremony, challenge: [UInt8], isConditional: Bool,
    mayRepeat: Bool = false
  ) throws -> PasskeyCredential {
    let response = try Self.passkey { () throws(WebAuthnError) in try RegistrationResponse(json) }
    try check(response.clientData, .create, challenge)
    try check(response.attestationObject.authenticatorData, requiresPresence: !isConditional)
    let credential = PasskeyCredential(response)
    guard ceremony != .signUp || credential.isUserVerified else { throw Problem.passkey(.userNotVerified) }
    guard mayRepeat || accounts.identity(credential.key) == nil else { throw Problem.passkeyRegistered }
    return credential
  }

  private func check(
    _ data: CollectedClientData, _ ceremony: CollectedClientData.Ceremony, _ challenge: [UInt8]
  ) throws(Problem) {
    guard data.type == ceremony.rawValue else { throw .passkey(.wrongCeremony) }
    guard data.challenge == Base64URL.encode(challenge) else { throw .passkey(.wrongChallenge) }
    guard application.passkeyParty?.expects(origin: data.origin) == true else {
      throw .passkey(.wrongOrigin)
    }
    guard data.crossOrigin != true, data.topOrigin == nil else { throw .passkey(.crossOriginNotAllowed) }
  }

  private func check(_ data: AuthenticatorData, requiresPresence: Bool) throws(Problem) {
    guard data.rpIDHash == application.passkeyParty?.idHash else {
      throw .passkey(.wrongRelyingPartyID)
    }
    guard !requiresPresence || data.flags.contains(.userPresent) else { throw .passkey(.userNotPresent) }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw .passkey(.inconsistentBackupState)
    }
  }

  private static func passkey<Value>(_ parse: () throws(WebAuthnError) -> Value) throws(Problem) -> Value {
    do throws(WebAuthnError) { return try parse() } catch {
      throw .malformedPasskey(error.code.rawValue, reason: error.reason)
    }
  }
}

extension Problem {
  static func passkey(_ code: WebAuthnError.Code) -> Problem {
    .notProven(code.rawValue, "The passkey has not proven this sign-in.")
  }
}
