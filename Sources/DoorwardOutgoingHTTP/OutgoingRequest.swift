public import DoorwardHTTP

/// A request to send to somebody else's server.
public struct OutgoingRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// An absolute `http` or `https` URL without user information.
  public var url: String
  /// Header fields; `Host`, `Content-Length` and `User-Agent` are added.
  public var fields: HTTPFields
  /// The body; sent when not empty, and with POST, PUT and PATCH always.
  public var body: [UInt8]
  /// The time limit of this request where it differs from the client's.
  public var timeout: Duration?

  public init(
    method: HTTPMethod = .get, url: String, fields: HTTPFields = [:], body: [UInt8] = [],
    timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeout = timeout
  }
}
