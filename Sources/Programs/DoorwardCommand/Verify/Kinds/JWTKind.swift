import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures

/// Verifies a signed token with a key set, and checks its claims against the expected ones.
struct JWTKind: VerifyKind {
  static let name = "jwt"
  static let members = "token, jwks, issuer?, audience?, time?, algorithms?"
  static let establishes = "claims (or payload)"

  /// The values that a verifier is created from.
  private struct Keys: Hashable {
    let set: JSONValue
    let algorithms: Set<JWSAlgorithm>
  }

  /// The limit of cached verifiers. Most files have one key set.
  private static let maximumVerifiers = 32

  private let context: OpenSSLContext
  private var verifiers: [Keys: JWSVerifier] = [:]

  init() throws { context = try OpenSSLContext() }

  mutating func check(_ proof: JSONObjectReader) throws -> JSONObject {
    let token = try proof.requiredString("token")
    let set = JSONValue.object(try proof.requiredObject("jwks").object)
    let issuer = try proof.optionalString("issuer")
    let audience = try proof.optionalString("audience")
    let time = try proof.instant()
    let verified = try verifier(for: Keys(set: set, algorithms: algorithms(proof))).verify(token)
    guard mustHaveClaims(verified) || issuer != nil || audience != nil else {
      return ["payload": .string(Base64URL.encode(verified.payload))]
    }
    let claims = try JWTClaims(payload: verified.payload)
    let policy = JWTPolicy.all(
      [issuer.map(JWTPolicy.issuer), audience.map(JWTPolicy.audience), .time()].compactMap { $0 })
    if let failure = policy.failure(header: verified.header, claims: claims, at: time) { throw failure }
    return ["claims": .object(claims.all)]
  }

  /// Whether a payload must be valid claims. True if it begins like an object, because a lenient reader might
  /// accept broken claims, or if its header says that it is a JWT (RFC 7519 §5.1).
  private func mustHaveClaims(_ verified: VerifiedJWS) -> Bool {
    if let type = verified.header.type?.lowercased(), type.hasSuffix("jwt") { return true }
    return ByteOrderMark.skipped(in: verified.payload[...]).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      == UInt8(ascii: "{")
  }

  /// The accepted algorithms. If the proof has no `algorithms`, each key's own algorithm is accepted.
  ///
  /// The key determines the algorithm, never the token, so leaving the list out is not weaker (RFC 8725 §3.1).
  private func algorithms(_ proof: JSONObjectReader) throws -> Set<JWSAlgorithm> {
    guard let names = try proof.optionalStrings("algorithms") else { return .all }
    return Set(names.compactMap(JWSAlgorithm.init(rawValue:)))
  }

  private mutating func verifier(for keys: Keys) throws -> JWSVerifier {
    if let verifier = verifiers[keys] { return verifier }
    let verifier = JWSVerifier(
      keys: try JSONWebKeySet(keys.set), algorithms: keys.algorithms, context: context)
    if verifiers.count >= Self.maximumVerifiers { verifiers = [:] }
    verifiers[keys] = verifier
    return verifier
  }
}
