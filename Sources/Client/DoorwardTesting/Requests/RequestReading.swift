import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings

extension HTTPRequest {
  /// The token of `Authorization: Bearer …`; nil for a request without the field.
  func bearerToken() throws(Problem) -> String? {
    guard let value = fields[WireHeader.authorization] else { return nil }
    guard let token = WireHeader.token(inBearer: value) else { throw .invalidToken }
    return token
  }

  /// The key of a request whose only proof it is; nil for a key that another client may have chosen too.
  func secretIdempotencyKey() throws(Problem) -> String? {
    try idempotencyKey().flatMap { $0.utf8.count < WireLimits.secretIdempotencyKeyBytes ? nil : $0 }
  }
}

extension Problem {
  static func wrongType(_ detail: String) -> Problem {
    Problem(status: 400, code: WireCode.wrongType, detail: detail)
  }
}
