internal import DoorwardCiphers
public import DoorwardOpenSSL
public import Encodings
public import WebAuthn

/// Verifies registrations (WebAuthn L3 §7.1).
///
/// ```swift
/// let verifier = RegistrationVerifier(relyingParty: party, context: openSSL)
/// let response = try RegistrationResponse(parsing: body)
/// let verified = try verifier.verify(response, expectations: .init(options), at: Timestamp(clock.now))
/// ```
///
/// The attestation statement is always verified. Whether it is also trusted depends on the ``AttestationPolicy``.
public struct RegistrationVerifier: Sendable {
  private let checks: CeremonyChecks
  private let policy: AttestationPolicy
  private let context: OpenSSLContext

  /// Creates a verifier. Several tasks can use it at the same time.
  ///
  /// - Parameters:
  ///   - relyingParty: The relying party.
  ///   - attestation: The accepted formats and trust anchors of attestations.
  ///   - context: The cryptographic library.
  public init(
    relyingParty: RelyingParty, attestation: AttestationPolicy = AttestationPolicy(), context: OpenSSLContext
  ) {
    checks = CeremonyChecks(party: relyingParty)
    policy = attestation
    self.context = context
  }

  /// Verifies a response.
  ///
  /// Steps 1 to 4 of §7.1 run in the client; parsing the response has done steps 5, 6 and 13, and step 25, the length of
  /// the credential id.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - expectations: The requirements of the registration. The caller spends the challenge.
  ///   - time: The time at which certificates must be valid.
  /// - Returns: The verified registration. The caller checks that no user has the credential id yet (step 26).
  /// - Throws: ``WebAuthnError``.
  public func verify(
    _ response: RegistrationResponse, expectations: RegistrationExpectations, at time: Timestamp
  ) throws(WebAuthnError) -> VerifiedRegistration {
    // Steps 7 to 11: the client data.
    try checks.check(response.clientData, is: .create, challenge: expectations.challenge)
    // Step 12: the hash of the client data.
    let hash = try library { () throws(OpenSSLError) in try context.sha256(response.clientData.bytes) }
    let object = response.attestationObject
    let data = object.authenticatorData
    // Steps 14 to 19: the authenticator data.
    try checks.check(
      data, userVerification: expectations.userVerification, requiresPresence: !expectations.isConditional)
    guard let credential = data.attestedCredential else {
      throw WebAuthnError(
        code: .malformedAuthenticatorData, reason: "the attested credential data is missing")
    }
    // Step 20: the algorithm was offered.
    guard credential.algorithm.isSupported else { throw credential.algorithm.unsupported }
    guard expectations.algorithms.contains(credential.algorithm) else {
      throw WebAuthnError(
        code: .algorithmNotOffered, reason: "the algorithm \(credential.algorithm) was not offered")
    }
    let publicKey = try credential.publicKey()
    // The key must be usable: a point that is not on its curve is refused now, not at the first sign-in.
    try SignatureKey(publicKey.material, publicKey.algorithm).requireUsable(context: context)
    // Steps 21 to 24: the attestation.
    let subject = AttestedSubject(
      data: data, credential: credential, publicKey: publicKey, clientDataHash: hash)
    let attestation = try AttestationVerifier(policy: policy, context: context)
      .verify(object, of: subject, at: time)
    // Step 28: extension outputs.
    try check(response.extensions, expectations.extensions)
    // Steps 26, 27 and 29: the caller stores the record.
    return VerifiedRegistration(
      response, credential: credential, publicKey: publicKey, attestation: attestation)
  }

  /// Extensions are optional for clients and authenticators. Only a protection that the options enforce is required.
  private func check(
    _ outputs: RegistrationExtensionOutputs, _ inputs: RegistrationExtensions
  ) throws(WebAuthnError) {
    guard let wanted = inputs.credentialProtection, inputs.enforcesCredentialProtection,
      wanted > .userVerificationOptional
    else { return }
    guard let protection = outputs.credentialProtection, protection >= wanted else {
      throw WebAuthnError(
        code: .extensionRefused, reason: "the credential is not protected as required (\(wanted.name))")
    }
  }
}
