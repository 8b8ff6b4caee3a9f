import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// Which scripts may call the API and read its answers (Fetch §3.2).
@Suite struct CrossOriginTests {
  private static let app = "https://app.example.com"
  private static let settings: JSONObject = {
    var settings = JSONObject.behindTLS
    settings["applications"] = [
      ["id": "default", "origins": [.string(app)]],
      ["id": "other", "origins": ["https://other.example:8443"]],
    ]
    settings["rate_limits"] = [
      "sign_in_per_minute": 6, "challenge_per_minute": 1000, "refresh_per_minute": 6,
    ]
    return settings
  }()

  private func preflight(_ server: TestServer, _ origin: String, _ path: String = "/v1/user") async throws
    -> TestAPI.Answer
  {
    try await server.listening.send(
      .options, path,
      fields: [
        "Origin": origin, "Access-Control-Request-Method": "PATCH",
        "Access-Control-Request-Headers":
          "authorization, content-type, doorward-application, idempotency-key",
      ])
  }

  @Test("A preflight of a listed origin gets the allowed methods and fields, without credentials")
  func preflights() async throws {
    try await TestServer.run(Self.settings) { server in
      for origin in [Self.app, "https://other.example:8443"] {
        for path in ["/v1/user", "/v1/token", "/v1/near/sign-in", "/v1/nothing"] {
          let answer = try await preflight(server, origin, path)
          #expect(answer.status == 204)
          #expect(answer.fields["Access-Control-Allow-Origin"] == origin)
          #expect(answer.fields["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
          let allowed = try #require(answer.fields["Access-Control-Allow-Headers"]).lowercased()
          for name in ["authorization", "content-type", "doorward-application", "idempotency-key"] {
            #expect(allowed.contains(name), "\(name)")
          }
          #expect(answer.varies(by: "Origin"))
          #expect(!answer.fields.contains("Access-Control-Allow-Credentials"))
        }
      }
    }
  }

  @Test(
    "An origin that is not listed gets no CORS permission, even if it resembles a listed one",
    arguments: [
      "https://evil.example", "null", "http://app.example.com", "https://app.example.com:8443",
      "https://APP.example.com",
      "https://app.example.com.evil.example", "https://xapp.example.com", "https://app.example.com/", "*",
      "https://other.example",
      "https://accounts.example.com", "https://wallets.example.com",
    ])
  func unlisted(_ origin: String) async throws {
    try await TestServer.run(Self.settings) { server in
      let asked = try await preflight(server, origin)
      let got = try await server.listening.send(.get, "/v1/config", fields: ["Origin": origin])
      let refused = try await server.listening.send(.get, "/v1/user", fields: ["Origin": origin])
      for answer in [asked, got, refused] {
        for field in answer.fields {
          #expect(!field.name.lowercased().hasPrefix("access-control-"), "\(field.name)")
        }
        #expect(answer.varies(by: "Origin"))
      }
      #expect(got.fields["Cross-Origin-Resource-Policy"] == "same-origin")
    }
  }

  @Test("A listed origin can read answers, refusals and the fields that it needs to continue")
  func readable() async throws {
    try await TestServer.run(Self.settings) { server in
      let api = server.listening
      let origin: HTTPFields = ["Origin": Self.app]
      var answers = [
        try await api.send(.get, "/v1/config", fields: origin),
        try await api.send(.get, "/v1/user", fields: origin),
        try await api.send(.get, "/v1/nothing", fields: origin),
        try await api.send(.put, "/v1/user", fields: origin),
        try await api.raw(.post, "/v1/near/challenge", [0x7b], fields: origin),
        try await api.raw(.post, "/v1/near/challenge", [0x7b], type: "text/plain", fields: origin),
        try await api.raw(
          .post, "/v1/near/challenge", [UInt8](repeating: 0x20, count: 70_000), fields: origin),
        try await api.form("/v1/revoke", "token=x", fields: origin),
      ]
      for _ in 0..<7 {
        answers.append(try await api.send(.post, "/v1/near/sign-in", .wrongProof, fields: origin))
      }
      #expect(Set(answers.map(\.status)) == [200, 400, 401, 404, 405, 413, 415, 422, 429])
      for answer in answers {
        #expect(answer.fields["Access-Control-Allow-Origin"] == Self.app, "\(answer.status)")
        #expect(answer.fields["Access-Control-Expose-Headers"]?.contains("Retry-After") == true)
        #expect(answer.varies(by: "Origin"))
        #expect(!answer.fields.contains("Access-Control-Allow-Credentials"))
      }
    }
  }

