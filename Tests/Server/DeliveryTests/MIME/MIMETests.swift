import ChildProcesses
import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardStore
import Encodings
import Foundation
import Testing

/// Messages as Python's email package reads them, which is an independent implementation of the standards.
@Suite("MIME messages (RFC 5322, RFC 2045, RFC 2047)", .timeLimit(.minutes(5)))
struct MIMETests {
  private static let sender = "Example <no-reply@example.com>"

  private func message(
    senderName: String = "Example", subject: String = "Your code", text: String = "Hello\n",
    html: String = "<p>Hello</p>", language: String = "en", date: Date = moment(0)
  ) throws -> MIMEMessage {
    MIMEMessage(
      id: try QueuedMessage.newID(), date: date,
      from: Mailbox(name: senderName, try EmailAddress("no-reply@example.com")),
      replyTo: Mailbox(try EmailAddress("help@example.com")), to: try EmailAddress("ann@example.org"),
      MailContent(subject: subject, text: text, html: html, language: language))
  }

  private func read(_ message: MIMEMessage) async throws -> JSONValue {
    let folder = try TemporaryDirectory()
    try Data(message.bytes).write(to: URL(filePath: folder.file("mail")))
    return try await PythonProgram.object(from: PythonProgram.start("read_mail.py", [folder.file("mail")]))
  }

