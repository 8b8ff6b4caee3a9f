extension Timestamp {
  /// The instant in UTC with milliseconds, as in `2021-09-30T16:25:24.000Z`. Smaller units are dropped.
  public var rfc3339: String {
    let (day, time) = Self.floorDivide(seconds, by: 86_400)
    let civil = Self.civil(daysSince1970: day)
    return String(unsafeUninitializedCapacity: 24) { text in
      var position = 0
      func put(_ value: Int, digits: Int, then separator: UInt8) {
        var rest = value
        for place in stride(from: position + digits - 1, through: position, by: -1) {
          text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        text[position + digits] = separator
        position += digits + 1
      }
      put(civil.year, digits: 4, then: UInt8(ascii: "-"))
      put(civil.month, digits: 2, then: UInt8(ascii: "-"))
      put(civil.day, digits: 2, then: UInt8(ascii: "T"))
      put(Int(time / 3600), digits: 2, then: UInt8(ascii: ":"))
      put(Int(time / 60 % 60), digits: 2, then: UInt8(ascii: ":"))
      put(Int(time % 60), digits: 2, then: UInt8(ascii: "."))
      put(Int(nanoseconds / 1_000_000), digits: 3, then: UInt8(ascii: "Z"))
      return position
    }
  }

  /// The days from 1970-01-01 to a day of the proleptic Gregorian calendar.
  ///
  /// Years start in March here, so that the leap day is the last day.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(Int64(marchYear), by: 400)
    let dayOfYear = Int64((153 * ((month + 9) % 12) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the proleptic Gregorian calendar that is `days` days after 1970-01-01.
  static func civil(daysSince1970 days: Int64) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    let year = Int(era * 400 + yearOfEra) + (month <= 2 ? 1 : 0)
    return (year, month, Int(dayOfYear - (153 * monthFromMarch + 2) / 5) + 1)
  }

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
