import Foundation
import PackagePlugin

/// Runs DoorwardWebBundler over the `Web` folder of a target, in each build after a file of the folder has changed.
@main
struct DoorwardWebBundlerPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Web")
    let path = folder.path(percentEncoded: false)
    let files = try FileManager.default.subpathsOfDirectory(atPath: path).map { folder.appending(path: $0) }
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
    let output = context.pluginWorkDirectoryURL.appending(path: "WebFiles.swift")
    return [
      .buildCommand(
        displayName: "Bundling the hosted page of \(target.name)",
        executable: try context.tool(named: "DoorwardWebBundler").url,
        arguments: [path, output.path(percentEncoded: false)],
        inputFiles: files, outputFiles: [output])
    ]
  }
}