  /// The rules that hold for each message, whatever its content.
  private func checkForm(_ message: MIMEMessage, _ read: JSONValue) throws {
    let bytes = message.bytes
    #expect(bytes.allSatisfy { $0 < 0x80 })
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    for line in lines.dropLast() {
      #expect(line.last == 0x0d && line.dropLast().allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7f })
      #expect(line.count <= 77)
    }
    #expect(lines.last?.isEmpty == true)
    #expect(read["defects"]?.array == [])
    #expect(
      read["names"]?.array?.compactMap(\.string) == [
        "Date", "From", "To", "Reply-To", "Message-ID", "Subject", "Auto-Submitted",
        "X-Auto-Response-Suppress", "Content-Language", "MIME-Version", "Content-Type",
      ])
    #expect(read["types"] == .strings(["multipart/alternative", "text/plain", "text/html"]))
    #expect(read["from"] == .strings(["no-reply@example.com"]))
    #expect(read["to"] == .strings(["ann@example.org"]))
    #expect(read["headers"]?["Auto-Submitted"]?.string == "auto-generated")
    #expect(read["headers"]?["Message-ID"]?.string?.contains("\(message.id)@example.com") == true)
  }

  @Test func everyPartArrivesUnchanged() async throws {
    let text = "Héllo 👩🏽‍🚀 שלום\n\n  indented, trailing space \n.\n..\nFrom here\n= equals =3D\n\ttab\t\n"
    let message = try message(
      subject: "Your code", text: text, html: "<p title=\"=\">é</p>\n", date: moment(0.9))
    let read = try await read(message)
    try checkForm(message, read)
    #expect(read["parts"] == .strings([text, "<p title=\"=\">é</p>\n"]))
    #expect(read["headers"]?["Subject"]?.string == "Your code")
    #expect(read["date"]?.string == "2026-09-21T14:13:20+00:00")
    #expect(read["from_name"]?.string == "Example")
  }

  @Test(arguments: [
    "Ünïcödé 日本語 👩🏽‍🚀", "עברית ועוד עברית", "=?utf-8?B?Zm9v?= looks encoded", "quotes \" and \\ and ,;:<>@",
    String(repeating: "long ", count: 38) + "end", String(repeating: "é", count: 200),
    String(repeating: "x", count: 150), "a", "-",
  ])
  func anyNameAndSubjectArriveUnchanged(_ text: String) async throws {
    let name = String(text.prefix(90)).trimmingCharacters(in: .whitespaces)
    let message = try message(senderName: name, subject: text)
    let read = try await read(message)
    try checkForm(message, read)
    #expect(read["headers"]?["Subject"]?.string == text)
    #expect(read["from_name"]?.string == name)
  }

  @Test(arguments: [
    "a\r\nBcc: victim@example.org", "a\nBcc: victim@example.org\n\nbody", "a\rBcc: victim@example.org",
    "a\u{0}b", "a\u{2028}Bcc: b", "a\u{85}Bcc: b", "\r\n\r\n<script>", "\u{202e}gnirts\u{202c}",
  ])
  func lineEndsInNamesAndSubjectsAddNoField(_ text: String) async throws {
    let message = try message(senderName: text, subject: text, language: text)
    let read = try await read(message)
    // The language is not one, so its field is omitted.
    #expect(
      read["names"]?.array?.compactMap(\.string) == [
        "Date", "From", "To", "Reply-To", "Message-ID", "Subject", "Auto-Submitted",
        "X-Auto-Response-Suppress", "MIME-Version", "Content-Type",
      ])
    #expect(read["from"] == .strings(["no-reply@example.com"]))
    #expect(read["defects"]?.array == [])
    let scalars = read["headers"]?["Subject"]?.string?.unicodeScalars
    #expect(scalars?.contains { $0.value < 0x20 || $0.value == 0x2028 || $0.value == 0x202e } == false)
  }

  @Test func controlCharactersAndBoundariesInABodyAreHarmless() async throws {
    let id = try QueuedMessage.newID()
    let hostile = "\u{0}\u{1b}[2J\r\n--=_\(id)\r\nContent-Type: text/html\r\n\r\n.\r\nQUIT\r\n--=_\(id)--\r"
    let message = MIMEMessage(
      id: id, date: moment(0), from: Mailbox(try EmailAddress("a@example.com")),
      to: try EmailAddress("b@example.com"),
      MailContent(subject: "s", text: hostile, html: hostile, language: "en"))
    let read = try await read(message)
    #expect(read["defects"]?.array == [])
    #expect(read["types"] == .strings(["multipart/alternative", "text/plain", "text/html"]))
    let text = "[2J\n--=_\(id)\nContent-Type: text/html\n\n.\nQUIT\n--=_\(id)--\n"
    #expect(read["parts"] == .strings([text, text]))
    // SMTP ends a message at a line with a dot.
    #expect(!String(decoding: message.bytes, as: UTF8.self).contains("\r\n."))
  }

  @Test func longLinesAreBrokenAndJoined() async throws {
    let text = String(repeating: "x", count: 5000) + "\n" + String(repeating: "é ", count: 2000) + "\n"
    let message = try message(text: text, html: text)
    let read = try await read(message)
    try checkForm(message, read)
    #expect(read["parts"] == .strings([text, text]))
  }

  /// Thousands of texts of the pieces that break careless composers.
  @Test func noTextAddsAFieldOrALine() throws {
    let pieces = [
      "\r", "\n", "\r\n", "\r\n\r\n", "\n.", "\u{0}", "\u{85}", "\u{2028}", "Bcc: x@example.org", ":",
      "=?utf-8?Q?", "?=",
      "\"", "\\", "<", ">", ",", ";", "(", ")", "é", "日本", "👩🏽‍🚀", "\u{202e}", "\u{301}", " ", "\t", "a", "--=_",
      "=\r\n", "x",
    ]
    let names: Set = [
      "Date", "From", "To", "Reply-To", "Message-ID", "Subject", "Auto-Submitted", "X-Auto-Response-Suppress",
      "Content-Language", "MIME-Version", "Content-Type",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0..<60)).map { _ in pieces.randomElement() ?? "" }.joined()
      let bytes = try message(senderName: text, subject: text, text: text, html: text, language: text).bytes
      let mail = String(decoding: bytes, as: UTF8.self)
      #expect(bytes.allSatisfy { $0 < 0x80 })
      let head = mail.prefix(upTo: try #require(mail.firstRange(of: "\r\n\r\n")).lowerBound)
      let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
      #expect(
        lines.allSatisfy { $0.utf8.count <= 78 && !$0.utf8.contains { $0 < 0x20 } },
        "\(text.debugDescription)")
      let found = lines.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
      #expect(Set(found.map(String.init)).isSubset(of: names) && Set(found).count == found.count)
      #expect(mail.matches(of: /\r\n--=_/).count == 3, "\(text.debugDescription)")
      #expect(mail.utf8.count { $0 == 0x0d } == mail.matches(of: /\r\n/).count)
    }
  }

  @Test(arguments: [1, 56, 57, 58, 65_536])
  func logoIsAPartOfTheHTML(_ size: Int) async throws {
    let image = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let logo = MailLogo(.png, image)
    let html = "<img src=\"\(logo.address)\">\n"
    let message = MIMEMessage(
      id: try QueuedMessage.newID(), date: moment(0), from: Mailbox(try EmailAddress("a@example.com")),
      to: try EmailAddress("b@example.com"),
      MailContent(subject: "s", text: "Hello\n", html: html, language: "en", logo: logo))
    let read = try await read(message)
    #expect(read["defects"]?.array == [])
    #expect(
      read["types"]
        == .strings(["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"]))
    #expect(read["parts"] == .strings(["Hello\n", html, Base64.encode(image)]))
    #expect(read["content_ids"] == .strings(["<\(logo.contentID)>"]))
    #expect(read["dispositions"] == .strings(["inline; filename=\"logo.png\""]))
    let lines = String(decoding: message.bytes, as: UTF8.self).components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") })
  }

  @Test func theBytesAreTheSameAtEachAttempt() throws {
    let message = try message()
    #expect(message.bytes == message.bytes)
    let other = MIMEMessage(
      id: message.id, date: message.date, from: message.sender, replyTo: message.replyTo,
      to: message.recipient, message.content)
    #expect(other.bytes == message.bytes)
  }

  @Test func datesAreInTheFormOfMail() async throws {
    for (seconds, text) in [
      (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
      (1_795_400_456, "Mon, 23 Nov 2026 02:20:56 +0000"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 +0000"),
    ] {
      let message = try message(date: Date(timeIntervalSince1970: TimeInterval(seconds)))
      #expect(String(decoding: message.bytes, as: UTF8.self).hasPrefix("Date: \(text)\r\n"))
    }
  }
}
