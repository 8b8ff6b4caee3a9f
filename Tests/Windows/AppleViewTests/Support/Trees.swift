import Foundation
import SwiftUI
import Testing

/// Compares the tree of a screen with the file of the name, and looks for mistakes. Random texts are left out.
@MainActor func expectTree(
  _ name: String, _ screen: Screen, without random: Regex<Substring>? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(screen.mistakes == [], "\(name)", sourceLocation: sourceLocation)
  let dump = random.map { screen.dump.replacing($0, with: "…") } ?? screen.dump
  expectTree(name, dump, sourceLocation: sourceLocation)
}

/// Compares a tree with the file of the name.
func expectTree(_ name: String, _ dump: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let file = URL(filePath: ProcessInfo.processInfo.environment["TREES"] ?? ".")
    .appending(path: "\(name).txt")
  if ProcessInfo.processInfo.environment["WRITE_TREES"] != nil {
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(dump.utf8).write(to: file)
    return
  }
  let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  #expect(
    dump == expected, "\(name): `scripts/apple-host --write-trees` writes the file again",
    sourceLocation: sourceLocation)
}
