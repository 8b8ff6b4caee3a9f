/// Splits JSON Lines: one object in each line. A line that is not complete does not affect the next one.
struct JSONLineSplitter: RecordSplitter {
  private var line = 1
  private var record: [UInt8] = []
  private var isTooLong = false
  private var isFirst = true

  mutating func take(_ bytes: ArraySlice<UInt8>, _ emit: (RawRecord) -> Void) {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      endLine(emit)
      line += 1
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  mutating func finish(_ emit: (RawRecord) -> Void) { endLine(emit) }

  private mutating func keep(_ part: ArraySlice<UInt8>) {
    guard record.count + part.count <= RecordRefusal.longestRecord else {
      (isTooLong, record) = (true, [])
      return
    }
    if !isTooLong { record += part }
  }

  private mutating func endLine(_ emit: (RawRecord) -> Void) {
    defer { (isTooLong, record) = (false, []) }
    if record.last == UInt8(ascii: "\r") { record.removeLast() }
    let isBlank = record.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if isTooLong {
      emit(RawRecord(line: line, content: .refused(.tooLong)))
    } else if !isBlank {
      if isFirst, let misread { emit(RawRecord(line: line, content: .misread(misread))) }
      isFirst = false
      emit(RawRecord(line: line, content: .json(record)))
    }
  }

  /// The reason why the lines of the file are not its records, by the first of them; nil if they may be.
  private var misread: Misreading? {
    // JSON has no such character inside of a string (RFC 8259 §7).
    if record.contains(UInt8(ascii: "\r")) { return .returnsAlone }
    var depth = 0
    var (isInString, isEscaped) = (false, false)
    for byte in record {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isInString ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isInString ? 0 : 1
      default: break
      }
    }
    return depth > 0 || isInString ? .objectOverLines(line) : nil
  }
}
