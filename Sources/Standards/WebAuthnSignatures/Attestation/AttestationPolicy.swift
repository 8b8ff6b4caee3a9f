public import WebAuthn

/// Which attestations a relying party accepts (WebAuthn L3 §7.1 steps 21, 23 and 24).
public struct AttestationPolicy: Sendable {
  /// Whether certificates must lead to a trust anchor.
  public enum Trust: Sendable {
    /// Certificates must belong together and are not held against trust anchors. For relying parties that do not ask
    /// which authenticator a user has.
    case notRequired
    /// Certificates must lead to one of the anchors.
    case anchors(TrustAnchors)
  }

  /// The accepted formats.
  public var formats: Set<AttestationFormat>
  /// Whether certificates must lead to a trust anchor.
  public var trust: Trust
  /// Whether a registration without attestation is accepted.
  public var allowsNone: Bool
  /// Whether self attestation is accepted.
  public var allowsSelf: Bool
  /// Whether a key for Android must be protected by a trusted execution environment (WebAuthn L3 §8.4).
  public var requiresTrustedExecution: Bool

  /// All formats except the deprecated `android-safetynet`.
  public static let defaultFormats = AttestationFormat.supported.subtracting([.androidSafetyNet])

  /// Creates a policy. The default accepts any authenticator, and verifies the statement of each.
  public init(
    formats: Set<AttestationFormat> = defaultFormats, trust: Trust = .notRequired, allowsNone: Bool = true,
    allowsSelf: Bool = true, requiresTrustedExecution: Bool = false
  ) {
    self.formats = formats
    self.trust = trust
    self.allowsNone = allowsNone
    self.allowsSelf = allowsSelf
    self.requiresTrustedExecution = requiresTrustedExecution
  }
}
