import BinaryEncodings
import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation
import SignInWithEthereum

extension DoorwardTestServer {
  func ethereumMessage(_ request: HTTPRequest) throws -> HTTPResponse {
    let (body, context) = try challengeRequest(request, EthereumProof.method)
    let text = try body.text(ChallengeMembers.address)
    let chain = try body.wholeNumber(ChallengeMembers.chainID)
    let domain = try body.text(ChallengeMembers.domain)
    let uri = try body.text(ChallengeMembers.uri)
    do {
      let address = try EthereumAddress(parsing: text)
      try requireListed(domain, uri, chain)
      let now = Timestamp(time.now)
      let expiry = Timestamp(time.now.addingTimeInterval(Double(application.offer.challengeLifetime)))
      let name = application.statedName
      let message = try SIWEMessage(
        SIWEFields(
          domain: domain, address: address.checksummed,
          statement: EthereumStatement.text(context.purpose, at: name),
          uri: uri, chainID: chain, nonce: Base58.encode(randomBytes(32)), issuedAt: now.rfc3339,
          expirationTime: expiry.rfc3339))
      challenges.issue([message.text], context, until: expiry.date)
      return .privateJSON(
        .object(WireEthereumMessage(message: message.text, expiresAt: expiry.rfc3339).json))
    } catch let error as SIWEError {
      throw Problem(status: 422, code: error.codeName, detail: error.reason)
    }
  }

  private func requireListed(_ domain: String, _ uri: String, _ chain: UInt64) throws(Problem) {
    guard application.domains.contains(domain) else { throw .domainNotListed(domain) }
    guard application.uris.contains(uri) else { throw .uriNotListed(uri) }
    guard application.offer.chains.contains(chain) else { throw .chainNotListed(chain) }
  }
}

/// A signed EIP-4361 message.
struct EthereumProof: WalletProof {
  static let method = WireMethod.ethereum

  let key: Identity.Key
  let wallet: JSONObject
  let challenge: [String?]
  let shown: DoorwardTestProof

  init(_ body: JSONObjectReader) throws(Problem) {
    let text = try body.text(ProofMembers.message)
    let signature = try body.text(ProofMembers.signature)
    wallet = try WalletLabels(body).members
    do throws(SIWEError) {
      let message = try SIWEMessage(parsing: text)
      _ = try EthereumSignature(parsing: signature)
      let address = message.address.checksummed
      key = Identity.Key(type: WireIdentity.Kind.ethereum, identifier: address, network: nil)
      challenge = [message.text]
      shown = DoorwardTestProof(method: Self.method, account: address, message: text, signature: signature)
    } catch {
      throw Problem(status: 422, code: error.codeName, detail: error.reason)
    }
  }

  var refusal: Problem {
    .notProven(WireCode.wrongSigner, "The signature is not of the account in the message.")
  }
}
