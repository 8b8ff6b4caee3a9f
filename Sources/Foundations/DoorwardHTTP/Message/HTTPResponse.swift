public import DoorwardHTTPTypes
public import Encodings

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

extension HTTPResponse {
  /// A JSON document.
  public static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "application/json", body: value.serialized())
  }

  /// A JSON response that caches must not store.
  package static func privateJSON(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    privateJSON(text: value.serialized(), status: status)
  }

  /// A JSON response that caches must not store, from a text in UTF-8.
  package static func privateJSON(text: [UInt8], status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse(status: status, contentType: "application/json", body: text)
    response.fields["Cache-Control"] = "no-store"
    return response
  }

  /// A JSON object that caches must not store, written member by member.
  package static func privateJSON(_ members: (inout JSONWriter) throws -> Void) rethrows -> HTTPResponse {
    var json = JSONWriter()
    try json.object(members)
    return privateJSON(text: json.finish())
  }
}

/// The registered phrase of a status code, the `title` of a problem without a better one (RFC 9110 §15).
public func reasonPhrase(_ status: Int) -> String {
  switch status {
  case 200: "OK"
  case 201: "Created"
  case 202: "Accepted"
  case 204: "No Content"
  case 303: "See Other"
  case 304: "Not Modified"
  case 307: "Temporary Redirect"
  case 400: "Bad Request"
  case 401: "Unauthorized"
  case 403: "Forbidden"
  case 404: "Not Found"
  case 405: "Method Not Allowed"
  case 406: "Not Acceptable"
  case 408: "Request Timeout"
  case 409: "Conflict"
  case 410: "Gone"
  case 411: "Length Required"
  case 412: "Precondition Failed"
  case 413: "Content Too Large"
  case 414: "URI Too Long"
  case 415: "Unsupported Media Type"
  case 417: "Expectation Failed"
  case 421: "Misdirected Request"
  case 422: "Unprocessable Content"
  case 428: "Precondition Required"
  case 429: "Too Many Requests"
  case 431: "Request Header Fields Too Large"
  case 500: "Internal Server Error"
  case 501: "Not Implemented"
  case 502: "Bad Gateway"
  case 503: "Service Unavailable"
  case 504: "Gateway Timeout"
  case 505: "HTTP Version Not Supported"
  default: "Status \(status)"
  }
}
