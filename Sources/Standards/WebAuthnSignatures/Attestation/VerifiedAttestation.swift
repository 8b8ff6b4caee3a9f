public import WebAuthn

/// The result of a verified attestation statement. Only ``RegistrationVerifier`` creates values of this type.
public struct VerifiedAttestation: Sendable {
  /// The attestation types (WebAuthn L3 §6.5.3).
  public enum Kind: String, Sendable, Hashable {
    /// No statement.
    case none
    /// The credential's own key has signed, which proves its possession and nothing about the authenticator.
    case selfAttestation = "self"
    /// A key of the authenticator model has signed, or a key of its certification authority. The two cannot be
    /// distinguished without metadata.
    case basic
    /// A certification authority has certified an attestation key of this authenticator.
    case certificationAuthority = "attca"
    /// A certification authority has certified the credential's own key.
    case anonymization = "anonca"
  }

  /// Whether the certificates lead to a trust anchor.
  public enum Trust: String, Sendable, Hashable {
    /// There is a path to a trust anchor of the policy.
    case trusted
    /// The policy has no trust anchors, so nothing proves the model of the authenticator.
    case notAssessed = "not_assessed"
    /// There are no certificates.
    case notApplicable = "not_applicable"
  }

  /// The format of the statement.
  public let format: AttestationFormat
  /// The type.
  public let kind: Kind
  /// The certificate of the signer first, then its issuers; empty for `none` and self attestation.
  public let certificates: [Certificate]
  /// Whether the certificates lead to a trust anchor.
  public internal(set) var trust: Trust
  /// The results of the parts of a `compound` statement.
  public let parts: [VerifiedAttestation]

  init(
    _ format: AttestationFormat, _ kind: Kind, certificates: [Certificate] = [],
    parts: [VerifiedAttestation] = []
  ) {
    self.format = format
    self.kind = kind
    self.certificates = certificates
    self.parts = parts
    trust = .notApplicable
  }

  /// The result of a `compound` statement: type and trust of the part that says most about the authenticator.
  init(compound parts: [VerifiedAttestation]) {
    let strongest =
      [Trust.trusted, .notAssessed].lazy.compactMap { trust in parts.first { $0.trust == trust } }.first
      ?? parts.first { $0.kind == .selfAttestation }
    self.init(.compound, strongest?.kind ?? .none, parts: parts)
    trust = strongest?.trust ?? .notApplicable
  }
}
