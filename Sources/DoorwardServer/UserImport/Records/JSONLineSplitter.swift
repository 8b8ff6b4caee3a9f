/// Splits JSON Lines: one object in each line. A line that is not complete does not affect the next one.
struct JSONLineSplitter: RecordSplitter {
  private var line = 1
  private var record: [UInt8] = []
  private var isTooLong = false

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
    let isBlank = record.allSatisfy {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
    }
    if isTooLong {
      emit(RawRecord(line: line, content: .refused(.tooLong)))
    } else if !isBlank {
      emit(RawRecord(line: line, content: .json(record)))
    }
  }
}
