import Encodings
import Foundation
import Testing

/// The data directory: the server creates it for its owner only, and uses an existing one with a warning if it is open.
@Suite struct DataDirectoryTests {
  private let warning = "other users may enter the data directory"

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a created directory and its parents are for their owner only`() async throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    let server = try await TestServer(["data": .string(directory.file("a/b"))])
    await server.stop()
    #expect(try mode(directory.file("a")) == 0o700)
    #expect(try mode(directory.file("a/b")) == 0o700)
    #expect(!server.log.text.contains(warning))
  }

  @Test(arguments: [0o755, 0o710, 0o770, 0o777])
  func `a directory that other users may enter is used, and the server logs a warning`(
    bits: Int
  ) async throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.setAttributes([.posixPermissions: bits], ofItemAtPath: directory.path)
    let server = try await TestServer(in: directory)
    await server.stop()
    #expect(try mode(directory.path) == bits)
    let lines = server.log.text.split(separator: "\n").map(String.init)
    let warnings = try lines.map { try JSONParser.parse($0) }.filter { $0["message"]?.string == warning }
    #expect(warnings.map { $0["level"]?.string } == ["warning"])
    #expect(warnings.map { $0["directory"]?.string } == [directory.path])
    #expect(warnings.map { $0["remedy"]?.string } == ["chmod 700 \(directory.path)"])
    // The files in it are still for the owner only.
    let files = StoreKind.ofServers == .sqlite ? ["doorward.sqlite3", "master.key"] : ["master.key"]
    for file in files { #expect(try mode(directory.file(file)) == 0o600) }
  }
}
