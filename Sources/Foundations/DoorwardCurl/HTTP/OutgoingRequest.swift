public import DoorwardHTTPTypes

/// A request to another server.
public struct OutgoingRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// An absolute `http` or `https` URL without user information.
  public var url: String
  /// The header fields. The client adds `Host`, `Content-Length` and `User-Agent`.
  public var fields: HTTPFields
  /// The body. An empty body is sent with POST, PUT and PATCH only.
  public var body: [UInt8]
  /// The time limit of this request; nil for the client's.
  public var timeout: Duration?
  /// The size limit of the response's body, in bytes; nil for the client's.
  public var maximumResponseBytes: Int?

  public init(
    method: HTTPMethod = .get, url: String, fields: HTTPFields = [:], body: [UInt8] = [],
    timeout: Duration? = nil, maximumResponseBytes: Int? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeout = timeout
    self.maximumResponseBytes = maximumResponseBytes
  }
}

/// The answer of another server, whatever its status. A redirect is an answer like any other.
public struct OutgoingResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: HTTPFields
  /// The body.
  public var body: [UInt8]

  public init(status: Int, fields: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
