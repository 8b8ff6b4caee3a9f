import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An hour, by its number since 1970.
package struct EventHour: Sendable, Hashable, Comparable {
  package let number: Int64

  package init(number: Int64) { self.number = number }

  /// The hour that contains a moment.
  package init(of moment: Date) {
    number = Int64((moment.timeIntervalSince1970 / 3600).rounded(.down))
  }

  package var start: Date { Date(timeIntervalSince1970: TimeInterval(number) * 3600) }

  package static func < (left: EventHour, right: EventHour) -> Bool { left.number < right.number }
}

/// How many events of a type happened in an hour, or in some hours that follow each other.
package struct EventCount: Sendable, Hashable {
  /// The first hour.
  package let hour: EventHour
  /// The name of an ``EventType``, or ``accepted``.
  package let type: String
  /// The methods of a sign-in, the method of a refused one, or the channel of a message; empty for other types.
  package let detail: String
  package let count: Int

  /// The type of messages that a mail server or SMS service has accepted. They are counted, and are no events.
  package static var accepted: String { "delivery.accepted" }

  package init(hour: EventHour, type: String, detail: String, count: Int) {
    self.hour = hour
    self.type = type
    self.detail = detail
    self.count = count
  }
}

extension EventCount {
  /// The numbers of some events, one for each hour, type and detail.
  package static func counts(of events: [RecordedEvent]) -> [EventCount] {
    var counts: [EventCount: Int] = [:]
    for event in events {
      let key = EventCount(
        hour: EventHour(of: event.at), type: event.type, detail: event.countedDetail, count: 0)
      counts[key, default: 0] += 1
    }
    return counts.map { EventCount(hour: $0.hour, type: $0.type, detail: $0.detail, count: $1) }
  }
}

extension RecordedEvent {
  fileprivate var countedDetail: String {
    guard let data = content?.object else { return "" }
    return switch EventType(rawValue: type) {
    case .sessionStarted, .sessionRenewed:
      (data["methods"]?.array ?? []).compactMap(\.string).joined(separator: " ")
    case .signInRefused: data["method"]?.string ?? ""
    case .codeRequested, .deliveryFailed: data["channel"]?.string ?? ""
    default: ""
    }
  }
}
