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
  static func parts(_ type: StaticString, boundary: MIMEBoundary) -> HeaderField {
    HeaderField("Content-Type", "multipart/\(type);\r\n boundary=\"\(boundary.text)\"")
  }

  /// Whether a text needs no encoding: printable ASCII that does not look like an encoded word.
  private static func isPrintable(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7e).contains($0) } && !text.contains("=?")
  }
}

/// Encodes text that is not ASCII for headers (RFC 2047).
enum EncodedWords {
  /// The longest encoded word (RFC 2047 §2).
  private static let longestWord = 75
  private static let start = "=?utf-8?B?"
  private static let end = "?="

  /// The text as encoded words in base64, each on a separate line.
  ///
  /// A word contains whole Unicode scalars, as §5 requires.
  ///
  /// `name` is the name of the field, which is on the line of the first word.
  ///
  /// - Returns: the words, separated by a line break and a space.
  static func encode(_ text: String, after name: StaticString) -> String {
    // Base64 writes four characters for three bytes. A line with a word has 76 characters at most.
    let longest = (longestWord - start.utf8.count - end.utf8.count) / 4 * 3
    var limit = (longestWord - name.utf8CodeUnitCount - 2 - start.utf8.count - end.utf8.count) / 4 * 3
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if word.count + bytes.count > limit {
        words.append(word)
        word = []
        limit = longest
      }
      word += bytes
    }
    words.append(word)
    return words.map { start + Base64.encode($0) + end }.joined(separator: "\r\n ")
  }
}

/// The dates of mail headers (RFC 5322 §3.3).
enum MailDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A moment in UTC: `Mon, 23 Nov 2026 02:20:56 +0000`.
  static func text(_ moment: Date) -> String {
    let stamp = Timestamp(moment)
    // 2026-11-23T02:20:56.000Z
    let fields = stamp.rfc3339.split { $0 == "-" || $0 == "T" || $0 == "." }
    let month = Int(fields[1]) ?? 1
    // 1970-01-01 was a Thursday.
    let seconds = stamp.seconds % (7 * 86_400)
    let day = Int((seconds < 0 ? seconds + 7 * 86_400 : seconds) / 86_400)
    return "\(days[day]), \(fields[2]) \(months[month - 1]) \(fields[0]) \(fields[3]) +0000"
  }
}
