internal import DoorwardWire
internal import Encodings
internal import Foundation

/// The idempotency keys of requests that store something.
///
/// A request whose answer was lost keeps its key. If the app repeats the request, the server recognizes it.
///
/// `@unchecked Sendable` is sound: the lock guards every variable.
final class RequestKeys: @unchecked Sendable {
  /// The most requests that keep their keys. An app repeats the request that has failed last.
  private static let limit = 8

  private let lock = NSLock()
  /// The keys of the requests that were not answered, the oldest first.
  private var lost: [(request: [UInt8], key: String)] = []
  /// A request may contain a password, so only a salted hash of it is kept.
  private let salt = Array(UUID().uuidString.utf8)

  /// The key of a request that answers a challenge. The same answer has the same key, also after the next launch. The
  /// challenge, or the secret of its binding, is part of the answer, so nothing can be guessed from the key.
  static func key(of path: String, _ proof: JSONObject) -> String {
    Base64URL.encode(SHA256.hash(Array(path.utf8) + proof.serialized()))
  }

  /// Sends a request without a challenge.
  ///
  /// `isolation` is the caller's actor. `path` is the path of the server's route. `send` sends the request with a key.
  ///
  /// - Returns: The result of `send`.
  /// - Throws: The errors of `send`.
  func sending<Value>(
    isolation: isolated (any Actor)? = #isolation, _ path: String, _ body: JSONObject,
    _ send: (_ key: String) async throws(DoorwardError) -> Value
  ) async throws(DoorwardError) -> Value {
    let request = SHA256.hash(salt + Array(path.utf8) + body.serialized())
    let key = take(request)
    do throws(DoorwardError) {
      return try await send(key)
    } catch {
      if error.leavesProofUnused { keep(key, of: request) }
      throw error
    }
  }

  /// A request that is being sent does not share its key with another one: their sessions are different.
  private func take(_ request: [UInt8]) -> String {
    lock.withLock {
      guard let place = lost.firstIndex(where: { $0.request == request }) else { return UUID().uuidString }
      return lost.remove(at: place).key
    }
  }

  private func keep(_ key: String, of request: [UInt8]) {
    lock.withLock {
      lost.append((request, key))
      if lost.count > Self.limit { lost.removeFirst() }
    }
  }
}
