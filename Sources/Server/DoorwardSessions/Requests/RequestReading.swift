package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
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

  /// The language that the client prefers, a language tag; empty if there is none.
  package var preferredLanguage: String { acceptedLanguages.first { $0.utf8.count <= 35 } ?? "" }

  /// The languages of `Accept-Language`, those with the highest weight first (RFC 9110 §12.5.4).
  package var acceptedLanguages: [String] {
    let members = fields.values(for: "Accept-Language").flatMap { $0.split(separator: ",") }
    let weighted = members.prefix(32).compactMap { member -> (tag: String, weight: Double)? in
      let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let tag = parts.first, tag != "*" else { return nil }
      let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map {
        Double($0.dropFirst(2)) ?? 0
      }
      return (tag, weight ?? 1)
    }
    // Equal weights keep their order.
    return weighted.enumerated().filter { $0.element.weight > 0 }
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element.tag)
  }

  /// The device and the network that a session list shows for this client.
  package var clientDescription: ClientDescription {
    let agent = fields["User-Agent"].map { text in
      let isPlain = text.utf8.count <= 256 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
      return isPlain
        ? text
        : String(
          String.UnicodeScalarView(
            text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }.prefix(256)))
    }
    return ClientDescription(device: agent, network: "\(clientAddress)")
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
}

extension JSONObjectReader {
  /// The ticket that the hosted page returns.
  ///
  /// - Throws: ``Problem`` 400. Its code names the error in the ticket.
  package func ticket() throws(Problem) -> String {
    try text("ticket")
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
