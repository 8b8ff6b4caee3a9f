internal import Foundation

extension DoorwardError {
  /// The error for a transport that got no answer.
  static func unreachable(_ cause: any Error) -> DoorwardError {
    guard (cause as? URLError)?.isOfTLS ?? false else {
      return DoorwardError(
        code: .offline, reason: offline.reason, recoverySuggestion: offline.recoverySuggestion,
        underlyingError: cause)
    }
    return DoorwardError(
      code: .insecureConnection, reason: "The server could not prove its identity.",
      recoverySuggestion: "Check this device's date and time, or try another network.", underlyingError: cause
    )
  }
}

extension DoorwardError {
  /// Whether the connection broke after the request was sent, so that the server may have read it. A request that was
  /// waiting for its answer for a long time does not count.
  var isOfBrokenConnection: Bool {
    guard code == .offline, let cause = underlyingError, !(cause is CancellationError) else { return false }
    guard let cause = cause as? URLError else { return true }
    return [.networkConnectionLost, .badServerResponse, .cannotParseResponse].contains(cause.code)
  }
}

extension URLError {
  /// Whether TLS failed: a server answered, and it did not prove its identity.
  fileprivate var isOfTLS: Bool {
    switch code {
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      true
    default: false
    }
  }
}
