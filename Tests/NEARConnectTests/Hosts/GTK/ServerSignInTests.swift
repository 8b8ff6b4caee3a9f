#if os(Linux)
  import Encodings
  import Foundation
  import FoundationNetworking
  import NEARConnect
  import XCTest

  /// What is signed through the bridge signs in to the server.
  final class ServerSignInTests: GTKTestCase {
    func testASignedMessageSignsIn() throws {
      try onLoop {
        let server = try await ServerUnderTest.start()
        defer { server.stop() }
        let bench = try WalletBench(["implicit"])
        let secret = Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) })
        let challenge = try await server.post(
          "/v1/near/challenge", ["binding": .string(Base64URL.encode(SHA256.hash(Array(secret.utf8))))])
        let nonce = try Base64.decode(try XCTUnwrap(challenge["nonce"]?.string))
        let result = try await bench.manager.connectAndSignMessage(
          message: try XCTUnwrap(challenge["message"]?.string),
          recipient: try XCTUnwrap(challenge["recipient"]?.string),
          nonce: nonce, walletId: "implicit")
        let signed = try XCTUnwrap(result.signed)
        let answer: JSONObject = [
          "account_id": .string(signed.accountId), "public_key": .string(signed.publicKey),
          "signature": .string(signed.signature), "message": .string(signed.message),
          "recipient": .string(signed.recipient), "nonce": .string(signed.nonceBase64),
          "network": challenge["network"] ?? .null, "binding_secret": .string(secret),
        ]
        let session = try await server.post("/v1/near/sign-in", answer)
        XCTAssertEqual(session["user"]?["identities"]?[0]?["identifier"]?.string, signed.accountId)
        XCTAssertNotNil(session["access_token"]?.string)
        // The same once more is once too often.
        let again = try await server.post("/v1/near/sign-in", answer)
        XCTAssertNil(again["access_token"])
      }
    }
  }

  /// The built server, with no node of the chain to be reached.
  @MainActor private final class ServerUnderTest {
    private let process: Process
    private let folder: URL
    private let origin: String

    private init(process: Process, folder: URL, origin: String) {
      self.process = process
      self.folder = folder
      self.origin = origin
    }

    static func start() async throws -> ServerUnderTest {
      let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let configuration: JSONValue = ["near": ["mainnet": ["rpc": ["http://127.0.0.1:1"]]]]
      try Data(configuration.serialized()).write(to: folder.appending(path: "doorward.json"))
      let process = Process()
      // Beside the tests, where the package manager puts both.
      process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
        path: "doorward")
      process.arguments = ["serve", "--development", "--listen", "127.0.0.1:0", "--data", "data"]
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
      let origin = try XCTUnwrap(line.split(separator: " ").last.map { $0.trimmingCharacters(in: .newlines) })
      return ServerUnderTest(process: process, folder: folder, origin: origin)
    }

    func post(_ path: String, _ body: JSONObject) async throws -> JSONValue {
      var request = URLRequest(url: try XCTUnwrap(URL(string: origin + path)))
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(body.serialized())
      let (data, _) = try await URLSession.shared.data(for: request)
      return try JSONParser.parse(Array(data))
    }

    func stop() {
      process.terminate()
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: folder)
    }
  }
#endif
