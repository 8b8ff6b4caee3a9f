internal import DoorwardCiphers
public import DoorwardOpenSSL
internal import Encodings
public import WebAuthn

/// Verifies authentications (WebAuthn L3 §7.2).
///
/// ```swift
/// let verifier = AuthenticationVerifier(relyingParty: party, context: openSSL)
/// let response = try AuthenticationResponse(parsing: body)
/// let record = try await store.credential(response.id)
/// let verified = try verifier.verify(response, record: record, expectations: .init(options))
/// try await store.save(verified.updatedRecord)
/// ```
///
/// ### Signature counters
///
/// If the stored counter or the counter of the response is not zero, the counter must have increased. If it has not,
/// the authentication is refused (`possible_clone`): a copy of the private key may exist. Authenticators that synchronize
/// their credentials do not count and always send zero. Two authentications of one credential that arrive in the wrong
/// order are refused too; the user tries again. A relying party that wants to assess the risk itself passes
/// ``CounterPolicy/reported`` and reads ``VerifiedAuthentication/isPossibleClone``.
public struct AuthenticationVerifier: Sendable {
  /// The treatment of a signature counter that does not increase.
  public enum CounterPolicy: Sendable, Hashable {
    /// The authentication is refused.
    case refused
    /// The verified value says so.
    case reported
  }

  private let checks: CeremonyChecks
  private let counters: CounterPolicy
  private let context: OpenSSLContext

  /// Creates a verifier. Several tasks can use it at the same time.
  ///
  /// - Parameters:
  ///   - relyingParty: The relying party.
  ///   - counters: The treatment of a signature counter that does not increase.
  ///   - context: The cryptographic library.
  public init(relyingParty: RelyingParty, counters: CounterPolicy = .refused, context: OpenSSLContext) {
    checks = CeremonyChecks(party: relyingParty)
    self.counters = counters
    self.context = context
  }

  /// Verifies a response.
  ///
  /// Steps 1 to 4 of §7.2 run in the client; parsing the response has done steps 7 to 9.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - record: The credential of the response's id. The caller finds it, and it belongs to the account that signs in.
  ///   - expectations: The requirements of the authentication. The caller spends the challenge.
  /// - Returns: The verified authentication.
  /// - Throws: ``WebAuthnError``.
  public func verify(
    _ response: AuthenticationResponse, record: CredentialRecord, expectations: AuthenticationExpectations
  ) throws(WebAuthnError) -> VerifiedAuthentication {
    // Step 5: the credential is allowed.
    guard expectations.allowCredentials.isEmpty || expectations.allowCredentials.contains(response.id) else {
      throw WebAuthnError(code: .credentialNotAllowed, reason: "the credential is not among the allowed ones")
    }
    // Step 6: the credential belongs to the user.
    try identify(response, record, isIdentified: expectations.isUserIdentified)
    // Steps 10 to 14: the client data.
    try checks.check(response.clientData, is: .get, challenge: expectations.challenge)
    let data = response.authenticatorData
    // Steps 15 to 18: the authenticator data.
    try checks.check(data, userVerification: expectations.userVerification)
    // Step 19: the backup eligibility of a credential never changes.
    if let wasEligible = record.isBackupEligible, wasEligible != data.flags.contains(.backupEligible) {
      throw WebAuthnError(
        code: .backupEligibilityChanged,
        reason: "the backup eligibility (BE) of the credential has changed since its registration")
    }
    // Step 20: the hash of the client data.
    let hash = try library { () throws(OpenSSLError) in try context.sha256(response.clientData.bytes) }
    // Step 21: the signature.
    let key = try SignatureKey(record.publicKey.material, record.publicKey.algorithm)
    guard
      try key.isValid(
        response.signature, for: CeremonyChecks.signed(data, clientDataHash: hash), context: context)
    else {
      throw WebAuthnError(
        code: .wrongSignature, reason: "the signature does not match the response and the public key")
    }
    // Step 22: the counter.
    let isPossibleClone = (data.signCount != 0 || record.signCount != 0) && data.signCount <= record.signCount
    guard !isPossibleClone || counters == .reported else {
      throw WebAuthnError(
        code: .possibleClone,
        reason:
          "the signature counter is \(data.signCount) and was \(record.signCount): a copy of the authenticator may exist"
      )
    }
    // Step 23: extension outputs need no check; none of them grants anything.
    // Step 24: the caller stores the updated record. Step 25: the ceremony has succeeded.
    return VerifiedAuthentication(response, record: record, isPossibleClone: isPossibleClone)
  }

  private func identify(
    _ response: AuthenticationResponse, _ record: CredentialRecord, isIdentified: Bool
  ) throws(WebAuthnError) {
    guard record.id == response.id else {
      throw WebAuthnError(code: .wrongCredentialID, reason: "the record is of another credential")
    }
    guard let expected = record.userHandle else { return }
    guard let handle = response.userHandle else {
      // A user who is identified before the ceremony need not be named by the authenticator.
      guard isIdentified else {
        throw WebAuthnError(
          code: .missingUserHandle,
          reason: "the response has no userHandle, and the user was not identified before")
      }
      return
    }
    guard constantTimeEquals(handle, expected) else {
      throw WebAuthnError(code: .wrongUserHandle, reason: "the credential belongs to another user")
    }
  }
}
