import ChildProcesses
import DoorwardCurl
import DoorwardHTTP
import DoorwardSystem
import Foundation
import Testing

@Suite(
  "Outgoing requests verify the server", .serialized, .enabled(if: TLSPeer.isAvailable),
  .timeLimit(.minutes(5)))
struct OutgoingTLSTests {
  @Test("A certificate of an unknown authority is refused; with the authority it is accepted")
  func authority() async throws {
    try await TLSPeer.with(names: "IP:127.0.0.1") { peer in
      await #expect(throws: OutgoingHTTPError(.tlsFailure, "")) {
        try await OutgoingHTTPClient.loopback().send(OutgoingRequest(url: peer.url))
      }
      let client = OutgoingHTTPClient.loopback { $0.certificateAuthorities = peer.certificate }
      let response = try await client.send(OutgoingRequest(url: peer.url))
      #expect(response.status == 200)
    }
  }

  @Test("A certificate for another name is refused, also with a known authority")
  func name() async throws {
    try await TLSPeer.with(names: "DNS:elsewhere.example,IP:127.0.0.2") { peer in
      let client = OutgoingHTTPClient.loopback { $0.certificateAuthorities = peer.certificate }
      await #expect(throws: OutgoingHTTPError(.tlsFailure, "")) {
        try await client.send(OutgoingRequest(url: peer.url))
      }
    }
  }
}

/// A TLS server of the `openssl` command with a temporary certificate.
struct TLSPeer {
  /// The address of the server.
  let url: String
  /// The file of the certificate, which is its own authority.
  let certificate: String

  private static let command = "openssl"

  static var isAvailable: Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(command)") }
  }

  /// Runs a test with a server whose certificate has the given subject alternative names.
  static func with(names: String, _ test: (TLSPeer) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = folder.appendingPathComponent("key.pem").path
    let certificate = folder.appendingPathComponent("certificate.pem").path
    let making = ChildProgram(
      command,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=test", "-addext", "subjectAltName=\(names)", "-keyout", key, "-out", certificate,
      ])
    let made = try RunningChild(making)
    _ = try await within("openssl req to make a certificate") { await made.wait() }
    var serving = ChildProgram(
      command, ["s_server", "-accept", "127.0.0.1:0", "-www", "-key", key, "-cert", certificate])
    serving.output = .pipe
    let server = try RunningChild(serving)
    let accepting = try await within("openssl s_server to print its port") { await port(of: server) }
    let number = try #require(accepting)
    try await test(TLSPeer(url: "https://127.0.0.1:\(number)/", certificate: certificate))
    server.kill()
  }

  /// The port that the server prints: `ACCEPT 127.0.0.1:40123`.
  private static func port(of server: RunningChild) async -> Int? {
    while let line = await server.line() {
      if line.hasPrefix("ACCEPT") { return line.split(separator: ":").last.flatMap { Int($0) } }
    }
    return nil
  }
}
