import DoorwardTesting
import Encodings
import Testing

extension Script {
  /// Adds an authenticator with its present code.
  @discardableResult func addAuthenticator(
    _ session: JSONObject
  ) async throws -> (TestAuthenticator, codes: [String]) {
    let begun = try await call("POST", "/v1/second-factors/totp", [:], token: session.account)
    let authenticator = try TestAuthenticator(secret: begun["secret"]?.string ?? "")
    let added = try await call(
      "POST", "/v1/second-factors/totp/confirm",
      [
        "challenge_id": begun["challenge_id"] ?? nil,
        "code": .string(try authenticator.code(at: contender.now())),
      ], token: session.account)
    return (authenticator, (added["recovery_codes"]?.array ?? []).compactMap(\.string))
  }

  /// Proves the password and returns the challenge of the second factor.
  @discardableResult func passwordStep() async throws -> JSONValue {
    let waiting = try await call(
      "POST", "/v1/password/sign-in",
      ["identifier": "ada@example.com", "password": "correct horse battery"])
    return waiting["second_factor"]?["challenge_id"] ?? .null
  }

  /// Adds an authenticator to a waiting sign-in.
  ///
  /// - Parameters:
  ///   - challenge: The challenge of the first factor.
  ///   - secret: The secret of the binding; nil if the first factor has none.
  ///   - token: The account token of an anonymous user.
  /// - Returns: The session.
  /// - Throws: An error if there is no answer.
  @discardableResult func enroll(
    _ challenge: JSONValue, _ secret: JSONValue?, token: String? = nil
  ) async throws -> JSONObject {
    var body: JSONObject = ["challenge_id": challenge]
    body["binding_secret"] = secret
    let begun = try await call("POST", "/v1/second-factor/enroll", body)
    let authenticator = try TestAuthenticator(secret: begun["secret"]?.string ?? "")
    body["challenge_id"] = begun["challenge_id"] ?? nil
    body["method"] = "totp"
    body["code"] = .string(try authenticator.code(at: contender.now()))
    return try #require(try await call("POST", "/v1/second-factor/verify", body, token: token).object)
  }

  /// Sends a code to an email address.
  ///
  /// - Parameters:
  ///   - path: The call that sends it.
  ///   - request: The members of the call, with the address.
  ///   - token: The account token.
  /// - Returns: The members of the answer: the challenge, the code and the secret.
  /// - Throws: An error if there is no answer.
  func codeAnswer(_ path: String, _ request: JSONObject, token: String? = nil) async throws -> JSONObject {
    let (secret, binding) = Self.binding()
    let sent = try await call("POST", path, request.merging(patch: ["binding": binding]), token: token)
    let names = ["email", "phone_number", "identifier"]
    let address = names.lazy.compactMap { request[$0]?.string }.first ?? ""
    return [
      "challenge_id": sent["challenge_id"] ?? nil, "code": .string(await contender.code(address) ?? ""),
      "binding_secret": secret,
    ]
  }
}
