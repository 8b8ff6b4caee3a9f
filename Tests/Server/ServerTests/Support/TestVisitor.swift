import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings

/// An anonymous user of the server.
struct TestVisitor: Sendable {
  /// A server with an application that offers anonymous users, and one that does not.
  static let settings: JSONObject = [
    "applications": [
      ["id": "default", "methods": ["siwe", "near", "anonymous"]],
      ["id": "other", "methods": ["siwe", "near"]],
    ]
  ]

  let session: TestAPI.Answer
  let user: String
  let account: String
  let refresh: String

  init(_ server: TestServer, fields: HTTPFields = [:]) async throws {
    session = try await server.listening.send(.post, "/v1/anonymous", [:], fields: fields)
    guard session.status == 200, let user = session.json["user"]?["id"]?.string,
      let account = session["account_token"].string, let refresh = session["refresh_token"].string
    else { throw UnexpectedAnswer() }
    self.user = user
    self.account = account
    self.refresh = refresh
  }

  /// The user as the server returns it now, with the anonymous account token.
  func current(_ server: TestServer) async throws -> TestAPI.Answer {
    try await server.api.send(.get, "/v1/user", bearer: account)
  }

  /// Uses the refresh token of the anonymous session.
  func refreshed(_ server: TestServer) async throws -> TestAPI.Answer {
    try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)")
  }
}

extension TestAPI.Answer {
  /// The claims of a token of this Session.
  func claims(_ name: String) throws -> JSONValue {
    let parts = self[name].string?.split(separator: ".") ?? []
    guard parts.count == 3 else { throw UnexpectedAnswer() }
    return try JSONParser.parse(try Base64URL.decode(String(parts[1])))
  }
}
