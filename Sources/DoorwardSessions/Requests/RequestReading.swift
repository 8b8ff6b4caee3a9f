package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardStore
import DoorwardWire
import Encodings

extension HTTPRequest {
  /// The publishable id in `Doorward-Application`.
  package func applicationID() throws(Problem) -> String? {
    let values = fields.values(for: WireHeader.application)
    guard values.count <= 1 else {
      throw Problem(
        status: 400, code: WireCode.malformedHeader, detail: "Doorward-Application may occur once only.")
    }
    return values.first
  }

  /// The first language of `Accept-Language`, a language tag; empty if there is none.
  package var preferredLanguage: String {
    let tag = fields["Accept-Language"].flatMap {
      $0.prefix(128).split(whereSeparator: { ",; ".contains($0) }).first
    }
    guard let tag, tag.utf8.count <= 35, tag != "*" else { return "" }
    return String(tag)
  }

  /// The device and the network that a session list shows for this client.
  package func clientDescription(_ context: RequestContext) -> ClientDescription {
    let agent = fields["User-Agent"].map { text in
      let isPlain = text.utf8.count <= 256 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
      return isPlain
        ? text
        : String(
          String.UnicodeScalarView(
            text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }.prefix(256)))
    }
    return ClientDescription(device: agent, network: "\(context.clientAddress)")
  }
}

extension HTTPRequest {
  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1); nil if there is none.
  package func bearerToken() throws(Problem) -> String? {
    let values = fields.values(for: "Authorization")
    guard let value = values.first else { return nil }
    guard values.count == 1, value.utf8.count <= 8192, let token = value.withoutPrefix("bearer ") else {
      throw .invalidToken
    }
    return token
  }

  /// The client's key for this request. The client sends it again to repeat the request.
  package func idempotencyKey() throws(Problem) -> String? {
    let values = fields.values(for: WireHeader.idempotencyKey)
    guard let value = values.first else { return nil }
    guard values.count == 1, (1...WireLimits.idempotencyKeyBytes).contains(value.utf8.count) else {
      throw Problem(
        status: 400, code: WireCode.invalidRequest,
        detail: "Idempotency-Key must be one value of up to 255 bytes.")
    }
    return value
  }
}

extension JSONObjectReader {
  /// The ticket that the hosted page returns.
  ///
  /// - Throws: ``Problem`` 400. Its code names the error in the ticket.
  package func ticket() throws(Problem) -> String {
    try reading { () throws(JSONError) in try requiredString("ticket") }
  }
}

extension String {
  /// The text after an ASCII prefix in lower case, which is compared without regard to case; nil if the text does not
  /// begin with it.
  fileprivate func withoutPrefix(_ prefix: StaticString) -> String? {
    let count = prefix.utf8CodeUnitCount
    let isPrefix = prefix.withUTF8Buffer { prefix in
      utf8.count >= count
        && zip(utf8, prefix).allSatisfy { ($0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0) == $1 }
    }
    return isPrefix ? String(decoding: utf8.dropFirst(count), as: UTF8.self) : nil
  }
}
