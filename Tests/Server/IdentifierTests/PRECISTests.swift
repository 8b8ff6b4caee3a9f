import DoorwardUnicode
import Sampling
import Testing
import VectorFiles

@Suite("PRECIS (RFC 8264, RFC 8265)")
struct PRECISTests {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    var profile: String
    var input: String
    var output: String
    var error: String?
    var testDescription: String { "\(profile): \(input)" }
  }

  private static func cases(_ profile: String) throws -> [Vector] {
    let cases = try vectorCases("text/precis.json", as: Vector.self).filter { $0.profile == profile }
    try #require(!cases.isEmpty)
    return cases
  }

  private func check(_ vector: Vector, _ profile: PRECISProfile) {
    let result = try? profile.enforce(vector.input)
    let expected = vector.error == nil ? vector.output : nil
    // `==` of strings would accept another normalization.
    #expect(result.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test(arguments: try cases("OpaqueString"))
  func opaqueString(vector: Vector) { check(vector, .opaqueString) }

  @Test(arguments: try cases("UsernameCaseMapped"))
  func usernameCaseMapped(vector: Vector) { check(vector, .usernameCaseMapped) }

  /// RFC 5892 appendix A.
  @Test(arguments: [
    ("l\u{B7}l", true), ("a\u{B7}l", false), ("l\u{B7}", false), ("\u{B7}", false),
    ("\u{375}α", true), ("\u{375}a", false), ("א\u{5F3}", true), ("a\u{5F4}", false),
    ("\u{30FB}カ", true), ("\u{30FB}a", false), ("\u{661}\u{662}", true), ("\u{661}\u{6F1}", false),
    ("क\u{94D}\u{200D}ष", true), ("क\u{200D}ष", false), ("क\u{94D}\u{200C}ष", true), ("a\u{200C}b", false),
    ("نامه\u{200C}ای", true),
  ])
  func contextRules(text: String, isAllowed: Bool) {
    #expect(((try? PRECISProfile.opaqueString.enforce(text)) != nil) == isAllowed)
  }

  /// A rule that reads the whole text for each character would take hours for these texts.
  @Test(
    .timeLimit(.minutes(5)), .takesLong("A rule that takes quadratic time must exceed the time limit."),
    arguments: [
      ("", "\u{30FB}", "カ", true), ("", "\u{661}", "", true), ("", "\u{6F1}", "", true),
      ("", "\u{6F1}", "\u{661}", false), ("نا", "مه\u{64B}\u{200C}", "ای", true),
    ])
  func contextRulesTakeLinearTime(start: String, repeated: String, end: String, isAllowed: Bool) {
    let text = start + String(repeating: repeated, count: 50_000) + end
    #expect(((try? PRECISProfile.opaqueString.enforce(text)) != nil) == isAllowed)
  }

  @Test(arguments: ["שa", "aש", "1ש", "ש\u{661}1", "ש-"])
  func usernamesDoNotMixDirections(text: String) {
    #expect(throws: PRECISError(.mixedDirections, "")) { try PRECISProfile.usernameCaseMapped.enforce(text) }
  }

  @Test(arguments: hostileTexts)
  func everyTextHasAResult(text: String) {
    for profile in [PRECISProfile.opaqueString, .usernameCaseMapped] where text.utf8.count <= 200_000 {
      guard let once = try? profile.enforce(text) else { continue }
      #expect((try? profile.enforce(once)) == once)
    }
  }

  @Test func everyScalarHasAStableResult() {
    // The other planes have no characters, or private ones only.
    for value in 0...0x323AF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for profile in [PRECISProfile.opaqueString, .usernameCaseMapped] {
        guard let once = try? profile.enforce(String(scalar)) else { continue }
        if (try? profile.enforce(once))?.utf8.elementsEqual(once.utf8) != true {
          Issue.record("U+\(String(value, radix: 16)) changes twice")
        }
      }
    }
  }
}
