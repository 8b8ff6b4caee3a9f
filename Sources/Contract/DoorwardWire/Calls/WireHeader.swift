/// The header fields that mean something to both sides.
package enum WireHeader {
  /// The publishable id of the application.
  package static var application: String { "Doorward-Application" }
  /// The client's own name for one use of a refresh token.
  package static var idempotencyKey: String { "Idempotency-Key" }
  /// The token of the client's device, in requests and in responses to sign-ins.
  package static var device: String { "Doorward-Device" }
  package static var authorization: String { "Authorization" }
  package static var retryAfter: String { "Retry-After" }

  /// The value of `Authorization` for a token (RFC 6750 §2.1).
  package static func bearer(_ token: String) -> String { "Bearer \(token)" }

  /// The token in a value of `Authorization`; nil if the value has another scheme. The name of the scheme is not case
  /// sensitive (RFC 9110 §11.1).
  package static func token(inBearer value: String) -> String? {
    value.prefix(7).lowercased() == "bearer " ? String(value.dropFirst(7)) : nil
  }
}
