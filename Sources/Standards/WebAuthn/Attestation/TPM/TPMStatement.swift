internal import BinaryEncodings
internal import Encodings

/// The attestation statement of a TPM (WebAuthn L3 §8.3), parsed. It is not verified.
public struct TPMStatement: Sendable {
  /// The algorithm of the signature.
  public let algorithm: COSEAlgorithm
  /// The certificate of the attestation key, and its issuers.
  public let certificates: [Certificate]
  /// The signature over ``certifyInfo``.
  public let signature: [UInt8]
  /// The statement of the TPM.
  public let certifyInfo: TPMCertifyInfo
  /// The public area of the credential's key.
  public let publicArea: TPMPublicArea

  init(_ value: CBORValue) throws(WebAuthnError) {
    let reader = try StatementReader(
      value, .tpm, required: ["ver", "alg", "x5c", "sig", "certInfo", "pubArea"])
    guard try reader.text("ver") == "2.0" else {
      throw StatementReader.malformed(.tpm, "ver must be 2.0")
    }
    algorithm = try reader.algorithm()
    certificates = try reader.certificates()
    signature = try reader.bytes("sig")
    certifyInfo = try TPMCertifyInfo(parsing: reader.bytes("certInfo"))
    publicArea = try TPMPublicArea(parsing: reader.bytes("pubArea"))
  }
}
