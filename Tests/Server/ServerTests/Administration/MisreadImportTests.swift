import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Sampling
import Testing

/// Files that are read wrongly as a whole, because they are of another kind than they seem.
@Suite struct MisreadImportTests {
  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    let format: UserImportFormat
    let bytes: [UInt8]
    /// A part of the reason.
    let says: String
    var testDescription: String { "\(name), \(format)" }

    init(_ name: String, _ format: UserImportFormat, _ text: String, says: String) {
      self.init(name, format, Array(text.utf8), says: says)
    }

    init(_ name: String, _ format: UserImportFormat, _ bytes: [UInt8], says: String) {
      (self.name, self.format, self.bytes, self.says) = (name, format, bytes, says)
    }
  }

  private static let columns =
    "id,email,email_confirmed_at,encrypted_password,created_at,banned_until,deleted_at"
  private static let time = "2024-01-05 10:20:30+00"
  private static let rows = (1...3).map { "6f\($0),u\($0)@example.com,\(time),,\(time),," }
  private static let csv = ([columns] + rows).joined(separator: "\n")
  private static let lines = (1...3).map {
    #"{"user_id":"\#($0)","email":"u\#($0)@example.com","email_verified":true}"#
  }

  private static func utf16(_ text: String, mark: Bool, isBigEndian: Bool) -> [UInt8] {
    ((mark ? [0xfeff] : []) + text.utf16).flatMap { unit in
      let bytes = [UInt8(unit & 0xff), UInt8(unit >> 8)]
      return isBigEndian ? bytes.reversed() : bytes
    }
  }

  /// A file in a code page with one byte for each character.
  private static func oneByte(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static let clerk =
    "id,first_name,last_name,username,primary_email_address,verified_email_addresses,password_digest,password_hasher\n"
  private static func clerkRow(_ number: Int, _ name: String) -> String {
    "user_\(number),\(name),,,u\(number)@example.com,u\(number)@example.com,,\n"
  }
  /// Enough records for several transactions and reads before the first wrong byte.
  private static let manyRows = (1...3000).map { clerkRow($0, String(repeating: "x", count: 100)) }.joined()

  /// Files that are not UTF-8, with the line of the first byte that shows it.
  private static let otherEncodings: [File] = [
    File(
      "Windows-1252", .clerk, oneByte(clerk + clerkRow(1, "Ada") + clerkRow(2, "Zo\u{eb}")), says: "line 3 "),
    File(
      "Windows-1252 as JSON Lines", .auth0,
      oneByte(lines[0] + "\r\n" + lines[1].replacing("}", with: #","name":"Zo\#u{eb}"}"#)), says: "line 2 "),
    File(
      "Windows-1252 as an array", .auth0,
      oneByte("[\n" + lines[0].replacing("}", with: #","name":"\#u{c9}va"}"#) + "]"), says: "line 2 "),
    File(
      "Windows-1252 after many records", .clerk, oneByte(clerk + manyRows + clerkRow(3001, "Zo\u{eb}")),
      says: "line 3002 "),
    File("Windows-1252 in the last byte", .clerk, oneByte(clerk + "1,Zo\u{eb}"), says: "line 2 "),
    File(
      "Half a character", .clerk, Array((clerk + "1,Zo").utf8) + [0xf0, 0x9f] + Array(",\n".utf8),
      says: "line 2 "),
    File(
      "A surrogate", .clerk, Array((clerk + "1,Zo").utf8) + [0xed, 0xa0, 0xbd] + Array(",\n".utf8),
      says: "line 2 "),
    File(
      "An overlong form", .clerk, Array((clerk + "1,Zo").utf8) + [0xc0, 0xaf] + Array(",\n".utf8),
      says: "line 2 "),
    File(
      "Too large a number", .clerk,
      Array((clerk + "1,Zo").utf8) + [0xf4, 0x90, 0x80, 0x80] + Array(",\n".utf8), says: "line 2 "),
  ]

  private static func without(_ column: String) -> File {
    File(
      "Without the column \(column)", .supabase,
      (columns.split(separator: ",").map { $0 == column ? "other" : "\($0)" }.joined(separator: ",") + "\n"
        + rows[0]),
      says: column)
  }

  static let files: [File] =
    [
      File("Lines that end with CR", .supabase, csv.replacing("\n", with: "\r"), says: "CR"),
      File(
        "Lines that end with CR, and one LF", .supabase, csv.replacing("\n", with: "\r") + "\n", says: "CR"),
      File("JSON Lines that end with CR", .auth0, lines.joined(separator: "\r"), says: "CR"),
      File(
        "JSON Lines that end with CR, and one LF", .auth0, lines.joined(separator: "\r") + "\r\n", says: "CR"),
      File("Semicolons", .supabase, csv.replacing(",", with: ";"), says: "\";\""),
      File("Tabs", .supabase, csv.replacing(",", with: "\t"), says: "tab"),
      File("UTF-16 LE", .supabase, utf16(csv, mark: true, isBigEndian: false), says: "UTF-16"),
      File("UTF-16 BE", .auth0, utf16(lines[0], mark: true, isBigEndian: true), says: "UTF-16"),
      File("UTF-16 LE without mark", .supabase, utf16(csv, mark: false, isBigEndian: false), says: "UTF-16"),
      File("UTF-16 BE without mark", .firebase, utf16("[]", mark: false, isBigEndian: true), says: "UTF-16"),
      File("No header", .supabase, rows.joined(separator: "\n"), says: "id"),
      File(
        "No header", .clerk, "user_1,Ada,Lovelace,ada_l,ada@example.com,,ada@example.com,,,,,,", says: "id"),
      File("Another line before the header", .supabase, "sep=,\n" + csv, says: "id"),
      File("Names in capitals", .supabase, columns.uppercased() + "\n" + rows[0], says: "id"),
      File("A column twice", .supabase, "id," + csv, says: "\"id\" twice"),
      File("A table", .django, csv, says: "not JSON"),
      File("One object on several lines", .auth0, "{\n  \"email\": \"u1@example.com\"\n}", says: "line 1"),
      File("An answer of an API", .clerk, #"{"data":[{"id":"user_1"}],"total_count":1}"#, says: "clerk"),
      File("An answer of an API", .supabase, #"{"users":[{"id":"6f1"}],"aud":"x"}"#, says: "supabase"),
      File("Users of Firebase", .auth0, #"{"users":[{"localId":"1"}]}"#, says: "auth0"),
      File("Users of Auth0", .django, "[\(lines[0])]", says: "django"),
      File("Users of Auth0", .firebase, "[\(lines[0])]", says: "firebase"),
      File("No users", .firebase, #"{"kind":"x","accounts":[{"localId":"1"}]}"#, says: "users"),
    ]
    + [
      "id", "email", "email_confirmed_at", "encrypted_password", "created_at", "banned_until", "deleted_at",
    ].map(without) + otherEncodings

  @Test(
    "A file that is misread as a whole is refused once, with the reason",
    .takesLong("Each case has a server of its own."), arguments: files)
  func refused(_ file: File) async throws {
    try await TestServer.run { server in
      for isDryRun in [true, false] {
        do {
          let result = try await server.importing(file.bytes, file.format, isDryRun: isDryRun)
          Issue.record("not refused: \(result)")
        } catch let error as UserImportError {
          #expect(
            error.code.rawValue == "import_wrong_format" && error.reason.contains(file.says),
            "\(error.reason)")
          #expect(!error.reason.contains("example.com"))
        }
      }
      let key = try await server.apiKey()
      #expect(try await server.api.send(.get, "/v1/users", bearer: key)["items"] == [])
    }
  }

  @Test(
    "A file that only looks unusual is read",
    arguments: [
      File("CSV", .supabase, csv, says: ""),
      File("CSV with CRLF", .supabase, csv.replacing("\n", with: "\r\n"), says: ""),
      File(
        "CSV with quoted names", .supabase,
        "\"" + columns.replacing(",", with: "\",\"") + "\"\n" + rows.joined(separator: "\n"), says: ""),
      File("CSV with a mark", .supabase, "\u{feff}" + csv, says: ""),
      File("JSON Lines with CRLF", .auth0, lines.joined(separator: "\r\n"), says: ""),
      File(
        "An array whose lines end with CR", .auth0, "\t[" + lines.joined(separator: ",\r") + "]", says: ""),
      File("Arrays one after the other", .auth0, "[\(lines[0])]\n[\(lines[1]),\(lines[2])]\n", says: ""),
    ])
  func read(_ file: File) async throws {
    try await TestServer.run { server in
      let result = try await server.importing(file.bytes, file.format)
      #expect(result.summary.imported == 3 && result.summary.read == 3 && result.refused.isEmpty)
    }
  }

  @Test("A character is read at any place, also over the end of a block", arguments: 0..<4)
  func characterOverBlocks(shift: Int) async throws {
    try await TestServer.run { server in
      let name = "Zo\u{eb}\u{20ac}\u{1f600}"
      let start = Self.clerk + Self.clerkRow(1, name)
      let filler = (1 << 18) - start.utf8.count - "user_2,".utf8.count - shift
      let row = "user_2,\(String(repeating: "x", count: filler))\u{1f600},,,u2@example.com,u2@example.com,,\n"
      let result = try await server.importing(start + row, .clerk)
      #expect(result.summary.imported == 2 && result.refused.isEmpty)
      let key = try await server.apiKey()
      let list = try await server.api.send(.get, "/v1/users?email=u1%40example.com", bearer: key)
      #expect(list["items"].array?.first?["first_name"] == .string(name))
    }
  }

  @Test(
    "The numbers add up to the records of the file",
    arguments: [
      ("[\(lines[0])]]\n[\(lines[1])]", .auth0, 2, 1, 0), ("[\(lines[0])] \(lines[1])", .auth0, 1, 1, 0),
      ("[\(lines[0]),1,[2,[3]],\"a\",null,\(lines[1])]", .auth0, 2, 4, 0),
      ("[\(lines[0]),{\"email\":1e400},\(lines[1])", .auth0, 2, 2, 0),
      (#"{"users":[{"localId":"1","phoneNumber":"+4915123456789"}]} {"users":[]}"#, .firebase, 1, 0, 0),
      (#"{"users":[{"localId":"1","phoneNumber":"+4915123456789"}]}, x"#, .firebase, 1, 1, 0),
      (
        #"[{"model":"auth.group","pk":1},{"model":"auth.user","pk":1,"fields":{"username":"ada_l"}}]"#,
        .django,
        1, 0, 1
      ),
      (columns + "\n\n" + rows.joined(separator: "\n\n") + "\n,,,,,,\n6f9\n", .supabase, 3, 2, 0),
    ] as [(String, UserImportFormat, Int, Int, Int)])
  func counts(
    _ text: String, _ format: UserImportFormat, _ imported: Int, _ refused: Int, _ ignored: Int
  ) async throws {
    try await TestServer.run { server in
      for isDryRun in [true, false] {
        let summary = try await server.importing(text, format, isDryRun: isDryRun).summary
        #expect(summary.imported == imported && summary.refused == refused && summary.ignored == ignored)
        #expect(summary.read == imported + refused + ignored && summary.known == 0)
      }
    }
  }
}
