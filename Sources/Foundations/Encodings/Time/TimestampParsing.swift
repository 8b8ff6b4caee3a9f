extension Timestamp {
  /// Parses an RFC 3339 `date-time`.
  ///
  /// `T` and `Z` may be lower case (§5.6), and a space is not accepted as the separator. Days and months are
  /// checked against the calendar. A second of 60 is accepted only for leap seconds (§5.7), at the end of June or
  /// December in UTC, and means the following instant. Fractions may have any number of digits; digits after the
  /// ninth are dropped.
  ///
  /// - Throws: `invalid_timestamp`.
  public init(rfc3339 text: String) throws(EncodingsError) {
    var text = text
    guard let parsed = text.withUTF8({ Timestamp(rfc3339: $0) }) else {
      throw EncodingsError(
        code: .invalidTimestamp, reason: "Text is not an RFC 3339 date-time, as in 2021-09-30T16:25:24Z.")
    }
    self = parsed
  }

  /// Parses an RFC 3339 `date-time` from UTF-8 bytes; nil for any other text.
  public init?(rfc3339 text: UnsafeBufferPointer<UInt8>) {
    // full-date "T" partial-time: 19 characters at fixed positions, then a fraction and an offset.
    guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] | 0x20 == UInt8(ascii: "t"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let century = Self.twoDigits(text, 0), let yearOfCentury = Self.twoDigits(text, 2),
      let month = Self.twoDigits(text, 5), (1...12).contains(month),
      let day = Self.twoDigits(text, 8), day >= 1,
      let hour = Self.twoDigits(text, 11), hour <= 23,
      let minute = Self.twoDigits(text, 14), minute <= 59,
      let second = Self.twoDigits(text, 17), second <= 60
    else { return nil }
    let year = century * 100 + yearOfCentury
    guard day <= Self.days(inMonth: month, of: year) else { return nil }

    var position = 19
    var nanoseconds: Int32 = 0
    if text[position] == UInt8(ascii: ".") {
      position += 1
      let start = position
      var weight: Int32 = 100_000_000
      while position < text.count, let digit = Self.digit(text[position]) {
        nanoseconds += Int32(digit) * weight
        weight /= 10
        position += 1
      }
      guard position > start, position < text.count else { return nil }
    }

    var offset: Int64 = 0
    switch text[position] {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      guard position + 1 == text.count else { return nil }
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard position + 6 == text.count, text[position + 3] == UInt8(ascii: ":"),
        let hours = Self.twoDigits(text, position + 1), hours <= 23,
        let minutes = Self.twoDigits(text, position + 4), minutes <= 59
      else { return nil }
      offset = Int64(hours * 3600 + minutes * 60)
      if text[position] == UInt8(ascii: "-") { offset = -offset }
    default: return nil
    }

    let midnight = Self.daysSince1970(year: year, month: month, day: day) * 86_400
    let seconds = midnight + Int64(hour * 3600 + minute * 60 + second) - offset
    guard Self.bounds.contains(seconds) else { return nil }
    if second == 60 {
      // The instant after a leap second is midnight at the start of July or January (RFC 3339 §5.7).
      guard seconds.isMultiple(of: 86_400) else { return nil }
      let next = Self.civil(daysSince1970: seconds / 86_400)
      guard next.day == 1, next.month == 1 || next.month == 7 else { return nil }
      nanoseconds = 0
    }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  @inline(__always)
  private static func digit(_ character: UInt8) -> Int? {
    let value = character &- UInt8(ascii: "0")
    return value <= 9 ? Int(value) : nil
  }

  @inline(__always)
  private static func twoDigits(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
    guard let tens = digit(text[at]), let ones = digit(text[at + 1]) else { return nil }
    return tens * 10 + ones
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
