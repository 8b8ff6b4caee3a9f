import Foundation
import SwiftUI
import Testing

@testable import DoorwardUI

/// The previews: each view in each state that looks different.
@MainActor struct PreviewTests {
  private static let folder = URL(filePath: ProcessInfo.processInfo.environment["TREES"] ?? ".")

  @Test func viewsAreThoseOfTheTrees() throws {
    var trees: [String: String] = [:]
    for preview in PreviewViews.all {
      let screen = Screen(preview.view.doorwardLanguage("en"))
      #expect(screen.mistakes == [], "\(preview.name)")
      trees[preview.screen, default: ""] += "# \(preview.state)\n\(screen.dump)\n"
    }
    for (screen, tree) in trees { expectTree("previews/\(screen)", tree) }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "previews").path())
    #expect(Set(files) == Set(trees.keys.map { "\($0).txt" }), "a tree of a view that does not exist")
  }

  /// Xcode shows only the previews that the file names.
  @Test func fileHasEachPreview() throws {
    let root = Self.folder.appending(path: "../../../../..").standardizedFileURL
    let text = try String(
      contentsOf: root.appending(path: "Sources/Windows/DoorwardUI/Previews/Previews.swift"), encoding: .utf8)
    let shown = text.matches(of: /PreviewViews\["([^"]+)"\]\s*}/).map { String($0.1) }
    let names = PreviewViews.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(shown == names)
  }
}
