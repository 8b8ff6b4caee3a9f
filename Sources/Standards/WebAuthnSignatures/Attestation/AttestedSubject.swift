internal import WebAuthn

/// The subject of an attestation statement: the inputs of the verification procedures (WebAuthn L3 §6.5.2).
struct AttestedSubject {
  let data: AuthenticatorData
  let credential: AttestedCredentialData
  let publicKey: CredentialPublicKey
  let clientDataHash: [UInt8]

  /// The concatenation of authenticator data and the hash of the client data.
  var signedBytes: [UInt8] { data.bytes + clientDataHash }
}
