package import DoorwardIdentifiers
package import DoorwardStore
import DoorwardUnicode

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
      .parts(boundary: boundary),
    ]
    var bytes = [UInt8](fields.compactMap { $0?.line }.joined().utf8)
    for (type, text) in [("plain", content.text), ("html", content.html)] {
      bytes += "\r\n--\(boundary.text)\r\n".utf8
      bytes += "Content-Type: text/\(type); charset=utf-8\r\n".utf8
      bytes += "Content-Transfer-Encoding: quoted-printable\r\n\r\n".utf8
      bytes += QuotedPrintable.encode(text)
    }
    bytes += "\r\n--\(boundary.text)--\r\n".utf8
    return bytes
  }
}

/// The boundary between the parts of a message (RFC 2046 §5.1.1).
struct MIMEBoundary: Sendable {
  let text: String

  /// Quoted-printable text never contains `=_`, so no part contains the boundary.
  init(_ id: QueuedMessage.ID) { text = "=_\(id.text)" }
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
