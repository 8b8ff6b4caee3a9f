import DoorwardOpenSSL
import Foundation
import JOSE
import JOSESignatures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The keys of one Doorward, ready to verify with.
///
/// They are kept for five minutes, and asked for again where a token names one that is not among them, but not more
/// than every ten seconds, whether or not the server answers. So bad tokens are no way to make a backend hammer its
/// Doorward, and while that is down every token by a known key still passes.
actor PublishedKeys {
  private struct KeySet {
    let verifier: JWTVerifier
    let names: Set<String>
    let fetchedAt: ContinuousClock.Instant
  }

  private static let keptFor: Duration = .seconds(300)
  private static let pause: Duration = .seconds(10)
  private static let timeLimit: TimeInterval = 5

  private let url: URL
  private let context: OpenSSLContext
  private var keys: KeySet?
  private var askedAt: ContinuousClock.Instant?
  private var asking: Task<KeySet, any Error>?

  init(issuer: String) throws {
    guard let url = URL(string: "\(issuer)/.well-known/jwks.json") else { throw URLError(.badURL) }
    self.url = url
    context = try OpenSSLContext()
  }

  /// What verifies a token that names this key. Where no key has the name, it says so.
  func verifier(for name: String?) async throws(TokenRefusal) -> JWTVerifier {
    if let keys {
      let age = ContinuousClock.now - keys.fetchedAt
      let isKnown = name.map(keys.names.contains) ?? true
      if age < Self.pause || isKnown && age < Self.keptFor { return keys.verifier }
    }
    return try await fetched().verifier
  }

  /// Everybody who needs the keys at once waits for one request.
  private func fetched() async throws(TokenRefusal) -> KeySet {
    let task = if let asking { asking } else { try ask() }
    do {
      return try await task.value
    } catch {
      throw .unavailable("the keys cannot be fetched: \(error)")
    }
  }

  private func ask() throws(TokenRefusal) -> Task<KeySet, any Error> {
    if let askedAt, ContinuousClock.now - askedAt < Self.pause {
      throw .unavailable("the keys could not be fetched a moment ago")
    }
    askedAt = .now
    let task = Task {
      defer { asking = nil }
      let fetched = try await keySet()
      keys = fetched
      return fetched
    }
    asking = task
    return task
  }

  private func keySet() async throws -> KeySet {
    // Whoever asks again wants to know what is new, whatever a cache may still keep.
    let request = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: Self.timeLimit)
    let (body, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    let set = try JSONWebKeySet(parsing: Array(body))
    // Never the algorithm that a token names: that may be "none", or HS256 with the public key as the secret.
    let verifier = JWTVerifier(keys: set, algorithms: [.es256], context: context)
    return KeySet(verifier: verifier, names: Set(set.keys.compactMap(\.keyID)), fetchedAt: .now)
  }
}
