import DoorwardOpenSSL
import Foundation
import JOSE
import JOSESignatures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The published keys of one Doorward server.
///
/// They are cached for five minutes. If a token names an unknown key, they are fetched again, but at most once every ten
/// seconds, even if the server does not answer. Invalid tokens can therefore not overload the server, and tokens with a
/// known key are accepted while the server is down.
actor PublishedKeys {
  private struct KeySet {
    let verifier: JWTVerifier
    let names: Set<String>
    let fetchedAt: ContinuousClock.Instant
  }

  private static let lifetime: Duration = .seconds(300)
  private static let pause: Duration = .seconds(10)
  private static let timeLimit: TimeInterval = 5

  private let url: URL
  private let context: OpenSSLContext
  private var keys: KeySet?
  private var requestedAt: ContinuousClock.Instant?
  private var pending: Task<KeySet, any Error>?

  init(issuer: String) throws {
    guard let url = URL(string: "\(issuer)/.well-known/jwks.json") else { throw URLError(.badURL) }
    self.url = url
    context = try OpenSSLContext()
  }

  /// The verifier for a token that names this key. The verifier refuses the token if no key has the name.
  func verifier(for name: String?) async throws(TokenRefusal) -> JWTVerifier {
    if let keys {
      let age = ContinuousClock.now - keys.fetchedAt
      let isKnown = name.map(keys.names.contains) ?? true
      if age < Self.pause || isKnown && age < Self.lifetime { return keys.verifier }
    }
    return try await fetched().verifier
  }

  /// Fetches the keys. Concurrent callers share one request.
  private func fetched() async throws(TokenRefusal) -> KeySet {
    let task = if let pending { pending } else { try request() }
    do {
      return try await task.value
    } catch {
      throw .unavailable("the keys could not be fetched: \(error)")
    }
  }

  private func request() throws(TokenRefusal) -> Task<KeySet, any Error> {
    if let requestedAt, ContinuousClock.now - requestedAt < Self.pause {
      throw .unavailable("the keys could not be fetched a moment ago")
    }
    requestedAt = .now
    let task = Task {
      defer { pending = nil }
      let fetched = try await keySet()
      keys = fetched
      return fetched
    }
    pending = task
    return task
  }

  private func keySet() async throws -> KeySet {
    // A repeated request needs new keys, so it must not be answered from a cache.
    let request = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: Self.timeLimit)
    let (body, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    let set = try JSONWebKeySet(parsing: Array(body))
    // Never use the token's own alg: it could be "none", or HS256 with the public key as the secret.
    let verifier = JWTVerifier(keys: set, algorithms: [.es256], context: context)
    return KeySet(verifier: verifier, names: Set(set.keys.compactMap(\.keyID)), fetchedAt: .now)
  }
}
