import Encodings
import Testing
import WebAuthn

@Suite("WebAuthn L3 §5.8.1: changed client data")
struct ClientDataMutationTests {
  typealias Mutation = CeremonyMutation<ClientDataParts>
  private static let challenge = Base64URL.encode(ClientDataParts.challenge)

  static let types: [Mutation] = [
    "", "webauthn", "webauthn.Create", "Webauthn.get", "webauthn.create ", " webauthn.get", "webauthn.get\0",
    "payment.create", "public-key", "webauthn.create,webauthn.get",
  ].map { type in Mutation("the type \"\(type)\"", .wrongCeremony) { $0.members["type"] = .string(type) } }

  static let challenges: [Mutation] = [
    Base64.encode(ClientDataParts.challenge), challenge + "=", challenge + "A", String(challenge.dropLast()),
    challenge.lowercased(), "\(challenge)\n", " \(challenge)", Base64URL.encode(Array(challenge.utf8)),
    Hex.encode(ClientDataParts.challenge), Base64URL.encode(SHA256.hash(ClientDataParts.challenge)),
    String(challenge.dropLast()) + (challenge.last == "4" ? "5" : "4"),
  ].map { text in
    Mutation("the challenge \"\(text)\"", .wrongChallenge) { $0.members["challenge"] = .string(text) }
  }

  static let origins: [Mutation] = [
    "null", "https://", "//example.org", "https:///example.org", "https://example.org#",
    "https://example.org?",
    "https://example.org.", "https://user@example.org", "https://example.org%00", "https://example.org ",
    "https://example.org\\@evil.example", "wss://example.org", "https://example.org:0443",
    "https://example.org:",
    "https://EXAMPLE.org", "https://exаmple.org", "https://xn--exmple-4nf.org", "https://org",
    "https://[::1]", "android:apk-key-hash:example.org", "ios:bundle-id:org.example",
    "chrome-extension://example.org",
  ].map { origin in
    Mutation("the origin \"\(origin)\"", .wrongOrigin) { $0.members["origin"] = .string(origin) }
  }

  static let frames: [Mutation] = [
    Mutation("crossOrigin true", .crossOriginNotAllowed) { $0.members["crossOrigin"] = true },
    Mutation("the page itself as topOrigin", .crossOriginNotAllowed) {
      $0.members["topOrigin"] = "https://example.org"
    },
    Mutation("an empty topOrigin", .crossOriginNotAllowed) { $0.members["topOrigin"] = "" },
    Mutation("a frame with the page itself as topOrigin", .crossOriginNotAllowed) {
      $0.members["crossOrigin"] = true
      $0.members["topOrigin"] = "https://example.org"
    },
  ]

  /// Members of wrong types.
  static let kinds: [Mutation] = {
    var values: [(String, String, JSONValue)] = [
      ("crossOrigin", "text", "false"),
      ("challenge", "bytes", .array(ClientDataParts.challenge.map { .number(JSONNumber($0)) })),
    ]
    for name in ["type", "challenge", "origin", "crossOrigin", "topOrigin"] {
      values += [
        (name, "null", .null), (name, "a number", 0), (name, "a list", []), (name, "an object", [:]),
      ]
    }
    return values.map { name, kind, value in
      Mutation("\(name) as \(kind)", .malformedClientData) { $0.members[name] = value }
    }
  }()

  static let texts: [Mutation] = [
    Mutation("a second type", .malformedClientData) { $0.replace("{", with: "{\"type\":\"webauthn.get\",") },
    Mutation("a second origin", .malformedClientData) {
      $0.replace("}", with: ",\"origin\":\"https://evil.example\"}")
    },
    Mutation("a second type with an escape", .malformedClientData) {
      $0.replace("{", with: "{\"\\u0074ype\":\"webauthn.get\",")
    },
    Mutation("single quotes", .malformedClientData) { $0.replace("\"type\"", with: "'type'") },
    Mutation("a comma at the end", .malformedClientData) { $0.replace("}", with: ",}") },
    Mutation("a comment", .malformedClientData) { $0.replace("{", with: "{/**/") },
    Mutation("NaN", .malformedClientData) { $0.replace("}", with: ",\"x\":NaN}") },
    Mutation("a control character", .malformedClientData) { $0.replace("}", with: ",\"x\":\"\n\"}") },
    Mutation("half of a surrogate pair", .malformedClientData) {
      $0.replace("}", with: ",\"x\":\"\\ud800\"}")
    },
    Mutation("a zero byte at the end", .malformedClientData) { $0.rewrite = { $0 + [0] } },
    Mutation("two byte order marks", .malformedClientData) {
      $0.rewrite = { [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf] + $0 }
    },
    Mutation("UTF-16", .malformedClientData) { $0.rewrite = { $0.flatMap { [$0, 0] } } },
    Mutation("a wide form of a quotation mark", .malformedClientData) { $0.rewrite = { [0xc0, 0xa2] + $0 } },
    Mutation("base64url of the text", .malformedClientData) {
      $0.rewrite = { Array(Base64URL.encode($0).utf8) }
    },
    Mutation("nothing", .malformedClientData) { $0.rewrite = { _ in [] } },
    Mutation("a list with the object", .malformedClientData) { $0.rewrite = { [0x5b] + $0 + [0x5d] } },
    Mutation("two objects", .malformedClientData) { $0.rewrite = { $0 + $0 } },
  ]

  @Test(arguments: types + challenges + origins + frames + kinds + texts)
  func `changed client data is refused in both ceremonies`(_ mutation: Mutation) throws {
    var registration = try RegistrationParts()
    mutation.change(&registration.clientData)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try registration.verify() }
    var authentication = try AuthenticationParts()
    mutation.change(&authentication.clientData)
    #expect(throws: WebAuthnError(code: mutation.code, reason: "")) { try authentication.verify() }
  }
}
