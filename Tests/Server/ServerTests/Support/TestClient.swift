import DoorwardCiphers
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import DoorwardServer
import DoorwardSessions
import Encodings
import Foundation

/// A client of the server as OpenID Provider, as an app or a web site is.
struct TestClient: Sendable {
  let server: TestServer
  let id: String
  let redirectURI: String
  let secret: String?
  let verifier: String

  /// The secret of the confidential clients of the tests; ``settings`` contain its hash.
  static let secret = "dws_MFk8vXqWcY1b0Q3GmZ5rT7uJ9sLdN2eHpKxAoBtRiCy"

  static var secretHash: String { Base64URL.encode(SHA256.hash([UInt8](secret.utf8))) }

  /// A public app, a confidential site, and a client with few scopes.
  static var settings: JSONObject {
    [
      "applications": [
        ["id": "default", "first_party": false],
        [
          "id": "site", "name": "Example Site", "redirect_uris": ["https://site.example/callback"],
          "client_secret_hash": .string(secretHash),
          "post_logout_redirect_uris": ["https://site.example/bye"],
        ],
        ["id": "app", "name": "App", "redirect_uris": ["com.example.app:/callback"]],
      ]
    ]
  }

  init(
    _ server: TestServer, _ id: String = "default", redirectURI: String = "http://127.0.0.1:49152/callback",
    secret: String? = nil
  ) throws {
    self.server = server
    self.id = id
    self.redirectURI = redirectURI
    self.secret = secret
    verifier = Base64URL.encode(try SecureRandom.bytes(32))
  }

  /// The confidential client of ``settings``.
  static func site(_ server: TestServer) throws -> TestClient {
    try TestClient(server, "site", redirectURI: "https://site.example/callback", secret: secret)
  }

  var challenge: String { Base64URL.encode(SHA256.hash([UInt8](verifier.utf8))) }

  /// A complete authorization request; `changes` replace parameters, and nil removes one.
  func parameters(_ changes: [String: String?] = [:]) -> [String: String] {
    var parameters = [
      "response_type": "code", "client_id": id, "redirect_uri": redirectURI, "scope": "openid",
      "state": "st&te=é", "nonce": "n-0S6", "code_challenge": challenge, "code_challenge_method": "S256",
    ]
    for change in changes { parameters[change.key] = change.value }
    return parameters
  }

  func authorize(_ changes: [String: String?] = [:]) async throws -> TestAPI.Answer {
    try await server.listening.send(
      .get, "/authorize?\(Self.form(parameters(changes)))",
      fields: ["Host": server.server.accountURL.authority])
  }

  /// The sealed request of the page that an authorization request opens.
  func ticket(_ changes: [String: String?] = [:]) async throws -> String {
    let page = try await authorize(changes)
    guard page.status == 200, let ticket = page.pageTicket else { throw UnexpectedAnswer() }
    return ticket
  }

  /// The code that a signed-in browser gets. If the page asks, the user allows the request.
  func code(_ browser: TestBrowser, _ changes: [String: String?] = [:]) async throws -> String {
    var answer = try await browser.send(
      .post, "/session/authorization", ["ticket": .string(try await ticket(changes))])
    if answer["next"] == "confirm" {
      answer = try await browser.send(
        .post, "/session/authorization/allow", ["ticket": answer["ticket"]])
    }
    guard let code = Self.query(of: answer["redirect_to"].string)["code"] else { throw UnexpectedAnswer() }
    return code
  }

  /// Signs a browser in to the client, which makes the server remember the user's consent.
  func consent(_ browser: TestBrowser, _ changes: [String: String?] = [:]) async throws {
    guard try await exchange(code(browser, changes)).status == 200 else { throw UnexpectedAnswer() }
  }

  /// The first step of the page: its question, or the parameters of the redirect.
  func next(
    _ browser: TestBrowser, _ changes: [String: String?] = [:]
  ) async throws -> (question: TestAPI.Answer, query: [String: String]) {
    let answer = try await browser.send(
      .post, "/session/authorization", ["ticket": .string(try await ticket(changes))])
    return (answer, Self.query(of: answer["redirect_to"].string))
  }

  /// The exchange of a code; `changes` replace parameters, and nil removes one.
  func exchange(
    _ code: String, _ changes: [String: String?] = [:], fields: HTTPFields = [:], at other: TestServer? = nil
  ) async throws -> TestAPI.Answer {
    var parameters = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI, "client_id": id,
      "code_verifier": verifier,
    ]
    parameters["client_secret"] = secret
    for change in changes { parameters[change.key] = change.value }
    return try await (other ?? server).listening.form("/v1/token", Self.form(parameters), fields: fields)
  }

  /// An ID token of the user who is signed in on the page.
  func idToken(_ browser: TestBrowser) async throws -> String {
    let answer = try await exchange(try await code(browser))
    guard let token = answer["id_token"].string else { throw UnexpectedAnswer() }
    return token
  }

  func refresh(
    _ token: String, _ changes: [String: String] = [:], at other: TestServer? = nil
  ) async throws -> TestAPI.Answer {
    var parameters = ["grant_type": "refresh_token", "refresh_token": token, "client_id": id]
    parameters["client_secret"] = secret
    parameters.merge(changes) { $1 }
    return try await (other ?? server).listening.form("/v1/token", Self.form(parameters))
  }

  static func form(_ parameters: [String: String]) -> String {
    let allowed = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    return parameters.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
    }.joined(separator: "&")
  }

  /// The parameters in the query of an address.
  static func query(of address: String?) -> [String: String] {
    guard let address, let query = address.split(separator: "?", maxSplits: 1).dropFirst().first,
      let form = try? FormURLEncoded.parse(String(query))
    else { return [:] }
    return Dictionary(form.items.map { ($0.name, $0.value) }) { _, _ in "twice" }
  }

  /// The claims of a JWT, unverified.
  static func claims(of token: JSONValue) throws -> JSONValue {
    guard let parts = token.string?.split(separator: "."), parts.count == 3 else { throw UnexpectedAnswer() }
    return try JSONParser.parse(try Base64URL.decode(String(parts[1])))
  }
}
