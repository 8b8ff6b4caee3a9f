import Encodings
import Testing

@Suite("doorward doctor: applications")
struct DoctorApplicationTests {
  /// Hashes as `doorward admin application secret` prints them.
  private static let hashes = [
    "fa2FWn9rXBHCzCmwVDvWRNwFgqFAYDzSzsNcBJWt8H4", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
  ].map(JSONValue.string)

  /// The doctor's report about applications, after a first one.
  private func diagnose(
    _ applications: [JSONValue], first: JSONValue = ["id": "default"], _ settings: JSONObject = JSONObject(),
    _ options: [String] = ["--development", "--listen", "127.0.0.1:0"]
  ) async throws -> Diagnosis {
    let folder = try TemporaryFolder()
    var settings = settings
    settings["applications"] = .array([first] + applications)
    settings["near"] = RunningServer.configuration["near"]
    try folder.writeJSON(.object(settings))
    return try await Diagnosis.run(in: folder, options)
  }

  @Test func `the report lists the applications with browser sign-in`() async throws {
    let none = try await diagnose([], ["development": false], ["--listen", "127.0.0.1:0"])
    #expect(none["applications"] == "ok: no application uses browser sign-in")
    let some = try await diagnose([
      [
        "id": "blog", "client_secret_hash": Self.hashes[0],
        "redirect_uris": ["https://blog.example/callback", "http://127.0.0.1:5000/callback"],
      ], ["id": "phone", "redirect_uris": ["com.example.phone:/callback", "http://127.0.0.1/callback"]],
      ["id": "box", "client_secret_hash": Self.hashes[1], "device_authorization": true], ["id": "game"],
    ])
    #expect(
      some["applications"]
        == "ok: browser sign-in: \"default\", \"blog\" (with a secret), \"phone\", \"box\" (with a secret)"
    )
  }

  static let dead: [(JSONValue, String)] = [
    (["id": "a", "client_secret_hash": hashes[0]], "no user can sign in to \"a\": it has a secret"),
    (["id": "a", "scopes": ["openid"]], "no user can sign in to \"a\": it lists scopes without account"),
    (
      ["id": "a", "scopes": ["profile", "offline_access"], "device_authorization": true],
      "may request only profile offline_access, which gives no access"
    ),
    (
      ["id": "a", "methods": ["anonymous"], "redirect_uris": ["com.example.a:/cb"]],
      "cannot sign users in to \"a\""
    ),
    (
      [
        "id": "a", "methods": ["siwe"], "ethereum": ["chains": [8453]],
        "redirect_uris": ["com.example.a:/cb"],
      ], "cannot sign users in to \"a\""
    ),
  ]

  @Test(arguments: dead)
  func `an application without a way to sign in is a problem`(application: JSONValue, expected: String)
    async throws
  {
    let diagnosis = try await diagnose([application])
    #expect(diagnosis.problems == ["applications"])
    #expect(diagnosis["applications"].contains(expected), "\(diagnosis["applications"])")
  }

  @Test func `NEAR cannot be the only method without a wallet origin, except for the first application`()
    async throws
  {
    let settings: JSONObject = [
      "public_url": "https://0.0.0.0:1", "trusted_proxies": ["127.0.0.1/32"],
    ]
    let application: JSONValue = [
      "id": "a", "methods": ["near"], "client_secret_hash": Self.hashes[0],
      "redirect_uris": ["https://a.example/cb"],
    ]
    let options = ["--listen", "127.0.0.1:0"]
    let without = try await diagnose([application], settings, options)
    #expect(without["applications"].contains("cannot sign users in to \"a\""))
    let page = try await diagnose(
      [], first: ["id": "default", "client_secret_hash": Self.hashes[0]], JSONObject(), options)
    #expect(page["applications"].hasPrefix("ok: "))
  }

  static let odd: [(JSONValue, String)] = [
    (
      ["id": "a", "redirect_uris": ["https://a.example/cb"]],
      "\"a\" has no secret and redirects to https://a.example/cb"
    ),
    (
      [
        "id": "a", "client_secret_hash": hashes[0],
        "redirect_uris": ["https://a.example/cb", "com.example.a:/cb"],
      ], "redirects to an app, com.example.a:/cb"
    ), (["id": "a", "redirect_uris": ["http://localhost/cb"]], "no other port"),
  ]

  @Test(arguments: odd)
  func `a redirect URI that contradicts the other settings is a warning`(
    application: JSONValue, expected: String
  ) async throws {
    let diagnosis = try await diagnose([application])
    #expect(diagnosis.problems == [])
    #expect(diagnosis.warnings.contains("applications"))
    #expect(diagnosis["applications"].contains(expected), "\(diagnosis["applications"])")
  }

  @Test func `a loopback redirect URI in production and a shared secret are warnings`()
    async throws
  {
    let clients: [JSONValue] = ["a", "b"].map { id in
      [
        "id": .string(id), "client_secret_hash": Self.hashes[0],
        "redirect_uris": ["http://127.0.0.1:5000/cb"],
      ]
    }
    let diagnosis = try await diagnose(
      clients, ["public_url": "https://0.0.0.0:1"], ["--listen", "127.0.0.1:0"])
    let findings = try #require(diagnosis.checks["applications"])
    #expect(findings.count == 3 && findings.allSatisfy { $0.hasPrefix("warning: ") })
    #expect(findings[0].contains("any program that listens there on a user's machine receives its codes"))
    #expect(findings[2].contains("\"a\" and \"b\" have the same secret"))
  }

  @Test func `RS256 without an RSA key is a warning until the server has started`() async throws {
    let folder = try await TemporaryFolder.withInstallation()
    try folder.writeJSON([
      "near": RunningServer.configuration["near"] ?? .null,
      "applications": [["id": "default", "id_token_signed_response_alg": "RS256"]],
    ])
    let before = try await Diagnosis.run(in: folder)
    #expect(before.problems == [])
    #expect(
      before["signing keys"]
        == "warning: no key for RS256 yet; the server creates it when it next starts")
    let server = try await RunningServer.start(in: folder)
    #expect(await server.stop() == 0)
    #expect(try await Diagnosis.run(in: folder)["signing keys"] == "ok: 2, sealed with the master key")
  }
}
