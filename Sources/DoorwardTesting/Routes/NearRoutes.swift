import Doorward
import DoorwardHTTP
import Encodings
import Foundation
import NEAR

extension DoorwardTestServer {
  func nearChallenge(_ request: HTTPRequest) throws -> HTTPResponse {
    let (body, binding) = try challengeRequest(request, NearProofBody.method)
    let offer = application.offer
    let callbackURL = try body.optionalText("callback_url")
    guard let network = try body.optionalText("network") ?? offer.networks.first,
      offer.networks.contains(network)
    else {
      throw Problem.unprocessable("wrong_network", "This application does not list this NEAR network.")
    }
    if let callbackURL, !offer.callbackURLs.contains(callbackURL) {
      throw Problem.unprocessable(
        "wrong_callback_url", "This application does not list this callback URL.")
    }
    let expiry = Timestamp(time.now.addingTimeInterval(Double(offer.challengeLifetime)))
    let act =
      switch binding.purpose {
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
    challenges.issue([message, authority, nonce, callbackURL, network], binding, until: expiry.date)
    var answer: JSONObject = [
      "message": .string(message), "recipient": .string(authority), "nonce": .string(nonce),
    ]
    if let callbackURL { answer["callback_url"] = .string(callbackURL) }
    answer["network"] = .string(network)
    answer["expires_at"] = .string(expiry.rfc3339)
    return .privateJSON(.object(answer))
  }
}

/// A signed NEP-413 message. Whether the key is one of the account's is the chain's to say, and there is none.
struct NearProofBody: WalletProof {
  static let method = "near"

  let key: Identity.Key
  let wallet: WalletLabels
  let challenge: [String?]
  let shown: DoorwardTestProof

  init(_ body: JSONObjectReader) throws(Problem) {
    wallet = try WalletLabels(body)
    let network = try body.text("network")
    let account = try body.text("account_id")
    let publicKey = try body.text("public_key")
    let signature = try body.text("signature")
    let text = try body.text("message")
    let recipient = try body.text("recipient")
    let nonce = try body.text("nonce")
    let callbackURL = try body.optionalText("callback_url")
    do throws(NEARError) {
      let id = try NEARAccountID(parsing: account)
      let key = try NEARPublicKey(parsing: publicKey)
      let message = try NEP413Message(
        message: text, recipient: recipient, nonceBase64: nonce, callbackURL: callbackURL)
      _ = try NEARSignature(base64: signature, curve: key.curve)
      self.key = Identity.Key(type: "near", identifier: id.description, network: network)
      challenge = [text, recipient, message.nonceBase64, callbackURL, network]
      shown = DoorwardTestProof(
        method: Self.method, account: id.description, message: text, signature: signature)
    } catch {
      throw .unprocessable(error.codeName, error.reason)
    }
  }

  var refusal: Problem { .notProven("wrong_signature", "The key did not sign this message.") }
}
