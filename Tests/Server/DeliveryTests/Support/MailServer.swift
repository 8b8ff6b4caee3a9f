import ChildProcesses
import DoorwardDelivery
import DoorwardSystem
import Encodings
import Foundation

/// A real mail server on loopback, as a child process: aiosmtpd.
final class MailServer: Sendable {
  let port: UInt16
  /// The file of the certificate, which is its own authority.
  let certificate: String?
  private let child: RunningChild
  private let events = Monitor<[JSONValue]>([])
  private let reading: Task<Void, Never>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - security: the protection of its connections.
  ///   - names: the subject alternative names of its certificate.
  ///   - credentials: the only credentials that it accepts; nil if it needs none.
  ///   - script: the treatment of each message, see `smtp_server.py`.
  ///   - folder: the folder for the certificate.
  /// - Throws: if the server did not start.
  init(
    _ security: SMTPServer.Security = .none, names: String = "IP:127.0.0.1",
    credentials: SMTPServer.Credentials? = nil, script: [String] = ["accept"], in folder: TemporaryDirectory
  ) async throws {
    var arguments = ["--script", String(decoding: JSONValue.strings(script).serialized(), as: UTF8.self)]
    switch security {
    case .none: certificate = nil
    case .startTLS, .tls:
      let files = try await Certificate.make(names: names, in: folder)
      certificate = files.certificate
      arguments += [
        "--tls", security == .tls ? "implicit" : "starttls", "--certificate", files.certificate, "--key",
        files.key,
      ]
    }
    if let credentials { arguments += ["--user", credentials.user, "--password", credentials.password] }
    child = try PythonProgram.start("smtp_server.py", arguments)
    let ready = try await PythonProgram.object(from: child)
    guard let port = ready["port"]?.uint64 else { throw PythonProgram.NoOutput() }
    self.port = UInt16(port)
    // The server would wait if nothing read its output.
    reading = Task { [child, events] in
      while let line = await child.line() {
        guard let event = try? JSONParser.parse(line) else { return }
        events.withLock { $0.append(event) }
      }
    }
  }

  deinit { child.kill() }

  /// The settings with which a client reaches the server.
  func settings(
    _ security: SMTPServer.Security = .none, credentials: SMTPServer.Credentials? = nil
  ) -> SMTPServer {
    var server = SMTPServer(host: "127.0.0.1", port: port, security: security, credentials: credentials)
    server.certificateAuthorities = certificate
    server.clientName = "doorward.test"
    server.connectTimeout = .seconds(60)
    server.timeout = .seconds(60)
    return server
  }

  /// The first event of a kind.
  func event(_ kind: String) async throws -> JSONValue {
    var found: JSONValue?
    try await eventually("the mail server reports \(kind)") {
      found = events.withLock { $0.first { $0["event"]?.string == kind } }
      return found != nil
    }
    return found ?? .null
  }

  /// Stops the server.
  ///
  /// - Returns: its events.
  func stop() async throws -> [JSONValue] {
    child.kill()
    await reading.value
    return events.withLock { $0 }
  }
}

/// A certificate that is its own authority.
enum Certificate {
  static func make(
    names: String, in folder: TemporaryDirectory
  ) async throws -> (certificate: String, key: String) {
    let (certificate, key) = (folder.file("certificate.pem"), folder.file("key.pem"))
    let making = try RunningChild(
      ChildProgram(
        "openssl",
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
          "-subj", "/CN=test", "-addext", "subjectAltName=\(names)", "-keyout", key, "-out", certificate,
        ]))
    guard await making.wait() == .exited(status: 0) else {
      throw NotMade()
    }
    return (certificate, key)
  }

  /// The `openssl` command is missing or has failed.
  struct NotMade: Error {}
}

extension JSONValue {
  /// The bytes of a message event.
  var content: [UInt8] { self["content"]?.string.flatMap { try? Base64.decode($0) } ?? [] }
}
