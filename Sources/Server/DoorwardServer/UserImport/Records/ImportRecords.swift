import Encodings

/// Reads the records of an export file, one after the other. The memory does not depend on the size of the file.
struct ImportRecords {
  private static let blockBytes = 1 << 18

  private let path: String
  private let format: UserImportFormat
  private let columns: ImportColumns
  private let trustsAddresses: Bool
  private let file: ImportFile
  private var check = UTF8Check()
  private var splitter: any RecordSplitter
  private var block = [UInt8](repeating: 0, count: blockBytes)
  /// The records of the last block, last one first.
  private var pending: [RawRecord] = []
  private var count = 0
  private var isAtEnd = false
  /// Whether a header or a record has shown that the file has the format.
  private var isRecognized = false

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: the format, which decides the forms that the file may have.
  ///   - trustsAddresses: whether the file need not say which addresses are verified.
  /// - Throws: ``UserImportError``.
  init(_ path: String, _ format: UserImportFormat, trustsAddresses: Bool) throws(UserImportError) {
    (self.path, self.format, self.trustsAddresses) = (path, format, trustsAddresses)
    columns = ImportColumns(format)
    file = try ImportFile(path)
    splitter = JSONLineSplitter()
    var count = try file.read(into: &block)
    // Text has no zero byte. In UTF-16 every second byte of a name of a column, or of JSON, is one.
    guard !block[..<count].prefix(64).contains(0) else { throw Misreading.utf16.error(path, format) }
    // The first pass over the file only checks it, so that nothing of a misread file is imported. A pipe has one pass, and
    // may end in the middle.
    if file.rewind() {
      repeat { count = try read() } while count > 0
      check = UTF8Check()
      _ = file.rewind()
      count = try read()
    } else {
      try examine(count)
    }
    let start = ByteOrderMark.skipped(in: block[..<count])
    let first = start.first { !" \t\r\n".utf8.contains($0) }
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
  /// - Throws: ``UserImportError``, before the first record if the file does not have the format.
  mutating func next() throws(UserImportError) -> ImportRecord? {
    while let raw = try nextRaw() {
      let content: Result<JSONObject, RecordRefusal>
      do throws(Misreading) {
        guard let read = try self.content(of: raw) else { continue }
        content = read
      } catch {
        throw error.error(path, format)
      }
      count += 1
      return ImportRecord(index: count, line: raw.line, content: content)
    }
    return nil
  }

  /// Reads the next block and checks its encoding.
  private mutating func read() throws(UserImportError) -> Int {
    let count = try file.read(into: &block)
    try examine(count)
    return count
  }

  /// Checks the encoding of the bytes that were read; of the end of the file if there are none.
  private mutating func examine(_ count: Int) throws(UserImportError) {
    guard count > 0 ? check.accepts(block[..<count]) : check.isComplete else {
      throw Misreading.notUTF8(line: check.line).error(path, format)
    }
  }

  private mutating func nextRaw() throws(UserImportError) -> RawRecord? {
    while pending.isEmpty, !isAtEnd {
      let count = try read()
      if count > 0 {
        split(block[..<count])
      } else {
        isAtEnd = true
        var records: [RawRecord] = []
        splitter.finish { records.append($0) }
        pending = records.reversed()
      }
    }
    return pending.popLast()
  }

  private mutating func split(_ bytes: ArraySlice<UInt8>) {
    var records: [RawRecord] = []
    splitter.take(bytes) { records.append($0) }
    pending = records.reversed()
  }

  /// The content of a record; nil for the header.
  private mutating func content(
    of raw: RawRecord
  ) throws(Misreading) -> Result<JSONObject, RecordRefusal>? {
    switch raw.content {
    case .misread(let misreading): throw misreading
    case .header(let names):
      isRecognized = true
      guard let flaw = columns.flaw(ofHeader: names, trustsAddresses: trustsAddresses) else { return nil }
      throw .otherColumns(flaw)
    case .refused(let refusal): return .failure(refusal)
    case .fields(let fields):
      return .success(JSONObject(fields.lazy.filter { !$0.value.isEmpty }.map { ($0, .string($1)) }))
    case .json(let bytes):
      guard let object = RepairedText.parsed(bytes)?.object else { return .failure(.notAnObject) }
      guard isRecognized || columns.recognizes(object) else { throw .otherMembers }
      isRecognized = true
      return .success(object)
    }
  }
}
