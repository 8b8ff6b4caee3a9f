// https://developer.apple.com/documentation/foundation/timezone
public struct TimeZone: Hashable, Equatable, Sendable {
  // https://developer.apple.com/documentation/foundation/timezone/current
  public static var current: TimeZone { fatalError() }
  // https://developer.apple.com/documentation/foundation/timezone/gmt
  @available(macOS 13, iOS 16, *)
  public static var gmt: TimeZone { fatalError() }
}

// https://developer.apple.com/documentation/foundation/calendar
public struct Calendar: Hashable, Equatable, Sendable {
  // https://developer.apple.com/documentation/foundation/calendar/init(identifier:)
  public init(identifier: Identifier) {}
  // https://developer.apple.com/documentation/foundation/calendar/timezone
  public var timeZone: TimeZone {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/calendar/date(from:)
  public func date(from components: DateComponents) -> Date? { fatalError() }

  // https://developer.apple.com/documentation/foundation/calendar/identifier-swift.enum
  public enum Identifier: Hashable, Sendable { case gregorian }
}

// https://developer.apple.com/documentation/foundation/datecomponents
public struct DateComponents: Hashable, Equatable, Sendable {
  // https://developer.apple.com/documentation/foundation/datecomponents/init(calendar:timezone:era:year:month:day:hour:minute:second:nanosecond:weekday:weekdayordinal:quarter:weekofmonth:weekofyear:yearforweekofyear:)
  public init(
    calendar: Calendar? = nil, timeZone: TimeZone? = nil, era: Int? = nil, year: Int? = nil,
    month: Int? = nil, day: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil,
    nanosecond: Int? = nil, weekday: Int? = nil, weekdayOrdinal: Int? = nil, quarter: Int? = nil,
    weekOfMonth: Int? = nil, weekOfYear: Int? = nil, yearForWeekOfYear: Int? = nil
  ) {}
}

@available(macOS 12.0, iOS 15.0, *)
extension Date {
  // https://developer.apple.com/documentation/foundation/date/formatstyle
  public struct FormatStyle: Sendable {
    // https://developer.apple.com/documentation/foundation/date/formatstyle/init(date:time:locale:calendar:timezone:capitalizationcontext:)
    public init(
      date: DateStyle? = nil, time: TimeStyle? = nil, locale: Locale = .autoupdatingCurrent,
      calendar: Calendar = .autoupdatingCurrent, timeZone: TimeZone = .autoupdatingCurrent,
      capitalizationContext: FormatStyleCapitalizationContext = .unknown
    ) {}

    // https://developer.apple.com/documentation/foundation/date/formatstyle/datestyle
    public struct DateStyle: Hashable, Sendable {
      // https://developer.apple.com/documentation/foundation/date/formatstyle/datestyle/abbreviated
      public static let abbreviated = DateStyle()
      // https://developer.apple.com/documentation/foundation/date/formatstyle/datestyle/long
      public static let long = DateStyle()
    }
    // https://developer.apple.com/documentation/foundation/date/formatstyle/timestyle
    public struct TimeStyle: Hashable, Sendable {
      // https://developer.apple.com/documentation/foundation/date/formatstyle/timestyle/omitted
      public static let omitted = TimeStyle()
    }
  }
  // https://developer.apple.com/documentation/foundation/date/formatted(_:)
  public func formatted(_ format: FormatStyle) -> String { fatalError() }
}
// https://developer.apple.com/documentation/foundation/formatstylecapitalizationcontext
@available(macOS 12.0, iOS 15.0, *)
public struct FormatStyleCapitalizationContext: Hashable, Sendable {
  // https://developer.apple.com/documentation/foundation/formatstylecapitalizationcontext/unknown
  public static let unknown = FormatStyleCapitalizationContext()
}
// https://developer.apple.com/documentation/foundation/calendar/autoupdatingcurrent
extension Calendar {
  public static var autoupdatingCurrent: Calendar { fatalError() }
}
// https://developer.apple.com/documentation/foundation/timezone/autoupdatingcurrent
extension TimeZone {
  public static var autoupdatingCurrent: TimeZone { fatalError() }
}
