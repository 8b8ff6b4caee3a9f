import Encodings
import SoftwareAuthenticators
import Testing
import WebAuthn
import WebAuthnSignatures

/// Attacks on a ceremony, each with a valid signature over the changed values.
@Suite("WebAuthn: attacks")
struct WebAuthnThreatTests {
  let scene: CeremonyScene

  init() throws { scene = try CeremonyScene() }

  @Test func `an unchanged registration and authentication are valid`() throws {
    let registered = try scene.register(scene.authenticator.register())
    #expect(registered.record(userHandle: [7, 7, 7]).publicKey.algorithm == .es256)
    let verified = try scene.authenticate(
      scene.authenticator.authenticate(), record: registered.record(userHandle: [7, 7, 7]))
    #expect(verified.isUserVerified && !verified.isBackedUp && verified.userHandle == [7, 7, 7])
  }

  @Test func `18 - a sign-in without a user name needs the user handle of the account`() throws {
    let anonymous = try scene.changed { $0.userHandle = nil }.authenticate()
    scene.refuses(.missingUserHandle) { _ = try scene.authenticate(anonymous) }
    _ = try scene.authenticate(anonymous) { $0.isUserIdentified = true }
    let other = try scene.changed { $0.userHandle = [7, 7, 8] }.authenticate()
    scene.refuses(.wrongUserHandle) { _ = try scene.authenticate(other) }
    scene.refuses(.wrongUserHandle) { _ = try scene.authenticate(other) { $0.isUserIdentified = true } }
    let long = try scene.changed { $0.userHandle = [UInt8](repeating: 7, count: 65) }.authenticate()
    scene.refuses(.malformedResponse) { _ = try scene.authenticate(long) }
    // An empty handle counts as missing: clients send it if the authenticator returns none.
    let empty = try scene.changed { $0.userHandle = [] }.authenticate()
    scene.refuses(.missingUserHandle) { _ = try scene.authenticate(empty) }
    #expect(try scene.authenticate(empty) { $0.isUserIdentified = true }.userHandle == nil)
  }

  @Test func `18 - another origin, RP ID, type or challenge is refused`() throws {
    let cases: [(WebAuthnError.Code, (inout SoftwareAuthenticator) -> Void)] = [
      (.wrongOrigin, { $0.origin = "https://evil.example" }),
      (.wrongRelyingPartyID, { $0.relyingPartyID = "evil.example" }),
      (.wrongRelyingPartyID, { $0.relyingPartyID = "sub.example.org" }),
      (.wrongChallenge, { $0.challenge = [1] }),
      (.wrongChallenge, { $0.challenge = [] }), (.wrongChallenge, { $0.challenge.removeLast() }),
    ]
    for (code, change) in cases {
      let response = try scene.changed(change).authenticate()
      scene.refuses(code) { _ = try scene.authenticate(response) }
      let registration = try scene.changed(change).register()
      scene.refuses(code) { _ = try scene.register(registration) }
    }
    let created = try scene.authenticator.authenticate(type: "webauthn.create")
    scene.refuses(.wrongCeremony) { _ = try scene.authenticate(created) }
    let payment = try scene.authenticator.authenticate(type: "payment.get")
    scene.refuses(.wrongCeremony) { _ = try scene.authenticate(payment) }
    scene.refuses(.wrongChallenge, "an empty challenge is never expected") {
      _ = try scene.authenticate(scene.changed { $0.challenge = [] }.authenticate()) { $0.challenge = [] }
    }
  }

  @Test func `18 - the user must be present, and verified if that is required`() throws {
    let absent = scene.changed { $0.flags = 0b100 }
    scene.refuses(.userNotPresent) { _ = try scene.authenticate(absent.authenticate()) }
    scene.refuses(.userNotPresent) { _ = try scene.register(absent.register()) }
    #expect(try scene.register(absent.register()) { $0.isConditional = true }.isUserVerified)
    let unverified = scene.changed { $0.flags = 0b001 }
    scene.refuses(.userNotVerified) {
      _ = try scene.authenticate(unverified.authenticate()) { $0.userVerification = .required }
    }
    scene.refuses(.userNotVerified) {
      _ = try scene.register(unverified.register()) { $0.userVerification = .required }
    }
    #expect(try !scene.authenticate(unverified.authenticate()).isUserVerified)
  }

