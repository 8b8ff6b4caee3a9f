import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
import Encodings

/// Recognizes repeated requests of backends by their `Idempotency-Key`.
package struct BackendRepetitions: Sendable {
  private let key: DerivedKey

  /// - Parameter key: the key of the MACs of contents, which may have passwords.
  package init(key: DerivedKey) { self.key = key }

  /// The request as its repetition has it; nil without an `Idempotency-Key`.
  ///
  /// - Parameters:
  ///   - act: what the request makes.
  ///   - request: the request.
  ///   - body: its content.
  ///   - backend: the caller. Keys of different applications are not related.
  /// - Returns: the request.
  /// - Throws: `Problem` 400 for a key that is too long; the errors of the MAC.
  func request(
    _ act: String, _ request: HTTPRequest, _ body: JSONObjectReader, _ backend: Backend
  ) throws -> RepeatableRequest? {
    guard let text = try request.idempotencyKey() else { return nil }
    let content = try key.authenticate([[UInt8](act.utf8), body.object.serialized()])
    return RepeatableRequest(of: [backend.application.id, "backend", act], content: content, key: text)
  }
}
