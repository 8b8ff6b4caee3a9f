import DoorwardHTTP
import Encodings

extension WalletMetadata {
  /// `metadata` of a sign-in: labels, each cut to what a list can show.
  init(_ body: JSONObjectReader) throws(Problem) {
    let metadata = try reading { () throws(JSONError) in try body.optionalObject("metadata") }
    self.init(
      clientType: try Self.label("wallet_client_type", in: metadata),
      connectorType: try Self.label("connector_type", in: metadata))
  }

  private static func label(_ name: String, in metadata: JSONObjectReader?) throws(Problem) -> String? {
    guard let metadata else { return nil }
    guard let text = try reading({ () throws(JSONError) in try metadata.optionalString(name) }), !text.isEmpty
    else {
      return nil
    }
    guard text.utf8.count <= 64, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
    else {
      throw Problem(
        status: 422, code: "invalid_metadata",
        detail: "\(metadata.path(of: name)) must be one line of up to 64 bytes.")
    }
    return text
  }
}
