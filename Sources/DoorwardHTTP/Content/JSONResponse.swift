public import Encodings

extension HTTPResponse {
  /// A JSON document.
  public static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "application/json", body: value.serialized())
  }

  /// A JSON response that caches must not store.
  package static func privateJSON(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse.json(value, status: status)
    response.fields["Cache-Control"] = "no-store"
    return response
  }
}
