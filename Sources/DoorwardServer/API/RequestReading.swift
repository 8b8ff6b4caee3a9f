import DoorwardHTTP
import Encodings

extension HTTPRequest {
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

extension JSONObjectReader {
  /// The ticket that the hosted page hands back.
  ///
  /// - Throws: ``Problem`` 400, named after what is wrong with it.
  func ticket() throws(Problem) -> String {
    try reading { () throws(JSONError) in try requiredString("ticket") }
  }
}
