/// Formats times for HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum HTTPDate {
  private static let weekdays: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months: [StaticString] = [
    "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb",
  ]

  package static func text(secondsSince1970 seconds: Int) -> String {
    var bytes: [UInt8] = []
    append(secondsSince1970: seconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of a time.
  static func append(secondsSince1970 seconds: Int, to bytes: inout [UInt8]) {
    let days = seconds / 86_400
    let second = seconds % 86_400
    // Years start in March here, so that the leap day is the last one; 719,468 days before 1970 is 0000-03-01.
    let day = days + 719_468
    let era = day / 146_097
    let dayOfEra = day % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
    func two(_ number: Int) {
      bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
      bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
    bytes.append(weekdays[days % 7])
    bytes.append(", ")
    two(dayOfMonth)
    bytes.append(" ")
    bytes.append(months[month])
    bytes.append(" ")
    two(year / 100 % 100)
    two(year % 100)
    bytes.append(" ")
    two(second / 3600)
    bytes.append(":")
    two(second / 60 % 60)
    bytes.append(":")
    two(second % 60)
    bytes.append(" GMT")
  }
}
