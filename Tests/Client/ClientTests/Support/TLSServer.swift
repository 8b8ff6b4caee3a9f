import ChildProcesses
import DoorwardSystem
import Foundation
import Testing

/// A server on this machine with a certificate that no client trusts.
final class TLSServer {
  private let server: RunningChild
  private let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString)")
  let origin: String

  init() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (key, certificate) = (folder.appending(path: "key.pem"), folder.appending(path: "certificate.pem"))
    let making = ChildProgram(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        "-keyout", key.path, "-out", certificate.path,
      ])
    let made = await (try RunningChild(making)).wait()
    try #require(made == .exited(status: 0))
    var serving = ChildProgram(
      "openssl",
      ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate.path, "-key", key.path])
    serving.output = .pipe
    server = try RunningChild(serving)
    var port: Substring?
    // It prints its address: `ACCEPT 127.0.0.1:41757`.
    while port == nil, let line = await server.line() {
      if line.hasPrefix("ACCEPT ") { port = line.split(separator: ":").last }
    }
    origin = "https://localhost:\(try #require(port))"
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
