/// A signature algorithm by its number in the COSE registry (RFC 9053, RFC 8812, RFC 9864, RFC 8230).
///
/// Any number is a value, so that an unsupported algorithm is refused by its name.
public struct COSEAlgorithm: RawRepresentable, Sendable, Hashable {
  /// The number.
  public let rawValue: Int64

  /// Creates an algorithm from its number.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// ECDSA on P-256 with SHA-256.
  public static let es256 = Self(rawValue: -7)
  /// ECDSA on P-384 with SHA-384.
  public static let es384 = Self(rawValue: -35)
  /// ECDSA on P-521 with SHA-512.
  public static let es512 = Self(rawValue: -36)
  /// Ed25519.
  public static let edDSA = Self(rawValue: -8)
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  public static let rs256 = Self(rawValue: -257)
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  public static let rs384 = Self(rawValue: -258)
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  public static let rs512 = Self(rawValue: -259)
  /// RSASSA-PSS with SHA-256.
  public static let ps256 = Self(rawValue: -37)
  /// RSASSA-PKCS1-v1_5 with SHA-1. It is supported for the signatures of TPMs alone, whose keys sign nothing that an
  /// attacker chooses.
  public static let rs1 = Self(rawValue: -65535)

  /// The algorithms of credentials that this library supports, the preferred ones first.
  public static let supported: [COSEAlgorithm] = [
    .es256, .edDSA, .es384, .es512, .ps256, .rs256, .rs384, .rs512,
  ]

  /// Whether the library supports credentials with this algorithm.
  public var isSupported: Bool { Self.supported.contains(self) }

  /// The name in the registry; the number for an algorithm that this library does not know.
  public var name: String { Self.names[rawValue] ?? "COSE algorithm \(rawValue)" }

  private static let names: [Int64: String] = [
    -7: "ES256", -8: "EdDSA", -9: "ESP256", -19: "Ed25519", -35: "ES384", -36: "ES512", -37: "PS256",
    -38: "PS384", -39: "PS512", -46: "HSS-LMS", -47: "ES256K", -48: "ML-DSA-44", -49: "ML-DSA-65",
    -50: "ML-DSA-87", -51: "ESP384", -52: "ESP512", -53: "Ed448", -257: "RS256", -258: "RS384",
    -259: "RS512", -265: "ESB256", -266: "ESB320", -267: "ESB384", -268: "ESB512", -65535: "RS1",
  ]

  /// The error for an algorithm that the library does not support.
  package var unsupported: WebAuthnError {
    let names = Self.supported.map(\.name).joined(separator: ", ")
    return WebAuthnError(
      code: .unsupportedAlgorithm, reason: "\(name) is not supported; the supported algorithms are \(names)")
  }
}

extension COSEAlgorithm: CustomStringConvertible {
  public var description: String { name }
}
