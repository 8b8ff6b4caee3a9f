import Foundation
import Testing

/// A server on this machine with a certificate that nobody has reason to trust.
final class TLSServer {
  private let process = Process()
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
    let output = Pipe()
    process.executableURL = Self.program
    process.arguments = Self.arguments([
      "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate.path, "-key", key.path,
    ])
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    var port: Substring?
    // It says where it listens: `ACCEPT 127.0.0.1:41757`.
    while port == nil, let bytes = try output.fileHandleForReading.read(upToCount: 1), !bytes.isEmpty {
      text += String(decoding: bytes, as: UTF8.self)
      guard text.hasSuffix("\n") else { continue }
      port = text.split(separator: "\n").last { $0.hasPrefix("ACCEPT ") }?.split(separator: ":").last
    }
    origin = "https://localhost:\(try #require(port))"
  }

  deinit {
    // It inherits that this thread is asked to end by no signal, and keeps to that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private static let program = URL(filePath: "/usr/bin/env")
  private static func arguments(_ arguments: [String]) -> [String] { ["openssl"] + arguments }

  private static func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = Self.arguments(arguments)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
