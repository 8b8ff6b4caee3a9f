import Foundation
import PackagePlugin

/// Runs WebBundler over the `Web` folder of a target, at each build after a file of it has changed.
@main
struct DoorwardWebBundlerPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Web")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let output = context.pluginWorkDirectoryURL.appending(path: "WebFiles.swift")
    return [
      .buildCommand(
        displayName: "Bundling the hosted page of \(target.name)",
        executable: try context.tool(named: "DoorwardWebBundler").url,
        arguments: [folder.path(percentEncoded: false), output.path(percentEncoded: false)],
        inputFiles: files, outputFiles: [output])
    ]
  }
}
