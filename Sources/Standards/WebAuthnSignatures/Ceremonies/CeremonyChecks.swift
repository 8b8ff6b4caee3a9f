internal import DoorwardOpenSSL
internal import Encodings
internal import WebAuthn

/// The checks that registration (WebAuthn L3 §7.1) and authentication (§7.2) share. The comments number the steps of
/// both, in this order.
struct CeremonyChecks {
  let party: RelyingParty

  /// §7.1 steps 7 to 11, §7.2 steps 10 to 14.
  func check(
    _ data: CollectedClientData, is ceremony: CollectedClientData.Ceremony, challenge: [UInt8]
  ) throws(WebAuthnError) {
    // §7.1 step 7, §7.2 step 10: the type.
    guard sameBytes(data.type, ceremony.rawValue) else {
      throw WebAuthnError(
        code: .wrongCeremony, reason: "the client data is not of the ceremony \(ceremony.rawValue)")
    }
    // §7.1 step 8, §7.2 step 11: the challenge, in base64url.
    guard !challenge.isEmpty, sameBytes(data.challenge, Base64URL.encode(challenge)) else {
      throw WebAuthnError(code: .wrongChallenge, reason: "the challenge is not the expected one")
    }
    // §7.1 step 9, §7.2 step 12: the origin.
    guard party.expects(origin: data.origin) else {
      throw WebAuthnError(code: .wrongOrigin, reason: "the origin of the page or app is not expected")
    }
    // §7.1 step 10, §7.2 step 13: a frame of another origin.
    if data.crossOrigin == true, party.frames == .sameOrigin {
      throw WebAuthnError(
        code: .crossOriginNotAllowed, reason: "the ceremony ran in a frame of another origin")
    }
    // §7.1 step 11, §7.2 step 14: the origin of the top-level page.
    try check(topOrigin: data)
  }

  private func check(topOrigin data: CollectedClientData) throws(WebAuthnError) {
    // §5.8.1: clients set topOrigin only in a frame of another origin.
    let isFramed = data.crossOrigin == true
    switch party.frames {
    case .sameOrigin:
      guard data.topOrigin == nil else {
        throw WebAuthnError(
          code: .crossOriginNotAllowed, reason: "the ceremony ran in a frame of another origin")
      }
    case .within(let pages):
      guard data.topOrigin != nil || isFramed else { return }
      guard isFramed, let text = data.topOrigin, let origin = WebOrigin(text), pages.contains(origin) else {
        throw WebAuthnError(
          code: .wrongTopOrigin, reason: "the origin of the top-level page is not expected")
      }
    case .anywhere:
      guard let text = data.topOrigin else { return }
      guard isFramed, WebOrigin(text) != nil else {
        throw WebAuthnError(
          code: .wrongTopOrigin,
          reason: "the origin of the top-level page is not an origin, or the page is in no frame")
      }
    }
  }

  /// §7.1 steps 14 to 19, §7.2 steps 15 to 18.
  func check(
    _ data: AuthenticatorData, userVerification: UserVerificationRequirement, requiresPresence: Bool = true
  ) throws(WebAuthnError) {
    // §7.1 step 14, §7.2 step 15: the RP ID.
    guard constantTimeEquals(data.rpIDHash, party.idHash) else {
      throw WebAuthnError(
        code: .wrongRelyingPartyID, reason: "the authenticator data is for another RP ID than \(party.id)")
    }
    // §7.1 step 15, §7.2 step 16: the user was present.
    guard !requiresPresence || data.flags.contains(.userPresent) else {
      throw WebAuthnError(code: .userNotPresent, reason: "the user was not present (UP)")
    }
    // §7.1 step 16, §7.2 step 17: the user was verified.
    guard userVerification != .required || data.flags.contains(.userVerified) else {
      throw WebAuthnError(code: .userNotVerified, reason: "the user was not verified (UV)")
    }
    // §7.1 step 17, §7.2 step 18: only an eligible credential can be backed up.
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw WebAuthnError(
        code: .inconsistentBackupState,
        reason: "the credential is backed up (BS) and not eligible for backup (BE)")
    }
    // §7.1 steps 18 and 19: the verified value has both flags, for the relying party's policy.
  }

  /// The signed bytes: authenticator data and the hash of the client data (§7.1 step 12, §7.2 steps 20 and 21).
  static func signed(
    _ data: AuthenticatorData, clientDataHash: [UInt8]
  ) -> [UInt8] { data.bytes + clientDataHash }
}
