import CDoorwardCurl

extension OutgoingHTTPClient {
  /// The version of the libcurl in use, and of the TLS library it uses: `7.88.1 OpenSSL/3.0.22`.
  public static var libraryVersion: String {
    let parts = curl_version().map { String(cString: $0).split(separator: " ").prefix(2) } ?? []
    let text = parts.joined(separator: " ")
    return text.hasPrefix("libcurl/") ? String(text.dropFirst("libcurl/".count)) : text
  }
}
