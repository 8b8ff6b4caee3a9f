import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Testing

/// A real server in its own folder, on free ports, with an unreachable NEAR endpoint.
final class RunningServer {
  /// The default configuration.
  static let configuration: JSONValue = ["near": ["mainnet": ["rpc": ["http://127.0.0.1:1"]]]]

  let folder: TemporaryFolder
  let program: RunningProgram
  /// The account origin, as the server prints it.
  let origin: String

  private init(folder: TemporaryFolder, program: RunningProgram, origin: String) {
    self.folder = folder
    self.program = program
    self.origin = origin
  }

  /// Starts a server. If the folder has no configuration file, the server gets ``configuration``.
  static func start(in folder: TemporaryFolder, _ options: [String] = ["--development"]) async throws
    -> RunningServer
  {
    if !folder.exists("doorward.json") { try folder.write(configuration.serialized(), to: "doorward.json") }
    let program = try RunningProgram(
      ["serve", "--listen", "127.0.0.1:0", "--data", "data"] + options, in: folder)
    let line = await program.nextLine()
    guard let line, line.hasPrefix("account http") else {
      var errors = ""
      while let line = await program.nextErrorLine() { errors += line + "\n" }
      throw StartFailure(description: "the server did not start: \(errors)")
    }
    let wallet = await program.nextLine()
    #expect(wallet?.hasPrefix("wallet http") == true)
    let admin = await program.nextLine()
    #expect(admin?.hasPrefix("admin http") == true)
    // No server of a test has an owner.
    let claim = await program.nextLine()
    #expect(claim?.hasPrefix("claim http") == true)
    return RunningServer(folder: folder, program: program, origin: String(line.dropFirst("account ".count)))
  }

  func get(_ path: String, fields: HTTPFields = [:]) async throws -> JSONValue {
    let client = OutgoingHTTPClient(OutgoingHTTPConfiguration(allowPrivateAddresses: true))
    return try JSONParser.parse(
      try await client.send(OutgoingRequest(url: origin + path, fields: fields)).body)
  }

  /// Stops the server with SIGTERM and returns the exit status.
  func stop() async -> Int32 {
    program.send(SIGTERM)
    return await program.end()
  }
}

struct StartFailure: Error, CustomStringConvertible {
  let description: String
}
