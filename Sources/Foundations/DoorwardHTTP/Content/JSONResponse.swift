import DoorwardHTTPTypes
public import Encodings

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
