package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardStore
import DoorwardWire
import Encodings

/// Identifies a calling backend by its API key, which it sends as a bearer token.
package struct APIKeyGate: Sendable {
  private let store: any Store
  private let limits: RequestLimits
  private let security: SecurityLog

  package init(store: any Store, limits: RequestLimits, security: SecurityLog) {
    self.store = store
    self.limits = limits
    self.security = security
  }

  /// The valid API key of the call.
  ///
  /// Only failures are counted: a backend with a valid key must not be refused because of failures of others in its
  /// network.
  ///
  /// - Throws: ``Problem`` 401 `invalid_client`, 403 `insufficient_scope` if the key has other scopes, or 429 if
  ///   the network has failed too often.
  package func holder(
    _ request: HTTPRequest, for scope: APIKeyScope
  ) async throws -> APIKeyRecord {
    let record = try await liveKey(request)
    guard record.scopes.contains(scope) else { throw Problem.insufficientScope(ofKey: scope) }
    return record
  }

  private func liveKey(_ request: HTTPRequest) async throws -> APIKeyRecord {
    do {
      guard let key = try request.bearerToken(), key.hasPrefix(APIKey.prefix) else {
        throw Problem.invalidAPIKey
      }
      let hash = APIKey.hash(of: key)
      let record = try await store.read(prefetching: .apiKey(hash: hash)) { try $0.apiKey(hash: hash) }
      guard let record, record.revokedAt == nil else { throw Problem.invalidAPIKey }
      return record
    } catch let problem as Problem {
      security.refused(.apiKey, problem, request)
      try await limits.admit(.apiKeyFailure, request)
      throw problem
    }
  }
}

extension Problem {
  /// 403 for an API key that is valid but was made for other calls.
  fileprivate static func insufficientScope(ofKey scope: APIKeyScope) -> Problem {
    insufficientScope(
      "The API key lacks the scope \(scope.rawValue). Make a key with --scope \(scope.rawValue).",
      needs: scope.rawValue)
  }

  package static var invalidAPIKey: Problem {
    Problem(
      status: 401, code: WireCode.invalidClient, detail: "This call needs an API key as bearer token.",
      fields: ["WWW-Authenticate": "Bearer"])
  }
}

/// The API key of a backend as plain text. It is shown once, when it is made; later it is compared by its hash.
package struct APIKey: Sendable {
  package static let prefix = "dwk_"

  /// `dwk_` and 32 random bytes in base64url.
  package let text: String

  /// Makes a new key.
  package init(random: RandomSource) throws { text = Self.prefix + Base64URL.encode(try random.bytes(32)) }

  /// The hash that the store keeps.
  package var hash: [UInt8] { Self.hash(of: text) }

  package static func hash(of text: String) -> [UInt8] { SHA256.hash([UInt8](text.utf8)) }
}
