import Doorward
import EthereumSignatures
import Foundation
import SignInWithEthereum
import Testing

/// The built server as a child process, in a folder of its own.
final class RunningServer {
  let origin: String
  private let process: Process
  private let folder: URL

  private init(process: Process, folder: URL, origin: String) {
    self.process = process
    self.folder = folder
    self.origin = origin
  }

  /// Starts one.
  ///
  /// - Parameter configuration: its `doorward.json`.
  /// - Returns: it, once it listens.
  /// - Throws: what kept it from starting.
  static func start(configuration: String = "{}") async throws -> RunningServer {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "doorward.json")
    try Data(configuration.utf8).write(to: file)
    let process = Process()
    process.executableURL = try #require(
      ["debug", "release"].lazy.map { URL(filePath: ".build/\($0)/doorward") }.first {
        FileManager.default.isExecutableFile(atPath: $0.path)
      }
    ).absoluteURL
    process.arguments = [
      "serve", "--development", "--listen", "127.0.0.1:0", "--data", "data", "--config", file.path,
    ]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text = ""
        while !text.contains("\n"), let byte = try? output.fileHandleForReading.read(upToCount: 1),
          !byte.isEmpty
        {
          text += String(decoding: byte, as: UTF8.self)
        }
        continuation.resume(returning: text)
      }
    }
    let origin = try #require(line.split(separator: " ").last)
    return RunningServer(
      process: process, folder: folder, origin: origin.trimmingCharacters(in: .newlines))
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  func params(_ wallet: EthereumSecretKey) throws -> SiweMessageParams {
    let domain = try #require(origin.split(separator: "/").last)
    return SiweMessageParams(
      appDomain: String(domain), appUri: origin, chainId: "1", walletAddress: wallet.address.description)
  }
}

extension EthereumSecretKey {
  static func throwaway() -> EthereumSecretKey {
    var generator = SystemRandomNumberGenerator()
    return EthereumSecretKey(using: &generator)
  }

  /// Signs as a wallet does.
  func personalSign(_ message: String) throws -> String {
    try sign(SIWEMessage(parsing: message)).description
  }
}