  @Test func `18 - inconsistent backup flags are refused, and eligibility never changes`() throws {
    scene.refuses(.inconsistentBackupState) {
      _ = try scene.authenticate(scene.changed { $0.flags = 0b10101 }.authenticate())
    }
    scene.refuses(.inconsistentBackupState) {
      _ = try scene.register(scene.changed { $0.flags = 0b10101 }.register())
    }
    let eligible = try scene.changed { $0.flags = 0b11101 }.authenticate()
    scene.refuses(.backupEligibilityChanged) { _ = try scene.authenticate(eligible) }
    let verified = try scene.authenticate(eligible, record: scene.record { $0.isBackupEligible = true })
    #expect(verified.isBackedUp && verified.isBackupEligible && verified.updatedRecord.isBackedUp)
    scene.refuses(.backupEligibilityChanged) {
      _ = try scene.authenticate(
        scene.authenticator.authenticate(), record: scene.record { $0.isBackupEligible = true })
    }
  }

  @Test func `18 - a counter that does not increase is refused or reported`() throws {
    for (stored, sent, isClone) in [
      (0, 0, false), (0, 1, false), (5, 6, false), (5, 5, true), (5, 4, true), (5, 0, true),
    ] as [(UInt32, UInt32, Bool)] {
      let response = try scene.changed { $0.signCount = sent }.authenticate()
      let record = try scene.record { $0.signCount = stored }
      if isClone {
        scene.refuses(.possibleClone) { _ = try scene.authenticate(response, record: record) }
      } else {
        #expect(try scene.authenticate(response, record: record).updatedRecord.signCount == sent)
      }
      let reported = try scene.authenticate(response, record: record, counters: .reported)
      #expect(reported.isPossibleClone == isClone)
      #expect(reported.updatedRecord.signCount == max(stored, sent))
    }
  }

  @Test func `18 - a wrong signature, and the signature of another key, are refused`() throws {
    let other = try SoftwareAuthenticator(context: scene.context)
    var response = try other.authenticate()
    response["id"] = .string(Base64URL.encode(scene.authenticator.credentialID))
    scene.refuses(.wrongSignature) { _ = try scene.authenticate(response) { $0.isUserIdentified = true } }
    scene.refuses(.wrongCredentialID) {
      _ = try scene.authenticate(scene.authenticator.authenticate(), record: scene.record { $0.id = [1] })
    }
    scene.refuses(.credentialNotAllowed) {
      _ = try scene.authenticate(scene.authenticator.authenticate()) { $0.allowCredentials = [[1]] }
    }
  }

  @Test func `40 - id must be rawId`() throws {
    var response = try scene.authenticator.authenticate()
    response["id"] = "AQ"
    scene.refuses(.wrongCredentialID) { _ = try scene.authenticate(response) }
    var registration = try scene.authenticator.register()
    registration["id"] = "AQ"
    registration["rawId"] = "AQ"
    scene.refuses(.wrongCredentialID) { _ = try scene.register(registration) }
  }

  @Test func `40 - a challenge of another ceremony is refused by the type of the ceremony`() throws {
    let response = try scene.authenticator.authenticate(type: "webauthn.create")
    scene.refuses(.wrongCeremony) { _ = try scene.authenticate(response) }
    scene.refuses(.malformedResponse) { _ = try scene.register(scene.authenticator.authenticate()) }
    scene.refuses(.malformedResponse) { _ = try scene.authenticate(scene.authenticator.register()) }
    let attested = try scene.authenticator.authenticate(attested: scene.authenticator.attestedCredential())
    scene.refuses(.malformedAuthenticatorData) { _ = try scene.authenticate(attested) }
  }
}
