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
