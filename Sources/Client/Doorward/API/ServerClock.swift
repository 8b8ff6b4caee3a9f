internal import Encodings
internal import Foundation

/// The server's clock by its answers, so that a wrong clock of this device does not change how long a code seems to be valid.
// Unchecked: the difference is used under the lock only.
final class ServerClock: @unchecked Sendable {
  private let lock = NSLock()
  private let now: @Sendable () -> Date
  private var ahead: TimeInterval = 0

  init(_ clock: DoorwardClock) { now = clock.now }

  /// The time of the server; that of the device before the first answer.
  var time: Date { now().addingTimeInterval(lock.withLock { ahead }) }

  /// Learns the time from the `Date` of an answer that no cache has stored.
  func learn(_ date: String?) {
    guard let time = date.flatMap(HTTPDateParser.time) else { return }
    let difference = time.timeIntervalSince(now())
    // The header has whole seconds, so a small difference has no meaning.
    lock.withLock { ahead = abs(difference) > 2 ? difference : 0 }
  }
}

/// Reads times of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
enum HTTPDateParser {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time; nil if the text has another form.
  static func time(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let index = months.firstIndex(of: String(parts[2])) else {
      return nil
    }
    let month = index < 9 ? "0\(index + 1)" : "\(index + 1)"
    return (try? Timestamp(rfc3339: "\(parts[3])-\(month)-\(parts[1])T\(parts[4])Z"))?.date
  }
}
