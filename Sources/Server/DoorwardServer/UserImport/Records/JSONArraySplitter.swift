/// Splits JSON arrays of objects, or the arrays in a member of JSON objects, such as `{"users": […]}`. Answers of an API that
/// stand one after the other are read too.
struct JSONArraySplitter: RecordSplitter {
  /// The member with the array; nil if the whole file is the array.
  private let member: String?
  /// The number of arrays and objects around a record.
  private let recordDepth: Int

  private var depth = 0
  private var line = 1
  private var isInString = false
  private var isEscaped = false
  /// The last string at depth 1, and whether the array of records has begun.
  private var lastString: [UInt8] = []
  private var isInRecords = false
  private var hasFoundRecords = false
  /// Whether the text is inside of an array or object that may have records.
  private var isInRoot = false
  private var record: [UInt8] = []
  private var recordLine = 1
  private var isRecording = false
  private var isTooLong = false
  /// Whether an element that is not an object, or text between the arrays, has been reported.
  private var isInOther = false

  init(member: String?) {
    self.member = member
    recordDepth = member == nil ? 1 : 2
  }

  mutating func take(_ bytes: ArraySlice<UInt8>, _ emit: (RawRecord) -> Void) {
    for byte in bytes {
      if isRecording { keep(byte) }
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isInString {
        takeInString(byte)
      } else {
        takeOutside(byte, emit)
      }
    }
  }

  mutating func finish(_ emit: (RawRecord) -> Void) {
    if let member, !hasFoundRecords { emit(RawRecord(line: 1, content: .misread(.noMember(member)))) }
    if isRecording || depth > 0 { emit(RawRecord(line: line, content: .refused(.cutShort))) }
  }

  private mutating func takeInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    } else if depth == 1, lastString.count < 64 {
      lastString.append(byte)
    }
  }

  private mutating func takeOutside(_ byte: UInt8, _ emit: (RawRecord) -> Void) {
    let isAtRecord = isInRecords && depth == recordDepth && !isRecording
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): return
    case _ where depth == 0: takeBetweenRoots(byte, emit)
    case UInt8(ascii: "\""):
      isInString = true
      if depth == 1 { lastString = [] }
      if isAtRecord { reportOther(emit) }
    case UInt8(ascii: "{"):
      if isAtRecord {
        (isRecording, isTooLong, record, recordLine) = (true, false, [byte], line)
      }
      depth += 1
    case UInt8(ascii: "["):
      if isAtRecord { reportOther(emit) }
      depth += 1
      if depth == recordDepth, isInRoot, !isInRecords, member.map({ Array($0.utf8) == lastString }) ?? false {
        beginRecords()
      }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if isRecording, depth == recordDepth { endRecord(emit) }
      if depth < recordDepth { isInRecords = false }
    case UInt8(ascii: ","):
      if isAtRecord { isInOther = false }
    default: if isAtRecord { reportOther(emit) }
    }
  }

  private mutating func takeBetweenRoots(_ byte: UInt8, _ emit: (RawRecord) -> Void) {
    isInRoot = byte == (member == nil ? UInt8(ascii: "[") : UInt8(ascii: "{"))
    if isInRoot { isInOther = false } else { reportOther(emit) }
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth = 1
    case UInt8(ascii: "\""): isInString = true
    default: break
    }
    if isInRoot, member == nil { beginRecords() }
  }

  private mutating func beginRecords() { (isInRecords, hasFoundRecords, isInOther) = (true, true, false) }

  private mutating func keep(_ byte: UInt8) {
    guard record.count < RecordRefusal.longestRecord else {
      (isTooLong, record) = (true, [])
      return
    }
    if !isTooLong { record.append(byte) }
  }

  private mutating func endRecord(_ emit: (RawRecord) -> Void) {
    emit(RawRecord(line: recordLine, content: isTooLong ? .refused(.tooLong) : .json(record)))
    (isRecording, record) = (false, [])
  }

  private mutating func reportOther(_ emit: (RawRecord) -> Void) {
    guard !isInOther else { return }
    isInOther = true
    emit(RawRecord(line: line, content: .refused(.notAnObject)))
  }
}
