import Encodings
import HTTPCore
import JOSE
import JOSESignatures

extension TokenVerifier {
  /// The guest that a token names, expired or not; nil where it is none of the application's.
  ///
  /// A guest's token opens nothing here. It shows only who a new one is for.
  func guest(in text: String, of application: Application) async throws -> String? {
    let verifier = try await keys.verifier()
    let policies: [JWTPolicy] = [.type("at+jwt"), .issuer(issuer)]
    guard let token = try? verifier.verify(text, policy: .all(policies), at: Timestamp(clock.now)),
      token.claims.audience == [application.audience], token.claims.all["scope"]?.string == "guest",
      token.claims.all["client_id"]?.string == application.id
    else { return nil }
    return token.claims.subject
  }
}
