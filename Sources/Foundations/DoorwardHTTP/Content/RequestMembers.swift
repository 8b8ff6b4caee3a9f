package import Encodings

extension HTTPRequest {
  /// The members of a JSON body.
  ///
  /// - Throws: ``Problem`` 400 `malformed_json`, 415 `unsupported_media_type`.
  package func jsonObject() throws(Problem) -> JSONObjectReader {
    let value = try requireJSON()
    return try reading { () throws(JSONError) in try JSONObjectReader(value) }
  }
}

/// Runs `body` and converts an error in a member into a 400 that names the member.
package func reading<Value>(_ body: () throws(JSONError) -> Value) throws(Problem) -> Value {
  do {
    return try body()
  } catch {
    throw Problem(status: 400, code: error.codeName, detail: error.reason)
  }
}
