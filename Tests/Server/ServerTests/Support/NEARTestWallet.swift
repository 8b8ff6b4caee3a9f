import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import NEAR
import NEARSignatures

/// A NEAR wallet with one key. Without a named account, its account is the implicit account of the key.
struct NEARTestWallet: Sendable {
  let key: NEARSecretKey
  let publicKey: NEARPublicKey
  let accountID: String

  init(accountID: String? = nil, curve: NEARCurve = .ed25519) throws {
    var generator = SystemRandomNumberGenerator()
    key = NEARSecretKey(curve: curve, using: &generator)
    publicKey = try key.publicKey()
    self.accountID = accountID ?? publicKey.implicitAccountID.description
  }

  /// Requests a challenge from the server.
  func challenge(
    _ server: TestServer, _ binding: TestBinding, purpose: String = "sign_in",
    changing: JSONObject = JSONObject(), bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var body: JSONObject = ["purpose": .string(purpose), "binding": .string(binding.value)]
    for member in changing { body[member.key] = member.value }
    return try await server.listening.send(
      .post, "/v1/near/challenge", .object(body), bearer: bearer,
      fields: fields)
  }

  /// The body of a sign-in that answers `challenge`.
  func answer(_ challenge: TestAPI.Answer, _ binding: TestBinding) throws -> JSONObject {
    guard let text = challenge["message"].string, let recipient = challenge["recipient"].string,
      let nonce = challenge["nonce"].string
    else { throw UnexpectedAnswer() }
    let callbackURL = challenge["callback_url"].string
    let message = try NEP413Message(
      message: text, recipient: recipient, nonceBase64: nonce, callbackURL: callbackURL)
    var body: JSONObject = [
      "account_id": .string(accountID), "public_key": .string(publicKey.description),
      "signature": .string(try key.sign(message).base64), "message": .string(text),
      "recipient": .string(recipient), "nonce": .string(nonce), "network": challenge["network"],
      "binding_secret": .string(binding.secret),
    ]
    if let callbackURL { body["callback_url"] = .string(callbackURL) }
    return body
  }

  /// A signed challenge of the server: the body of a sign-in.
  func proof(
    _ server: TestServer, purpose: String = "sign_in", changing: JSONObject = JSONObject(),
    bearer: String? = nil, fields: HTTPFields = [:]
  ) async throws -> JSONObject {
    let binding = try TestBinding()
    return try answer(
      await challenge(
        server, binding, purpose: purpose, changing: changing, bearer: bearer, fields: fields), binding)
  }

  /// Signs the current content of `body` again.
  func signed(_ body: JSONObject) throws -> JSONObject {
    var body = body
    let message = try NEP413Message(
      message: body["message"]?.string ?? "", recipient: body["recipient"]?.string ?? "",
      nonceBase64: body["nonce"]?.string ?? "", callbackURL: body["callback_url"]?.string)
    body["signature"] = .string(try key.sign(message).base64)
    return body
  }

  func signIn(
    _ server: TestServer, changing: JSONObject = JSONObject(), bearer: String? = nil
  ) async throws -> TestAPI.Answer {
    try await server.listening.send(
      .post, "/v1/near/sign-in", .object(try await proof(server, changing: changing)), bearer: bearer)
  }
}
