import CDoorwardCurl

/// Names for libcurl's results.
enum TransferFailure {
  static func error(_ code: CURLcode, host: String) -> OutgoingHTTPError {
    switch code {
    case CURLE_OPERATION_TIMEDOUT:
      OutgoingHTTPError(.timedOut, "\(host) did not answer within the time limit.")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      OutgoingHTTPError(.cannotResolve, "The name \(host) has no address.")
    case CURLE_COULDNT_CONNECT:
      OutgoingHTTPError(.cannotConnect, "Nobody accepted a connection at \(host).")
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      OutgoingHTTPError(.tlsFailure, "\(host) could not be proven to be who it is: \(text(code)).")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      OutgoingHTTPError(.transferFailed, "What \(host) answered is no HTTP.")
    case CURLE_URL_MALFORMAT:
      OutgoingHTTPError(.invalidURL, "The URL cannot be read.")
    case CURLE_ABORTED_BY_CALLBACK:
      OutgoingHTTPError(.cancelled, "The request was cancelled.")
    default:
      OutgoingHTTPError(.transferFailed, "The exchange with \(host) failed: \(text(code)).")
    }
  }

  /// libcurl's words for the code: general ones, with nothing of the request in them.
  private static func text(_ code: CURLcode) -> String {
    String(cString: curl_easy_strerror(code)).lowercased()
  }
}
