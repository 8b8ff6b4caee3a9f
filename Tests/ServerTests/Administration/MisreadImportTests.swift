import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
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
    ].map(without)

  @Test("A file that is misread as a whole is refused once, with the reason", arguments: files)
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
