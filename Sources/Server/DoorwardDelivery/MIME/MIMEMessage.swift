package import DoorwardIdentifiers
package import DoorwardStore
import DoorwardUnicode
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A mail with a text and an HTML form (RFC 5322, RFC 2045, RFC 2046 §5.1.4).
///
/// The bytes follow from the properties alone. So a second attempt has the `Message-ID` and the `Date` of the first, and
/// mail servers that remove duplicates recognize it.
package struct MIMEMessage: Sendable, HiddenContent {
  package let id: QueuedMessage.ID
  package let date: Date
  package let sender: Mailbox
  package let replyTo: Mailbox?
  package let recipient: EmailAddress
  package let content: MailContent

  package init(
    id: QueuedMessage.ID, date: Date, from sender: Mailbox, replyTo: Mailbox? = nil,
    to recipient: EmailAddress, _ content: MailContent
  ) {
    self.id = id
    self.date = date
    self.sender = sender
    self.replyTo = replyTo
    self.recipient = recipient
    self.content = content
  }

  /// The message with CRLF line ends. All bytes are ASCII. No line has more than 78 bytes, except one
  /// with a long address or domain.
  package var bytes: [UInt8] {
    let boundary = MIMEBoundary(id)
    let fields: [HeaderField?] = [
      .date(date),
      .mailbox("From", sender),
      .mailbox("To", Mailbox(recipient)),
      replyTo.map { .mailbox("Reply-To", $0) },
      .messageID(id.text, at: sender.address.domain.ascii),
      .text("Subject", content.subject),
      // RFC 3834 §5: automatic responders must not answer.
      .fixed("Auto-Submitted", "auto-generated"),
      .fixed("X-Auto-Response-Suppress", "All"),
      .language(content.language),
      .fixed("MIME-Version", "1.0"),
      .parts("alternative", boundary: boundary),
    ]
    var bytes = [UInt8](fields.compactMap { $0?.line }.joined().utf8)
    bytes += Self.joined([Self.part("plain", content.text), html], boundary)
    return bytes
  }

  /// The HTML form, with its logo if it shows one (RFC 2387).
  private var html: [UInt8] {
    let html = Self.part("html", content.html)
    guard let logo = content.logo else { return html }
    let boundary = MIMEBoundary(related: id)
    return [UInt8](HeaderField.parts("related; type=\"text/html\"", boundary: boundary).line.utf8)
      + Self.joined([html, Self.part(logo)], boundary)
  }

  private static func part(_ type: String, _ text: String) -> [UInt8] {
    var bytes = [UInt8]("Content-Type: text/\(type); charset=utf-8\r\n".utf8)
    bytes += "Content-Transfer-Encoding: quoted-printable\r\n\r\n".utf8
    return bytes + QuotedPrintable.encode(text)
  }

  private static func part(_ logo: MailLogo) -> [UInt8] {
    var bytes = [UInt8]("Content-Type: \(logo.type.rawValue)\r\n".utf8)
    bytes += "Content-Transfer-Encoding: base64\r\n".utf8
    bytes += "Content-ID: <\(logo.contentID)>\r\n".utf8
    bytes += "Content-Disposition: inline; filename=\"logo.\(logo.type.fileExtension)\"\r\n".utf8
    // RFC 2045 §6.8: at most 76 characters a line.
    var rest = Base64.encode(logo.bytes)[...]
    while !rest.isEmpty {
      bytes += "\r\n\(rest.prefix(76))".utf8
      rest = rest.dropFirst(76)
    }
    return bytes
  }

  private static func joined(_ parts: [[UInt8]], _ boundary: MIMEBoundary) -> [UInt8] {
    let bytes = parts.flatMap { [UInt8]("\r\n--\(boundary.text)\r\n".utf8) + $0 }
    return bytes + "\r\n--\(boundary.text)--\r\n".utf8
  }
}

/// The boundary between the parts of a message (RFC 2046 §5.1.1).
struct MIMEBoundary: Sendable {
  let text: String

  /// Quoted-printable text never contains `=_`, so no part contains the boundary.
  init(_ id: QueuedMessage.ID) { text = "=_\(id.text)" }

  /// The boundary between the HTML and its logo. It is not the beginning of the other one, nor the other of it. Base64 has no `_`.
  init(related id: QueuedMessage.ID) { text = "=_logo_\(id.text)" }
}

/// An address with the name that mail programs show.
package struct Mailbox: Sendable, Hashable {
  /// The name; empty for none.
  package let name: String
  package let address: EmailAddress

  package init(name: String = "", _ address: EmailAddress) {
    self.name = name
    self.address = address
  }
}
