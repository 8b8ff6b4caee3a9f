/// A response: status, fields and the whole body.
public struct HTTPResponse: Sendable {
  /// The status code, 200…599 (interim answers are the transport's business).
  public var status: Int
  /// The header fields; the transport adds `Content-Length`, `Date` and `Connection`.
  public var fields: HTTPFields
  /// The whole body.
  public var body: [UInt8]
  /// The code of the problem that the response tells of, for the log; it is not sent.
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

  /// An HTML page. A content security policy is the page's own business.
  public static func html(_ page: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "text/html; charset=utf-8", body: [UInt8](page.utf8))
  }

  /// 204: done, nothing to say.
  public static var noContent: HTTPResponse {
    HTTPResponse(status: 204)
  }

  /// Sends the browser elsewhere; 303 makes it a GET whatever the request was (RFC 9110 §15.4.4).
  ///
  /// The location is a URI reference the caller has checked: this does not know which are allowed.
  public static func redirect(_ location: String, status: Int = 303) -> HTTPResponse {
    HTTPResponse(status: status, fields: ["Location": location])
  }

  /// Bytes of a media type.
  public init(status: Int, contentType: String, body: [UInt8]) {
    self.init(status: status, fields: ["Content-Type": contentType], body: body)
  }
}
