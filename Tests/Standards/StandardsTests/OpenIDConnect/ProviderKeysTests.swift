import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import OpenIDConnect
import OpenIDConnectSignatures
import Testing

@Suite("OpenID Connect Core §10.1: the keys of a provider")
struct ProviderKeysTests {
  private func parse(_ text: String) throws(OpenIDError) -> ProviderKeys {
    try ProviderKeys(parsing: [UInt8](text.utf8))
  }

  private func published(_ key: JSONWebKey, _ changes: [String: JSONValue?] = [:]) throws -> JSONValue {
    var object = try #require(key.json())
    for (name, value) in changes { object[name] = value }
    return .object(object)
  }

  private func keys(_ keys: [JSONValue]) throws -> ProviderKeys {
    try ProviderKeys(parsing: JSONValue.object(["keys": .array(keys)]).serialized())
  }

  @Test("documents that are no sets of public keys are refused")
  func malformed() throws {
    let malformed = OpenIDError(code: .malformedKeySet, reason: "")
    for text in [
      "", "{", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[1]}"#, #"{"keys":[],"keys":[]}"#,
      #"{"keys":[{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T"}]}"#,
    ] {
      #expect(throws: malformed) { try parse(text) }
    }
    let many = [JSONValue](repeating: ["kty": "new"], count: ProviderKeys.maxKeys + 1)
    #expect(throws: malformed) { try keys(many) }
    #expect(throws: malformed) {
      try parse(#"{"keys":[]}"# + String(repeating: " ", count: ProviderKeys.maxBytes))
    }
  }

  @Test("keys that cannot verify ID tokens, and published private keys, are left out")
  func unusable() throws {
    let scene = try IDTokenScene()
    let key = scene.key
    for changes: [String: JSONValue?] in [
      ["use": "enc"], ["key_ops": ["encrypt"]], ["alg": "ES512"], ["crv": "P-521"], ["kty": "AKP"],
      ["x": "AA"],
      ["use": 1],
    ] {
      let keys = try keys([published(key, changes)])
      #expect(keys.keys.isEmpty, "\(changes)")
      #expect(try scene.refusal(scene.token(), keys: keys) == .unknownKey)
    }
    let leaked = try JSONValue.object(#require(key.json(includingPrivate: true)))
    #expect(try scene.refusal(scene.token(), keys: keys([leaked])) == .unknownKey)
    #expect(try scene.refusal(scene.token(), keys: keys([published(key), ["kty": "AKP"]])) == nil)
  }

  @Test("a new key of a rotation is accepted beside the old one, and a removed one is unknown")
  func rotation() throws {
    let scene = try IDTokenScene()
    let new = try JSONWebKey.generate(.es256, context: scene.context)
    let token = try scene.token(key: new)
    #expect(try scene.refusal(token) == .unknownKey)
    #expect(try scene.refusal(token, keys: scene.keys([scene.key, new])) == nil)
    #expect(try scene.refusal(scene.token(), keys: scene.keys([new])) == .unknownKey)
    let header = try JWS(compact: token).header
    #expect(!(try scene.keys().contains(keyFor: header)))
    #expect(try scene.keys([new]).contains(keyFor: header))
  }

  @Test("two keys with one kid are both tried")
  func sameKeyID() throws {
    let scene = try IDTokenScene()
    var other = try JSONWebKey.generate(.es256, context: scene.context)
    other.keyID = scene.key.keyID
    var foreign = try JSONWebKey.generate(.edDSA, context: scene.context)
    foreign.keyID = scene.key.keyID
    for keys in [[other, scene.key], [scene.key, other], [foreign, scene.key]] {
      #expect(try scene.refusal(scene.token(), keys: scene.keys(keys)) == nil)
    }
    #expect(try scene.refusal(scene.token(), keys: scene.keys([other])) == .wrongSignature)
    #expect(try scene.refusal(scene.token(), keys: scene.keys([foreign])) == .algorithmNotAllowed)
  }

  @Test("a token without kid is accepted only if one key has its algorithm")
  func noKeyID() throws {
    let scene = try IDTokenScene()
    var key = scene.key
    key.keyID = nil
    let token = try scene.token(key: key)
    let other = try JSONWebKey.generate(.es256, context: scene.context)
    let foreign = try JSONWebKey.generate(.edDSA, context: scene.context)
    #expect(try scene.refusal(token, keys: scene.keys([scene.key])) == nil)
    #expect(try scene.refusal(token, keys: scene.keys([scene.key, foreign])) == nil)
    #expect(try scene.refusal(token, keys: scene.keys([scene.key, other])) == .unknownKey)
    #expect(try scene.refusal(token, keys: scene.keys([])) == .unknownKey)
  }

  @Test("an RSA key without alg verifies RS256 and PS256, with alg only that one")
  func rsaVariants() throws {
    let scene = try IDTokenScene(.rs256)
    let token = try scene.token()
    for (algorithm, code) in [
      (nil, nil), ("RS256", nil), ("PS256", .algorithmNotAllowed), ("RS384", .unknownKey),
    ] as [(String?, JOSEError.Code?)] {
      let keys = try keys([published(scene.key, ["alg": algorithm.map(JSONValue.string)])])
      #expect(try scene.refusal(token, keys: keys) == code, "\(algorithm ?? "no alg")")
    }
    let variants = try keys([published(scene.key, ["alg": nil])]).keys.map(\.key.signatureAlgorithm)
    #expect(variants == [.rs256, .ps256])
  }

  private static let tenant = "9122040d-6c67-4c5b-b112-36a304b66dad"

  @Test("a key with an issuer signs only for it, as Microsoft's key sets say")
  func keyIssuers() throws {
    var scene = try IDTokenScene()
    let template = "https://login.microsoftonline.com/{tenantid}/v2.0"
    scene.expectation.issuer = try ExpectedIssuer(template: template, discoveredAs: "common")
    let own = template.replacing("{tenantid}", with: Self.tenant)
    let token = try scene.token(IDTokenScene.claims(["iss": .string(own), "tid": .string(Self.tenant)]))
    for (issuer, code) in [
      (template, nil), (own, nil), (nil, nil), (template.replacing("{tenantid}", with: "other"), .unknownKey),
      ("https://login.microsoftonline.com/{tenantid}", .unknownKey),
    ] as [(String?, JOSEError.Code?)] {
      let keys = try keys([published(scene.key, ["issuer": issuer.map(JSONValue.string)])])
      #expect(try scene.refusal(token, keys: keys) == code, "\(issuer ?? "no issuer")")
    }
  }
}

