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
  public struct FormatStyle: Foundation.FormatStyle, Sendable {
    // https://developer.apple.com/documentation/foundation/formatstyle/formatinput
    public typealias FormatInput = Date
    // https://developer.apple.com/documentation/foundation/formatstyle/formatoutput
    public typealias FormatOutput = String
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
  public func formatted<F: Foundation.FormatStyle>(_ format: F) -> F.FormatOutput
  where F.FormatInput == Date {
    fatalError()
  }
  // https://developer.apple.com/documentation/foundation/date/verbatimformatstyle
  public struct VerbatimFormatStyle: Foundation.FormatStyle, Sendable {
    // https://developer.apple.com/documentation/foundation/formatstyle/formatinput
    public typealias FormatInput = Date
    // https://developer.apple.com/documentation/foundation/formatstyle/formatoutput
    public typealias FormatOutput = String
    // https://developer.apple.com/documentation/foundation/date/verbatimformatstyle/init(format:locale:timezone:calendar:)
    public init(format: FormatString, locale: Locale? = nil, timeZone: TimeZone, calendar: Calendar) {}
  }
  // https://developer.apple.com/documentation/foundation/date/formatstring
  public struct FormatString: Hashable, Sendable, ExpressibleByStringInterpolation {
    // https://developer.apple.com/documentation/foundation/date/formatstring/init(stringliteral:)
    public init(stringLiteral value: String) {}
    // https://developer.apple.com/documentation/foundation/date/formatstring/init(stringinterpolation:)
    public init(stringInterpolation: StringInterpolation) {}

    // https://developer.apple.com/documentation/foundation/date/formatstring/stringinterpolation
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      // https://developer.apple.com/documentation/swift/stringinterpolationprotocol/init(literalcapacity:interpolationcount:)
      public init(literalCapacity: Int, interpolationCount: Int) {}
      // https://developer.apple.com/documentation/swift/stringinterpolationprotocol/appendliteral(_:)
      public mutating func appendLiteral(_ literal: String) {}
      // https://developer.apple.com/documentation/foundation/date/formatstring/stringinterpolation/appendinterpolation(year:)
      public mutating func appendInterpolation(year: FormatStyle.Symbol.Year) {}
      // https://developer.apple.com/documentation/foundation/date/formatstring/stringinterpolation/appendinterpolation(month:)
      public mutating func appendInterpolation(month: FormatStyle.Symbol.Month) {}
      // https://developer.apple.com/documentation/foundation/date/formatstring/stringinterpolation/appendinterpolation(day:)
      public mutating func appendInterpolation(day: FormatStyle.Symbol.Day) {}
      // https://developer.apple.com/documentation/foundation/date/formatstring/stringinterpolation/appendinterpolation(weekday:)
      public mutating func appendInterpolation(weekday: FormatStyle.Symbol.Weekday) {}
      // https://developer.apple.com/documentation/foundation/date/formatstring/stringinterpolation/appendinterpolation(hour:)
      public mutating func appendInterpolation(hour: FormatStyle.Symbol.VerbatimHour) {}
      // https://developer.apple.com/documentation/foundation/date/formatstring/stringinterpolation/appendinterpolation(minute:)
      public mutating func appendInterpolation(minute: FormatStyle.Symbol.Minute) {}
      // https://developer.apple.com/documentation/foundation/date/formatstring/stringinterpolation/appendinterpolation(second:)
      public mutating func appendInterpolation(second: FormatStyle.Symbol.Second) {}
    }
  }
}
// https://developer.apple.com/documentation/foundation/formatstyle
@available(macOS 12.0, iOS 15.0, *)
public protocol FormatStyle {
  // https://developer.apple.com/documentation/foundation/formatstyle/formatinput
  associatedtype FormatInput
  // https://developer.apple.com/documentation/foundation/formatstyle/formatoutput
  associatedtype FormatOutput
}
// https://developer.apple.com/documentation/foundation/date/formatstyle/symbol
@available(macOS 12.0, iOS 15.0, *)
extension Date.FormatStyle {
  public struct Symbol: Hashable, Sendable {
    // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/year-swift.struct
    public struct Year: Hashable, Sendable {
      // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/year-swift.struct/padded(_:)
      public static func padded(_ length: Int) -> Year { fatalError() }
    }
    // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/month-swift.struct
    public struct Month: Hashable, Sendable {
      // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/month-swift.struct/abbreviated
      public static let abbreviated = Month()
    }
    // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/day-swift.struct
    public struct Day: Hashable, Sendable {
      // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/day-swift.struct/twodigits
      public static let twoDigits = Day()
    }
    // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/weekday-swift.struct
    public struct Weekday: Hashable, Sendable {
      // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/weekday-swift.struct/abbreviated
      public static let abbreviated = Weekday()
    }
    // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/minute-swift.struct
    public struct Minute: Hashable, Sendable {
      // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/minute-swift.struct/twodigits
      public static let twoDigits = Minute()
    }
    // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/second-swift.struct
    public struct Second: Hashable, Sendable {
      // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/second-swift.struct/twodigits
      public static let twoDigits = Second()
    }
    // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/verbatimhour
    public struct VerbatimHour: Hashable, Sendable {
      // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/verbatimhour/twodigits(clock:hourcycle:)
      public static func twoDigits(clock: Clock, hourCycle: HourCycle) -> VerbatimHour { fatalError() }
      // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/verbatimhour/clock
      public struct Clock: Hashable, Sendable {
        // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/verbatimhour/clock/twentyfourhour
        public static let twentyFourHour = Clock()
      }
      // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/verbatimhour/hourcycle
      public struct HourCycle: Hashable, Sendable {
        // https://developer.apple.com/documentation/foundation/date/formatstyle/symbol/verbatimhour/hourcycle/zerobased
        public static let zeroBased = HourCycle()
      }
    }
  }
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

// https://developer.apple.com/documentation/foundation/date/iso8601format(_:)
extension Date {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  @available(macOS 12.0, iOS 15.0, *)
  public func ISO8601Format(_ style: Date.ISO8601FormatStyle = .init()) -> String { fatalError() }

  // https://developer.apple.com/documentation/foundation/date/iso8601formatstyle
  @available(macOS 12.0, iOS 15.0, *)
  public struct ISO8601FormatStyle: Sendable {
    // https://developer.apple.com/documentation/foundation/date/iso8601formatstyle
    public init() {}
  }
}
