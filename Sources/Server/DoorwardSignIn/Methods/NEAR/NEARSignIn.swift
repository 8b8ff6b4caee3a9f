package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings
import NEAR

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SignInMethodName {
  package static let near = SignInMethodName(rawValue: WireMethod.near)
}

extension IdentityKey.Kind {
  package static let near = IdentityKey.Kind(rawValue: WireIdentity.Kind.near)
}

/// Sign-in with a NEAR account: a message signed by one of its full-access keys (NEP-413). The chain confirms that the
/// key belongs to the account.
package struct NEARSignIn: ChallengeMethod {
  package static let name = SignInMethodName.near
  package static let identityKind: IdentityKey.Kind? = .near
  package static let identityKinds: [IdentityKey.Kind: IdentityKinds.Description] = [
    .near: .init()
  ]
  package static let path = "near"
  package static let challengeName = "challenge"
  package static let proofMembers = [
    ProofMembers.accountID, ProofMembers.publicKey, ProofMembers.signature, ProofMembers.message,
    ProofMembers.recipient, ProofMembers.nonce, ProofMembers.network,
  ]

  private let seal: ChallengeSeal
  private let clock: WallClock
  private let lifetime: Int64
  private let store: any Store
  private let chains: NEARChains
  private let logger: Logger

  package init(_ environment: SignInEnvironment) {
    seal = environment.seal
    clock = environment.clock
    lifetime = environment.lifetimes.challenge
    store = environment.store
    logger = environment.logger
    chains = NEARChains(
      environment.settings[NEARSettings.self]?.networks ?? [], isDevelopment: environment.isDevelopment,
      logger: environment.logger)
  }

  package static let configurationKeys: Set<String> = ["near"]

  package static let identitiesHaveNetworks = true

  package static func canonicalIdentifier(_ text: String) -> String? {
    (try? NEARAccountID(parsing: text))?.description
  }

  package static func readSettings(_ configuration: inout ConfigurationReader) -> (any Sendable)? {
    NEARSettings(&configuration)
  }

  package static func readOffer(
    _ application: inout ConfigurationReader, _ context: OfferContext
  ) -> (any MethodOffer)? {
    NEAROffer(&application, context)
  }

  package static func published(_ offer: (any MethodOffer)?) -> JSONObject {
    [ConfigurationMembers.networks: .strings((offer as? NEAROffer)?.networks ?? [])]
  }

  /// NEAR wallets run on the wallet origin.
  package static func pageOffer(_ offer: any MethodOffer, on page: PageOrigins) -> JSONObject? {
    guard let offer = offer as? NEAROffer, !offer.networks.isEmpty, let wallet = page.wallet else {
      return nil
    }
    return ["networks": .strings(offer.networks), "wallet_origin": .string("\(wallet)")]
  }

  package var recheck: (any SessionRecheck)? { NEARSessionRecheck(chains: chains) }

  package static func isOffered(_ proof: SessionProof, by application: Application) -> Bool {
    guard let offer = application.offers[NEAROffer.self], let key = NEARSessionKey(proof.evidence) else {
      return false
    }
    return offer.networks.contains(key.network)
  }

  package static func exported(_ evidence: JSONObject) -> JSONObject { NEARKeyMemory(evidence).exported }

  package func challenge(_ body: JSONObjectReader, in context: ProofContext) throws -> JSONValue {
    let offer = try context.application.offer(NEAROffer.self)
    let named = try body.optionalText(ChallengeMembers.network)
    let callbackURL = try body.optionalText(ChallengeMembers.callbackURL)
    guard let network = named ?? offer.networks.first, offer.networks.contains(network) else {
      throw Problem.networkNotListed
    }
    if let callbackURL, !offer.callbackURLs.contains(callbackURL) {
      throw Problem.callbackURLNotListed
    }
    let text = NEARChallengeText(
      name: context.application.name, recipient: offer.recipient, network: network, purpose: context.purpose,
      expiresAt: clock.now.addingTimeInterval(TimeInterval(lifetime)))
    let nonce = try seal.issue(
      Self.name, content(text.text, recipient: offer.recipient, callbackURL: callbackURL, network: network),
      in: context)
    let challenge = WireNearChallenge(
      message: text.text, recipient: offer.recipient, nonce: Base64.encode(nonce), callbackURL: callbackURL,
      network: network, expiresAt: Timestamp(text.expiresAt).rfc3339)
    return .object(challenge.json)
  }

  package func verify(_ body: JSONObjectReader, in context: ProofContext) async throws -> VerifiedProof {
    let proof = try NEARProofBody(body)
    let message = proof.message
    let challenge = try seal.open(
      message.nonce, by: Self.name,
      content: content(
        message.message, recipient: message.recipient, callbackURL: message.callbackURL,
        network: proof.network), in: context)
    guard let expiry = NEARChallengeText.expiry(of: message.message) else { throw Problem.invalidChallenge }
    guard clock.now < expiry || context.mayRepeat else { throw Problem.challengeExpired }
    guard try context.application.offer(NEAROffer.self).networks.contains(proof.network),
      let chain = chains[proof.network]
    else {
      throw Problem.notProven(WireCode.wrongNetwork, Problem.networkNotListed.detail)
    }
    // The signature is checked first, so that the chain is only asked about a proven account.
    do throws(NEARError) {
      try proof.verify()
    } catch {
      throw Problem.notProven(error.codeName, error.reason)
    }
    let identity = IdentityKey(
      kind: .near, identifier: proof.accountID.description, realm: proof.network)
    let now = clock.now
    let continuity = try await explainingRefusals {
      var continuity = NEARKeyContinuity(try await chain.check(proof.publicKey, of: proof.accountID), at: now)
      try await continuity.examine(identity, in: store, on: chain.client)
      return continuity
    }
    let key = NEARSessionKey(
      network: proof.network, accountID: proof.accountID, publicKey: proof.publicKey)
    var attributes: JSONObject = [WireIdentity.Members.network: .string(proof.network)]
    attributes.set(proof.labels.members)
    return VerifiedProof(
      challenge: AnsweredChallenge(id: challenge, expiresAt: expiry), method: Self.name, assurance: .wallet,
      identity: ProvenIdentity(key: identity, attributes: attributes, continuity: continuity),
      evidence: key.evidence(confirmedAt: now))
  }

  /// Queries the chain. A refusal means that the proof is not valid; if the chain does not respond, the result is
  /// 503.
  private func explainingRefusals<Value>(_ question: () async throws -> Value) async throws -> Value {
    do {
      return try await question()
    } catch let error as NEARError {
      guard error.isRPCUnavailability else { throw Problem.notProven(error.codeName, error.reason) }
      logger.log(.error, "no NEAR endpoint answers", LoggedError.members(of: error))
      throw Problem.nearUnavailable
    }
  }

  private func content(
    _ message: String, recipient: String, callbackURL: String?, network: String
  ) -> [[UInt8]] {
    // A missing callback URL and an empty one are different (NEP-413 defines an option).
    [
      [UInt8](message.utf8), [UInt8](recipient.utf8), callbackURL.map { [1] + [UInt8]($0.utf8) } ?? [0],
      [UInt8](network.utf8),
    ]
  }
}

extension Problem {
  /// 503: the chain does not respond. The challenge was not spent.
  package static var nearUnavailable: Problem {
    Problem(
      status: 503, code: WireCode.rpcUnavailable,
      detail: "The NEAR network cannot be asked about this account now. Try again soon.",
      fields: ["Retry-After": "5"])
  }

  /// 403: the proof is valid, but the account may have another owner than its user on this server.
  package static var identityQuarantined: Problem {
    Problem(
      status: 403, code: WireCode.identityQuarantined,
      detail: """
        The keys of this NEAR account have changed since it was last used here, so it may have a new owner. \
        If it is still yours, sign in another way and add it again, or sign in with a key you used here \
        before. Otherwise use another account.
        """)
  }

  /// 409: two keys of one account were used at the same time, and the chain was queried with outdated remembered
  /// keys.
  package static var identityChanged: Problem {
    Problem(
      status: 409, code: WireCode.identityChanged,
      detail: "This NEAR account was used here with another key at the same moment. Sign in again.")
  }
}
