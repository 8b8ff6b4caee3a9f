package import DoorwardHTTP
import Encodings

/// The parameters of an OAuth call: a form, or the same members as JSON.
package struct OAuthParameters {
  private let values: [String: String]

  /// Reads the body.
  ///
  /// - Throws: ``Problem`` 400 `invalid_request` if a parameter occurs twice (RFC 6749 §3.2), 415.
  package init(_ request: HTTPRequest) throws(Problem) {
    var values: [String: String] = [:]
    if try request.mediaType()?.essence == "application/json" {
      let reader = try request.jsonObject()
      for member in reader.object {
        // OAuth parameters are strings. Members of other types are unknown and ignored.
        if let text = member.value.string { values[member.key] = text }
      }
    } else {
      let form = try request.requireForm()
      guard form.duplicateNames.isEmpty else {
        throw .invalidRequest("A parameter occurs twice.")
      }
      // RFC 6749 §3.2: a parameter without a value counts as omitted.
      for item in form.items where !item.value.isEmpty { values[item.name] = item.value }
    }
    self.values = values
  }

  package subscript(name: String) -> String? { values[name] }

  /// - Throws: ``Problem`` 400 `invalid_request` if the parameter is missing.
  package func required(_ name: String) throws(Problem) -> String {
    guard let value = values[name] else { throw .invalidRequest("\(name) is required.") }
    return value
  }
}
