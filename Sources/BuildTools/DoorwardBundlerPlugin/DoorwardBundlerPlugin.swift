import Foundation
import PackagePlugin

/// Embeds the texts that a target needs, the files of its pages and the OpenAPI document, in each build after one of them has
/// changed.
@main
struct DoorwardBundlerPlugin: BuildToolPlugin {
  /// The parts of the language files that a target embeds. An app does not contain the texts of a server.
  private static let parts = [
    "DoorwardTexts": ["shared", "apps"], "DoorwardPages": ["server"], "DoorwardDelivery": ["mail"],
  ]

  /// The target with the files of the dashboard, which has no texts of the language files.
  private static let dashboard = "DoorwardAdministration"

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let texts = context.package.directoryURL.appending(path: "Sources/Texts/DoorwardTexts")
    let languages =
      try files(in: texts.appending(path: "Languages")) + [texts.appending(path: "same-texts.json")]
    let web = target.directoryURL.appending(path: "Web")
    func command(
      _ kind: String, of folder: URL, writing file: String, arguments: [String], inputs: [URL]
    ) throws -> Command {
      let output = context.pluginWorkDirectoryURL.appending(path: file)
      return .buildCommand(
        displayName: "Embedding the \(kind) of \(target.name)",
        executable: try context.tool(named: "DoorwardBundler").url,
        arguments: [kind, path(folder), path(output)] + arguments, inputFiles: inputs, outputFiles: [output])
    }
    guard target.name != Self.dashboard else {
      return [
        try command("dashboard", of: web, writing: "WebFiles.swift", arguments: [], inputs: files(in: web))
      ]
    }
    let embedded = try command(
      "texts", of: texts, writing: "TextFiles.swift", arguments: Self.parts[target.name, default: []],
      inputs: languages)
    guard FileManager.default.fileExists(atPath: path(web)) else { return [embedded] }
    let contract = context.package.directoryURL.appending(path: "Sources/Contract")
    let dashboard = context.package.directoryURL.appending(path: "Sources/Server/\(Self.dashboard)/Web")
    let (parts, wire) = (contract.appending(path: "OpenAPI"), contract.appending(path: "DoorwardWire"))
    return [
      embedded,
      try command(
        "pages", of: texts, writing: "WebFiles.swift", arguments: [path(web)],
        inputs: languages + files(in: web)),
      try command(
        "contract", of: parts, writing: "ContractFiles.swift",
        arguments: [path(wire), path(web), path(dashboard)],
        inputs: files(in: parts) + files(in: wire) + files(in: web) + files(in: dashboard)),
    ]
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }

  private func files(in folder: URL) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: path(folder)).map { folder.appending(path: $0) }
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
  }
}
