import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The dates of mail headers (RFC 5322 §3.3).
enum MailDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A moment in UTC: `Mon, 23 Nov 2026 02:20:56 +0000`.
  static func text(_ moment: Date) -> String {
    let stamp = Timestamp(moment)
    // 2026-11-23T02:20:56.000Z
    let fields = stamp.rfc3339.split { $0 == "-" || $0 == "T" || $0 == "." }
    let month = Int(fields[1]) ?? 1
    // 1970-01-01 was a Thursday.
    let seconds = stamp.seconds % (7 * 86_400)
    let day = Int((seconds < 0 ? seconds + 7 * 86_400 : seconds) / 86_400)
    return "\(days[day]), \(fields[2]) \(months[month - 1]) \(fields[0]) \(fields[3]) +0000"
  }
}
