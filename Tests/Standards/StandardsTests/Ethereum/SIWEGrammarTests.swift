import Encodings
import SignInWithEthereum
import Testing

@Suite("SIWE messages: the grammar of EIP-4361")
struct SIWEGrammarTests {
  private func expect(_ code: SIWEError.Code, _ text: String) {
    #expect(throws: SIWEError(code: code, reason: "")) { try SIWEMessage(parsing: text) }
  }

  private func replacing(_ part: String, _ other: String, in fields: SIWEFields = .full) throws -> String {
    let text = try SIWEMessage(fields).text
    let pieces = text.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(pieces.count == 2)
    return pieces[0] + other + pieces[1]
  }

  @Test("a message with every field follows the template and round-trips")
  func template() throws {
    let message = try SIWEMessage(SIWEFields.full)
    #expect(
      message.text == """
        https://user@example.com:8443 wants you to sign in with your Ethereum account:
        0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

        I accept the ExampleOrg Terms of Service: https://example.com/tos

        URI: https://example.com/login?a=%20#b
        Version: 1
        Chain ID: 137
        Nonce: 32891756aB
        Issued At: 2021-09-30T16:25:24.123Z
        Expiration Time: 2021-09-30T18:25:24+02:00
        Not Before: 2021-09-30t16:25:24z
        Request ID: some_id%20:@
        Resources:
        - ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
        - urn:a:b
        - https://[::1]:1/
        """)
    #expect(try SIWEMessage(parsing: message.text).fields == .full)
    #expect(message.expirationTime?.rfc3339 == "2021-09-30T16:25:24.000Z")
    #expect(message.notBefore == message.expirationTime)
    #expect(message.issuedAt.nanoseconds == 123_000_000)
  }

  @Test("an empty statement, an absent statement and missing line feeds are distinguished")
  func statements() throws {
    var fields = SIWEFields.example
    let absent = try SIWEMessage(fields)
    fields.statement = ""
    let empty = try SIWEMessage(fields)
    #expect(absent.statement == nil)
    #expect(empty.statement?.isEmpty == true)
    #expect(absent.text.contains("6Cc2\n\n\nURI: "))
    #expect(empty.text.contains("6Cc2\n\n\n\nURI: "))
    #expect(try SIWEMessage(parsing: absent.text).fields.statement == nil)
    #expect(try SIWEMessage(parsing: empty.text).fields == fields)
    expect(.malformedMessage, try replacing("6Cc2\n\n\nURI", "6Cc2\n\nURI", in: .example))
    expect(.malformedMessage, try replacing("6Cc2\n\n\nURI", "6Cc2\n\n\n\n\nURI", in: .example))
    expect(.malformedMessage, try replacing("6Cc2\n\n\nURI", "6Cc2\nURI", in: .example))
  }

  @Test("a statement can look like a field")
  func statementLikeField() throws {
    for statement in ["URI: https://evil.example", "Nonce: 12345678", " ", "- urn:a", "Version: 1"] {
      var fields = SIWEFields.example
      fields.statement = statement
      let message = try SIWEMessage(fields)
      #expect(message.statement == statement)
      #expect(message.uri == "https://example.com/login")
    }
  }

  @Test("a statement can contain only the characters of RFC 3986 and the space", arguments: UInt8.min...127)
  func statementCharacters(byte: UInt8) throws {
    let allowed = ":/?#[]@!$&'()*+,;= abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
    var fields = SIWEFields.example
    let character = String(UnicodeScalar(byte))
    fields.statement = "a\(character)b"
    if allowed.contains(character) {
      #expect(try SIWEMessage(fields).statement == fields.statement)
    } else {
      #expect(throws: SIWEError(code: .invalidStatement, reason: "")) { try SIWEMessage(fields) }
    }
  }

  @Test(
    "text beyond ASCII is refused in every field",
    arguments: ["é", "\u{2028}", "\u{202e}", "０", "😀", "\u{212a}"])
  func beyondASCII(character: String) {
    let edits: [(inout SIWEFields) -> Void] = [
      { $0.scheme = "https" + character }, { $0.domain += character }, { $0.address += character },
      { $0.statement = character }, { $0.uri += character }, { $0.nonce += character },
      { $0.issuedAt += character },
      { $0.requestID = character }, { $0.resources = ["urn:" + character] }, { $0.version += character },
    ]
    for edit in edits {
      var fields = SIWEFields.example
      edit(&fields)
      #expect(throws: SIWEError.self) { try SIWEMessage(fields) }
    }
  }

  @Test(
    "chain ids are whole numbers in the range of EIP-155",
    arguments: [
      ("1", UInt64?.some(1)), ("137", 137), ("9223372036854775771", 9_223_372_036_854_775_771), ("01", nil),
      ("00000000000000000000000000137", nil), ("9223372036854775772", nil), ("18446744073709551616", nil),
      ("18446744073709551617", nil), (String(repeating: "9", count: 1000), nil), ("0", nil), ("000", nil),
      ("", nil),
      ("-1", nil), ("+1", nil), ("1.0", nil), ("0x1", nil), ("1e3", nil), ("1 ", nil), (" 1", nil),
      ("１", nil), ("1_000", nil),
    ])
  func chainIDs(digits: String, chainID: UInt64?) throws {
    let text = try replacing("Chain ID: 137", "Chain ID: \(digits)")
    if let chainID {
      let message = try SIWEMessage(parsing: text)
      #expect(message.chainID == chainID)
      #expect(message.text == text)
    } else {
      expect(.invalidChainID, text)
    }
  }

  @Test(
    "nonces have at least eight letters and digits",
    arguments: [
      ("12345678", true), ("abcdEFGH", true), (String(repeating: "a", count: 1000), true), ("1234567", false),
      ("", false), ("1234-5678", false), ("12345678 ", false), (" 12345678", false), ("1234567_8", false),
      ("12345678=", false), ("1234567é", false), ("%31%32%33%34%35%36%37%38", false),
    ])
  func nonces(nonce: String, isValid: Bool) throws {
    let text = try replacing("32891756aB", nonce)
    if isValid {
      #expect(try SIWEMessage(parsing: text).nonce == nonce)
    } else {
      expect(.invalidNonce, text)
    }
  }

  @Test("only version 1 is accepted", arguments: ["", "2", "01", "1.0", "11", "1 ", " 1", "v1", "one"])
  func versions(version: String) throws {
    expect(.invalidVersion, try replacing("Version: 1", "Version: \(version)"))
  }

  @Test("an empty request id differs from an absent one")
  func requestIDs() throws {
    var fields = SIWEFields.example
    for value in ["", "a", "!$&'()*+,;=:@-._~", "%00"] {
      fields.requestID = value
      let message = try SIWEMessage(fields)
      #expect(message.requestID == value)
      #expect(message.text.hasSuffix("\nRequest ID: \(value)"))
    }
    #expect(try SIWEMessage(SIWEFields.example).requestID == nil)
    for value in ["a/b", "a b", "?", "#", "%", "%4", "[", "\"", "a\u{0}"] {
      fields.requestID = value
      #expect(throws: SIWEError(code: .invalidRequestID, reason: "")) { try SIWEMessage(fields) }
    }
  }

  @Test("an empty list of resources differs from an absent one")
  func emptyResources() throws {
    var fields = SIWEFields.example
    fields.resources = []
    let message = try SIWEMessage(fields)
    #expect(message.text.hasSuffix("\nResources:"))
    #expect(message.resources == [])
    #expect(try SIWEMessage(SIWEFields.example).resources == nil)
    expect(.malformedMessage, message.text + " ")
    expect(.malformedMessage, message.text + "\n")
    expect(.malformedMessage, message.text + "\n-")
    expect(.invalidResource, message.text + "\n- ")
    expect(.malformedMessage, message.text + "\nurn:a")
    expect(.malformedMessage, message.text + "\n* urn:a")
    expect(.malformedMessage, message.text + "\n- urn:a\n")
    expect(.malformedMessage, message.text + "\n- urn:a\n\n- urn:b")
    expect(.invalidResource, message.text + "\n-  urn:a")
  }

  @Test(
    "times must be RFC 3339 date-times",
    arguments: [
      "", "2021-09-30", "2021-09-30 16:25:24Z", "1633019124", "2021-02-29T00:00:00Z", "2021-09-30T16:25:24",
      "2021-09-30T16:25:24Z ", "Thu, 30 Sep 2021 16:25:24 GMT",
    ])
  func times(text: String) throws {
    expect(.invalidTime, try replacing("2021-09-30T16:25:24.123Z", text))
    expect(.invalidTime, try replacing("2021-09-30T18:25:24+02:00", text))
    expect(.invalidTime, try replacing("2021-09-30t16:25:24z", text))
  }

  @Test("labels are compared byte for byte")
  func labels() throws {
    let labels = [
      "wants you", "sign in", "Ethereum account", "URI: ", "Version: ", "Chain ID: ", "Nonce: ",
      "Issued At: ",
      "Expiration Time: ", "Not Before: ", "Request ID: ", "Resources:",
    ]
    for label in labels {
      expect(
        .malformedMessage,
        try replacing(label, label.lowercased() == label ? label.uppercased() : label.lowercased()))
      let spaced = try replacing(label, label + " ")
      #expect(throws: SIWEError.self) { try SIWEMessage(parsing: spaced) }
    }
    for label in ["URI: ", "Version: ", "Chain ID: ", "Nonce: ", "Issued At: ", "Expiration Time: "] {
      expect(.malformedMessage, try replacing(label, String(label.dropLast())))
    }
  }

  @Test("every truncation of a message is refused, except at the end of an optional part")
  func truncations() throws {
    let text = try SIWEMessage(SIWEFields.full).text
    var accepted: [String] = []
    for length in 0..<text.utf8.count {
      let prefix = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      guard let message = try? SIWEMessage(parsing: prefix) else { continue }
      #expect(try SIWEMessage(message.fields).text == prefix)
      accepted.append(String(prefix.suffix(1)))
    }
    // Accepted cuts are the ends of the three times with a zone, and all cuts of the request id and of the
    // resources.
    #expect(accepted.count > 10)
    #expect(!accepted.contains("\n"))
  }

  @Test("an address in one letter case is refused by default, and keeps its spelling if allowed")
  func addressCasing() throws {
    let lower = try replacing(
      "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")
    expect(.invalidAddress, lower)
    let message = try SIWEMessage(parsing: lower, addressCasing: .checksummedOrUniform)
    #expect(message.text == lower)
    #expect(message.address.checksummed == SIWEFields.full.address)
    #expect(message.fields.address == "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2")
    #expect(try SIWEMessage(message.fields, addressCasing: .checksummedOrUniform) == message)
    let wrong = try replacing("0xC02aaA39", "0xC02aaa39")
    #expect(throws: SIWEError(code: .invalidAddress, reason: "")) {
      try SIWEMessage(parsing: wrong, addressCasing: .checksummedOrUniform)
    }
  }

  @Test("a field cannot inject another field")
  func smuggling() {
    let edits: [(SIWEError.Code, (inout SIWEFields) -> Void)] = [
      (.invalidDomain, { $0.domain = "https://example.com" }),
      (.invalidDomain, { $0.domain = "a wants you to sign in with your Ethereum account:\n0x" }),
      (.invalidAddress, { $0.address += "\n\nstatement" }),
      (.invalidStatement, { $0.statement = "a\n\nURI: https://evil.example\nVersion: 1" }),
      (.invalidURI, { $0.uri += "\nVersion: 1" }),
      (.invalidVersion, { $0.version = "1\nChain ID: 5" }),
      (.invalidNonce, { $0.nonce += "\nIssued At: 2021-09-30T16:25:24Z" }),
      (.invalidTime, { $0.issuedAt += "\nExpiration Time: 2999-09-30T16:25:24Z" }),
      (.invalidTime, { $0.expirationTime = "2021-09-30T16:25:24Z\nNot Before: 2021-09-30T16:25:24Z" }),
      (.invalidTime, { $0.notBefore = "2021-09-30T16:25:24Z\nRequest ID: a" }),
      (.invalidRequestID, { $0.requestID = "a\nResources:" }),
      (.invalidResource, { $0.resources = ["urn:a\n- urn:recap:b"] }),
      (.malformedMessage, { $0.scheme = "" }),
      (.malformedMessage, { $0.scheme = "1http" }),
    ]
    for (code, edit) in edits {
      var fields = SIWEFields.example
      edit(&fields)
      let error = #expect(throws: SIWEError.self) { try SIWEMessage(fields) }
      // An invalid scheme is parsed as an invalid domain.
      #expect(error?.code == code || (code == .malformedMessage && error?.code == .invalidDomain))
    }
  }

  @Test("the typed builder writes times in UTC with milliseconds")
  func typedBuilder() throws {
    let address = try EthereumAddress(parsing: SIWEFields.example.address)
    let issuedAt = try Timestamp(rfc3339: "2026-11-21T06:00:00.5+01:00")
    let message = try SIWEMessage(
      domain: "localhost:8787", address: address, statement: "Hello.", uri: "http://localhost:8787/",
      chainID: 11_155_111,
      nonce: "abcdefgh12345678", issuedAt: issuedAt, expirationTime: issuedAt.advanced(by: .seconds(300)),
      resources: [])
    #expect(message.fields.issuedAt == "2026-11-21T05:00:00.500Z")
    #expect(message.fields.expirationTime == "2026-11-21T05:05:00.500Z")
    #expect(message.issuedAt == issuedAt)
    #expect(message.address == address)
    #expect(throws: SIWEError(code: .invalidChainID, reason: "")) {
      try SIWEMessage(
        domain: "a", address: address, uri: "a:", chainID: 0, nonce: "abcdefgh12345678", issuedAt: issuedAt)
    }
  }
}
