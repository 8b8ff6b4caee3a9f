import DoorwardIdentifiers
import DoorwardServerRules
import Testing

@Suite("User names")
struct UserNameTests {
  private func code(_ text: String) -> IdentifierError.Code? {
    refusal { () throws(IdentifierError) in try UserName(text) }
  }

  private func admission(_ text: String, _ policy: UserNamePolicy = UserNamePolicy()) -> IdentifierError.Code?
  {
    refusal { () throws(IdentifierError) in try policy.admit(UserName(text)) }
  }

  @Test(arguments: [
    ("Alice", "alice"), ("ALICE_93", "alice_93"), ("anne-marie.o", "anne-marie.o"), ("Ａlice", "alice"),
    ("ÅSA", "åsa"), ("A\u{30A}SA", "åsa"), ("Иван", "иван"), ("山田太郎", "山田太郎"), ("محمد", "محمد"),
    ("भारत", "भारत"),
    ("dŽE", "dže"),
  ])
  func namesAreStoredInOneForm(text: String, stored: String) throws {
    let name = try UserName(text)
    #expect(Array(name.text.utf8) == Array(stored.utf8))
    #expect(try UserName(name.text) == name)
  }

  @Test(arguments: [
    ("", IdentifierError.Code.empty), ("ab", .userNameTooShort),
    (String(repeating: "a", count: 33), .userNameTooLong),
    (String(repeating: "a", count: 1000), .userNameTooLong), ("a b", .userNameCharacter),
    ("a@b.c", .userNameCharacter),
    ("+alice", .userNameCharacter), ("123456", .userNameCharacter), (".alice", .userNameCharacter),
    ("alice.", .userNameCharacter), ("a..lice", .userNameCharacter), ("a_-lice", .userNameCharacter),
    ("alice\0", .userNameCharacter), ("ali\u{200B}ce", .userNameCharacter),
    ("ali\u{202E}ce", .userNameCharacter),
    ("alice🙂", .userNameCharacter), ("al²ice", .userNameCharacter), ("<alice>", .userNameCharacter),
    ("a/../b", .userNameCharacter), ("\u{301}alice", .userNameCharacter), ("שalice", .userNameCharacter),
    ("ﬁona", .userNameCharacter), ("it's", .userNameCharacter),
    ("x" + String(repeating: "\u{301}\u{323}", count: 4), .userNameCharacter),
  ])
  func refusalsHaveCodes(text: String, code: IdentifierError.Code) {
    #expect(self.code(text) == code)
  }

  @Test func lengthsAreCountedInCharacters() {
    #expect(code("abc") == nil)
    #expect(code(String(repeating: "é", count: 32)) == nil)
    #expect(code(String(repeating: "é", count: 33)) == .userNameTooLong)
  }

  @Test(arguments: [
    "p\u{430}ypal", "αlice", "alice山", "ᎪᏞᏆᏟᎬ", "ꓮꓡꓲꓚꓰ", "ѕсоре1a", "דוד\u{663}", "राम1\u{967}",
  ])
  func mixedAndUnusualScriptsAreRefused(text: String) {
    #expect(admission(text) == .userNameMixedScripts)
  }

  @Test(arguments: [
    "иван", "山田たろう", "カタカナ太郎", "한글漢字", "müller", "דוד", "alice1", "راشد\u{663}", "राम\u{967}", "राम1",
  ])
  func oneScriptAndEastAsianCombinationsAreAccepted(text: String) {
    #expect(admission(text) == nil)
  }

  @Test(arguments: [
    ("paypal", "paypa1"), ("bob", "b0b"), ("arnold", "amold"), ("scope", "ѕсоре"), ("modern", "rnodem"),
    ("alice", "ALICE"), ("cleo", "cIeo".lowercased().replacingI()), ("caxap", "сахар"),
  ])
  func namesThatLookAlikeHaveOneSkeleton(left: String, right: String) throws {
    #expect(try UserName(left).skeleton == UserName(right).skeleton)
  }

  @Test(arguments: [
    ("alice", "alicia"), ("bob", "rob"), ("anna", "anne"), ("müller", "muller"), ("max-1", "max-2"),
  ])
  func differentNamesHaveDifferentSkeletons(left: String, right: String) throws {
    #expect(try UserName(left).skeleton != UserName(right).skeleton)
  }

  @Test(arguments: [
    "admin", "Admin", "ADMIN", "ad.min", "ad-min", "r00t", "root", "supp0rt", "he1p", "no-reply", "Doorward",
  ])
  func reservedNamesAndTheirLookalikesAreRefused(text: String) {
    #expect(admission(text) == .userNameReserved)
  }

  @Test func operatorReservesMoreNames() {
    let policy = UserNamePolicy(reserved: ["Acme", "acme-team"])
    #expect(admission("acme", policy) == .userNameReserved)
    #expect(admission("acmeteam", policy) == .userNameReserved)
    #expect(admission("acmes", policy) == nil)
  }

  @Test func reservedNameStillSignsIn() throws {
    // A user may have had the name before it was reserved.
    #expect(try UserName("admin").text == "admin")
  }

  @Test func maskedFormHidesTheName() throws {
    #expect(try UserName("alice").masked == "a…")
  }

  @Test(arguments: hostileTexts)
  func hostileTextsAreRefusedOrHaveAStableForm(text: String) {
    guard let name = try? UserName(text) else { return }
    #expect((try? UserName(name.text)) == name)
  }
}

extension String {
  /// The text with "l" instead of "i", which a capital I looks like.
  fileprivate func replacingI() -> String { String(map { $0 == "i" ? "l" : $0 }) }
}
