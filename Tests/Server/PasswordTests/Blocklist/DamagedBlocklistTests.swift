import Foundation
import Testing

@testable import DoorwardPasswords

@Suite("Damaged blocklist files")
struct DamagedBlocklistTests {
  private func valid(_ folder: TemporaryFolder, count: Int = 2000) throws -> [UInt8] {
    let list = try folder.write(
      (0..<count).map { "password number \($0)" }.joined(separator: "\n"), to: "list")
    _ = try BlocklistBuilder().build(from: list, .passwords(minimumLength: 8), to: folder.path("valid"))
    return try folder.bytes(of: "valid")
  }

  @Test func headerNamesFormatVersionAndCount() throws {
    try withFolder { folder in
      let bytes = try valid(folder, count: 3)
      #expect(bytes.count == 24 + 3 * 8)
      #expect(
        Array(bytes[..<24]) == Array("DOORPWBL".utf8) + [0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 3])
    }
  }

  @Test func eachChangedByteOfTheHeaderIsRefused() throws {
    try withFolder { folder in
      let bytes = try valid(folder)
      for place in 0..<24 {
        for bit in 0..<8 {
          var changed = bytes
          changed[place] ^= 1 << UInt8(bit)
          let path = try folder.write(changed, to: "changed")
          #expect(throws: BlocklistError(.damaged, "")) { try PasswordBlocklist(path: path) }
        }
      }
    }
  }

  @Test func otherLengthsAreRefused() throws {
    try withFolder { folder in
      let bytes = try valid(folder)
      for length in [0, 1, 23, 24, 25, bytes.count - 8, bytes.count - 1] {
        let path = try folder.write(Array(bytes[..<length]), to: "cut")
        #expect(throws: BlocklistError(.damaged, "")) { try PasswordBlocklist(path: path) }
      }
      let path = try folder.write(bytes + [0], to: "longer")
      #expect(throws: BlocklistError(.damaged, "")) { try PasswordBlocklist(path: path) }
      #expect(throws: BlocklistError(.cannotOpen, "")) { try PasswordBlocklist(path: folder.path("missing")) }
      #expect(throws: BlocklistError.self) { try PasswordBlocklist(path: folder.url.path) }
      #expect(throws: BlocklistError.self) { try PasswordBlocklist(path: "/dev/zero") }
    }
  }

  @Test func unsortedRecordsGiveAnAnswer() throws {
    try withFolder { folder in
      var generator = SystemRandomNumberGenerator()
      let bytes = try valid(folder)
      let records = (24..<bytes.count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let path = try folder.write(Array(bytes[..<24]) + records, to: "random")
      let blocklist = try PasswordBlocklist(path: path)
      for number in 0..<200 { _ = try blocklist.contains(digest("password number \(number)")) }
    }
  }

  @Test func fileThatIsCutOffWhileOpenGivesAnError() throws {
    try withFolder { folder in
      _ = try valid(folder)
      let blocklist = try PasswordBlocklist(path: folder.path("valid"))
      try folder.truncate("valid", to: 24)
      #expect(throws: BlocklistError(.cannotRead, "")) {
        try blocklist.contains(digest("password number 1"))
      }
    }
  }

  @Test func emptyListHasNoPassword() throws {
    try withFolder { folder in
      var header = Array("DOORPWBL".utf8) + [0, 0, 0, 1, 0, 0, 0, 8]
      header += [UInt8](repeating: 0, count: 8)
      let blocklist = try PasswordBlocklist(path: folder.write(header, to: "empty"))
      #expect(blocklist.count == 0)
      #expect(try !blocklist.contains(digest("password")))
    }
  }

  @Test func threadsLookUpAtTheSameTime() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try valid(folder)
    let blocklist = try PasswordBlocklist(path: folder.path("valid"))
    let found = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask { try blocklist.contains(digest("password number \(number * 20)")) }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(found == 100)
  }
}
