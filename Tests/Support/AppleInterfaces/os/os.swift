// https://developer.apple.com/documentation/os/logger
@available(macOS 11.0, iOS 14.0, *)
public struct Logger: Sendable {
  // https://developer.apple.com/documentation/os/logger/init(subsystem:category:)
  public init(subsystem: String, category: String) {}
  // https://developer.apple.com/documentation/os/logger/debug(_:)
  public func debug(_ message: OSLogMessage) {}
  // https://developer.apple.com/documentation/os/logger/info(_:)
  public func info(_ message: OSLogMessage) {}
  // https://developer.apple.com/documentation/os/logger/warning(_:)
  public func warning(_ message: OSLogMessage) {}
  // https://developer.apple.com/documentation/os/logger/error(_:)
  public func error(_ message: OSLogMessage) {}
}

// https://developer.apple.com/documentation/os/oslogmessage
@available(macOS 11.0, iOS 14.0, *)
public struct OSLogMessage: ExpressibleByStringInterpolation {
  // https://developer.apple.com/documentation/os/oslogmessage/init(stringinterpolation:)
  public init(stringInterpolation: OSLogInterpolation) {}
  // https://developer.apple.com/documentation/os/oslogmessage/init(stringliteral:)
  public init(stringLiteral value: String) {}
}

// https://developer.apple.com/documentation/os/osloginterpolation
@available(macOS 11.0, iOS 14.0, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
  // https://developer.apple.com/documentation/os/osloginterpolation/init(literalcapacity:interpolationcount:)
  public init(literalCapacity: Int, interpolationCount: Int) {}
  // https://developer.apple.com/documentation/os/osloginterpolation/appendliteral(_:)
  public mutating func appendLiteral(_ literal: String) {}
  // https://developer.apple.com/documentation/os/osloginterpolation
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {}
}

// https://developer.apple.com/documentation/os/oslogstringalignment
@available(macOS 11.0, iOS 14.0, *)
public struct OSLogStringAlignment {
  // https://developer.apple.com/documentation/os/oslogstringalignment/none
  public static var none: OSLogStringAlignment { fatalError() }
}

// https://developer.apple.com/documentation/os/oslogprivacy
@available(macOS 11.0, iOS 14.0, *)
public struct OSLogPrivacy {
  // https://developer.apple.com/documentation/os/oslogprivacy/auto
  public static var auto: OSLogPrivacy { fatalError() }
  // https://developer.apple.com/documentation/os/oslogprivacy/public
  public static var `public`: OSLogPrivacy { fatalError() }
}
