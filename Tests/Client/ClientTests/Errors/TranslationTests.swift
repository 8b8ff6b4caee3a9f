import Doorward
import Foundation
import Testing

/// An app translates the sentences of errors.
struct TranslationTests {
  private let error = DoorwardError(
    code: .offline, reason: "It could not be reached.", recoverySuggestion: "Try again.")

  @Test func tableOfTheAppTranslates() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "doorward-\(UUID().uuidString).bundle")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "en.lproj"), withIntermediateDirectories: true)
    let table = """
      "offline" = "Der Server ist nicht zu erreichen.";
      "offline.advice" = "Versuche es noch einmal.";
      "not_found.advice" = "Sieh noch einmal nach.";
      """
    try Data(table.utf8).write(to: folder.appending(path: "en.lproj/Doorward.strings"))
    let bundle = try #require(Bundle(path: folder.path))
    #expect(error.sentence(in: bundle) == "Der Server ist nicht zu erreichen.")
    #expect(error.advice(in: bundle) == "Versuche es noch einmal.")
    // A code without a translation stays English, and a table can have advice for a code that has none.
    let other = DoorwardError(code: .notFound, reason: "There is no such thing.")
    #expect(other.sentence(in: bundle) == "There is no such thing.")
    #expect(other.advice(in: bundle) == "Sieh noch einmal nach.")
  }

  @Test func withoutATableTheTextIsEnglish() {
    #expect(error.localizedDescription == "It could not be reached.")
    #expect(error.recoverySuggestion == "Try again.")
    #expect(DoorwardError(code: .notFound, reason: "").recoverySuggestion == nil)
  }
}
