/// Splits CSV (RFC 4180). The first record has the names of the fields.
struct CSVSplitter: RecordSplitter {
  private var names: [String]?
  private var fields: [[UInt8]] = [[]]
  private var byteCount = 0
  private var isTooLong = false
  private var isQuoted = false
  /// Whether the last byte was a quote inside a quoted field: its end, or the first of two.
  private var hasQuote = false
  /// Whether the last byte was a carriage return outside of a quoted field.
  private var hasReturn = false
  private var line = 1
  private var recordLine = 1

  mutating func take(_ bytes: ArraySlice<UInt8>, _ emit: (RawRecord) -> Void) {
    for byte in bytes { take(byte, emit) }
  }

  mutating func finish(_ emit: (RawRecord) -> Void) {
    if isQuoted, !hasQuote {
      emit(RawRecord(line: recordLine, content: .refused(.cutShort)))
    } else if byteCount > 0 {
      endRecord(emit)
    }
  }

  private mutating func take(_ byte: UInt8, _ emit: (RawRecord) -> Void) {
    if byte == UInt8(ascii: "\n") { line += 1 }
    let wasQuote = hasQuote
    hasQuote = false
    if isQuoted {
      guard wasQuote else {
        if byte == UInt8(ascii: "\"") { hasQuote = true } else { keep(byte) }
        return
      }
      if byte == UInt8(ascii: "\"") { return keep(byte) }
      isQuoted = false
    }
    if hasReturn, byte != UInt8(ascii: "\n"), names == nil {
      emit(RawRecord(line: recordLine, content: .misread(.returnsAlone)))
    }
    hasReturn = byte == UInt8(ascii: "\r")
    switch byte {
    case UInt8(ascii: "\"") where fields[fields.count - 1].isEmpty:
      isQuoted = true
      count()
    case UInt8(ascii: ","):
      count()
      if !isTooLong { fields.append([]) }
    case UInt8(ascii: "\r"): break
    case UInt8(ascii: "\n"): endRecord(emit)
    default: keep(byte)
    }
  }

  private mutating func keep(_ byte: UInt8) {
    count()
    if !isTooLong { fields[fields.count - 1].append(byte) }
  }

  private mutating func count() {
    byteCount += 1
    if byteCount > RecordRefusal.longestRecord { (isTooLong, fields) = (true, [[]]) }
  }

  private mutating func endRecord(_ emit: (RawRecord) -> Void) {
    defer { (fields, byteCount, isTooLong, recordLine) = ([[]], 0, false, line) }
    guard byteCount > 0 else { return }
    guard let names else {
      let header = fields.map(RepairedText.text)
      self.names = header
      return emit(RawRecord(line: recordLine, content: .header(header)))
    }
    if isTooLong { return emit(RawRecord(line: recordLine, content: .refused(.tooLong))) }
    guard fields.count == names.count else {
      let refusal = RecordRefusal(.malformed, "The record has another number of fields than the first line.")
      return emit(RawRecord(line: recordLine, content: .refused(refusal)))
    }
    let values = zip(names, fields).map { ($0, RepairedText.text($1)) }
    emit(RawRecord(line: recordLine, content: .fields(Dictionary(values) { first, _ in first })))
  }
}
