/// An attestation statement format identifier (WebAuthn L3 §8.1). The set is open.
public struct AttestationFormat: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The identifier, compared by bytes.
  public let rawValue: String

  /// Creates a format from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No statement.
  public static let none = AttestationFormat(rawValue: "none")
  /// §8.2.
  public static let packed = AttestationFormat(rawValue: "packed")
  /// §8.3.
  public static let tpm = AttestationFormat(rawValue: "tpm")
  /// §8.4.
  public static let androidKey = AttestationFormat(rawValue: "android-key")
  /// §8.5. It is deprecated and its service has ended, so the default policy does not accept it.
  public static let androidSafetyNet = AttestationFormat(rawValue: "android-safetynet")
  /// §8.6.
  public static let fidoU2F = AttestationFormat(rawValue: "fido-u2f")
  /// §8.8.
  public static let apple = AttestationFormat(rawValue: "apple")
  /// §8.9.
  public static let compound = AttestationFormat(rawValue: "compound")

  /// All formats that this library verifies.
  public static let supported: Set<AttestationFormat> = [
    .none, .packed, .tpm, .androidKey, .androidSafetyNet, .fidoU2F, .apple, .compound,
  ]

  public var description: String { rawValue }
}
