import Foundation
import PackagePlugin

/// Runs DoorwardWebBundler over the `Web` folder of a target, in each build after a file of the folder or a language file has
/// changed.
@main
struct DoorwardWebBundlerPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Web")
    let path = folder.path(percentEncoded: false)
    let files = try FileManager.default.subpathsOfDirectory(atPath: path).map { folder.appending(path: $0) }
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
    let texts = context.package.directoryURL.appending(path: "Sources/Texts/DoorwardTexts")
    let languages = texts.appending(path: "Languages")
    let languageFiles = try FileManager.default
      .contentsOfDirectory(atPath: languages.path(percentEncoded: false))
      .filter { $0.hasSuffix(".json") }.map { languages.appending(path: $0) }
    let output = context.pluginWorkDirectoryURL.appending(path: "WebFiles.swift")
    return [
      .buildCommand(
        displayName: "Bundling the hosted page of \(target.name)",
        executable: try context.tool(named: "DoorwardWebBundler").url,
        arguments: [path, output.path(percentEncoded: false), texts.path(percentEncoded: false)],
        inputFiles: files + languageFiles + [texts.appending(path: "same-texts.json")], outputFiles: [output])
    ]
  }
}
