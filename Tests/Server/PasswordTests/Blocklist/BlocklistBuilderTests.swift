import DoorwardOpenSSL
import Encodings
import Foundation
import Testing

@testable import DoorwardPasswords

@Suite("Building a blocklist")
struct BlocklistBuilderTests {
  private func sha1(_ text: String) throws -> String {
    try Hex.encode(Array(text.utf8).withUnsafeBytes { try SHA1Hash.hash($0) }).uppercased()
  }

  @Test func passwordsOfTheListAreFoundAndOthersAreNot() throws {
    try withFolder { folder in
      let list = try folder.write("password1\r\npass word two\ncafe\u{301} au lait\nlast line", to: "list")
      let result = try BlocklistBuilder().build(
        from: list, .passwords(minimumLength: 8), to: folder.path("blocked"))
      #expect(result.lines == 4)
      #expect(result.skippedLines == 0)
      #expect(result.entries == 4)
      let blocklist = try PasswordBlocklist(path: folder.path("blocked"))
      #expect(blocklist.count == 4)
      for text in ["password1", "pass word two", "caf\u{E9} au lait", "last line"] {
        #expect(try blocklist.contains(digest(text)), "\(text)")
      }
      for text in ["password", "Password1", "password1 ", "passwordtwo"] {
        #expect(try !blocklist.contains(digest(text)), "\(text)")
      }
      #expect(try folder.names == ["blocked", "list"])
    }
  }

  @Test func hashesOfTheListAreFound() throws {
    try withFolder { folder in
      let list = try folder.write(
        """
        \(try sha1("password1")):42
        \(try sha1("rare password")):1
        \(try sha1("lower case").lowercased()):7
        \(try sha1("without count"))

        """, to: "list")
      let all = try BlocklistBuilder().build(from: list, .hashes(minimumCount: 1), to: folder.path("all"))
      #expect(all.entries == 4)
      let common = try BlocklistBuilder().build(
        from: list, .hashes(minimumCount: 5), to: folder.path("common"))
      #expect(common.entries == 2)
      let blocklist = try PasswordBlocklist(path: folder.path("common"))
      #expect(try blocklist.contains(digest("password1")))
      #expect(try blocklist.contains(digest("lower case")))
      #expect(try !blocklist.contains(digest("rare password")))
    }
  }

  @Test func linesInAnotherFormatAreCountedAndSkipped() throws {
    try withFolder { folder in
      var bytes = Array("good password\n\nshort\nwith\ttab\n".utf8)
      bytes += [0xff, 0xfe, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x0a]
      bytes += [UInt8](repeating: UInt8(ascii: "a"), count: 10_000) + [0x0a]
      bytes += [UInt8](repeating: UInt8(ascii: "b"), count: 3_000_000)
      let list = try folder.write(bytes, to: "list")
      let result = try BlocklistBuilder().build(
        from: list, .passwords(minimumLength: 8), to: folder.path("blocked"))
      #expect(result.entries == 1)
      #expect(result.lines == 7)
      #expect(result.skippedLines == 6)
      #expect(result.bytesRead == bytes.count)
    }
  }

