import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire
import Encodings

extension HTTPRequest {
  /// The token of `Authorization: Bearer …`; nil for a request without the field.
  func bearerToken() throws(Problem) -> String? {
    guard let value = fields[WireHeader.authorization] else { return nil }
    guard let token = WireHeader.token(inBearer: value) else { throw .invalidToken }
    return token
  }

  /// The client's name for one use of a refresh token.
  func idempotencyKey() throws(Problem) -> String? {
    guard let value = fields[WireHeader.idempotencyKey] else { return nil }
    guard (1...WireLimits.idempotencyKeyBytes).contains(value.utf8.count) else {
      throw .invalidRequest(
        "Idempotency-Key must be one value of up to \(WireLimits.idempotencyKeyBytes) bytes.")
    }
    return value
  }

  /// The key of a request whose only proof it is; nil for a key that another client may have chosen too.
  func secretIdempotencyKey() throws(Problem) -> String? {
    try idempotencyKey().flatMap { $0.utf8.count < WireLimits.secretIdempotencyKeyBytes ? nil : $0 }
  }

  /// The parameters of an OAuth call: a form, or the same members as JSON.
  func oauthParameters() throws(Problem) -> [String: String] {
    var values: [String: String] = [:]
    if try mediaType()?.essence == "application/json" {
      for member in try jsonObject().object { values[member.key] = member.value.string }
    } else {
      let form = try requireForm()
      guard form.duplicateNames.isEmpty else { throw .invalidRequest("A parameter occurs twice.") }
      for item in form.items where !item.value.isEmpty { values[item.name] = item.value }
    }
    return values
  }
}

extension WalletLabels {
  /// Reads `metadata` of a sign-in.
  init(_ body: JSONObjectReader) throws(Problem) {
    let metadata = try body.optionalMembers(ProofMembers.metadata)
    self.init(
      clientType: try Self.label(WalletLabel.clientType, in: metadata),
      connectorType: try Self.label(WalletLabel.connectorType, in: metadata))
  }

  private static func label(_ name: String, in metadata: JSONObjectReader?) throws(Problem) -> String? {
    guard let metadata, let text = try metadata.optionalText(name), !text.isEmpty else { return nil }
    guard WireLimits.isLine(text, upTo: WalletLabel.limit) else {
      throw .unprocessable(
        WireCode.invalidMetadata,
        "\(metadata.path(of: name)) must be one line of up to \(WalletLabel.limit) bytes.")
    }
    return text
  }
}
