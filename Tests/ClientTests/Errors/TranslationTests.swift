import Doorward
import Foundation
import Testing

/// An app says what was wrong in its own language.
struct TranslationTests {
  private let error = DoorwardError(
    code: .offline, reason: "It could not be reached.", recoverySuggestion: "Try again.")

  @Test func theAppsTableHasTheSay() throws {
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
    // What it has no words for stays as it is, and it may know advice where nobody else does.
    let other = DoorwardError(code: .notFound, reason: "There is no such thing.")
    #expect(other.sentence(in: bundle) == "There is no such thing.")
    #expect(other.advice(in: bundle) == "Sieh noch einmal nach.")
  }

  @Test func whereThereIsNoTableItIsEnglish() {
    #expect(error.localizedDescription == "It could not be reached.")
    #expect(error.recoverySuggestion == "Try again.")
    #expect(DoorwardError(code: .notFound, reason: "").recoverySuggestion == nil)
  }
}
