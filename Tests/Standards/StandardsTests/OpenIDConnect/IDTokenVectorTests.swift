import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import OpenIDConnect
import OpenIDConnectSignatures
import Testing

@Suite("ID tokens of other libraries")
struct IDTokenVectorTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let library: String
    let algorithm: String
    let token: String
    var testDescription: String { "\(algorithm) of \(library)" }
  }

  static let file = Result { try read() }
  static let vectors = Result {
    try file.get().requiredObjects("vectors").map {
      Vector(
        library: try $0.requiredString("library"), algorithm: try $0.requiredString("alg"),
        token: try $0.requiredString("token"))
    }
  }

  private static func read() throws -> JSONObjectReader {
    try JSONObjectReader(JSONParser.parse([UInt8](vectorData("openid/id_tokens.json"))))
  }

  private let context: OpenSSLContext
  private let keys: ProviderKeys
  private let expectation: IDTokenExpectation
  private let accessToken: String
  private let code: String
  private let time: Timestamp

  init() throws {
    let file = try Self.file.get()
    context = try OpenSSLContext()
    keys = try ProviderKeys(parsing: #require(file.object["jwks"]).serialized())
    expectation = IDTokenExpectation(
      issuer: try ExpectedIssuer(file.requiredString("issuer")),
      clientID: try file.requiredString("client_id"),
      nonce: try file.requiredString("nonce"))
    accessToken = try file.requiredString("access_token")
    code = try file.requiredString("code")
    time = Timestamp(seconds: try file.requiredInt64("time"))
  }

  private func verify(
    _ token: String, _ algorithms: Set<JWSAlgorithm> = .asymmetric, accessToken: String? = nil,
    code: String? = nil
  ) throws(JOSEError) -> VerifiedIDToken {
    try IDTokenVerifier(keys: keys, algorithms: algorithms, context: context).verify(
      token, expecting: expectation, accessToken: accessToken ?? self.accessToken, code: code ?? self.code,
      at: time)
  }

  @Test("a token of each algorithm is valid, with its hashes", arguments: try vectors.get())
  func accepted(vector: Vector) throws {
    let token = try verify(vector.token)
    let claims = try Self.file.get().requiredObject("claims").object
    for (name, value) in claims { #expect(token.claims[name] == value) }
    #expect(token.issuer == expectation.issuer.text)
    #expect(token.subject == "248289761001")
    #expect(token.authentication.context == "urn:mace:incommon:iap:silver")
    #expect(token.authentication.methods == ["pwd", "otp"])
    #expect(token.authentication.time == time.advanced(by: .seconds(-30)))
    #expect(token.user.email == "jane@provider.example" && token.user.isEmailVerified)
    #expect(token.claims["at_hash"] != nil && token.claims["c_hash"] != nil)
  }

  @Test(
    "OpenID Connect Core §3.1.3.8, §3.3.2.11: other access tokens and codes are refused",
    arguments: try vectors.get())
  func hashes(vector: Vector) {
    let wrong = JOSEError(code: .wrongHash, reason: "")
    #expect(throws: wrong) { try verify(vector.token, accessToken: accessToken + "x") }
    #expect(throws: wrong) { try verify(vector.token, code: code + "x") }
  }

  @Test("a token with another byte in any part is refused", arguments: try vectors.get())
  func changed(vector: Vector) throws {
    let parts = vector.token.split(separator: ".").map(String.init)
    for place in parts.indices {
      var bytes = try Base64URL.decode(parts[place])
      bytes[bytes.count / 2] ^= 1
      var parts = parts
      parts[place] = Base64URL.encode(bytes)
      #expect(throws: JOSEError.self) { try verify(parts.joined(separator: ".")) }
    }
  }

  @Test(
    "the algorithms that the client allows decide, and each key has one algorithm",
    arguments: try vectors.get())
  func algorithms(vector: Vector) throws {
    let algorithm = try #require(JWSAlgorithm(rawValue: vector.algorithm))
    #expect(throws: JOSEError(code: .algorithmNotAllowed, reason: "")) {
      try verify(vector.token, .asymmetric.subtracting([algorithm]))
    }
    _ = try verify(vector.token, [algorithm])
    // The header of the token is replaced by that of another algorithm, with the same key.
    let jws = try JWS(compact: vector.token)
    let rest = vector.token.drop { $0 != "." }
    for other in JWSAlgorithm.allCases where other != algorithm {
      var header = jws.header.parameters
      header["alg"] = .string(other.rawValue)
      #expect(throws: JOSEError.self) { try verify(Base64URL.encode(header.serialized()) + rest) }
    }
  }

  @Test("no token is accepted unsigned, or signed with a published key as the secret of HS256")
  func keyConfusion() throws {
    let claims = try JWT(try Self.vectors.get()[0].token).jws.unverifiedPayload
    func token(_ header: JSONObject, _ sign: ([UInt8]) throws -> [UInt8]) throws -> String {
      let input = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(claims))"
      return "\(input).\(Base64URL.encode(try sign([UInt8](input.utf8))))"
    }
    for name in ["none", "None", "NONE"] {
      let unsigned = try token(["alg": .string(name)]) { _ in [] }
      #expect(throws: JOSEError(code: .algorithmNotAllowed, reason: "")) { try verify(unsigned, .all) }
    }
    for key in keys.keys {
      let json = try #require(key.key.json()).serialized()
      guard case .rsa(let modulus, _, _) = key.key.material else { continue }
      for secret in [json, modulus] {
        let mac = try HMACSHA256Key(secret, context: context)
        let header: JSONObject = ["alg": "HS256", "kid": .text(key.key.keyID)]
        let forged = try token(header) { try mac.authenticationCode(for: $0) }
        #expect(throws: JOSEError(code: .algorithmNotAllowed, reason: "")) { try verify(forged, .all) }
      }
    }
  }
}
