import NEAR
import Testing

/// NEAR Protocol Specification §Account ID Rules, tested with the lists of near-account-id.
@Suite("NEAR account ids")
struct AccountIDTests {
  struct Case: Decodable, Sendable {
    var accountId: String
    var valid: Bool?
    var nearImplicit: Bool?
  }

  struct File: Decodable { var vectors: [Case] }

  static func cases(_ file: String) -> [Case] {
    (try? vectors("near/\(file).json", as: File.self).vectors) ?? []
  }

  @Test func `the files have the expected number of vectors`() {
    #expect(Self.cases("account_ids").count == 48)
    #expect(Self.cases("account_ids_near_implicit").count == 11)
  }

  @Test(arguments: cases("account_ids"))
  func `exactly the well-formed ids are accepted`(vector: Case) {
    if vector.valid == true {
      #expect((try? NEARAccountID(parsing: vector.accountId))?.description == vector.accountId)
    } else {
      #expect(throws: NEARError(code: .malformedAccountID, reason: "")) {
        try NEARAccountID(parsing: vector.accountId)
      }
    }
  }

  @Test(arguments: cases("account_ids_near_implicit"))
  func `exactly ids of 64 lower-case hexadecimal digits are implicit`(vector: Case) throws {
    let kind = try NEARAccountID(parsing: vector.accountId).kind
    #expect((kind == .nearImplicit) == (vector.nearImplicit == true))
  }

  @Test(arguments: [
    ("alice.near", NEARAccountID.Kind.named),
    ("0x00aabbccddeeff00112233445566778899aabbcc", .ethImplicit),
    ("0s00aabbccddeeff00112233445566778899aabbcc", .nearDeterministic),
    ("0x00aabbccddeeff00112233445566778899aabbc", .named),
    ("0x00aabbccddeeff00112233445566778899aabbccd", .named),
    ("0x00aabbccddeeff00112233445566778899aabbcg", .named),
    ("0t00aabbccddeeff00112233445566778899aabbcc", .named),
    ("1x00aabbccddeeff00112233445566778899aabbcc", .named),
    ("0s00aabbccddeeff00112233445566778899aabb-c", .named),
    ("000000aabbccddeeff00112233445566778899aabb", .named),
    (String(repeating: "f", count: 64), .nearImplicit),
    (String(repeating: "f", count: 63), .named),
    (String(repeating: "f", count: 62) + ".f", .named),
  ])
  func `the form of an id determines its kind`(text: String, kind: NEARAccountID.Kind) throws {
    let id = try NEARAccountID(parsing: text)
    #expect(id.kind == kind)
    #expect(id.isImplicit == (kind != .named))
  }

  @Test(arguments: [
    "0X00aabbccddeeff00112233445566778899aabbcc", "0x00AABBCCDDEEFF00112233445566778899AABBCC",
    "alice.near ", " alice.near", "alice.near\n", "alice\u{0}near", "ali\u{301}ce", "ａlice", "a/b", "",
  ])
  func `text is not trimmed, lowered or normalized`(text: String) {
    #expect(throws: NEARError(code: .malformedAccountID, reason: "")) { try NEARAccountID(parsing: text) }
  }

  @Test(arguments: [
    ("a", "at least 2"), (String(repeating: "a", count: 65), "at most 64"), ("aB", "Byte 2"),
    ("a..b", "Byte 3"), ("ab-", "Byte 3"), (".ab", "Byte 1"),
  ])
  func `an error names the defect and its position`(text: String, part: String) {
    let error = #expect(throws: NEARError.self) { try NEARAccountID(parsing: text) }
    #expect(error?.reason.contains(part) == true)
  }

  @Test func `a subaccount is one label below its parent`() throws {
    let near = try NEARAccountID(parsing: "near")
    let alice = try NEARAccountID(parsing: "alice.near")
    let app = try NEARAccountID(parsing: "app.alice.near")
    let impostor = try NEARAccountID(parsing: "alicenear")
    #expect(alice.isSubAccount(of: near))
    #expect(app.isSubAccount(of: alice))
    #expect(!app.isSubAccount(of: near))
    #expect(!near.isSubAccount(of: alice))
    #expect(!alice.isSubAccount(of: alice))
    #expect(!impostor.isSubAccount(of: near))
    #expect(app.parent == alice)
    #expect(near.parent == nil)
    #expect(near.isTopLevel)
    #expect(!alice.isTopLevel)
    #expect(try !NEARAccountID(parsing: "system").isTopLevel)
    #expect(try NEARAccountID(parsing: "alice.n").parent == nil)
  }
}
