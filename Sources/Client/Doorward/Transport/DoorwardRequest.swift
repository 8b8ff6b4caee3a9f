/// An HTTP request.
public struct DoorwardRequest: Sendable, Hashable {
  /// The method.
  public var method: String
  /// The URL.
  public var url: String
  /// The header fields.
  public var headers: [String: String]
  /// The body; nil for none.
  public var body: [UInt8]?

  /// Makes a request.
  public init(
    method: String = "GET", url: String, headers: [String: String] = [:], body: [UInt8]? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// The time that the body may take on a slow network, in addition to the time of a request without a body: a second
  /// for each 100 KB.
  var uploadTime: Duration { .seconds((body?.count ?? 0) / 100_000) }

  /// The value of a header field; names are not case sensitive (RFC 9110 §5.1).
  func header(_ name: String) -> String? {
    headers.first { $0.key.lowercased() == name.lowercased() }?.value
  }

  /// Sets a header field in place of every field of that name; nil removes it.
  mutating func setHeader(_ name: String, _ value: String?) {
    headers = headers.filter { $0.key.lowercased() != name.lowercased() }
    headers[name] = value
  }
}

/// The answer to a ``DoorwardRequest``.
public struct DoorwardResponse: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// The header fields, with names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// Makes a response.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
