public import Encodings

extension HTTPResponse {
  /// A JSON document.
  public static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "application/json", body: value.serialized())
  }
}
