import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// Checks that decide by path and by `Origin`, with every spelling of a path.
@Suite struct PathAndOriginTests {
  @Test(
    "A cookie route is protected under every spelling of its path",
    arguments: [
      "/session/ethereum/message", "/%73ession/ethereum/message", "/session%2Fethereum/message",
      "/session/%65thereum/message", "//session/ethereum/message",
    ])
  func cookieRouteSpellings(_ path: String) async throws {
    try await TestServer.run { server in
      let body: JSONValue = [
        "address": "0x0000000000000000000000000000000000000001", "chain_id": 1,
        "domain": .string(server.server.accountURL.authority), "uri": .string(server.origin),
      ]
      let own = try await server.api.send(
        .post, "/session/ethereum/message", body, fields: ["Origin": server.origin])
      #expect(own.status == 200)
      let foreign = try await server.api.send(.post, path, body, fields: ["Origin": "https://evil.example"])
      #expect([400, 403, 404].contains(foreign.status), "\(foreign.status)")
      #expect(!foreign.fields.contains("Set-Cookie"))
    }
  }

  @Test("RFC 6749 §5.2: a script of a listed origin reads OAuth errors in OAuth's form")
  func oauthErrorsAcrossOrigins() async throws {
    let settings: JSONObject = ["applications": [["id": "default", "origins": ["https://app.example"]]]]
    try await TestServer.run(settings) { server in
      for origin in ["https://app.example", "https://other.example"] {
        let answer = try await server.api.form(
          "/v1/token", "grant_type=refresh_token&refresh_token=x", fields: ["Origin": origin])
        #expect(answer.status == 400)
        #expect(answer.fields["Content-Type"] == "application/json")
        #expect(answer["error"] == "invalid_grant")
        let allowed = answer.fields["Access-Control-Allow-Origin"]
        #expect(allowed == (origin == "https://app.example" ? origin : nil))
        #expect(answer.fields["Vary"] == "Origin, Doorward-Application")
      }
    }
  }

  @Test("A token that a client puts into a path is not logged")
  func tokensInPaths() async throws {
    try await TestServer.run { server in
      let token = String(repeating: "s3cr3t", count: 10)
      _ = try await server.api.send(.get, "/v1/user/\(token)")
      _ = try await server.api.send(.delete, "/v1/sessions/00000000-0000-4000-8000-000000000000")
      #expect(!server.log.text.contains("s3cr3t"))
      #expect(server.log.text.contains("/v1/user/…"))
      #expect(server.log.text.contains("/v1/sessions/00000000-0000-4000-8000-000000000000"))
    }
  }
}