  @Test("CORS depends on the application: an origin reads only the answers of applications that list it")
  func corsIsPerApplication() async throws {
    try await TestServer.run(Self.settings) { server in
      let api = server.listening
      let second = "https://other.example:8443"
      func reads(
        _ origin: String, _ method: HTTPMethod, _ path: String, _ fields: HTTPFields = [:]
      ) async throws -> Bool {
        var fields = fields
        fields["Origin"] = origin
        let answer = try await api.send(method, path, fields: fields)
        #expect(answer.varies(by: "Origin") && answer.varies(by: "Doorward-Application"))
        return answer.fields["Access-Control-Allow-Origin"] == origin
      }
      for (application, allowed, other) in [("default", Self.app, second), ("other", second, Self.app)] {
        let named: HTTPFields = ["Doorward-Application": application]
        #expect(try await reads(allowed, .get, "/v1/config", named))
        #expect(try await !reads(other, .get, "/v1/config", named))
        #expect(try await reads(allowed, .get, "/v1/user", named))
        #expect(try await !reads(other, .get, "/v1/user", named))
        // The token names the application if no field does.
        let session = try await EthereumTestWallet().signIn(server, fields: named)
        let bearer: HTTPFields = ["Authorization": "Bearer \(session["account_token"].string ?? "")"]
        #expect(try await reads(allowed, .get, "/v1/user", bearer))
        #expect(try await !reads(other, .get, "/v1/user", bearer))
        // The client of an OAuth call names the application.
        for (origin, isAllowed) in [(allowed, true), (other, false)] {
          let answer = try await api.form(
            "/v1/token", "grant_type=refresh_token&refresh_token=x&client_id=\(application)",
            fields: ["Origin": origin])
          #expect((answer.fields["Access-Control-Allow-Origin"] == origin) == isAllowed)
        }
      }
      // A request that names no application is for the default one. An unknown application has no origins.
      #expect(try await reads(Self.app, .get, "/v1/config"))
      #expect(try await !reads(second, .get, "/v1/config"))
      #expect(try await !reads(Self.app, .get, "/v1/config", ["Doorward-Application": "nothing"]))
    }
  }

  @Test("The offer of an application may be cached by application and origin")
  func configurationIsCacheable() async throws {
    try await TestServer.run(Self.settings) { server in
      for application in ["default", "other"] {
        let answer = try await server.listening.send(
          .get, "/v1/config", fields: ["Doorward-Application": application])
        #expect(answer.fields["Cache-Control"] == "public, max-age=60")
        #expect(answer.fields.values(for: "Vary") == ["Origin, Doorward-Application"])
      }
      let refused = try await server.listening.send(
        .get, "/v1/config", fields: ["Doorward-Application": "nothing"])
      #expect(refused.fields["Cache-Control"] == "no-store")
    }
  }

  @Test("Scripts of other origins get errors of OAuth calls in OAuth's form")
  func oauthErrors() async throws {
    try await TestServer.run(Self.settings) { server in
      for origin in [Self.app, "https://evil.example"] {
        for (path, body) in [
          ("/v1/token", "grant_type=password"), ("/v1/introspect", "token=x"), ("/v1/revoke", ""),
        ] {
          let answer = try await server.listening.form(path, body, fields: ["Origin": origin])
          #expect(answer.fields["Content-Type"] == "application/json", "\(path)")
          #expect(answer["error"].string != nil, "\(path)")
          #expect(answer["error_description"].string != nil)
          #expect(answer["trace_id"].string != nil)
        }
      }
    }
  }

  @Test("Scripts of every origin can read public documents; caches keep the answers of two origins apart")
  func publicDocuments() async throws {
    try await TestServer.run(Self.settings) { server in
      for path in ["/.well-known/jwks.json", "/.well-known/oauth-authorization-server", "/openapi.json"] {
        let answer = try await server.listening.send(.get, path, fields: ["Origin": "https://anyone.example"])
        #expect(answer.fields["Access-Control-Allow-Origin"] == "https://anyone.example")
        #expect(!answer.fields.contains("Access-Control-Allow-Credentials"))
        // Also without Origin: a cache must not reuse such an answer for a script of another origin.
        let plain = try await server.listening.send(.get, path)
        #expect(plain.varies(by: "Origin"), "\(path)")
        #expect(!plain.fields.contains("Access-Control-Allow-Origin"))
      }
    }
  }

  @Test("Page, assets and cookie routes are not shared with any origin")
  func pageIsNotShared() async throws {
    try await TestServer.run(Self.settings) { server in
      let files = PageFiles.paths(try await server.listening.send(.get, "/"))
      for path in ["/", "/session/state", "/healthz", "/readyz"] + files {
        for method in [HTTPMethod.get, .options] {
          let answer = try await server.listening.send(
            method, path, fields: ["Origin": Self.app, "Access-Control-Request-Method": "GET"])
          for field in answer.fields {
            #expect(!field.name.lowercased().hasPrefix("access-control-"), "\(path)")
          }
        }
      }
    }
  }
}

extension TestAPI.Answer {
  /// Whether `Vary` names a field (RFC 9110 §12.5.5).
  fileprivate func varies(by name: String) -> Bool {
    fields.values(for: "Vary").contains { line in
      line.split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces) == name }
    }
  }
}
