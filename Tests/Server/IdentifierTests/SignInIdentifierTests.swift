import DoorwardIdentifiers
import DoorwardServerRules
import Encodings
import Testing
import VectorFiles

@Suite("Identifier of a sign-in form")
struct SignInIdentifierTests {
  @Test(arguments: [
    ("alice@example.com", SignInIdentifier.Kind.email, "alice@example.com", "a…@example.com"),
    ("  Alice@EXAMPLE.com\n", .email, "alice@example.com", "A…@example.com"),
    ("+49 1512 3456789", .phone, "+4915123456789", "+49…789"),
    ("0151 23456789", .phone, "+4915123456789", "+49…789"),
    ("(0151) 234-567-89", .phone, "+4915123456789", "+49…789"),
    ("\u{202A}+49 170 1234567\u{202C}", .phone, "+491701234567", "+49…567"),
    ("0170\u{200E} 123\u{2060}4567\u{FEFF}", .phone, "+491701234567", "+49…567"),
    ("\u{200B}ada@example.com \u{2069}", .email, "ada@example.com", "a…@example.com"),
    ("\u{2068} Alice\u{200D}", .userName, "alice", "a…"),
    ("Alice", .userName, "alice", "a…"),
    ("alice99", .userName, "alice99", "a…"),
    ("4ever", .userName, "4ever", "4…"),
  ])
  func textIsReadAsOneKind(text: String, kind: SignInIdentifier.Kind, key: String, masked: String) throws {
    let identifier = try SignInIdentifier(text, defaultRegion: "DE")
    #expect(identifier.kind == kind)
    #expect(identifier.key == key)
    #expect(identifier.masked == masked)
  }

  struct KindVector: Decodable, Sendable {
    var text: String
    var kind: String
  }

  /// The tests of the page's scripts and of the apps have the same table.
  @Test func kindFollowsFromTheText() throws {
    for vector in try vectorCases("text/identifier_kinds.json", as: KindVector.self) {
      #expect(SignInIdentifier.kind(of: vector.text).rawValue == vector.kind, "\(vector.text)")
    }
  }

  @Test(arguments: [
    ("", IdentifierError.Code.empty), ("\u{200B}\u{FEFF}", .empty),
    ("a\u{200B}da@example.com", .emailLocalPart), (" \n\t\u{3000}", .empty), ("alice@", .emailIncomplete),
    ("@alice", .emailIncomplete),
    ("+alice", .phoneInvalid), ("123456", .phoneCountry), ("al", .userNameTooShort),
    ("alice smith", .userNameCharacter),
    ("--", .userNameCharacter), (String(repeating: "a", count: 1025), .tooLong),
  ])
  func refusalsHaveCodes(text: String, code: IdentifierError.Code) {
    #expect(refusal { () throws(IdentifierError) in try SignInIdentifier(text) } == code)
  }

  /// The API names a user name `username`.
  @Test func kindsHaveTheNamesOfTheAPI() {
    #expect(SignInIdentifier.Kind.allCases.map(\.rawValue) == ["email", "phone", "username"])
  }

  /// Case 2 of the threats: variants of an identifier reset no limit, because they have one key.
  @Test func variantsHaveOneKey() throws {
    #expect(
      try Set(
        ["Alice@Example.com", "alice@example.com", " ALICE@EXAMPLE.COM "].map { try SignInIdentifier($0).key }
      ).count
        == 1)
    #expect(
      try Set(
        ["Åsa", "A\u{30A}SA", "ÅSA", "åsa"].map { try SignInIdentifier($0).key }.map { Array($0.utf8) }
      ).count == 1)
  }

  @Test(arguments: hostileTexts)
  func hostileTextsAreRefusedWithoutRepeatingThem(text: String) {
    do {
      let identifier = try SignInIdentifier(text, defaultRegion: "DE")
      #expect(!identifier.key.isEmpty && identifier.key.utf8.count <= 254)
    } catch {
      #expect(text.count < 4 || !error.description.contains(text))
    }
  }
}
