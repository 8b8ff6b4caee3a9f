import DoorwardOpenSSL
import Encodings
import JOSE
import JOSESignatures

/// Compares tokens with OpenSSL's ECDSA, which every token needs.
enum JOSEBench {
  private static let issuer = "https://accounts.example.com"
  private static let audience = "https://api.example.com"
  private static let now: Int64 = 1_790_000_000

  static func group() throws -> MeasurementGroup {
    let context = try OpenSSLContext()
    let key = try JSONWebKey.generate(.es256, context: context)
    let signer = try JWTSigner(key: key, context: context)
    let claims = (0..<128).map(claims)
    let tokens = try claims.map { try signer.sign($0, type: "at+jwt") }
    // As in a backend: the published key, parsed from its text.
    let published = try JSONWebKeySet(JSONWebKeySet([key]).json())
    let verifier = JWTVerifier(keys: published, algorithms: [.es256], context: context)
    let policy = JWTPolicy.accessToken(issuer: issuer, audience: audience)
    let raw = try RawP256(digests: tokens.map { SHA256.hash(Array($0.utf8)) })
    return MeasurementGroup(
      measurements: [
        Measurement("OpenSSL: check a P-256 signature", .computing(raw.runVerification)),
        Measurement(
          "JWT ES256: verify, claims checked", of: "OpenSSL: check a P-256 signature", target: .ratio(0.85),
          .computing { count in
            for index in 0..<count {
              keep(
                try verifier.verify(tokens[index % tokens.count], policy: policy, at: Timestamp(seconds: now))
              )
            }
          }),
        Measurement("OpenSSL: make a P-256 signature", .computing(raw.runSigning)),
        Measurement(
          "JWT ES256: sign", of: "OpenSSL: make a P-256 signature",
          .computing { count in
            for index in 0..<count { keep(try signer.sign(claims[index % claims.count], type: "at+jwt")) }
          }),
      ])
  }

  private static func claims(number: Int) -> JSONObject {
    [
      "iss": .string(issuer), "aud": .string(audience), "sub": "0f9d3d0e-3c0b-4c1b-8f8e-0a1b2c3d4e5f",
      "client_id": "default", "exp": .integer(now + 900), "iat": .integer(now),
      "jti": .string("token-\(number)"),
      "sid": "7c9e6679-7425-40de-944b-e07fc1f90ae7", "auth_time": .integer(now), "acr": "0", "amr": ["siwe"],
      "scope": "user",
    ]
  }
}
