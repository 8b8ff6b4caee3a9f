import BinaryEncodings
import CDoorwardFIDO2
import Encodings

/// The signatures of a security key (CTAP 2.1 §6.2). There are several if it has several accounts of the relying party.
final class FIDO2Assertion {
  let pointer: OpaquePointer
  private let allowed: [[UInt8]]

  /// A signature of one credential.
  struct Statement: Sendable {
    let credentialID: [UInt8]
    /// The authenticator data (WebAuthn L3 §6.1).
    let authenticatorData: [UInt8]
    let signature: [UInt8]
    /// nil for a credential that the key does not store.
    let userID: [UInt8]?
    /// The name of the account; nil if the key does not report it.
    let userName: String?
  }

  /// Prepares an assertion.
  ///
  /// `allowed` are the ids of the credentials; empty for those that the key stores. `verifiesUser` says whether the key
  /// verifies the user by itself.
  ///
  /// - Throws: ``FIDO2Error``.
  init(
    _ relyingPartyID: String, clientData: [UInt8], allowed: [[UInt8]], verifiesUser: Bool
  ) throws(FIDO2Error) {
    guard let pointer = fido_assert_new() else { throw FIDO2Error(status: FIDO_ERR_INTERNAL) }
    self.pointer = pointer
    self.allowed = allowed
    try FIDO2Error.check(fido_assert_set_rp(pointer, relyingPartyID))
    try FIDO2Error.check(fido_assert_set_clientdata(pointer, clientData, clientData.count))
    for id in allowed { try FIDO2Error.check(fido_assert_allow_cred(pointer, id, id.count)) }
    if verifiesUser { try FIDO2Error.check(fido_assert_set_uv(pointer, FIDO_OPT_TRUE)) }
  }

  deinit {
    var owned: OpaquePointer? = pointer
    fido_assert_free(&owned)
  }

  var statements: [Statement] {
    (0..<fido_assert_count(pointer)).compactMap { index in
      // libfido2 keeps the authenticator data as the key sent it: a byte string in CBOR.
      let data = FIDO2Credential.bytes(
        fido_assert_authdata_ptr(pointer, index), fido_assert_authdata_len(pointer, index))
      guard case .bytes(let authenticatorData)? = try? CBOR.decode(data) else { return nil }
      let id = FIDO2Credential.bytes(fido_assert_id_ptr(pointer, index), fido_assert_id_len(pointer, index))
      let user = FIDO2Credential.bytes(
        fido_assert_user_id_ptr(pointer, index), fido_assert_user_id_len(pointer, index))
      return Statement(
        // A key may leave out the id of the only allowed credential (CTAP 2.1 §6.2.2).
        credentialID: id.isEmpty && allowed.count == 1 ? allowed[0] : id,
        authenticatorData: authenticatorData,
        signature: FIDO2Credential.bytes(
          fido_assert_sig_ptr(pointer, index), fido_assert_sig_len(pointer, index)),
        userID: user.isEmpty ? nil : user,
        userName: fido_assert_user_name(pointer, index).map { String(cString: $0) })
    }
  }
}
