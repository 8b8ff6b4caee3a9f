package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings
import WebAuthn
import WebAuthnSignatures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs users in with passkeys (WebAuthn Level 3), without a user name.
///
/// A passkey whose authenticator has verified the user proves two factors: the possession of the authenticator, and its
/// PIN or biometrics. No other second factor is asked for. See ``VerifiedAuthentication/assurance``.
package struct PasskeySignIn: ChallengeMethod {
  package static let name = SignInMethodName.passkey
  package static let isStandard = true
  package static let identityKind: IdentityKey.Kind? = .passkey
  package static let identityKinds: [IdentityKey.Kind: IdentityKinds.Description] = [
    .passkey: .init(taken: .passkeyRegistered, removed: .unknownPasskey)
  ]
  package static let isSecondFactor = true
  package static let path = "passkeys"
  package static let challengeName = "authentication/options"
  package static let signInName = "authentication"
  package static let challengeLimit = RouteLimit.passkeyChallenge
  package static let proofMembers = [ProofMembers.challengeID, PasskeyMembers.id]
  package static let canLink = false
  package static let needs = "a host name as the server's origin, because a passkey belongs to a domain"

  private let seal: ChallengeSeal
  private let clock: WallClock
  private let ceremonies: PasskeyCeremonies
  private let registration: PasskeyRegistration

  package init(_ environment: SignInEnvironment, ceremonies: PasskeyCeremonies) {
    seal = environment.seal
    clock = environment.clock
    self.ceremonies = ceremonies
    registration = PasskeyRegistration(
      ceremonies: ceremonies, store: environment.store, clock: environment.clock, random: environment.random)
  }

  package static func canonicalIdentifier(_ text: String) -> String? {
    (try? Base64URL.decode(text)).map { Base64URL.encode($0) }
  }

  package static func readOffer(
    _ application: inout ConfigurationReader, _ context: OfferContext
  ) -> (any MethodOffer)? { PasskeyOffer(&application, context) }

  package static func published(_ offer: (any MethodOffer)?) -> JSONObject {
    guard let offer = offer as? PasskeyOffer else { return JSONObject() }
    return [
      ConfigurationMembers.passkeys: [WirePasskeyList.Members.relyingPartyID: .string(offer.party.id)]
    ]
  }

  package static func pageOffer(_ offer: any MethodOffer, on page: PageOrigins) -> JSONObject? {
    guard let offer = offer as? PasskeyOffer, offer.party.expects(origin: "\(page.account)") else {
      return nil
    }
    return ["rp_id": .string(offer.party.id)]
  }

  package func challenge(_ body: JSONObjectReader, in context: ProofContext) throws -> JSONValue {
    let offer = try context.application.offer(PasskeyOffer.self)
    guard context.purpose == .signIn else { throw Problem.invalidChallenge }
    // The bytes that the authenticator signs are the sealed challenge itself.
    let challenge = try seal.issue(Self.name, [], in: context)
    var options = ceremonies.options(offer, challenge: challenge)
    options[ChallengeMembers.challengeID] = .string(Base64URL.encode(challenge))
    options[ChallengeMembers.expiresAt] = .time(
      ChallengeID(bytes: Array(challenge.prefix(ChallengeID.length))).passkeyExpiry)
    return .object(options)
  }

  package func verify(_ body: JSONObjectReader, in context: ProofContext) async throws -> VerifiedProof {
    let text = try body.text(ProofMembers.challengeID)
    guard let sealed = try? Base64URL.decode(text) else { throw Problem.invalidChallenge }
    let id = try seal.open(sealed, by: Self.name, content: [], in: context)
    guard clock.now < id.passkeyExpiry || context.mayRepeat else { throw Problem.challengeExpired }
    let challenge = AnsweredChallenge(id: id, expiresAt: id.passkeyExpiry)
    let (identity, verified, ahead) = try await ceremonies.verify(
      .object(body.object), context.application.offer(PasskeyOffer.self), challenge: sealed
    ) { context.signIn(by: $0, answering: challenge, at: clock.now) }
    return VerifiedProof(
      challenge: challenge, method: Self.name,
      assurance: verified.assurance,
      identity: ProvenIdentity(
        key: identity.key, attributes: verified.updatedRecord.changingAttributes,
        continuity: UsedPasskey(verified)),
      user: identity.userID, ahead: ahead)
  }

  package static func isOffered(_ proof: SessionProof, by application: Application) -> Bool {
    guard let offer = application.offers[PasskeyOffer.self] else { return false }
    return offer.userVerification != .required || proof.assurance == .secondFactor
  }

  package func register(in router: inout Router, carrier: any SessionCarrier, _ services: SignInServices) {
    PasskeyRoutes(carrier: carrier, registration: registration, services).register(in: &router)
  }
}

extension ChallengeID {
  /// The end of a sign-in with a passkey.
  fileprivate var passkeyExpiry: Date { issuedAt.addingTimeInterval(PasskeyChallenge.lifetime) }
}

extension SignInMethodName {
  package static let passkey = SignInMethodName(rawValue: WireMethod.passkey)
}

extension IdentityKey.Kind {
  package static let passkey = IdentityKey.Kind(rawValue: WireIdentity.Kind.passkey)
}

extension Assurance {
  /// A passkey of an authenticator that has not verified the user. It proves possession only.
  static let passkey = Assurance(rawValue: AssuranceName.passkey)
}
