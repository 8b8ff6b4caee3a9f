import BinaryEncodings
import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings
import EthereumSignatures
import SignInWithEthereum

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SignInMethodName {
  package static let ethereum = SignInMethodName(rawValue: WireMethod.ethereum)
}

extension IdentityKey.Kind {
  package static let ethereum = IdentityKey.Kind(rawValue: WireIdentity.Kind.ethereum)
}

/// Sign-In with Ethereum (EIP-4361). The challenge is the message. Its nonce is the seal over the other parts of the
/// message.
package struct EthereumSignIn: ChallengeMethod {
  package static let name = SignInMethodName.ethereum
  package static let identityKind: IdentityKey.Kind? = .ethereum
  package static let identityKinds: [IdentityKey.Kind: IdentityKinds.Description] = [
    .ethereum: .init()
  ]
  package static let path = "ethereum"
  package static let challengeName = "message"
  package static let proofMembers = [ProofMembers.message, ProofMembers.signature]

  private let seal: ChallengeSeal
  private let clock: WallClock
  private let lifetime: Int64
  private let signatures: PersonalSignVerifier

  /// The placeholder of the nonce while the seal over the other parts is computed.
  private static let noNonce = "00000000"
  /// The tolerance between the clocks of two servers with one address.
  private static let clockSkew = Duration.seconds(60)

  package init(_ environment: SignInEnvironment) {
    seal = environment.seal
    clock = environment.clock
    lifetime = environment.lifetimes.challenge
    signatures = PersonalSignVerifier()
  }

  package static let configurationKeys: Set<String> = ["chains"]

  package static func canonicalIdentifier(_ text: String) -> String? {
    (try? EthereumAddress(parsing: text))?.checksummed
  }

  package static func readSettings(_ configuration: inout ConfigurationReader) -> (any Sendable)? {
    EthereumSettings(&configuration)
  }

  package static func readOffer(
    _ application: inout ConfigurationReader, _ context: OfferContext
  ) -> (any MethodOffer)? {
    EthereumOffer(&application, context)
  }

  package static func published(_ offer: (any MethodOffer)?) -> JSONObject {
    [ConfigurationMembers.chains: (offer as? EthereumOffer)?.chainList ?? []]
  }

  /// The page signs users in at its own domain.
  package static func pageOffer(_ offer: any MethodOffer, on page: PageOrigins) -> JSONObject? {
    guard let offer = offer as? EthereumOffer, !offer.chains.isEmpty else { return nil }
    return [
      "domain": .string(page.account.authority), "uri": .string("\(page.account)"),
      "chains": offer.chainList,
    ]
  }

  package func challenge(_ body: JSONObjectReader, in context: ProofContext) throws -> JSONValue {
    let request = try EthereumMessageRequest(body)
    let offer = try context.application.offer(EthereumOffer.self)
    try request.check(against: offer)
    let now = Timestamp(clock.now)
    let expiry = Timestamp(clock.now.addingTimeInterval(TimeInterval(lifetime)))
    let fields = SIWEFields(
      domain: request.domain, address: request.address.checksummed,
      statement: offer.statement(for: context.purpose), uri: request.uri,
      chainID: request.chainID, nonce: Self.noNonce, issuedAt: now.rfc3339, expirationTime: expiry.rfc3339)
    do {
      let unsealed = try SIWEMessage(fields)
      let nonce = Base58.encode(try seal.issue(Self.name, [[UInt8](unsealed.text.utf8)], in: context))
      return .object(
        WireEthereumMessage(message: unsealed.text(withNonce: nonce), expiresAt: expiry.rfc3339).json)
    } catch let error as SIWEError {
      // The client's values have been checked, so only a configured value can be invalid.
      throw Problem(status: 422, code: error.codeName, detail: error.reason)
    }
  }

  package func verify(_ body: JSONObjectReader, in context: ProofContext) async throws -> VerifiedProof {
    let text = try body.text(ProofMembers.message)
    let signatureText = try body.text(ProofMembers.signature)
    let labels = try WalletLabels(body)
    let message: SIWEMessage
    let signature: EthereumSignature
    do throws(SIWEError) {
      message = try SIWEMessage(parsing: text)
      signature = try EthereumSignature(parsing: signatureText)
    } catch {
      throw Problem(status: 422, code: error.codeName, detail: error.reason)
    }
    let challenge = try open(message, in: context)
    try check(message, in: context)
    guard let expiry = message.expirationTime else { throw Problem.invalidChallenge }
    let verified: VerifiedSIWEMessage
    do throws(SIWEError) {
      verified = try SIWEVerifier(policy: .all(), signatures: signatures).verify(
        message, signature: signature)
    } catch {
      throw Problem.notProven(error.codeName, error.reason)
    }
    return VerifiedProof(
      challenge: AnsweredChallenge(id: challenge, expiresAt: expiry.date), method: Self.name,
      assurance: .wallet,
      identity: ProvenIdentity(
        key: IdentityKey(kind: .ethereum, identifier: verified.address.checksummed),
        attributes: labels.members),
      evidence: ["chain_id": .integer(message.chainID)])
  }

  package static func isOffered(_ proof: SessionProof, by application: Application) -> Bool {
    guard let offer = application.offers[EthereumOffer.self] else { return false }
    return offer.chains.contains { proof.evidence["chain_id"] == .integer($0.id) }
  }

  /// The challenge of an unchanged message that this server issued to this client for this purpose.
  private func open(_ message: SIWEMessage, in context: ProofContext) throws -> ChallengeID {
    // 32 bytes have 32 to 44 characters of Base58.
    guard message.nonce.utf8.count <= 44, let sealed = try? Base58.decode(message.nonce) else {
      throw Problem.invalidChallenge
    }
    let unsealed = message.text(withNonce: Self.noNonce)
    return try seal.open(sealed, by: Self.name, content: [[UInt8](unsealed.utf8)], in: context)
  }

  /// Checks the time of a message and the current offer of the application, because the configuration may have
  /// changed since the message was issued.
  private func check(_ message: SIWEMessage, in context: ProofContext) throws(Problem) {
    let now = Timestamp(clock.now)
    guard let expiry = message.expirationTime, now < expiry || context.mayRepeat else {
      throw .challengeExpired
    }
    let offer = try context.application.offer(EthereumOffer.self)
    let policy = SIWEPolicy.all(
      .notIssuedInFuture(at: now, clockSkew: Self.clockSkew), .noRecapResources,
      .domain(oneOf: offer.domains), .uri(oneOf: offer.uris), .chain(oneOf: offer.chains.map(\.id)))
    if case .fails(let error) = policy.evaluate(message) { throw .notProven(error.codeName, error.reason) }
  }
}
