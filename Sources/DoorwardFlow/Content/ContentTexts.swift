internal import Foundation

/// The texts of the views in one language. A key has the section and the name: `signIn.titleFor`.
struct ContentTexts: Sendable {
  let language: String
  let isRightToLeft: Bool
  /// The text of a key; nil if there is none. A number chooses the plural form.
  private let find: @Sendable (_ key: String, _ count: Int?, _ blanks: [String: String]) -> String?

  init(
    language: String, isRightToLeft: Bool,
    find: @escaping @Sendable (_ key: String, _ count: Int?, _ blanks: [String: String]) -> String?
  ) {
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.find = find
  }

  /// A text that the catalogs have. A test looks every key up.
  func callAsFunction(_ key: String, _ blanks: [String: String] = [:]) -> String {
    find(key, nil, blanks) ?? key
  }

  /// A text with a number.
  func callAsFunction(_ key: String, count: Int, _ blanks: [String: String] = [:]) -> String {
    find(key, count, blanks) ?? key
  }

  /// A text that the catalogs may have.
  func known(_ key: String) -> String? { find(key, nil, [:]) }

  /// Two sentences in a row.
  func sentences(_ first: String, _ second: String?) -> String {
    second.map { self("problem.two", ["first": first, "second": $0]) } ?? first
  }

  // MARK: Times

  /// A remaining time in words, rounded up: seconds up to 90, minutes up to 90, then hours.
  func duration(_ remaining: RemainingTime) -> String {
    switch remaining.unit {
    case .second: self("time.seconds", count: remaining.count)
    case .minute: self("time.minutes", count: remaining.count)
    case .hour: self("time.hours", count: remaining.count)
    }
  }

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
    let minutes = Int(now.timeIntervalSince(date) / 60)
    switch minutes {
    case ..<1: return self("time.justNow")
    case ..<60: return self("time.minutesAgo", count: minutes)
    case ..<1440: return self("time.hoursAgo", count: minutes / 60)
    case ..<2880: return self("time.yesterday")
    case ...10080: return self("time.daysAgo", count: minutes / 1440)
    default: return self.date(date)
    }
  }

  /// The time zone of the user.
  var zone: TimeZone = .current
}

/// The time until a moment, as a view shows it.
struct RemainingTime {
  enum Unit: Double {
    case second = 1
    case minute = 60
    case hour = 3600
  }

  let unit: Unit
  let count: Int
  /// The time at which the view shows another number.
  let changesAt: Date

  init(until end: Date, at now: Date) {
    let seconds = max(0, end.timeIntervalSince(now).rounded(.up))
    unit = seconds <= 90 ? .second : seconds <= 5400 ? .minute : .hour
    count = Int((seconds / unit.rawValue).rounded(.up))
    changesAt = end.addingTimeInterval(-unit.rawValue * Double(max(0, count - 1)))
  }
}
