import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation
import NEAR

extension DoorwardTestServer {
  func nearChallenge(_ request: HTTPRequest) throws -> HTTPResponse {
    let (body, context) = try challengeRequest(request, NearProofBody.method)
    let offer = application.offer
    let callbackURL = try body.optionalText(ChallengeMembers.callbackURL)
    guard let network = try body.optionalText(ChallengeMembers.network) ?? offer.networks.first,
      offer.networks.contains(network)
    else { throw Problem.networkNotListed }
    if let callbackURL, !offer.callbackURLs.contains(callbackURL) { throw Problem.callbackURLNotListed }
    let text = NEARChallengeText(
      name: offer.name, recipient: authority, network: network, purpose: context.purpose,
      expiresAt: time.now.addingTimeInterval(Double(offer.challengeLifetime)))
    let nonce = Base64.encode(randomBytes(32))
    challenges.issue(
      [text.text, authority, nonce, callbackURL, network], context, until: text.expiresAt)
    let challenge = WireNearChallenge(
      message: text.text, recipient: authority, nonce: nonce, callbackURL: callbackURL, network: network,
      expiresAt: Timestamp(text.expiresAt).rfc3339)
    return .privateJSON(.object(challenge.json))
  }
}

/// A signed NEP-413 message. The double has no chain, so it does not check whether the key belongs to the account.
struct NearProofBody: WalletProof {
  static let method = WireMethod.near

  let key: Identity.Key
  let wallet: JSONObject
  let challenge: [String?]
  let shown: DoorwardTestProof

  init(_ body: JSONObjectReader) throws(Problem) {
    wallet = try WalletLabels(body).members
    let network = try body.text(ProofMembers.network)
    let account = try body.text(ProofMembers.accountID)
    let publicKey = try body.text(ProofMembers.publicKey)
    let signature = try body.text(ProofMembers.signature)
    let text = try body.text(ProofMembers.message)
    let recipient = try body.text(ProofMembers.recipient)
    let nonce = try body.text(ProofMembers.nonce)
    let callbackURL = try body.optionalText(ProofMembers.callbackURL)
    do throws(NEARError) {
      let id = try NEARAccountID(parsing: account)
      let key = try NEARPublicKey(parsing: publicKey)
      let message = try NEP413Message(
        message: text, recipient: recipient, nonceBase64: nonce, callbackURL: callbackURL)
      _ = try NEARSignature(base64: signature, curve: key.curve)
      self.key = Identity.Key(
        type: WireIdentity.Kind.near, identifier: id.description, network: network)
      challenge = [text, recipient, message.nonceBase64, callbackURL, network]
      shown = DoorwardTestProof(
        method: Self.method, account: id.description, message: text, signature: signature)
    } catch {
      throw Problem(status: 422, code: error.codeName, detail: error.reason)
    }
  }

  var refusal: Problem {
    .notProven(WireCode.wrongSignature, "The key did not sign this message.")
  }
}
