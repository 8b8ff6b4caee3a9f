internal import DoorwardOpenSSL
internal import Encodings
internal import WebAuthn

/// Verifies attestation statements by their format (WebAuthn L3 §7.1 steps 21 to 24).
struct AttestationVerifier {
  let policy: AttestationPolicy
  let context: OpenSSLContext

  func verify(
    _ object: AttestationObject, of subject: AttestedSubject, at time: Timestamp
  ) throws(WebAuthnError) -> VerifiedAttestation {
    // Step 21: the format.
    guard AttestationFormat.supported.contains(object.format) else {
      throw WebAuthnError(
        code: .unknownAttestationFormat, reason: "the attestation statement format is unknown")
    }
    try requireAllowed(object.format)
    let statement = try AttestationStatement(object.statement, format: object.format)
    // Step 22: the verification procedure of the format.
    guard case .compound(let parts) = statement else {
      return try assess(verify(statement, format: object.format, of: subject), of: subject, at: time)
    }
    // §8.9: every statement must be valid, which is the strictest policy.
    var verified: [VerifiedAttestation] = []
    for part in parts {
      try requireAllowed(part.format)
      verified.append(
        try assess(verify(part.statement, format: part.format, of: subject), of: subject, at: time))
    }
    return VerifiedAttestation(compound: verified)
  }

  private func requireAllowed(_ format: AttestationFormat) throws(WebAuthnError) {
    guard policy.formats.contains(format) else {
      throw WebAuthnError(
        code: .attestationNotAllowed, reason: "the attestation statement format \(format) is not accepted")
    }
  }

  private func verify(
    _ statement: AttestationStatement, format: AttestationFormat, of subject: AttestedSubject
  ) throws(WebAuthnError) -> VerifiedAttestation {
    switch statement {
    case .none: return VerifiedAttestation(.none, .none)
    case .packed(let algorithm, let signature, let certificates):
      return try PackedAttestation(context: context)
        .verify(algorithm, signature: signature, certificates: certificates, of: subject)
    case .tpm(let statement): return try TPMAttestation(context: context).verify(statement, of: subject)
    case .androidKey(let algorithm, let signature, let certificates):
      return try AndroidKeyAttestation(
        requiresTrustedExecution: policy.requiresTrustedExecution, context: context
      )
      .verify(algorithm, signature: signature, certificates: certificates, of: subject)
    case .androidSafetyNet(_, let response):
      return try SafetyNetAttestation(context: context).verify(response, of: subject)
    case .fidoU2F(let signature, let certificate):
      return try FIDOU2FAttestation(context: context).verify(signature, certificate, of: subject)
    case .apple(let algorithm, let certificates):
      return try AppleAttestation(context: context).verify(algorithm, certificates, of: subject)
    case .compound:
      throw WebAuthnError(
        code: .malformedStatement, reason: "a compound statement must not contain another one")
    }
  }

  /// Steps 23 and 24: whether the attestation is trusted.
  private func assess(
    _ attestation: VerifiedAttestation, of subject: AttestedSubject, at time: Timestamp
  ) throws(WebAuthnError) -> VerifiedAttestation {
    var attestation = attestation
    switch attestation.kind {
    case .none:
      guard policy.allowsNone else {
        throw WebAuthnError(code: .attestationNotAllowed, reason: "an attestation is required")
      }
    case .selfAttestation:
      guard policy.allowsSelf else {
        throw WebAuthnError(code: .attestationNotAllowed, reason: "self attestation is not accepted")
      }
    case .basic, .certificationAuthority, .anonymization:
      let chain = try CertificateChain(attestation.certificates)
      try chain.requireLinks()
      switch policy.trust {
      case .notRequired: attestation.trust = .notAssessed
      case .anchors(let anchors):
        try anchors.require(chain, aaguid: subject.credential.aaguid, format: attestation.format, at: time)
        attestation.trust = .trusted
      }
    }
    return attestation
  }
}

extension WebAuthnError {
  /// A statement that does not meet the verification procedure of its format.
  static func invalid(_ format: AttestationFormat, _ problem: String) -> WebAuthnError {
    WebAuthnError(code: .invalidAttestation, reason: "the \(format) attestation is not valid: \(problem)")
  }
}

extension Certificate {
  /// Verifies a signature with the key of the certificate.
  func requireSignature(
    _ signature: [UInt8], of message: [UInt8], algorithm: COSEAlgorithm, format: AttestationFormat,
    context: OpenSSLContext
  ) throws(WebAuthnError) {
    guard let publicKey else {
      throw .invalid(format, "the kind of key of the certificate is not supported")
    }
    guard algorithm.isSupported || algorithm == .rs1 else { throw algorithm.unsupported }
    guard publicKey.fits(algorithm) else {
      throw .invalid(format, "alg is \(algorithm), and the certificate has a key of another kind")
    }
    let key = try SignatureKey(publicKey, algorithm)
    guard try key.isValid(signature, for: message, context: context) else {
      throw .invalid(format, "the signature does not match")
    }
  }

  /// If the certificate names a model, it must be the one of the authenticator data (WebAuthn L3 §8.2, §8.3).
  func requireSameModel(as aaguid: AAGUID, _ format: AttestationFormat) throws(WebAuthnError) {
    guard let model = try self.aaguid() else { return }
    guard !model.isCritical else {
      throw .invalid(format, "the AAGUID of the certificate is marked as critical")
    }
    guard model.value == aaguid.bytes else {
      throw .invalid(format, "the AAGUID of the certificate is another one")
    }
  }

  /// The basic constraints must say that the certificate may not sign certificates.
  func requireEndEntity(_ format: AttestationFormat) throws(WebAuthnError) {
    guard try isAuthority() == false else {
      throw .invalid(format, "the basic constraints of the certificate must have CA false")
    }
  }
}

/// The subject of an attestation statement: the inputs of the verification procedures (WebAuthn L3 §6.5.2).
struct AttestedSubject {
  let data: AuthenticatorData
  let credential: AttestedCredentialData
  let publicKey: CredentialPublicKey
  let clientDataHash: [UInt8]

  /// The concatenation of authenticator data and the hash of the client data.
  var signedBytes: [UInt8] { data.bytes + clientDataHash }
}
