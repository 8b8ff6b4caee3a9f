import ChildProcesses
import Foundation
import Testing

/// A server on this machine with a certificate that no client trusts.
final class TLSServer {
  private let process: Process
  private let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString)")
  let origin: String

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (key, certificate) = (folder.appending(path: "key.pem"), folder.appending(path: "certificate.pem"))
    try Self.openssl([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      "-keyout", key.path, "-out", certificate.path,
    ])
    let output: FileHandle
    (process, output) = try Self.start([
      "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate.path, "-key", key.path,
    ])
    var text = ""
    var port: Substring?
    // It prints its address: `ACCEPT 127.0.0.1:41757`.
    while port == nil, let bytes = try output.read(upToCount: 1), !bytes.isEmpty {
      text += String(decoding: bytes, as: UTF8.self)
      guard text.hasSuffix("\n") else { continue }
      port = text.split(separator: "\n").last { $0.hasPrefix("ACCEPT ") }?.split(separator: ":").last
    }
    origin = "https://localhost:\(try #require(port))"
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  private static func openssl(_ arguments: [String]) throws {
    let (process, _) = try start(arguments)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private static func start(_ arguments: [String]) throws -> (process: Process, output: FileHandle) {
    let (process, output) = try ChildProcess.start { process in
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["openssl"] + arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      return output.fileHandleForReading
    }
    return (process, output)
  }
}
