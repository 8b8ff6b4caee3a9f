import DoorwardIdentifiers
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One header field.
///
/// Only the functions below make fields. Each writes text of unknown origin in an alphabet without line ends, so a value
/// cannot end its field.
struct HeaderField: Sendable {
  let name: StaticString
  let body: String

  private init(_ name: StaticString, _ body: String) {
    self.name = name
    self.body = body
  }

  /// The line, or the folded lines, with CRLF at the end.
  var line: String { "\(name): \(body)\r\n" }

  /// The longest line that is written without encoding (RFC 5322 §2.1.1 recommends 78).
  private static let longestLine = 76

  /// A field whose value is part of this program.
  static func fixed(_ name: StaticString, _ body: StaticString) -> HeaderField {
    HeaderField(name, "\(body)")
  }

  /// A field of free text, such as the subject (RFC 5322 §2.2.1).
  static func text(_ name: StaticString, _ text: String) -> HeaderField {
    let clean = VisibleText.cleaned(text, longest: 200)
    let fits = "\(name): \(clean)".utf8.count <= longestLine
    return HeaderField(name, fits && isPrintable(clean) ? clean : EncodedWords.encode(clean, after: name))
  }

  /// A field with one mailbox (RFC 5322 §3.4).
  static func mailbox(_ name: StaticString, _ mailbox: Mailbox) -> HeaderField {
    let address = mailbox.address.address
    let display = VisibleText.cleaned(mailbox.name, longest: 100)
    guard !display.isEmpty else { return HeaderField(name, address) }
    let quoted = "\"" + display.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    let fits = "\(name): \(quoted)".utf8.count <= longestLine
    let phrase = fits && isPrintable(display) ? quoted : EncodedWords.encode(display, after: name)
    let isShort = phrase == quoted && "\(name): \(quoted) <\(address)>".utf8.count <= longestLine
    return HeaderField(name, "\(phrase)\(isShort ? "" : "\r\n") <\(address)>")
  }

  /// The date (RFC 5322 §3.3), in UTC.
  static func date(_ moment: Date) -> HeaderField { HeaderField("Date", MailDate.text(moment)) }

  /// The identifier of the message (RFC 5322 §3.6.4): two texts that are a `dot-atom`.
  static func messageID(_ id: String, at domain: String) -> HeaderField {
    HeaderField("Message-ID", "<\(id)@\(domain)>")
  }

  /// The language of the message (RFC 3282). It is omitted unless the text is a language tag.
  static func language(_ tag: String) -> HeaderField? {
    LanguageTag.isValid(tag) ? HeaderField("Content-Language", tag) : nil
  }

  /// The type of a message of parts, with the boundary between them.
  static func parts(boundary: MIMEBoundary) -> HeaderField {
    HeaderField("Content-Type", "multipart/alternative;\r\n boundary=\"\(boundary.text)\"")
  }

  /// Whether a text needs no encoding: printable ASCII that does not look like an encoded word.
  private static func isPrintable(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7e).contains($0) } && !text.contains("=?")
  }
}