@Suite("When the keys of a provider are fetched")
struct KeySetScheduleTests {
  private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_000_000 + seconds) }

  @Test("keys are fetched first, used while they are fresh, then fetched again")
  func lifetime() {
    var schedule = KeySetSchedule()
    #expect(schedule.action(knowsKey: false, at: time(0)) == .fetch)
    schedule.began(at: time(0))
    schedule.succeeded(at: time(1), maxAge: 600)
    #expect(schedule.action(knowsKey: true, at: time(600)) == .use)
    #expect(schedule.action(knowsKey: true, at: time(601)) == .fetch)
  }

  @Test(
    "the provider's max-age counts within bounds",
    arguments: [(nil, 3600), (0, 300), (-5, 300), (1 << 60, 86_400)])
  func bounds(maxAge: Int64?, lifetime: Int64) {
    var schedule = KeySetSchedule()
    schedule.succeeded(at: time(0), maxAge: maxAge)
    #expect(schedule.action(knowsKey: true, at: time(lifetime - 1)) == .use)
    #expect(schedule.action(knowsKey: true, at: time(lifetime)) == .fetch)
  }

  @Test("unknown keys lead to one request a minute")
  func unknownKeys() {
    var schedule = KeySetSchedule()
    schedule.began(at: time(0))
    schedule.succeeded(at: time(0))
    var fetches = 0
    for second in Int64(0)..<180 where schedule.action(knowsKey: false, at: time(second)) == .fetch {
      fetches += 1
      schedule.began(at: time(second))
      schedule.succeeded(at: time(second))
    }
    #expect(fetches == 2)
    #expect(schedule.action(knowsKey: true, at: time(180)) == .use)
  }

  @Test("if the provider is down, known keys are used for a day, and requests are not repeated at once")
  func outage() {
    var schedule = KeySetSchedule()
    schedule.began(at: time(0))
    schedule.succeeded(at: time(0), maxAge: 300)
    schedule.began(at: time(300))
    #expect(schedule.action(knowsKey: true, at: time(304)) == .use)
    #expect(schedule.action(knowsKey: true, at: time(305)) == .fetch)
    schedule.began(at: time(86_399))
    #expect(schedule.action(knowsKey: true, at: time(86_399)) == .use)
    #expect(schedule.action(knowsKey: true, at: time(86_400)) == .refuse)
    var fresh = KeySetSchedule()
    fresh.began(at: time(0))
    #expect(fresh.action(knowsKey: false, at: time(4)) == .refuse)
    #expect(fresh.action(knowsKey: false, at: time(5)) == .fetch)
  }

  @Test("a clock that was set back leads to a request, not to old keys for ever")
  func clock() {
    var schedule = KeySetSchedule()
    schedule.began(at: time(0))
    schedule.succeeded(at: time(0))
    #expect(schedule.action(knowsKey: true, at: time(-1)) == .fetch)
    schedule.began(at: time(-1))
    #expect(schedule.action(knowsKey: true, at: time(-1)) == .refuse)
  }
}
