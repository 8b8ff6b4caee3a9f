import DoorwardHTTP
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
    else {
      throw Problem.unprocessable(
        WireCode.wrongNetwork, "This application does not list this NEAR network.")
    }
    if let callbackURL, !offer.callbackURLs.contains(callbackURL) {
      throw Problem.unprocessable(
        WireCode.wrongCallbackURL, "This application does not list this callback URL.")
    }
    let expiry = Timestamp(time.now.addingTimeInterval(Double(offer.challengeLifetime)))
    let act =
      switch context.purpose {
      case .signIn: "Sign in to \(offer.name)"
      case .link: "Add your NEAR account to your account at \(offer.name)"
      case .move:
        """
        Move your NEAR account to your account at \(offer.name)
        It leaves the account that it belongs to now
        """
      }
    let message = """
      \(act)

      Site: \(authority)
      Network: NEAR \(network)
      Expires: \(expiry.rfc3339)
      """
    let nonce = Base64.encode(randomBytes(32))
    challenges.issue([message, authority, nonce, callbackURL, network], context, until: expiry.date)
    let challenge = WireNearChallenge(
      message: message, recipient: authority, nonce: nonce, callbackURL: callbackURL, network: network,
      expiresAt: expiry.rfc3339)
    return .privateJSON(.object(challenge.json))
  }
}

/// A signed NEP-413 message. The double has no chain, so it does not check whether the key belongs to the account.
struct NearProofBody: WalletProof {
  static let method = WireMethod.near

  let key: Identity.Key
  let wallet: WalletLabels
  let challenge: [String?]
  let shown: DoorwardTestProof

  init(_ body: JSONObjectReader) throws(Problem) {
    wallet = try WalletLabels(body)
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
      throw .unprocessable(error.codeName, error.reason)
    }
  }

  var refusal: Problem {
    .notProven(WireCode.wrongSignature, "The key did not sign this message.")
  }
}
