import Encodings

/// Reads the records of an export file, one after the other. The memory does not depend on the size of the file.
struct ImportRecords {
  private static let blockBytes = 1 << 18
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  private let file: ImportFile
  private var splitter: any RecordSplitter
  private var block = [UInt8](repeating: 0, count: blockBytes)
  /// The records of the last block, last one first.
  private var pending: [RawRecord] = []
  private var count = 0
  private var isAtEnd = false

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: the format, which decides the forms that the file may have.
  /// - Throws: ``UserImportError``.
  init(_ path: String, _ format: UserImportFormat) throws(UserImportError) {
    file = try ImportFile(path)
    splitter = JSONLineSplitter()
    let count = try file.read(into: &block)
    var start = block[..<count]
    if start.starts(with: Self.byteOrderMark) { start = start.dropFirst(3) }
    let first = start.first {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
    switch first {
    case UInt8(ascii: "["): splitter = JSONArraySplitter(member: nil)
    case UInt8(ascii: "{"): if let member = format.listMember { splitter = JSONArraySplitter(member: member) }
    case nil: break
    default:
      guard format.readsCSV else {
        throw UserImportError(.wrongFormat, "\(path) is not JSON, which --format \(format.rawValue) needs")
      }
      splitter = CSVSplitter()
    }
    split(start)
  }

  /// The next record; nil at the end of the file.
  ///
  /// - Throws: ``UserImportError``.
  mutating func next() throws(UserImportError) -> ImportRecord? {
    while pending.isEmpty, !isAtEnd {
      let count = try file.read(into: &block)
      if count > 0 {
        split(block[..<count])
      } else {
        isAtEnd = true
        var records: [RawRecord] = []
        splitter.finish { records.append($0) }
        pending = records.reversed()
      }
    }
    guard let raw = pending.popLast() else { return nil }
    count += 1
    return ImportRecord(index: count, line: raw.line, content: Self.parsed(raw))
  }

  private mutating func split(_ bytes: ArraySlice<UInt8>) {
    var records: [RawRecord] = []
    splitter.take(bytes) { records.append($0) }
    pending = records.reversed()
  }

  private static func parsed(_ raw: RawRecord) -> Result<JSONObject, RecordRefusal> {
    switch raw.content {
    case .refused(let refusal): return .failure(refusal)
    case .fields(let fields):
      return .success(JSONObject(fields.lazy.filter { !$0.value.isEmpty }.map { ($0, .string($1)) }))
    case .json(let bytes):
      let limits = JSONLimits(maxBytes: RecordRefusal.longestRecord, maxDepth: 32)
      guard let object = (try? JSONParser.parse(bytes, limits: limits))?.object else {
        return .failure(.notAnObject)
      }
      return .success(object)
    }
  }
}
