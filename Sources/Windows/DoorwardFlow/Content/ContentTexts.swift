internal import DoorwardTexts
internal import Foundation

/// The texts of the views in one language.
struct ContentTexts: Hashable, Sendable {
  private let texts: Texts
  /// The time zone of the user.
  let zone: TimeZone

  init(_ texts: Texts, zone: TimeZone = .current) {
    self.texts = texts
    self.zone = zone
  }

  var language: String { texts.language.tag }
  var isRightToLeft: Bool { texts.language.isRightToLeft }

  /// The text of a key.
  func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { texts.text(key, values) }

  /// The text of a key with a number.
  func callAsFunction(_ key: String, count: Int) -> String { texts.text(key, count: count) }

  /// A text that the catalogs may have.
  func known(_ key: String) -> String? { texts.has(key) ? texts.text(key) : nil }

  /// Two sentences in a row.
  func sentences(_ first: String, _ second: String?) -> String {
    second.map { self("problem.two", ["first": first, "second": $0]) } ?? first
  }

  // MARK: Times

  /// A remaining time in words.
  func duration(_ remaining: RemainingTime) -> String { texts.duration(remaining.seconds) }

  /// A date.
  func date(_ date: Date) -> String {
    date.formatted(
      Date.FormatStyle(
        date: .abbreviated, time: .omitted, locale: Locale(identifier: language), timeZone: zone))
  }

  /// The name of a language, in that language.
  func nameOfLanguage(_ tag: String) -> String {
    let name = Locale(identifier: tag).localizedString(forIdentifier: tag) ?? tag
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// A time in the past in words within a week, a date before.
  func ago(_ date: Date, at now: Date) -> String {
    texts.ago(Int(now.timeIntervalSince(date))) ?? self.date(date)
  }
}

/// The time until a moment, as a view shows it: in seconds up to 90, in minutes up to 90, then in hours.
struct RemainingTime {
  /// The remaining seconds, rounded up.
  let seconds: Int
  /// The time at which the view shows another number.
  let changesAt: Date

  init(until end: Date, at now: Date) {
    seconds = max(0, Int(end.timeIntervalSince(now).rounded(.up)))
    let unit = seconds <= 90 ? 1 : seconds <= 5400 ? 60 : 3600
    let count = (seconds + unit - 1) / unit
    changesAt = end.addingTimeInterval(-Double(unit * max(0, count - 1)))
  }
}
