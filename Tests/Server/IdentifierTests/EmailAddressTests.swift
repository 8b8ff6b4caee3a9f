import DoorwardIdentifiers
import DoorwardServerRules
import Testing
import VectorFiles

@Suite("Email addresses")
struct EmailAddressTests {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    var address: String
    var category: String
    var testDescription: String { "\(category): \(address)" }
  }

  /// Addresses in everyday use are accepted. Quoted parts, address literals, comments and mistakes are refused.
  /// `ISEMAIL_RFC5321_TLD` says that a domain with one label is legal, as in `test@localhost`.
  @Test(arguments: try vectorCases("text/email_isemail.json", as: Vector.self))
  func isemail(vector: Vector) {
    let isPlain =
      ["ISEMAIL_VALID_CATEGORY", "ISEMAIL_DNSWARN"].contains(vector.category) || vector.address == "test@org"
    #expect((refusal { () throws(IdentifierError) in try EmailAddress(vector.address) } == nil) == isPlain)
  }

  @Test func comparisonIgnoresCaseAndTheFormOfTheDomain() throws {
    let address = try EmailAddress("Alice.Example@BÜCHER.example")
    #expect(address.address == "Alice.Example@xn--bcher-kva.example")
    #expect(address.display == "Alice.Example@bücher.example")
    #expect(address.key == "alice.example@xn--bcher-kva.example")
    #expect(try address == EmailAddress("alice.EXAMPLE@xn--bcher-kva.example"))
    #expect(try address != EmailAddress("aliceexample@xn--bcher-kva.example"))
    #expect(try Set([address, EmailAddress("ALICE.EXAMPLE@bücher.example")]).count == 1)
  }

  @Test(arguments: [
    ("", IdentifierError.Code.empty), ("a", .emailIncomplete), ("@", .emailIncomplete),
    ("@a.b", .emailIncomplete),
    ("a@", .emailIncomplete), (".a@b.c", .emailLocalPart), ("a..b@c.d", .emailLocalPart),
    ("ü@example.com", .emailLocalPart), ("a b@c.d", .emailLocalPart), ("a@b@c.d", .emailLocalPart),
    ("\"a\"@b.c", .emailLocalPart), ("a\r\nBcc: x@b.c", .emailLocalPart), ("a@b..c", .emailDomain),
    ("a@[127.0.0.1]", .emailDomain), ("a@127.0.0.1", .emailDomain), ("a@b.c\n", .emailDomain),
    (String(repeating: "a", count: 65) + "@b.c", .emailTooLong),
  ])
  func refusalsHaveCodes(text: String, code: IdentifierError.Code) {
    #expect(refusal { () throws(IdentifierError) in try EmailAddress(text) } == code)
  }

  @Test func longestAddressHas254Bytes() throws {
    let local = String(repeating: "a", count: 64)
    let label = String(repeating: "b", count: 63)
    let longest = "\(local)@\(label).\(label).\(String(repeating: "c", count: 61))"
    #expect(longest.utf8.count == 254)
    #expect(try EmailAddress(longest).address == longest)
    #expect(refusal { () throws(IdentifierError) in try EmailAddress(longest + "c") } == .emailTooLong)
    // 250 bytes with an umlaut become more than 254 in ASCII.
    let umlauts = "\(local)@\(label).\(label).\(String(repeating: "c", count: 52))ü.de"
    #expect(refusal { () throws(IdentifierError) in try EmailAddress(umlauts) } == .emailTooLong)
  }

  @Test func maskedFormHidesTheName() throws {
    let address = try EmailAddress("alice@example.com")
    #expect(address.masked == "a…@example.com")
    #expect(try EmailAddress("a@example.com").masked == "…@example.com")
    var dumped = ""
    dump(address, to: &dumped)
    for text in ["\(address)", String(reflecting: address), dumped] { #expect(!text.contains("alice")) }
  }

  @Test(arguments: hostileTexts)
  func hostileTextsAreRefusedOrFitAMessageHeader(text: String) {
    guard let address = try? EmailAddress(text) else { return }
    #expect(address.address.utf8.allSatisfy { (0x21...0x7e).contains($0) })
  }
}
