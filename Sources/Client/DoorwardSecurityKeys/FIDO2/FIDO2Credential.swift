import CDoorwardFIDO2

/// A credential that a security key makes (CTAP 2.1 §6.1).
final class FIDO2Credential {
  let pointer: OpaquePointer

  /// The values of a new credential.
  struct Request {
    let relyingPartyID: String
    let relyingPartyName: String
    let userID: [UInt8]
    let userName: String
    let displayName: String
    let clientData: [UInt8]
    /// A number of the COSE registry.
    let algorithm: Int32
    let excluded: [[UInt8]]
    /// Whether the key stores the credential, so that a sign-in needs no user name.
    let isDiscoverable: Bool
    /// Whether the key verifies the user by itself.
    let verifiesUser: Bool
  }

  /// Prepares a credential.
  ///
  /// - Throws: ``FIDO2Error``.
  init(_ request: Request) throws(FIDO2Error) {
    guard let pointer = fido_cred_new() else { throw FIDO2Error(status: FIDO_ERR_INTERNAL) }
    self.pointer = pointer
    try FIDO2Error.check(fido_cred_set_type(pointer, request.algorithm))
    try FIDO2Error.check(
      fido_cred_set_clientdata(pointer, request.clientData, request.clientData.count))
    try FIDO2Error.check(fido_cred_set_rp(pointer, request.relyingPartyID, request.relyingPartyName))
    try FIDO2Error.check(
      fido_cred_set_user(
        pointer, request.userID, request.userID.count, request.userName, request.displayName, nil))
    for id in request.excluded { try FIDO2Error.check(fido_cred_exclude(pointer, id, id.count)) }
    if request.isDiscoverable { try FIDO2Error.check(fido_cred_set_rk(pointer, FIDO_OPT_TRUE)) }
    if request.verifiesUser { try FIDO2Error.check(fido_cred_set_uv(pointer, FIDO_OPT_TRUE)) }
  }

  deinit {
    var owned: OpaquePointer? = pointer
    fido_cred_free(&owned)
  }

  var id: [UInt8] { Self.bytes(fido_cred_id_ptr(pointer), fido_cred_id_len(pointer)) }
  /// The authenticator data (WebAuthn L3 §6.1).
  var authenticatorData: [UInt8] {
    Self.bytes(fido_cred_authdata_raw_ptr(pointer), fido_cred_authdata_raw_len(pointer))
  }

  static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
