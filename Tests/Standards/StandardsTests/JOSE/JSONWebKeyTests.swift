import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import Testing

@Suite("JWK and JWK sets, RFC 7517, RFC 7518 §6, RFC 7638, RFC 8037")
struct JSONWebKeyTests {
  static let p256: JSONObject = [
    "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0", "d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI",
  ]
  static let ed25519: JSONObject = [
    "kty": "OKP", "crv": "Ed25519", "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  ]

  @Test("the key sets of RFC 7517 appendices A and B round-trip")
  func sets() throws {
    for set in try JOSEVectors.file("rfc_examples.json").requiredObjects("jwks") {
      let json = try #require(set.object["jwks"])
      let parsed = try JSONWebKeySet(json)
      #expect(parsed.ignored.isEmpty)
      #expect(parsed.keys.count == json["keys"]?.array?.count)
      let written = try #require(parsed.json(includingPrivate: true)["keys"]?.array)
      for (original, written) in zip(try #require(json["keys"]?.array), written) {
        var expected = try #require(original.object)
        // Certificates are ignored, because a key must not decide about trust.
        expected["x5c"] = nil
        #expect(written == .object(expected))
      }
    }
  }

  @Test("RFC 7638 §3.1 and RFC 8037 A.3 thumbprints do not depend on the private part or the kid")
  func thumbprints() throws {
    let vectors = try JOSEVectors.file("rfc_examples.json").requiredObjects("thumbprints")
    #expect(vectors.count == 2)
    for vector in vectors {
      var key = try JSONWebKey(vector.requiredObject("jwk").object)
      #expect(try key.thumbprint == vector.requiredString("thumbprint"))
      key.keyID = "another name"
      #expect(try key.thumbprint == vector.requiredString("thumbprint"))
    }
    let key = try JSONWebKey(Self.p256)
    #expect(key.thumbprint == key.publicKey?.thumbprint)
    let made = try JSONWebKey.generate(.hs256, context: OpenSSLContext())
    #expect(made.keyID == made.thumbprint)
  }

  static let refused: [(String, JOSEError.Code)] = [
    ("{}", .malformedKey), ("[]", .malformedKey), ("", .malformedKey), (#"{"kty":1}"#, .malformedKey),
    (#"{"kty":"EC","kty":"EC"}"#, .malformedKey), (#"{"kty":"XYZ"}"#, .unsupportedKey),
    (#"{"kty":"EC","crv":"P-521","x":"AA","y":"AA"}"#, .unsupportedKey),
    (#"{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#, .malformedKey),
    (#"{"kty":"OKP","crv":"X25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#, .unsupportedKey),
    (#"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"}"#, .malformedKey),
    // RFC 7518 §6.2.1.2: a coordinate must have exactly 32 bytes.
    (
      #"{"kty":"EC","crv":"P-256","x":"AQ","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#, .malformedKey
    ),
    (
      #"{"kty":"EC","crv":"P-256","x":"AH_NzidwEsRdQYPL7m_bS3tYBzM1e-nvE7rPbjx70VRF","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
      .malformedKey
    ),
    (#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo="}"#, .malformedKey),
    (#"{"kty":"oct","k":""}"#, .malformedKey), (#"{"kty":"oct","k":"a b"}"#, .malformedKey),
    (#"{"kty":"oct","k":"AA+/"}"#, .malformedKey), (#"{"kty":"oct","k":"AAAA","use":1}"#, .malformedKey),
    (#"{"kty":"oct","k":"AAAA","key_ops":"sign"}"#, .malformedKey),
    (#"{"kty":"oct","k":"AAAA","key_ops":["sign","sign"]}"#, .malformedKey),
    (#"{"kty":"oct","k":"AAAA","kid":7}"#, .malformedKey),
    (#"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, .keyTooSmall),
    (#"{"kty":"RSA","n":"","e":"AQAB"}"#, .malformedKey),
    (#"{"kty":"RSA","n":"AQAB","e":"AAEAAQ"}"#, .malformedKey),
  ]

  @Test("a malformed key is refused with its error", arguments: refused)
  func refuses(text: String, code: JOSEError.Code) {
    let error = #expect(throws: JOSEError.self) { try JSONWebKey(parsing: Array(text.utf8)) }
    #expect(error?.code == code)
  }

  @Test("RSA keys out of bounds are refused when parsed")
  func rsaBounds() {
    func key(bytes: Int, last: UInt8 = 1, e: [UInt8] = [1, 0, 1]) -> JSONObject {
      let n = [0x80] + [UInt8](repeating: 0, count: max(0, bytes - 2)) + [last]
      return ["kty": "RSA", "n": .string(Base64URL.encode(n)), "e": .string(Base64URL.encode(e))]
    }
    #expect(throws: Never.self) { try JSONWebKey(key(bytes: 256)) }
    #expect(throws: Never.self) { try JSONWebKey(key(bytes: 1024, e: [3])) }
    #expect(throws: JOSEError(code: .keyTooSmall, reason: "")) { try JSONWebKey(key(bytes: 255)) }
    #expect(throws: JOSEError(code: .keyTooLarge, reason: "")) { try JSONWebKey(key(bytes: 1025)) }
    #expect(throws: JOSEError.self) { try JSONWebKey(key(bytes: 1_000_000)) }
    #expect(throws: JOSEError(code: .keyTooLarge, reason: "")) {
      try JSONWebKey(key(bytes: 256, e: [UInt8](repeating: 1, count: 9)))
    }
    #expect(throws: JOSEError(code: .malformedKey, reason: "")) { try JSONWebKey(key(bytes: 256, last: 2)) }
    #expect(throws: JOSEError(code: .malformedKey, reason: "")) { try JSONWebKey(key(bytes: 256, e: [1])) }
    #expect(throws: JOSEError(code: .malformedKey, reason: "")) { try JSONWebKey(key(bytes: 256, e: [4])) }
  }

  @Test("shared secrets and public keys in one set are refused, even if one of them is unusable")
  func mixedSets() throws {
    let secret: JSONValue = [
      "kty": "oct",
      "k": "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
    ]
    let mixed = JOSEError(code: .mixedKeySet, reason: "")
    for other: JSONValue in [
      .object(Self.p256), .object(Self.ed25519), ["kty": "EC", "crv": "P-384"], ["kty": "new"],
    ] {
      #expect(throws: mixed) { try JSONWebKeySet(["keys": [secret, other]]) }
      #expect(throws: mixed) { try JSONWebKeySet(["keys": [other, ["kty": "oct"]]]) }
    }
    #expect(throws: mixed) { try JSONWebKeySet([JSONWebKey(Self.p256), JSONWebKey(.symmetric([1]))]) }
    #expect(try JSONWebKeySet(["keys": [secret, secret]]).keys.count == 2)
    #expect(try JSONWebKeySet(["keys": [.object(Self.p256), .object(Self.ed25519)]]).keys.count == 2)
  }

  @Test("RFC 7517 §5: unsupported keys are ignored and the set is accepted")
  func unknownMembers() throws {
    let set = try JSONWebKeySet(
      [
        "keys": [
          ["kty": "AKP", "kid": "pq"], .object(Self.p256), ["kty": "EC", "crv": "P-521", "kid": "big"],
        ], "x": 1,
      ])
    #expect(set.keys.count == 1)
    #expect(set.ignored.map(\.keyID) == ["pq", "big"])
    #expect(set.ignored.allSatisfy { $0.error.code == .unsupportedKey })
    for text in ["", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[1]}"#, #"{"keys":[],"keys":[]}"#] {
      #expect(throws: JOSEError(code: .malformedKeySet, reason: "")) {
        try JSONWebKeySet(parsing: Array(text.utf8))
      }
    }
    let many = JSONValue.array(Array(repeating: .object(Self.p256), count: JSONWebKeySet.maxKeys + 1))
    #expect(throws: JOSEError(code: .malformedKeySet, reason: "")) { try JSONWebKeySet(["keys": many]) }
  }

  @Test("published keys and descriptions contain no secret")
  func publicHalves() throws {
    let context = try OpenSSLContext()
    for algorithm in [JWSAlgorithm.es256, .edDSA, .hs256] {
      let key = try JSONWebKey.generate(algorithm, context: context)
      let secret = try #require(key.json(includingPrivate: true))
      let name = algorithm == .hs256 ? "k" : "d"
      let text = try #require(secret[name]?.string)
      let published = try JSONWebKeySet([key]).json().serializedString()
      #expect(!published.contains(text))
      #expect(try JSONWebKeySet([key]).json(includingPrivate: true).serializedString().contains(text))
      var dumped = ""
      dump(key, to: &dumped)
      #expect(dumped.split(separator: "\n").count == 2)
      for account in ["\(key)", String(reflecting: key), dumped] {
        #expect(!account.contains(text) && !account.contains("material"))
      }
      #expect(try JSONWebKey(secret).isPrivate)
      #expect(key.publicKey?.isPrivate != true)
    }
    let kept = JSONWebKey(try JSONWebKey(Self.p256).material, operations: ["sign"])
    #expect(kept.publicKey?.operations == ["verify"])
    #expect(kept.publicKey?.publicKey?.operations == ["verify"])
  }
}
