import Foundation
import PackagePlugin

/// Embeds the texts that a target needs, in each build after a language file has changed.
@main
struct DoorwardTextBundlerPlugin: BuildToolPlugin {
  /// The parts of the language files that a target embeds. An app does not contain the texts of a server.
  private static let parts = [
    "DoorwardTexts": ["shared", "apps"], "DoorwardPages": ["server"], "DoorwardDelivery": ["mail"],
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Sources/Texts/DoorwardTexts")
    let languages = folder.appending(path: "Languages")
    let files = try FileManager.default.contentsOfDirectory(atPath: languages.path(percentEncoded: false))
      .filter { $0.hasSuffix(".json") }.map { languages.appending(path: $0) }
    let output = context.pluginWorkDirectoryURL.appending(path: "TextFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the texts of \(target.name)",
        executable: try context.tool(named: "DoorwardTextBundler").url,
        arguments: [folder.path(percentEncoded: false), output.path(percentEncoded: false)]
          + Self.parts[target.name, default: []],
        inputFiles: files + [folder.appending(path: "same-texts.json")], outputFiles: [output])
    ]
  }
}
