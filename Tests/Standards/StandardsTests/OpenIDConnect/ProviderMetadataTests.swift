import Encodings
import JOSE
import OpenIDConnect
import Testing

@Suite("OpenID Connect Discovery 1.0, RFC 8414: documents of providers")
struct ProviderMetadataTests {
  static let issuer = "https://accounts.provider.example"
  static let document: JSONObject = [
    "issuer": .string(issuer), "authorization_endpoint": "https://accounts.provider.example/auth",
    "token_endpoint": "https://oauth2.apis.example/token", "jwks_uri": "https://www.apis.example/certs",
    "userinfo_endpoint": "https://openidconnect.apis.example/userinfo",
    "revocation_endpoint": "https://oauth2.apis.example/revoke",
    "end_session_endpoint": "https://accounts.provider.example/logout?x=1",
    "response_types_supported": ["code", "token", "code id_token"], "subject_types_supported": ["public"],
    "id_token_signing_alg_values_supported": ["none", "HS256", "RS256", "ES384", "RS512"],
    "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt"],
    "code_challenge_methods_supported": ["plain", "S256"],
    "response_modes_supported": ["query", "form_post"],
    "authorization_response_iss_parameter_supported": true, "claims_supported": ["sub", "email"],
  ]

  private func parse(_ changes: [String: JSONValue?] = [:], from issuer: String = Self.issuer) throws
    -> ProviderMetadata
  {
    var document = Self.document
    for (name, value) in changes { document[name] = value }
    return try ProviderMetadata(parsing: document.serialized(), from: ExpectedIssuer(issuer))
  }

  private func refusal(_ changes: [String: JSONValue?], from issuer: String = Self.issuer) throws
    -> OpenIDError.Code?
  {
    do {
      _ = try parse(changes, from: issuer)
      return nil
    } catch let error as OpenIDError {
      return error.code
    }
  }

  @Test("a document is read, with only the algorithms that are safe for ID tokens")
  func document() throws {
    let metadata = try parse()
    #expect(metadata.issuer == Self.issuer)
    #expect(metadata.authorizationEndpoint.text == "https://accounts.provider.example/auth")
    #expect(metadata.tokenEndpoint.host == "oauth2.apis.example")
    #expect(metadata.keySetAddress.path == "/certs")
    #expect(metadata.userInfoEndpoint?.host == "openidconnect.apis.example")
    #expect(metadata.revocationEndpoint?.path == "/revoke")
    #expect(metadata.endSessionEndpoint?.query == "x=1")
    #expect(metadata.idTokenAlgorithms == [.rs256, .es384])
    #expect(metadata.clientAuthenticationMethods == ["client_secret_post", "private_key_jwt"])
    #expect(metadata.responseModes == ["query", "form_post"])
    #expect(metadata.proofKeyMethods == ["plain", "S256"])
    #expect(metadata.namesIssuerInCallback)
  }

  @Test("Discovery §3: absent members have their defaults")
  func defaults() throws {
    let metadata = try parse([
      "userinfo_endpoint": nil, "revocation_endpoint": .null, "end_session_endpoint": nil,
      "response_types_supported": nil, "id_token_signing_alg_values_supported": nil,
      "token_endpoint_auth_methods_supported": nil, "code_challenge_methods_supported": nil,
      "response_modes_supported": nil, "authorization_response_iss_parameter_supported": nil,
    ])
    #expect(
      metadata.userInfoEndpoint == nil && metadata.revocationEndpoint == nil
        && metadata.endSessionEndpoint == nil)
    #expect(metadata.idTokenAlgorithms == .asymmetric)
    #expect(metadata.clientAuthenticationMethods == ["client_secret_basic"])
    #expect(metadata.responseModes == ["query", "fragment"])
    #expect(metadata.proofKeyMethods == nil && !metadata.namesIssuerInCallback)
  }

  @Test("Discovery §4.3, RFC 8414 §3.3: the issuer is compared byte by byte")
  func issuers() throws {
    for other: JSONValue in [
      "https://accounts.provider.example/", "https://Accounts.provider.example",
      "https://accounts.provider.example:443",
      "http://accounts.provider.example", "https://evil.example", "",
    ] {
      #expect(try refusal(["issuer": other]) == .wrongIssuer)
    }
    let withSlash = Self.issuer + "/"
    #expect(try refusal(["issuer": .string(withSlash)], from: withSlash) == nil)
    #expect(try refusal([:], from: withSlash) == .wrongIssuer)
  }

  @Test("members of the wrong type and missing ones are refused")
  func malformed() throws {
    for changes: [String: JSONValue?] in [
      ["issuer": nil], ["issuer": 1], ["authorization_endpoint": nil], ["token_endpoint": .null],
      ["jwks_uri": nil],
      ["jwks_uri": ["https://a.example"]], ["userinfo_endpoint": 7], ["response_types_supported": "code"],
      ["id_token_signing_alg_values_supported": [1]],
      ["authorization_response_iss_parameter_supported": "true"],
      ["code_challenge_methods_supported": [nil]],
    ] {
      #expect(try refusal(changes) == .malformedMetadata, "\(changes)")
    }
    let expected = try ExpectedIssuer(Self.issuer)
    for text in [
      "", "[]", "null", "{", #"{"issuer":"a","issuer":"b"}"#, String(repeating: "[", count: 10_000),
    ] {
      #expect(throws: OpenIDError(code: .malformedMetadata, reason: "")) {
        try ProviderMetadata(parsing: [UInt8](text.utf8), from: expected)
      }
    }
    let long = Self.document.serialized() + [UInt8](repeating: 0x20, count: ProviderMetadata.maxBytes)
    #expect(throws: OpenIDError(code: .malformedMetadata, reason: "")) {
      try ProviderMetadata(parsing: long, from: expected)
    }
  }

  @Test("endpoints without TLS, and a query with parameters of the request, are refused")
  func endpoints() throws {
    for name in [
      "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint", "revocation_endpoint",
    ] {
      for address: JSONValue in [
        "http://a.example", "javascript:alert(1)", "https://u@a.example", "file:///etc/passwd", "",
      ] {
        #expect(try refusal([name: address]) == .invalidEndpoint, "\(name) \(address)")
      }
    }
    for query in ["client_id=x", "a=1&state=x", "request_uri=x", "%73tate=x", "a=%"] {
      #expect(
        try refusal(["authorization_endpoint": .string("https://a.example/?\(query)")]) == .invalidEndpoint)
    }
    #expect(try refusal(["authorization_endpoint": "https://a.example/?p=B2C_1_signin"]) == nil)
  }

  @Test("a provider without the code flow, or without a safe algorithm, is not supported")
  func unsupported() throws {
    #expect(try refusal(["response_types_supported": ["id_token"]]) == .unsupportedProvider)
    #expect(
      try refusal(["id_token_signing_alg_values_supported": ["none", "HS256", "RS512"]])
        == .unsupportedProvider)
  }

  @Test("addresses that parsers read in different ways are refused")
  func addresses() throws {
    for text in [
      "https://a.example", "https://a.example:8443/x?y=z", "https://127.0.0.1/",
      "https://[2001:db8::1]:8443/",
      "https://A.example/%20", "https://a_b.example",
    ] {
      #expect(throws: Never.self, "\(text)") { try EndpointAddress(text) }
    }
    for text in [
      "", "https://", "https:///x", "https://:443", "https://a.example:", "https://a.example:0",
      "https://a.example:65536",
      "https://a.example:+80", "https://a.example:080", "https://a.example:x", "https://a@b.example",
      "https://a:b@c.example",
      "https://a.example\\@b.example", "https://a.example/ x", "https://a.example/\n", "https://a.example/ü",
      "https://é.example", "https://a..example", "https://.example", "https://a.example#x",
      "https://a.example/?x#y",
      "https://[::1", "https://[]/", "https://[a.example]/", "https://[::1]x/", "https://%61.example",
      "HTTPS://a.example",
      "http://127.0.0.1", "ftp://a.example", "//a.example", "https:a.example",
      "https://a.example/" + String(repeating: "x", count: 2048),
    ] {
      #expect(throws: OpenIDError(code: .invalidEndpoint, reason: ""), "\(text)") {
        try EndpointAddress(text)
      }
    }
    for text in ["http://127.0.0.1:8080/a", "http://localhost/", "http://[::1]:9/", "https://a.example"] {
      #expect(throws: Never.self) { try EndpointAddress(text, allowing: .httpsOrLoopback) }
    }
    for text in [
      "http://127.0.0.1.evil.example", "http://a.example", "http://localhost@a.example", "http://10.0.0.1",
    ] {
      #expect(throws: OpenIDError.self) { try EndpointAddress(text, allowing: .httpsOrLoopback) }
    }
  }

  @Test(
    "Discovery §4, RFC 8414 §3.1: the addresses of the documents follow from the issuer",
    arguments: [
      (
        "https://a.example", "https://a.example/.well-known/openid-configuration",
        "https://a.example/.well-known/oauth-authorization-server"
      ),
      (
        "https://a.example/", "https://a.example/.well-known/openid-configuration",
        "https://a.example/.well-known/oauth-authorization-server"
      ),
      (
        "https://a.example:8443/realms/one",
        "https://a.example:8443/realms/one/.well-known/openid-configuration",
        "https://a.example:8443/.well-known/oauth-authorization-server/realms/one"
      ),
      (
        "https://a.example/one/", "https://a.example/one/.well-known/openid-configuration",
        "https://a.example/.well-known/oauth-authorization-server/one"
      ),
    ])
  func documentAddresses(issuer: String, discovery: String, metadata: String) throws {
    let expected = try ExpectedIssuer(issuer)
    #expect(expected.text == issuer)
    #expect(expected.discoveryAddress == discovery)
    #expect(expected.oauthMetadataAddress == metadata)
  }

  @Test("an issuer has no query, no fragment and TLS")
  func invalidIssuers() {
    for text in [
      "", "a.example", "http://a.example", "https://a.example?x", "https://a.example#x",
      "https://a.example/{tenantid}",
    ] {
      #expect(throws: OpenIDError(code: .invalidIssuer, reason: "")) { try ExpectedIssuer(text) }
    }
    for template in ["https://a.example/v2.0", "https://a.example/{tenantid}/{tenantid}", "{tenantid}"] {
      #expect(throws: OpenIDError(code: .invalidIssuer, reason: "")) {
        try ExpectedIssuer(template: template, discoveredAs: "common")
      }
    }
    #expect(throws: OpenIDError(code: .invalidIssuer, reason: "")) {
      try ExpectedIssuer(template: "https://{tenantid}.example", discoveredAs: "evil.example/")
    }
  }

  @Test("Microsoft: a token's issuer is the template with its own tenant, and the tenant is an accepted one")
  func tenants() throws {
    let template = "https://login.microsoftonline.com/{tenantid}/v2.0"
    let all = try ExpectedIssuer(template: template, discoveredAs: "common")
    #expect(
      all.discoveryAddress == "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration"
    )
    let document = Self.document.serialized()
    #expect(throws: OpenIDError(code: .wrongIssuer, reason: "")) {
      try ProviderMetadata(parsing: document, from: all)
    }
    var microsoft = Self.document
    microsoft["issuer"] = .string(template)
    #expect(try ProviderMetadata(parsing: microsoft.serialized(), from: all).issuer == template)

    let (one, two) = ("9188040d-6c67-4c5b-b112-36a304b66dad", "72f988bf-86f1-41af-91ab-2d7cd011db47")
    func issuer(_ tenant: String) -> String { template.replacing("{tenantid}", with: tenant) }
    #expect(all.accepts(issuer(one), tenant: one))
    #expect(!all.accepts(issuer(one), tenant: two))
    #expect(!all.accepts(issuer(one), tenant: nil))
    #expect(!all.accepts(template, tenant: "{tenantid}"))
    for tenant in ["", "a/b", "a.b", "common?x", String(repeating: "a", count: 65)] {
      #expect(!all.accepts(issuer(tenant), tenant: tenant))
    }
    let some = try ExpectedIssuer(
      template: template, discoveredAs: "organizations", tenants: [two.uppercased()])
    #expect(some.accepts(issuer(two), tenant: two))
    #expect(!some.accepts(issuer(one), tenant: one))
  }
}
