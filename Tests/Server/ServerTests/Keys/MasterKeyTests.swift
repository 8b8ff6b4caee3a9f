import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Foundation
import Testing

/// The master key, the only secret outside the store.
@Suite struct MasterKeyTests {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// The reason why a server with this directory does not start.
  private func refusal(
    _ directory: TemporaryDirectory, _ settings: JSONObject = JSONObject()
  ) async throws -> MasterKeyError {
    try #require(
      await #expect(throws: MasterKeyError.self) {
        let server = try await TestServer(settings, in: directory)
        await server.stop()
      })
  }

  @Test("Key, database and directory are readable by their owner only")
  func modes() async throws {
    let parent = try TemporaryDirectory()
    let data = parent.file("new/data")
    let server = try await TestServer(["data": .string(data)])
    _ = try await EthereumTestWallet().signIn(server)
    #expect(try mode(data) == 0o700)
    #expect(try mode("\(data)/master.key") == 0o600)
    for file in try FileManager.default.contentsOfDirectory(atPath: data) {
      #expect(try mode("\(data)/\(file)") & 0o077 == 0, "\(file)")
    }
    await server.stop()
  }

  @Test(
    "A key file that others can read is refused, with the remedy",
    arguments: [0o644, 0o640, 0o604, 0o660])
  func exposed(_ mode: Int) async throws {
    let first = try await TestServer()
    await first.stop()
    let path = first.directory.file("master.key")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let error = try await refusal(first.directory)
    #expect(error.code == .exposed)
    #expect(error.reason.contains("chmod 600 \(path)"))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let second = try await TestServer(in: first.directory)
    await second.stop()
  }

  @Test("A wrong or missing master key is refused as such, and changes nothing")
  func wrong() async throws {
    let first = try await TestServer(["public_url": "http://127.0.0.1:1"])
    let session = try await EthereumTestWallet().signIn(first)
    await first.stop()
    let other = Base64URL.encode([UInt8](repeating: 7, count: 32))
    let wrong = try await refusal(first.directory, ["master_key": .string(other)])
    #expect(wrong.code == .wrong)
    #expect(wrong.reason.contains("master key"))
    #expect(!wrong.description.contains(other))
    // If the key is missing, the server does not make a new one.
    let path = first.directory.file("master.key")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".kept")
    #expect(try await refusal(first.directory).code == .missing)
    #expect(!FileManager.default.fileExists(atPath: path))
    try FileManager.default.moveItem(atPath: path + ".kept", toPath: path)
    let second = try await TestServer(["public_url": "http://127.0.0.1:1"], in: first.directory)
    let bearer = try #require(session["account_token"].string)
    #expect(try await second.listening.send(.get, "/v1/user", bearer: bearer).status == 200)
    await second.stop()
  }

  @Test(
    "A malformed key file is refused, and the error does not repeat its content",
    arguments: ["", "hunter2", "\n"])
  func malformed(_ text: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("master.key")
    #expect(
      FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    let error = try await refusal(directory)
    #expect(error.code == .malformed, "\(error)")
    #expect(!error.description.contains("hunter2"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("A key in the configuration makes no file, and opens the same store again")
  func value() async throws {
    let settings: JSONObject = ["master_key": .string(Base64URL.encode([UInt8](repeating: 9, count: 32)))]
    let first = try await TestServer(settings)
    await first.stop()
    #expect(!FileManager.default.fileExists(atPath: first.directory.file("master.key")))
    let second = try await TestServer(settings, in: first.directory)
    await second.stop()
  }

  @Test("The description of a key does not contain the key")
  func descriptions() throws {
    let text = Base64URL.encode([UInt8](repeating: 65, count: 32))
    let key = try MasterKey.load(.value(text))
    var dumped = ""
    dump(key, to: &dumped)
    for description in ["\(key)", String(reflecting: key), dumped] {
      #expect(!description.contains(text))
      #expect(!description.contains("65, 65"))
    }
  }
}
