import DoorwardHTTP
import DoorwardServer
import Encodings

/// Somebody without an identity, as the server let them in.
struct TestVisitor: Sendable {
  /// A server with one application that takes visitors, and one that takes none.
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

  /// The user as the server has it now, by the visitor's own token.
  func current(_ server: TestServer) async throws -> TestAPI.Answer {
    try await server.api.send(.get, "/v1/user", bearer: account)
  }

  /// Uses the visitor's refresh token.
  func refreshed(_ server: TestServer) async throws -> TestAPI.Answer {
    try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(refresh)")
  }
}

extension TestAPI.Answer {
  /// What a token of this Session says.
  func claims(_ name: String) throws -> JSONValue {
    let parts = self[name].string?.split(separator: ".") ?? []
    guard parts.count == 3 else { throw UnexpectedAnswer() }
    return try JSONParser.parse(try Base64URL.decode(String(parts[1])))
  }
}
