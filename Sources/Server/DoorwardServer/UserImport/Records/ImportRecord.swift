import Encodings

/// One record of an export file.
struct ImportRecord: Sendable {
  /// The number of the record in the file, from 1.
  let index: Int
  /// The line on which the record begins, from 1.
  let line: Int
  let content: Result<JSONObject, RecordRefusal>
}

/// The bytes of a record, before they are parsed.
struct RawRecord {
  let line: Int
  let content: Content

  enum Content {
    case json([UInt8])
    case fields([String: String])
    case refused(RecordRefusal)
    /// The names of the columns, before the first record.
    case header([String])
    /// The file has no records of this form. Nothing of it is imported.
    case misread(Misreading)
  }
}

/// The reason why a file is read wrongly as a whole.
enum Misreading: Error {
  case returnsAlone
  case objectOverLines(Int)
  case noMember(String)
  case utf16
  /// The first byte that is not UTF-8 is on this line.
  case notUTF8(line: Int)
  case otherColumns(String)
  case otherMembers

  /// The error that refuses the file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its format, as the operator says.
  /// - Returns: the error.
  func error(_ path: String, _ format: UserImportFormat) -> UserImportError {
    let reason =
      switch self {
      case .returnsAlone: "its lines end with CR alone. Export it with LF, or with CR and LF"
      case .objectOverLines(let line):
        "line \(line) is not a whole JSON object. Put the objects into an array, or each on one line"
      case .noMember(let member): "it has no array \"\(member)\" of users"
      case .utf16: "it is not UTF-8, but UTF-16 or no text. Convert it: iconv -f UTF-16 -t UTF-8"
      case .notUTF8(let line):
        "line \(line) is not UTF-8. Export the file as UTF-8, or convert it, for example: iconv -f WINDOWS-1252 -t UTF-8"
      case .otherColumns(let flaw): flaw
      case .otherMembers: "its first record is not a user of --format \(format.rawValue)"
      }
    return UserImportError(.wrongFormat, "\(path) was not imported: \(reason).")
  }
}

/// Splits the bytes of a file into records. It holds at most one record.
protocol RecordSplitter {
  /// Takes the next bytes of the file.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ emit: (RawRecord) -> Void)
  /// Takes the end of the file.
  mutating func finish(_ emit: (RawRecord) -> Void)
}

extension RecordRefusal {
  /// The longest record, in bytes.
  static let longestRecord = 1 << 20

  static var tooLong: RecordRefusal {
    RecordRefusal(.tooLong, "The record has more than \(longestRecord) bytes.")
  }
  static var cutShort: RecordRefusal {
    RecordRefusal(.incomplete, "The file ends inside the record.")
  }
  static var notAnObject: RecordRefusal {
    RecordRefusal(.malformed, "The record is not a JSON object.")
  }
}
