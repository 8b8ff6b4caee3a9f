/// A request that an app sends.
package struct PlatformRequest: Sendable {
  package let method: String
  package let url: String
  package let headers: [String: String]
  package let body: [UInt8]?
  /// The size limit of the answer's body, in bytes.
  package let limit: Int
  /// The time limit: of the whole request with libcurl, of each pause of the answer with `URLSession`.
  package let timeout: Duration

  package init(
    method: String, url: String, headers: [String: String], body: [UInt8]?, limit: Int, timeout: Duration
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limit = limit
    self.timeout = timeout
  }
}

/// The answer to a ``PlatformRequest``.
package struct PlatformResponse: Sendable {
  package let status: Int
  /// The header fields, with names in lower case.
  package let headers: [String: String]
  package let body: [UInt8]

  package init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
