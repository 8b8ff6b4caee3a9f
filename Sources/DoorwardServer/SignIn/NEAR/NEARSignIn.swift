import DoorwardHTTP
import Encodings
import NEAR

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SignInMethodName {
  public static let near = SignInMethodName(rawValue: "near")
}

/// Sign-in with a NEAR account: a message signed by one of its full-access keys (NEP-413), and the word of
/// the chain that the key is one.
struct NEARSignIn: ProofMethod {
  static let name = SignInMethodName.near
  static let path = "near"
  static let challengeName = "challenge"
  static let proofMembers = [
    "account_id", "public_key", "signature", "message", "recipient", "nonce", "network",
  ]

  let seal: ChallengeSeal
  let clock: WallClock
  let lifetimes: ServerConfiguration.Lifetimes
  let store: any Store
  let chains: NEARChains
  let logger: Logger

  func challenge(_ body: JSONObjectReader, in context: ChallengeContext) throws -> JSONValue {
    let offer = context.application.near
    let named = try reading { () throws(JSONError) in try body.optionalString("network") }
    let callbackURL = try reading { () throws(JSONError) in try body.optionalString("callback_url") }
    guard let network = named ?? offer.networks.first, offer.networks.contains(network) else {
      throw Problem(
        status: 422, code: "wrong_network", detail: "This application does not list this NEAR network.")
    }
    if let callbackURL, !offer.callbackURLs.contains(callbackURL) {
      throw Problem(
        status: 422, code: "wrong_callback_url", detail: "This application does not list this callback URL.")
    }
    let text = NEARChallengeText(
      application: context.application, network: network, purpose: context.purpose,
      expiresAt: clock.now.addingTimeInterval(TimeInterval(lifetimes.challenge)))
    let nonce = try seal.issue(
      Self.name, content(text.text, offer.recipient, callbackURL, network), in: context)
    var answer: JSONObject = [
      "message": .string(text.text), "recipient": .string(offer.recipient),
      "nonce": .string(Base64.encode(nonce)),
    ]
    if let callbackURL { answer["callback_url"] = .string(callbackURL) }
    answer["network"] = .string(network)
    answer["expires_at"] = .time(text.expiresAt)
    return .object(answer)
  }

  func prepare(_ body: JSONObjectReader, in context: ChallengeContext) async throws -> PreparedProof {
    let proof = try NEARProofBody(body)
    let message = proof.message
    let challenge = try seal.open(
      message.nonce, Self.name,
      content(message.message, message.recipient, message.callbackURL, proof.network), in: context)
    guard let expiry = NEARChallengeText.expiry(of: message.message), clock.now < expiry else {
      throw Problem.challengeExpired
    }
    guard context.application.near.networks.contains(proof.network), let chain = chains[proof.network] else {
      throw Problem.notProven("wrong_network", "This application does not list this NEAR network.")
    }
    let identity = IdentityKey(
      kind: .near, identifier: proof.accountID.description, network: proof.network)
    do throws(NEARError) {
      try proof.verify()
    } catch {
      // The challenge is spent all the same, and no chain is asked about an account that was not proven.
      let refusal = Problem.notProven(error.codeName, error.reason)
      return PreparedProof(challenge: challenge, expiresAt: expiry) { () throws(Problem) in throw refusal }
    }
    let continuity = try await explainingRefusals {
      var continuity = NEARKeyContinuity(
        try await chain.check(proof.publicKey, of: proof.accountID), at: clock.now)
      try await continuity.examine(identity, in: store, on: chain.client)
      return continuity
    }
    let key = NEARSessionKey(
      network: proof.network, accountID: proof.accountID.description, publicKey: proof.publicKey.description,
      confirmedAt: clock.now)
    return PreparedProof(challenge: challenge, expiresAt: expiry) {
      ProvenIdentity(
        key: identity, method: Self.name, wallet: proof.wallet, nearKey: key, continuity: continuity)
    }
  }

  /// Asks the chain; what it refuses is not proven, and where it is silent nothing is spent.
  private func explainingRefusals<Value>(_ question: () async throws -> Value) async throws -> Value {
    do {
      return try await question()
    } catch let error as NEARError {
      guard error.isRPCUnavailability else { throw Problem.notProven(error.codeName, error.reason) }
      logger.log(.error, "no NEAR endpoint answers", ServerContext.logged(error))
      throw Problem.nearUnavailable
    }
  }

  private func content(
    _ message: String, _ recipient: String, _ callbackURL: String?, _ network: String
  ) -> [[UInt8]] {
    // No callback URL and an empty one are two things (NEP-413 has an option there).
    [
      [UInt8](message.utf8), [UInt8](recipient.utf8), callbackURL.map { [1] + [UInt8]($0.utf8) } ?? [0],
      [UInt8](network.utf8),
    ]
  }
}

extension NEARSignIn {
  /// The one that sessions ask too: what is known of the chains' endpoints is kept in one place.
  init(_ context: ServerContext) { self = context.near }
}