  @Test(arguments: [
    "", "\n\n\n", "short", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD:1",
    "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8;1",
    "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:", "XBAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:1",
    "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FDX:1", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:-1",
  ])
  func listWithoutUsableLinesWritesNothing(text: String) throws {
    try withFolder { folder in
      let list = try folder.write(text, to: "list")
      #expect(throws: BlocklistError(.emptyInput, "")) {
        try BlocklistBuilder().build(from: list, .hashes(minimumCount: 1), to: folder.path("blocked"))
      }
      #expect(try folder.names == ["list"])
    }
  }

  /// The memory holds 16 hashes, so that the parts are merged more than once.
  @Test func listThatDoesNotFitInMemoryIsSortedInParts() throws {
    try withFolder { folder in
      let passwords = (0..<3000).map { "password number \($0 % 2500)" }
      let list = try folder.write(passwords.joined(separator: "\n"), to: "list")
      var builder = BlocklistBuilder()
      builder.memoryBytes = 128
      let result = try builder.build(from: list, .passwords(minimumLength: 8), to: folder.path("parts"))
      #expect(result.entries == 2500)
      _ = try BlocklistBuilder().build(from: list, .passwords(minimumLength: 8), to: folder.path("whole"))
      #expect(try folder.bytes(of: "parts") == folder.bytes(of: "whole"))
      let blocklist = try PasswordBlocklist(path: folder.path("parts"))
      for password in passwords.prefix(2500) { #expect(try blocklist.contains(digest(password))) }
      for number in 2500..<3000 { #expect(try !blocklist.contains(digest("password number \(number)"))) }
      #expect(try folder.names == ["list", "parts", "whole"])
    }
  }

  @Test func progressIsReportedAndCancels() throws {
    struct Cancelled: Error {}
    try withFolder { folder in
      let list = try folder.write(
        (0..<200_000).map { "password number \($0)" }.joined(separator: "\n"), to: "list")
      var reports: [BlocklistProgress] = []
      #expect(throws: Cancelled.self) {
        try BlocklistBuilder().build(from: list, .passwords(minimumLength: 8), to: folder.path("blocked")) {
          reports.append($0)
          if reports.count == 2 { throw Cancelled() }
        }
      }
      #expect(reports.map(\.bytesRead) == [1 << 20, 2 << 20])
      #expect(reports[1].lines > reports[0].lines)
      #expect(try folder.names == ["list"])
    }
  }

  @Test func failedBuildKeepsTheOldFile() throws {
    try withFolder { folder in
      let list = try folder.write("password1", to: "list")
      _ = try BlocklistBuilder().build(from: list, .passwords(minimumLength: 8), to: folder.path("blocked"))
      let old = try folder.bytes(of: "blocked")
      #expect(throws: BlocklistError(.cannotOpen, "")) {
        try BlocklistBuilder().build(
          from: folder.path("missing"), .passwords(minimumLength: 8), to: folder.path("blocked"))
      }
      #expect(throws: BlocklistError(.cannotRead, "")) {
        try BlocklistBuilder().build(
          from: folder.url.path, .passwords(minimumLength: 8), to: folder.path("blocked"))
      }
      #expect(throws: BlocklistError(.cannotWrite, "")) {
        try BlocklistBuilder().build(
          from: list, .passwords(minimumLength: 8), to: folder.path("missing/blocked"))
      }
      #expect(try folder.bytes(of: "blocked") == old)
      #expect(try folder.names == ["blocked", "list"])
    }
  }

  @Test func openListStaysReadableWhenItIsReplaced() throws {
    try withFolder { folder in
      let path = folder.path("blocked")
      _ = try BlocklistBuilder().build(
        from: folder.write("password1", to: "list"), .passwords(minimumLength: 8), to: path)
      let old = try PasswordBlocklist(path: path)
      _ = try BlocklistBuilder().build(
        from: folder.write("password2", to: "list"), .passwords(minimumLength: 8), to: path)
      #expect(try old.contains(digest("password1")))
      #expect(try PasswordBlocklist(path: path).contains(digest("password2")))
    }
  }

  /// The server runs as another user than the one that builds the file.
  @Test func newFileIsReadableByEveryUser() throws {
    try withFolder { folder in
      let path = folder.path("blocked")
      _ = try BlocklistBuilder().build(
        from: folder.write("password1", to: "list"), .passwords(minimumLength: 8), to: path)
      #expect(try folder.mode(of: "blocked") == 0o644)
    }
  }

  @Test(arguments: [0o600, 0o640, 0o444])
  func replacedFileKeepsItsMode(mode: Int) throws {
    try withFolder { folder in
      let list = try folder.write("password1", to: "list")
      let path = try folder.write("an older file", to: "blocked")
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      _ = try BlocklistBuilder().build(from: list, .passwords(minimumLength: 8), to: path)
      #expect(try folder.mode(of: "blocked") == mode)
      #expect(try PasswordBlocklist(path: path).count == 1)
    }
  }

  /// Only root may give a file to another user.
  @Test(.enabled(if: geteuid() == 0)) func replacedFileKeepsItsOwner() throws {
    try withFolder { folder in
      let list = try folder.write("password1", to: "list")
      let path = try folder.write("an older file", to: "blocked")
      try FileManager.default.setAttributes(
        [.ownerAccountID: 1234, .groupOwnerAccountID: 2345, .posixPermissions: 0o600], ofItemAtPath: path)
      _ = try BlocklistBuilder().build(from: list, .passwords(minimumLength: 8), to: path)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.ownerAccountID] as? Int == 1234)
      #expect(attributes[.groupOwnerAccountID] as? Int == 2345)
      #expect(try folder.mode(of: "blocked") == 0o600)
    }
  }

  @Test(arguments: [(1, 4), (8, 3), (15, 2), (16, 1)])
  func shorterPasswordsAreSkipped(minimumLength: Int, entries: Int) throws {
    try withFolder { folder in
      // 7, 8, 15 and 17 characters; the last two have more bytes.
      let list = try folder.write(
        "1234567\n12345678\npassword\u{E9}123456\ncafe\u{301} au lait 1234\n", to: "list")
      let result = try BlocklistBuilder().build(
        from: list, .passwords(minimumLength: minimumLength), to: folder.path("blocked"))
      #expect(result.entries == entries)
      #expect(result.skippedLines == 4 - entries)
    }
  }
}
