public import BinaryEncodings
internal import Encodings

/// An attestation statement (WebAuthn L3 §8), parsed. It is not verified.
public enum AttestationStatement: Sendable {
  /// No statement.
  case none
  /// §8.2. Without certificates, the credential's own key has signed (self attestation).
  case packed(algorithm: COSEAlgorithm, signature: [UInt8], certificates: [Certificate]?)
  /// §8.3.
  case tpm(TPMStatement)
  /// §8.4.
  case androidKey(algorithm: COSEAlgorithm, signature: [UInt8], certificates: [Certificate])
  /// §8.5: the version of Google Play Services, and a compact JWS.
  case androidSafetyNet(version: String, response: String)
  /// §8.6.
  case fidoU2F(signature: [UInt8], certificate: Certificate)
  /// §8.8. Early versions of iOS add the algorithm of the credential, which the format does not have.
  case apple(algorithm: COSEAlgorithm?, certificates: [Certificate])
  /// §8.9: two or more statements, none of which is itself compound.
  case compound([(format: AttestationFormat, statement: AttestationStatement)])

  /// Parses a statement of a format.
  ///
  /// - Throws: ``WebAuthnError``: `unknown_attestation_format`, `malformed_statement`, `malformed_certificate`.
  public init(_ value: CBORValue, format: AttestationFormat) throws(WebAuthnError) {
    switch format {
    case .compound: self = .compound(try Self.parts(value))
    default: self = try Self.single(value, format)
    }
  }

  private static func single(
    _ value: CBORValue, _ format: AttestationFormat
  ) throws(WebAuthnError) -> AttestationStatement {
    switch format {
    case .none:
      _ = try StatementReader(value, format, required: [])
      return .none
    case .packed:
      let reader = try StatementReader(value, format, required: ["alg", "sig"], optional: ["x5c"])
      return .packed(
        algorithm: try reader.algorithm(), signature: try reader.bytes("sig"),
        certificates: reader.has("x5c") ? try reader.certificates() : nil)
    case .tpm: return .tpm(try TPMStatement(value))
    case .androidKey:
      let reader = try StatementReader(value, format, required: ["alg", "sig", "x5c"])
      return .androidKey(
        algorithm: try reader.algorithm(), signature: try reader.bytes("sig"),
        certificates: try reader.certificates())
    case .androidSafetyNet:
      let reader = try StatementReader(value, format, required: ["ver", "response"])
      let response = try reader.bytes("response")
      let text = String(decoding: response, as: UTF8.self)
      guard text.utf8.elementsEqual(response) else {
        throw StatementReader.malformed(format, "response must be UTF-8")
      }
      return .androidSafetyNet(version: try reader.text("ver"), response: text)
    case .fidoU2F:
      let reader = try StatementReader(value, format, required: ["sig", "x5c"])
      let certificates = try reader.certificates()
      guard certificates.count == 1 else {
        throw StatementReader.malformed(format, "x5c must have exactly one certificate")
      }
      return .fidoU2F(signature: try reader.bytes("sig"), certificate: certificates[0])
    case .apple:
      let reader = try StatementReader(value, format, required: ["x5c"], optional: ["alg"])
      return .apple(
        algorithm: reader.has("alg") ? try reader.algorithm() : nil, certificates: try reader.certificates())
    default:
      throw WebAuthnError(
        code: .unknownAttestationFormat, reason: "the attestation statement format is unknown")
    }
  }

  private static func parts(
    _ value: CBORValue
  ) throws(WebAuthnError) -> [(format: AttestationFormat, statement: AttestationStatement)] {
    guard let elements = value.array, (2...8).contains(elements.count) else {
      throw StatementReader.malformed(.compound, "it must be an array of two to eight statements")
    }
    var parts: [(format: AttestationFormat, statement: AttestationStatement)] = []
    for element in elements {
      guard let map = element.map, map.count == 2, let name = map["fmt"]?.text,
        let statement = map["attStmt"]
      else { throw StatementReader.malformed(.compound, "each statement must have exactly fmt and attStmt") }
      let format = AttestationFormat(rawValue: name)
      guard format != .compound else {
        throw StatementReader.malformed(.compound, "a compound statement must not contain another one")
      }
      parts.append((format, try single(statement, format)))
    }
    return parts
  }
}
