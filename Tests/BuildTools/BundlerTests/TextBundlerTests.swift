import Encodings
import Testing

@testable import DoorwardBundler

@Suite struct TextBundlerTests {
  private let same = #"{"a.again": "a.b", "other.key": "not.here"}"#

  private func file(_ tag: String, _ shared: String, mail: String = "{}") throws -> LanguageFile {
    let text = """
      {"language": "\(tag)", "direction": "ltr", "shared": \(shared), "apps": {}, "page": {}, "server": {}, "mail": \(mail)}
      """
    return try LanguageFile([UInt8](text.utf8), tag: tag, sameTexts: [UInt8](same.utf8))
  }

  @Test func textsHaveTheKeysOfTheirSection() throws {
    let file = try file("en", #"{"a": {"b": "B", "c.d": {"one": "1", "other": "2"}}}"#)
    let entries = try file.entries([.shared])
    #expect(entries.map(\.key) == ["a.b", "a.c.d", "a.again"])
    #expect(entries.map { $0.forms.map(\.text) } == [["B"], ["1", "2"], ["B"]])
    #expect(try file.entries([.page]).isEmpty)
  }

  @Test func languageWithoutAKeyEndsTheBuild() throws {
    let english = try file("en", #"{"a": {"b": "B", "c": "C"}}"#)
    let german = try file("de", #"{"a": {"b": "B"}}"#)
    #expect(
      throws: TextFileError(file: "de.json", reason: "must have the keys of en.json: a.c")
    ) { try TextSource.text(of: [english, german], parts: [.shared]) }
  }

  @Test func keyOfTwoPartsEndsTheBuild() throws {
    let text = #"{"shared": {"a": {"b": "B"}}, "page": {"a": {"b": "C"}}}"#
    let file = try LanguageFile([UInt8](text.utf8), tag: "en", sameTexts: [UInt8]("{}".utf8))
    #expect(throws: TextFileError.self) { try file.entries([.shared, .page]) }
  }

  @Test(arguments: [
    #"{"a": {"b": 1}}"#, #"{"a": {"b": {"one": "x"}}}"#, #"{"a": {"b": {"other": 2}}}"#, #"{"a": "b"}"#,
  ])
  func textOfAnotherFormEndsTheBuild(_ shared: String) throws {
    let file = try file("en", shared)
    #expect(throws: TextFileError.self) { try file.entries([.shared]) }
  }

  @Test func separatorInATextEndsTheBuild() throws {
    for text in [#"{"a": {"b": "x|y"}}"#, #"{"a": {"b": "x\ny"}}"#] {
      let file = try file("en", text)
      #expect(throws: TextFileError.self) { try TextSource.text(of: [file], parts: [.shared]) }
    }
  }

  @Test func mailHasTheNamesOfTheWaysToSignIn() throws {
    let file = try file("de", #"{"near": {"kind.near": "NEAR-Konto"}}"#, mail: #"{"footer": "F"}"#)
    #expect(
      try file.mailCatalog().serializedString()
        == #"{"footer":"F","language":"de","direction":"ltr","methods":{"near":"NEAR-Konto"}}"#)
  }
}
