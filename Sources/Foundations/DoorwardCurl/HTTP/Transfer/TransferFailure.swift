import CDoorwardCurl

/// Translates libcurl's results into errors.
package enum TransferFailure {
  /// The error of a transfer.
  ///
  /// `code` is libcurl's result. `details` is libcurl's sentence about this failure. It can contain parts of the
  /// request, so no error shows it.
  ///
  /// - Returns: the error.
  static func error(_ code: CURLcode, details: String = "", host: String) -> OutgoingHTTPError {
    if isOfTLS(code, details) {
      return OutgoingHTTPError(.tlsFailure, "\(host) could not prove its identity: \(text(code)).")
    }
    return switch code {
    case CURLE_OPERATION_TIMEDOUT:
      OutgoingHTTPError(.timedOut, "\(host) did not answer within the time limit.")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      OutgoingHTTPError(.cannotResolve, "The name \(host) has no address.")
    case CURLE_COULDNT_CONNECT:
      OutgoingHTTPError(.cannotConnect, "\(host) did not accept a connection.")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      OutgoingHTTPError(.transferFailed, "The answer of \(host) is not HTTP.")
    case CURLE_URL_MALFORMAT:
      OutgoingHTTPError(.invalidURL, "The URL cannot be read.")
    case CURLE_ABORTED_BY_CALLBACK:
      OutgoingHTTPError(.cancelled, "The request was cancelled.")
    default:
      OutgoingHTTPError(.transferFailed, "The exchange with \(host) failed: \(text(code)).")
    }
  }

  /// Whether the other side failed to prove its identity, or does not support an acceptable version of TLS.
  private static func isOfTLS(_ code: CURLcode, _ details: String) -> Bool {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      true
    case CURLE_SSL_CONNECT_ERROR, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      tellsOfTLS(details)
    default: false
    }
  }

  /// Whether a sentence of libcurl is about the TLS protocol.
  ///
  /// libcurl has one code for a failure of the protocol and for a connection that ends during the handshake, which any
  /// device on the network can cause. Only the sentence distinguishes the two: it quotes OpenSSL's error about the
  /// protocol.
  package static func tellsOfTLS(_ sentence: String) -> Bool {
    sentence.contains("SSL routines:") && !sentence.contains("unexpected eof")
  }

  /// libcurl's general words for a code. They contain nothing of the request.
  private static func text(_ code: CURLcode) -> String {
    String(cString: curl_easy_strerror(code)).lowercased()
  }
}
