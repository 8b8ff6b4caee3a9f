public import BinaryEncodings
internal import Encodings

/// A new credential and the statement about it (WebAuthn L3 §6.5.4), parsed. Neither is verified.
public struct AttestationObject: Sendable, Hashable {
  /// The longest accepted attestation object, in bytes.
  public static let maxLength = 65_536

  /// The format of the statement.
  public let format: AttestationFormat
  /// The statement, a map, or an array in the format `compound`.
  public let statement: CBORValue
  /// The authenticator data.
  public let authenticatorData: AuthenticatorData

  /// Parses an attestation object.
  ///
  /// The encoding must be in the canonical form of CTAP 2 (WebAuthn L3 §2.4), except for the order of keys:
  /// authenticators exist that do not sort the keys of their statements. The public key and the extensions inside must
  /// be sorted too.
  ///
  /// - Throws: ``WebAuthnError``: `malformed_attestation_object`, and the errors of
  ///   ``AuthenticatorData/init(parsing:)``.
  public init(parsing bytes: [UInt8]) throws(WebAuthnError) {
    let value: CBORValue
    do {
      value = try CBOR.decode(
        bytes, form: .ctap2Unsorted, limits: CBORLimits(maxBytes: Self.maxLength, maxDepth: 8))
    } catch {
      throw Self.malformed(error.reason)
    }
    guard case .map(let map) = value else { throw Self.malformed("it must be a map") }
    guard map.count == 3, let format = map["fmt"]?.text, let statement = map["attStmt"],
      let data = map["authData"]?.bytes
    else { throw Self.malformed("it must have exactly fmt, attStmt and authData") }
    self.format = AttestationFormat(rawValue: format)
    self.statement = statement
    authenticatorData = try AuthenticatorData(parsing: data)
  }

  private static func malformed(_ problem: String) -> WebAuthnError {
    WebAuthnError(
      code: .malformedAttestationObject, reason: "the attestation object is malformed: \(problem)")
  }
}
