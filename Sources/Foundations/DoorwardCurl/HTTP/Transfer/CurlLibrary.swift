import CDoorwardCurl

/// The state of libcurl in this process.
package enum CurlLibrary {
  /// Whether libcurl is set up. The first access sets it up, once for the process.
  package static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32)) == CURLE_OK
}
