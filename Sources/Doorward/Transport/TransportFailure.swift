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
      case .unknown: Self.isOfTLS(localizedDescription)
    #endif
    default: false
    }
  }

  #if canImport(FoundationNetworking)
    /// Whether a sentence of libcurl is about a certificate, or quotes OpenSSL's about the protocol. A connection that
    /// ends in the handshake has sentences of both too, such as `SSL_ERROR_SYSCALL`, and was cut by anybody.
    private static func isOfTLS(_ sentence: String) -> Bool {
      ["SSL certificate", "SSL: ", "SSL peer certificate"].contains { sentence.hasPrefix($0) }
        || sentence.contains("SSL routines:") && !sentence.contains("unexpected eof")
    }
  #endif
}
