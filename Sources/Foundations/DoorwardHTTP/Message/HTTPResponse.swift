public import DoorwardHTTPTypes

/// A response: status, fields and the whole body.
public struct HTTPResponse: Sendable {
  /// The status code, 200…599. The transport sends interim responses.
  public var status: Int
  /// The header fields; the transport adds `Content-Length`, `Date` and `Connection`.
  public var fields: HTTPFields
  /// The whole body.
  public var body: [UInt8]
  /// The code of the problem in the response, for the log; it is not sent.
  public var problemCode: String?

  public init(status: Int, fields: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// UTF-8 text.
  public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: [UInt8](text.utf8))
  }

  /// An HTML page. The caller adds the content security policy of the page.
  public static func html(_ page: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "text/html; charset=utf-8", body: [UInt8](page.utf8))
  }

  /// A 204 response without content.
  public static var noContent: HTTPResponse {
    HTTPResponse(status: 204)
  }

  /// Redirects the browser. 303 makes the next request a GET (RFC 9110 §15.4.4).
  ///
  /// The caller must check that the location, a URI reference, is allowed.
  public static func redirect(_ location: String, status: Int = 303) -> HTTPResponse {
    HTTPResponse(status: status, fields: ["Location": location])
  }

  /// A body of a media type.
  public init(status: Int, contentType: String, body: [UInt8]) {
    self.init(status: status, fields: ["Content-Type": contentType], body: body)
  }
}
