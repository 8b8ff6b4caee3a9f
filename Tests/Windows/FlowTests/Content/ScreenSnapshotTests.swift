import DoorwardTexts
import Foundation
import Testing

@testable import DoorwardFlow

/// `Screens/*.txt` has the content of every view in every state, in English and in a language that is written from right to left,
/// so that a change of a view shows every label, order, identifier and step that it changes.
struct ScreenSnapshotTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Screens")

  @Test func signInViewsAreThoseOfTheFiles() throws {
    var files: [String: String] = [:]
    for content in [SignInContent.inEnglish] + (SignInContent.inArabic.map { [$0] } ?? []) {
      for (view, state, flow) in SignInSamples.all {
        let screen = content.screen(of: flow, at: FlowEvent.time(0))
        #expect(screen.name == view, "\(state)")
        files["sign-in.\(view)", default: ""] += "# \(state), \(screen.language)\n\(TreeDump(screen).text)\n"
      }
    }
    try compare(files, prefix: "sign-in.")
  }

  @Test func accountViewsAreThoseOfTheFiles() throws {
    var files: [String: String] = [:]
    for content in [AccountContent.inEnglish] + (AccountContent.inArabic.map { [$0] } ?? []) {
      for (view, state, flow) in AccountSamples.all {
        let window = content.window(of: AccountState(flow: flow), at: FlowEvent.time(0))
        #expect((window.dialog?.content.name ?? window.page.name) == view, "\(state)")
        let dump =
          window.dialog.map { "\($0.style) \(TreeDump($0.content).text)" } ?? TreeDump(window.page).text
        files["account.\(view)", default: ""] += "# \(state), \(window.page.language)\n\(dump)\n"
      }
    }
    try compare(files, prefix: "account.")
  }

  /// No view shows a key, an empty text or an unfilled blank, in any language.
  @Test(arguments: Language.all) func everyLanguageHasEveryText(_ language: Language) {
    let signIn = SignInContent(ContentTexts(Texts(language), zone: .gmt))
    let account = AccountContent(signIn, photoSources: PhotoSource.allCases, languages: ["de"])
    var broken: Set<String> = []
    for (_, _, flow) in SignInSamples.all {
      let screen = signIn.screen(of: flow, at: FlowEvent.time(0))
      broken.formUnion(ScreenRules(screen, allows: flow.allows).broken)
    }
    for (_, _, flow) in AccountSamples.all {
      let window = account.window(of: AccountState(flow: flow), at: FlowEvent.time(0))
      for screen in [window.page, window.dialog?.content].compactMap(\.self) {
        broken.formUnion(ScreenRules(screen, allows: flow.allows).broken)
      }
    }
    #expect(broken.isEmpty, "\(broken.sorted().prefix(5))")
  }

  private func compare(_ files: [String: String], prefix: String) throws {
    let manager = FileManager.default
    if ProcessInfo.processInfo.environment["DOORWARD_WRITE_SCREENS"] == "1" {
      try manager.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      for name in try manager.contentsOfDirectory(atPath: Self.folder.path()) where name.hasPrefix(prefix) {
        try manager.removeItem(at: Self.folder.appending(path: name))
      }
      for (name, text) in files {
        try text.write(to: Self.folder.appending(path: "\(name).txt"), atomically: true, encoding: .utf8)
      }
    }
    let stored = try manager.contentsOfDirectory(atPath: Self.folder.path()).filter { $0.hasPrefix(prefix) }
    #expect(Set(stored) == Set(files.keys.map { "\($0).txt" }), "A file is missing, or of no view.")
    for (name, text) in files {
      let file = try? String(contentsOf: Self.folder.appending(path: "\(name).txt"), encoding: .utf8)
      #expect(
        file == text,
        "\(name) is out of date. Run: DOORWARD_WRITE_SCREENS=1 swift test --filter ScreenSnapshotTests")
    }
  }
}

extension SignInContent {
  static let inEnglish = SignInContent(ContentTexts(Texts(.english), zone: .gmt))
  static let inArabic = Language(tag: "ar").map { SignInContent(ContentTexts(Texts($0), zone: .gmt)) }
}

extension AccountContent {
  static let inEnglish = AccountSamples.content(.inEnglish)
  static let inArabic = SignInContent.inArabic.map(AccountSamples.content)
}
