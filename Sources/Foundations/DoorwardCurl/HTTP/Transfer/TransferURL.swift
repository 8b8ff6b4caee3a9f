import CDoorwardCurl

/// A URL as libcurl reads it, so that the checks see the same parts that libcurl uses.
final class TransferURL: @unchecked Sendable {
  // Unchecked: `init` makes and reads the handle, and then only the thread of the transfer loop uses it.
  let handle: OpaquePointer
  /// The host, for messages.
  let host: String

  /// - Throws: ``OutgoingHTTPError``: `invalid_url`, `unsupported_scheme`.
  init(_ text: String) throws(OutgoingHTTPError) {
    guard !text.utf8.contains(0), let handle = curl_url() else {
      throw OutgoingHTTPError(.invalidURL, "The URL cannot be read.")
    }
    self.handle = handle
    // Every stored property is set before an error is thrown, so that `deinit` frees the handle.
    let code = curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER))
    host = Self.part(CURLUPART_HOST, of: handle) ?? ""
    // libcurl accepts missing and surplus slashes; other readers of the same text do not.
    guard let authority = text.firstRange(of: "://").map({ text[$0.upperBound...] }),
      let first = authority.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "\\")
    else { throw OutgoingHTTPError(.invalidURL, "The URL cannot be read.") }
    switch code {
    case CURLUE_OK: break
    case CURLUE_UNSUPPORTED_SCHEME:
      throw OutgoingHTTPError(.unsupportedScheme, "Only http and https URLs are supported.")
    case CURLUE_USER_NOT_ALLOWED:
      throw OutgoingHTTPError(.invalidURL, "The URL must not contain user information.")
    default: throw OutgoingHTTPError(.invalidURL, "The URL cannot be read.")
    }
    guard let scheme = Self.part(CURLUPART_SCHEME, of: handle), scheme == "http" || scheme == "https" else {
      throw OutgoingHTTPError(.unsupportedScheme, "Only http and https URLs are supported.")
    }
  }

  deinit {
    curl_url_cleanup(handle)
  }

  private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
