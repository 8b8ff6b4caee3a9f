import DoorwardHTTP
import Encodings

extension HTTPRequest {
  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1); nil where there is none.
  func bearerToken() throws(Problem) -> String? {
    guard let value = fields["Authorization"] else { return nil }
    guard value.prefix(7).lowercased() == "bearer " else { throw .invalidToken }
    return String(value.dropFirst(7))
  }

  /// The client's own name for one use of a token.
  func idempotencyKey() throws(Problem) -> String? {
    guard let value = fields["Idempotency-Key"] else { return nil }
    guard (1...255).contains(value.utf8.count) else {
      throw .invalidRequest("Idempotency-Key must be one value of up to 255 bytes.")
    }
    return value
  }

  /// The parameters of an OAuth call: a form, or the same members as JSON.
  func oauthParameters() throws(Problem) -> [String: String] {
    var values: [String: String] = [:]
    if try mediaType()?.essence == "application/json" {
      for member in try jsonObject().object { values[member.key] = member.value.string }
    } else {
      let form = try requireForm()
      guard form.duplicateNames.isEmpty else { throw .invalidRequest("A parameter stands twice.") }
      for item in form.items where !item.value.isEmpty { values[item.name] = item.value }
    }
    return values
  }
}

extension JSONObjectReader {
  func text(_ name: String) throws(Problem) -> String {
    try reading { () throws(JSONError) in try requiredString(name) }
  }

  func optionalText(_ name: String) throws(Problem) -> String? {
    try reading { () throws(JSONError) in try optionalString(name) }
  }
}

extension WalletLabels {
  /// `metadata` of a sign-in.
  init(_ body: JSONObjectReader) throws(Problem) {
    let metadata = try reading { () throws(JSONError) in try body.optionalObject("metadata") }
    self.init(
      clientType: try Self.label("wallet_client_type", in: metadata),
      connectorType: try Self.label("connector_type", in: metadata))
  }

  private static func label(_ name: String, in metadata: JSONObjectReader?) throws(Problem) -> String? {
    guard let metadata, let text = try metadata.optionalText(name), !text.isEmpty else { return nil }
    guard text.utf8.count <= 64, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
    else {
      throw .unprocessable(
        "invalid_metadata", "\(metadata.path(of: name)) must be one line of up to 64 bytes.")
    }
    return text
  }
}
