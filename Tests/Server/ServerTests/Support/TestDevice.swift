import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation

/// A device without a browser: requests its codes, shows one, and polls with the other.
struct TestDevice: Sendable {
  let server: TestServer
  let client: String
  let secret: String?
  let deviceCode: String
  let userCode: String

  /// Applications that sign in devices, one that does not, and one that offers NEAR only.
  static var settings: JSONObject {
    [
      "applications": [
        ["id": "default"],
        ["id": "tv", "name": "Example TV", "device_authorization": true, "scopes": ["openid", "account"]],
        [
          "id": "box", "device_authorization": true, "client_secret_hash": .string(TestClient.secretHash),
          "redirect_uris": ["https://box.example/callback"],
        ],
        ["id": "near-tv", "device_authorization": true, "methods": ["near"]],
        ["id": "plain"],
      ]
    ]
  }

  init(
    _ server: TestServer, _ client: String = "tv", scope: String = "openid", secret: String? = nil,
    fields: HTTPFields = [:]
  ) async throws {
    let answer = try await Self.begin(server, client, scope: scope, secret: secret, fields: fields)
    guard let deviceCode = answer["device_code"].string, let userCode = answer["user_code"].string else {
      throw UnexpectedAnswer()
    }
    self.server = server
    self.client = client
    self.secret = secret
    self.deviceCode = deviceCode
    self.userCode = userCode
  }

  static func begin(
    _ server: TestServer, _ client: String?, scope: String? = "openid", secret: String? = nil,
    fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var parameters: [String: String] = [:]
    parameters["client_id"] = client
    parameters["scope"] = scope
    parameters["client_secret"] = secret
    return try await server.listening.form(
      "/v1/device_authorization", TestClient.form(parameters), fields: fields)
  }

  /// Polls for the decision; `changes` replace parameters, and nil removes one.
  func poll(
    _ changes: [String: String?] = [:], at other: TestServer? = nil, fields: HTTPFields = [:]
  ) async throws -> TestAPI.Answer {
    var parameters = [
      "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": deviceCode,
      "client_id": client,
    ]
    parameters["client_secret"] = secret
    for change in changes { parameters[change.key] = change.value }
    return try await (other ?? server).listening.form(
      "/v1/token", TestClient.form(parameters), fields: fields)
  }

  /// The page's information about the device, for the user who is signed in.
  func find(_ browser: TestBrowser, typed: String? = nil) async throws -> TestAPI.Answer {
    try await browser.send(.post, "/session/device", ["user_code": .string(typed ?? userCode)])
  }

  /// The decision of the user who is signed in on the page.
  @discardableResult
  func decide(_ step: String, _ browser: TestBrowser) async throws -> TestAPI.Answer {
    let shown = try await find(browser)
    guard let ticket = shown["ticket"].string else { throw UnexpectedAnswer() }
    return try await browser.send(.post, "/session/device/\(step)", ["ticket": .string(ticket)])
  }
}
