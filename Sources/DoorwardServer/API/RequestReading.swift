import Encodings
import HTTPCore

extension HTTPRequest {
  /// The members of a JSON body.
  ///
  /// - Throws: ``Problem`` 400 `malformed_json`, 415 `unsupported_media_type`.
  func jsonObject() throws(Problem) -> JSONObjectReader {
    let value = try requireJSON()
    do {
      return try JSONObjectReader(value)
    } catch {
      throw Problem(status: 400, code: error.codeName, detail: error.reason)
    }
  }

  /// The publishable id in `Doorward-Application`.
  func applicationID() throws(Problem) -> String? {
    let values = fields.values(for: "Doorward-Application")
    guard values.count <= 1 else {
      throw Problem(
        status: 400, code: "malformed_header", detail: "Doorward-Application may occur once only.")
    }
    return values.first
  }

  /// What a session list will call this client.
  func clientDescription(_ context: RequestContext) -> ClientDescription {
    let agent = fields["User-Agent"].map { text in
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }.prefix(256)))
    }
    return ClientDescription(device: agent, network: "\(context.clientAddress)")
  }
}

extension HTTPResponse {
  /// A JSON answer that no cache keeps.
  static func privateJSON(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse.json(value, status: status)
    response.fields["Cache-Control"] = "no-store"
    return response
  }
}

/// Runs `body` and turns what a member of the body got wrong into a 400 that names it.
func reading<Value>(_ body: () throws(JSONError) -> Value) throws(Problem) -> Value {
  do {
    return try body()
  } catch {
    throw Problem(status: 400, code: error.codeName, detail: error.reason)
  }
}
