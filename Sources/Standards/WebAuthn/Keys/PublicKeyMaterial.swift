/// The numbers of a public key, from a COSE_Key or from a certificate.
public enum PublicKeyMaterial: Sendable, Hashable {
  /// The curves of ECDSA keys.
  public enum Curve: Sendable, Hashable {
    case p256
    case p384
    case p521

    /// The number of bytes in a coordinate.
    public var coordinateLength: Int {
      switch self {
      case .p256: 32
      case .p384: 48
      case .p521: 66
      }
    }
  }

  /// A point on a curve, as two coordinates of full length.
  case curve(Curve, x: [UInt8], y: [UInt8])
  /// An Ed25519 key, 32 bytes.
  case ed25519([UInt8])
  /// An RSA key: modulus and public exponent in big-endian order, without leading zeros.
  case rsa(modulus: [UInt8], exponent: [UInt8])

  /// Whether the key is of the kind that an algorithm needs.
  public func fits(_ algorithm: COSEAlgorithm) -> Bool {
    switch (algorithm, self) {
    case (.es256, .curve(.p256, _, _)), (.es384, .curve(.p384, _, _)), (.es512, .curve(.p521, _, _)),
      (.edDSA, .ed25519), (.rs256, .rsa), (.rs384, .rsa), (.rs512, .rsa), (.ps256, .rsa), (.rs1, .rsa):
      true
    default: false
    }
  }

  /// The uncompressed form of a point: 4, x and y (SEC 1 §2.3.3); nil for another kind of key.
  public var point: [UInt8]? {
    if case .curve(_, let x, let y) = self { [4] + x + y } else { nil }
  }
}
