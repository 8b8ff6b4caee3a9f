import BinaryEncodings
import CDoorwardFIDO2
import Encodings
import WebAuthn

/// libfido2 as a second verifier. It knows the formats `packed`, `fido-u2f` and `tpm`, and the algorithms ES256, ES384,
/// EdDSA and RS256. It checks no client data, and no rules for certificates.
enum FIDO2Oracle {
  static let formats: Set<String> = ["packed", "fido-u2f", "tpm"]
  static let algorithms: Set<Int64> = [-7, -8, -35, -257]

  /// Whether libfido2 accepts the attestation of a registration.
  static func acceptsRegistration(_ vector: WebAuthnVector) -> Bool {
    guard let bytes = try? WebAuthnMutationTests.bytes(vector, "attestationObject"),
      let clientData = try? WebAuthnMutationTests.bytes(vector, "clientDataJSON"),
      let object = try? CBOR.decode(bytes).map, let format = object["fmt"]?.text,
      let statement = object["attStmt"], let data = object["authData"]?.bytes,
      let credential = fido_cred_new()
    else { return false }
    defer {
      var owned: OpaquePointer? = credential
      fido_cred_free(&owned)
    }
    let encoded = CBOR.encode(statement)
    return fido_cred_set_type(credential, Int32(vector.algorithm ?? 0)) == FIDO_OK
      && fido_cred_set_clientdata(credential, clientData, clientData.count) == FIDO_OK
      && fido_cred_set_rp(credential, vector.relyingPartyID, nil) == FIDO_OK
      && fido_cred_set_authdata_raw(credential, data, data.count) == FIDO_OK
      && fido_cred_set_fmt(credential, format) == FIDO_OK
      && fido_cred_set_attstmt(credential, encoded, encoded.count) == FIDO_OK
      && (statement.map?["x5c"] == nil
        ? fido_cred_verify_self(credential) : fido_cred_verify(credential)) == FIDO_OK
  }

  /// Whether libfido2 accepts an authentication.
  static func acceptsAuthentication(_ vector: WebAuthnVector) -> Bool {
    guard let data = try? WebAuthnMutationTests.bytes(vector, "authenticatorData"),
      let clientData = try? WebAuthnMutationTests.bytes(vector, "clientDataJSON"),
      let signature = try? WebAuthnMutationTests.bytes(vector, "signature"),
      let key = try? CredentialPublicKey(parsing: vector.publicKey), let assertion = fido_assert_new()
    else { return false }
    defer {
      var owned: OpaquePointer? = assertion
      fido_assert_free(&owned)
    }
    guard fido_assert_set_clientdata(assertion, clientData, clientData.count) == FIDO_OK,
      fido_assert_set_rp(assertion, vector.relyingPartyID) == FIDO_OK,
      fido_assert_set_up(assertion, FIDO_OPT_TRUE) == FIDO_OK,
      fido_assert_set_count(assertion, 1) == FIDO_OK,
      fido_assert_set_authdata_raw(assertion, 0, data, data.count) == FIDO_OK,
      fido_assert_set_sig(assertion, 0, signature, signature.count) == FIDO_OK
    else { return false }
    return verify(assertion, Int32(key.algorithm.rawValue), key.material)
  }

  private static func verify(
    _ assertion: OpaquePointer, _ algorithm: Int32, _ material: PublicKeyMaterial
  ) -> Bool {
    switch material {
    case .curve(.p256, let x, let y):
      var key = es256_pk_new()
      defer { es256_pk_free(&key) }
      return es256_pk_from_ptr(key, x + y, 64) == FIDO_OK
        && fido_assert_verify(assertion, 0, algorithm, UnsafeRawPointer(key)) == FIDO_OK
    case .curve(.p384, let x, let y):
      var key = es384_pk_new()
      defer { es384_pk_free(&key) }
      return es384_pk_from_ptr(key, x + y, 96) == FIDO_OK
        && fido_assert_verify(assertion, 0, algorithm, UnsafeRawPointer(key)) == FIDO_OK
    case .ed25519(let x):
      var key = eddsa_pk_new()
      defer { eddsa_pk_free(&key) }
      return eddsa_pk_from_ptr(key, x, x.count) == FIDO_OK
        && fido_assert_verify(assertion, 0, algorithm, UnsafeRawPointer(key)) == FIDO_OK
    case .rsa(let modulus, let exponent):
      var key = rs256_pk_new()
      defer { rs256_pk_free(&key) }
      let bytes = modulus + exponent
      return rs256_pk_from_ptr(key, bytes, bytes.count) == FIDO_OK
        && fido_assert_verify(assertion, 0, algorithm, UnsafeRawPointer(key)) == FIDO_OK
    case .curve(.p521, _, _): return false
    }
  }
}
