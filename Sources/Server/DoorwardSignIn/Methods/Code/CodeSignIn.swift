package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

/// Signs users in by a code that was sent to their email address or phone number.
package struct CodeSignIn: ProofMethod {
  package static let name = SignInMethodName.code
  package static let proofNames: Set<SignInMethodName> = [.emailCode, .smsCode]
  package static let path = "code"
  package static let proofMembers = [ProofMembers.challengeID, ProofMembers.code]
  package static let isBound = true
  package static let canLink = false
  package static let needs = "a mail server or an SMS provider in \"delivery\""
  package static let identityKinds: [IdentityKey.Kind: IdentityKinds.Description] = [
    .email: .init(), .phone: .init(),
  ]

  private let codes: OneTimeCodes
  private let addresses: AddressChanges

  package init(codes: OneTimeCodes, addresses: AddressChanges) {
    self.codes = codes
    self.addresses = addresses
  }

  package static func readOffer(
    _ application: inout ConfigurationReader, _ context: OfferContext
  ) -> (any MethodOffer)? {
    let offer = CodeOffer(&application, context)
    return offer.channels.isEmpty ? nil : offer
  }

  package static func published(_ offer: (any MethodOffer)?) -> JSONObject {
    guard let offer = offer as? CodeOffer else { return JSONObject() }
    return [
      ConfigurationMembers.codeLength: .integer(UInt64(OneTimeCode.length)),
      ConfigurationMembers.codeChannels: .strings(offer.channels.map(\.rawValue)),
    ]
  }

  package static func pageOffer(_ offer: any MethodOffer, on page: PageOrigins) -> JSONObject? {
    guard let offer = offer as? CodeOffer else { return nil }
    var settings = offer.settings
    settings["length"] = .integer(UInt64(OneTimeCode.length))
    return settings
  }

  package static func isOffered(_ proof: SessionProof, by application: Application) -> Bool {
    application.offers[CodeOffer.self]?.channels.contains { $0.proofName == proof.method } ?? false
  }

  package func verify(_ body: JSONObjectReader, in context: ProofContext) async throws -> VerifiedProof {
    let challenge = try codes.open(
      body.text(ProofMembers.challengeID), for: [.signIn],
      in: context)
    let code = try body.text(ProofMembers.code)
    return try await codes.check(code, challenge, in: context).proof()
  }

  package func register(in router: inout Router, carrier: any SessionCarrier, _ services: SignInServices) {
    CodeRoutes(carrier: carrier, codes: codes, addresses: addresses, services).register(in: &router)
  }
}

extension SignInMethodName {
  /// One-time codes, as an application offers them.
  package static let code = SignInMethodName(rawValue: WireMethod.code)
}

extension Assurance {
  /// A code by email. NIST SP 800-63B-4 §3.1.3.1 does not count a mailbox as a factor.
  static let emailCode = Assurance(rawValue: AssuranceName.emailCode)
  /// A code by SMS, a restricted authenticator of NIST SP 800-63B-4 §3.2.9.
  static let smsCode = Assurance(rawValue: AssuranceName.smsCode)
}
