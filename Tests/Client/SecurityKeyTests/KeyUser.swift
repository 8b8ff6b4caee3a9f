import Doorward
import DoorwardOpenSSL
import DoorwardSecurityKeys
import Encodings
import Foundation
import WebAuthn
import WebAuthnSignatures

/// A user at a terminal with security keys, and the questions that the user has got.
actor KeyUser {
  private(set) var touches = 0
  private(set) var triesLeft: [Int?] = []
  private(set) var accounts: [[String]] = []
  private var pins: [String]
  private let choice: Int

  init(pins: [String] = [], choosing choice: Int = 0) {
    self.pins = pins
    self.choice = choice
  }

  nonisolated var prompts: SecurityKeyPrompts {
    SecurityKeyPrompts(
      touch: { _ in await self.touch() }, pin: { _, left in try await self.pin(left) },
      account: { await self.account($0) })
  }

  nonisolated func keys(_ devices: FIDO2Devices) -> SecurityKeys {
    SecurityKeys(prompts: prompts, devices: devices)
  }

  private func touch() { touches += 1 }

  private func pin(_ left: Int?) throws -> String {
    triesLeft.append(left)
    guard !pins.isEmpty else { throw PasskeyFailure.cancelled }
    return pins.removeFirst()
  }

  private func account(_ names: [String]) -> Int {
    accounts.append(names)
    return choice
  }
}

/// A relying party that verifies the responses with the real verifier.
struct KeyServer {
  static let origin = "https://accounts.example.org"
  let context: OpenSSLContext
  let challenge = Array(UInt8(1)...32)

  init() throws { context = try OpenSSLContext() }

  private var party: RelyingParty {
    get throws { try RelyingParty(id: "example.org", origins: [Self.origin]) }
  }

  func creation(
    user: UInt8 = 1, _ verification: UserVerificationRequirement = .preferred,
    excluding excluded: [[UInt8]] = [], algorithms: [COSEAlgorithm] = COSEAlgorithm.supported,
    at origin: String = Self.origin, on occasion: PasskeyCreation.Occasion = .addition
  ) -> PasskeyCreation {
    let options = RegistrationOptions(
      relyingPartyID: "example.org", relyingPartyName: "Example",
      user: RegistrationOptions.User(
        id: [user], name: "user-\(user)@example.org", displayName: "User \(user)"),
      challenge: challenge, algorithms: algorithms,
      excludeCredentials: excluded.map { CredentialDescriptor(id: $0) }, userVerification: verification)
    return PasskeyCreation(options: DoorwardJSON(options.json), origin: origin, occasion: occasion)
  }

  func request(_ mediation: PasskeyRequest.Mediation) -> PasskeyRequest {
    PasskeyRequest(options: request().options, origin: Self.origin, mediation: mediation)
  }

  func request(
    _ verification: UserVerificationRequirement = .preferred, allowing allowed: [[UInt8]] = [],
    at origin: String = Self.origin
  ) -> PasskeyRequest {
    let options = AuthenticationOptions(
      challenge: challenge, relyingPartyID: "example.org",
      allowCredentials: allowed.map { CredentialDescriptor(id: $0) }, userVerification: verification)
    return PasskeyRequest(options: DoorwardJSON(options.json), origin: origin, mediation: .sheet)
  }

  /// Verifies a registration (WebAuthn L3 §7.1).
  func verify(
    _ registration: PasskeyRegistration, _ verification: UserVerificationRequirement = .preferred
  ) throws -> VerifiedRegistration {
    try RegistrationVerifier(relyingParty: party, context: context).verify(
      RegistrationResponse(.object(registration.response.object)),
      expectations: RegistrationExpectations(challenge: challenge, userVerification: verification),
      at: Timestamp(Date()))
  }

  /// Verifies an authentication (WebAuthn L3 §7.2).
  func verify(
    _ response: DoorwardJSON, _ record: CredentialRecord,
    _ verification: UserVerificationRequirement = .preferred, isUserIdentified: Bool = false
  ) throws -> VerifiedAuthentication {
    try AuthenticationVerifier(relyingParty: party, context: context).verify(
      AuthenticationResponse(.object(response.object)), record: record,
      expectations: AuthenticationExpectations(
        challenge: challenge, userVerification: verification, isUserIdentified: isUserIdentified))
  }
}
