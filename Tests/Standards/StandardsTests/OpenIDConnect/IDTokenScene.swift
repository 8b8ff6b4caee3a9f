import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures
import OpenIDConnect
import OpenIDConnectSignatures

/// A provider, a client, and a token that the provider has issued for the client's request.
struct IDTokenScene {
  static let time = Timestamp(seconds: 1_796_083_200)
  static let issuer = "https://login.provider.example"
  static let clientID = "s6BhdRkqt3"
  static let nonce = "n-0S6_WzA2Mj"

  let context: OpenSSLContext
  let key: JSONWebKey
  var expectation: IDTokenExpectation

  init(_ algorithm: JWSAlgorithm = .es256) throws {
    context = try OpenSSLContext()
    key = try .generate(algorithm, context: context)
    expectation = IDTokenExpectation(
      issuer: try ExpectedIssuer(Self.issuer), clientID: Self.clientID, nonce: Self.nonce)
  }

  static let claims: JSONObject = [
    "iss": .string(issuer), "sub": "248289761001", "aud": .string(clientID), "nonce": .string(nonce),
    "iat": .integer(time.seconds), "exp": .integer(time.seconds + 300),
  ]

  /// The claims with changes. `nil` removes a claim.
  static func claims(_ changes: [String: JSONValue?]) -> JSONObject {
    var claims = claims
    for (name, value) in changes { claims[name] = value }
    return claims
  }

  func token(_ claims: JSONObject = claims, type: String? = "JWT", key other: JSONWebKey? = nil) throws
    -> String
  {
    try JWTSigner(key: other ?? key, context: context).sign(payload: claims.serialized(), type: type)
  }

  /// The published set of keys.
  func keys(_ keys: [JSONWebKey]? = nil) throws -> ProviderKeys {
    try ProviderKeys(parsing: JSONWebKeySet(keys ?? [key]).json().serialized())
  }

  func verify(
    _ token: String, keys: ProviderKeys? = nil, accessToken: String? = nil, code: String? = nil,
    at time: Timestamp = Self.time
  ) throws -> VerifiedIDToken {
    try IDTokenVerifier(keys: keys ?? self.keys(), context: context).verify(
      token, expecting: expectation, accessToken: accessToken, code: code, at: time)
  }

  /// The code with which a token is refused; nil if it is accepted.
  func refusal(
    _ token: String, keys: ProviderKeys? = nil, accessToken: String? = nil, code: String? = nil,
    at time: Timestamp = Self.time
  ) throws -> JOSEError.Code? {
    do {
      _ = try verify(token, keys: keys, accessToken: accessToken, code: code, at: time)
      return nil
    } catch let error as JOSEError {
      return error.code
    }
  }
}
