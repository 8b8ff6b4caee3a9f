import ChildProcesses
import DoorwardSystem
import Encodings
import Foundation
import LoopbackServers
import Testing

@Suite("doorward doctor: NEAR endpoints and the near-connect script")
struct DoctorNEARTests {
  private func folder(rpc: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.writeJSON(["near": ["mainnet": ["rpc": [.string(rpc)], "allow_private_addresses": true]]])
    return folder
  }

  @Test func `unreachable endpoints are a problem, and a warning in development`() async throws {
    let folder = try folder(rpc: "http://127.0.0.1:1")
    let serious = try await Diagnosis.run(in: folder, ["--listen", "127.0.0.1:0"])
    #expect(serious.problems == ["NEAR mainnet"])
    #expect(serious["NEAR mainnet"].contains("No user can sign in with this network."))
    let development = try await Diagnosis.run(in: folder)
    #expect(development["NEAR mainnet"].hasPrefix("warning: endpoint 1: "))
  }

  @Test func `an endpoint that is not a NEAR node is reported, without its address`() async throws {
    let other = try LoopbackServer(["/key-123": LoopbackServer.response([UInt8]("hello".utf8))])
    let folder = try folder(rpc: "\(other.origin)/key-123")
    let diagnosis = try await Diagnosis.run(in: folder, ["--listen", "127.0.0.1:0"])
    #expect(diagnosis.problems == ["NEAR mainnet"])
    // Providers put keys into the path.
    #expect(!diagnosis["NEAR mainnet"].contains("key-123"))
  }

  @Test func `the script must match its pinned hash and be readable by other origins`() async throws {
    let script = [UInt8]("window.HOTConnect = {}".utf8)
    // The two hashes of this text, from sha384sum and sha512sum.
    let pins = [
      "sha384-\(try Self.base64(of: "sha384sum", script))",
      "sha512-\(try Self.base64(of: "sha512sum", script))",
    ]
    let server = try LoopbackServer([
      "/shared.js": LoopbackServer.response(script, fields: ["Access-Control-Allow-Origin: *"]),
      "/own.js": LoopbackServer.response(script),
      "/changed.js": LoopbackServer.response(script + [10], fields: ["Access-Control-Allow-Origin: *"]),
    ])
    func judgement(_ path: String, _ pin: String) async throws -> String {
      let folder = try TemporaryFolder()
      try folder.writeJSON([
        "near_connect": ["script_url": .string(server.origin + path), "script_integrity": .string(pin)]
      ])
      return try await Diagnosis.run(in: folder)["near-connect"]
    }
    for pin in pins {
      #expect(try await judgement("/shared.js", pin) == "ok: 22 bytes, matches the pinned hash")
      #expect(try await judgement("/changed.js", pin).hasPrefix("problem: "))
    }
    #expect(try await judgement("/changed.js", pins[0]).contains("is not the pinned script"))
    #expect(try await judgement("/own.js", pins[0]).contains("without Access-Control-Allow-Origin"))
    #expect(try await judgement("/gone.js", pins[0]).contains("answers 404"))
  }

  /// A hash from the system's command.
  private static func base64(of tool: String, _ bytes: [UInt8]) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "file")
    var program = ChildProgram(tool, [folder.url("file").path])
    program.output = .pipe
    let process = try program.startAlone()
    let line = process.output?.line()
    _ = process.wait()
    return Base64.encode(try Hex.decode(try #require(line?.split(separator: " ").first.map(String.init))))
  }
}
