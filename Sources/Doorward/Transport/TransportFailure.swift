internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension DoorwardError {
  /// What a person is told of a transport that got no answer.
  static func unreachable(_ cause: any Error) -> DoorwardError {
    guard (cause as? URLError)?.isOfTLS ?? false else {
      return DoorwardError(
        code: .offline, reason: offline.reason, recoverySuggestion: offline.recoverySuggestion,
        underlyingError: cause)
    }
    return DoorwardError(
      code: .insecureConnection, reason: "What answered did not prove that it is the sign-in server.",
      recoverySuggestion: "Check this device's date and time, or try another network.", underlyingError: cause
    )
  }
}

extension URLError {
  /// Whether there was an answer, and no way to know whose: TLS failed.
  fileprivate var isOfTLS: Bool {
    switch code {
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      true
    #if canImport(FoundationNetworking)
      // There it is `unknown` whatever went wrong, and only libcurl's sentence says what.
      case .unknown: ["SSL", "TLS"].contains { localizedDescription.contains($0) }
    #endif
    default: false
    }
  }
}
