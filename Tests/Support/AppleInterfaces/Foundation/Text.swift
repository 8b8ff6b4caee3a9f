// https://developer.apple.com/documentation/foundation/characterset
public struct CharacterSet: Equatable, Hashable, Sendable {
  // https://developer.apple.com/documentation/foundation/characterset/whitespaces
  public static var whitespaces: CharacterSet { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsstring/compareoptions
extension NSString {
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
}

// https://developer.apple.com/documentation/foundation/locale
public struct Locale: Hashable, Equatable, Sendable {
  // https://developer.apple.com/documentation/foundation/locale/init(identifier:)
  public init(identifier: String) {}
  // https://developer.apple.com/documentation/foundation/locale/preferredlanguages
  public static var preferredLanguages: [String] { fatalError() }
  // https://developer.apple.com/documentation/foundation/locale/autoupdatingcurrent
  public static var autoupdatingCurrent: Locale { fatalError() }
  // https://developer.apple.com/documentation/foundation/locale/localizedstring(foridentifier:)
  public func localizedString(forIdentifier identifier: String) -> String? { fatalError() }
}

// https://developer.apple.com/documentation/swift/stringprotocol
extension StringProtocol {
  public func range<T: StringProtocol>(
    of aString: T, options mask: NSString.CompareOptions = [], range searchRange: Range<Index>? = nil,
    locale: Locale? = nil
  ) -> Range<Index>? { fatalError() }
  public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { fatalError() }
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
  public var precomposedStringWithCanonicalMapping: String { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlqueryitem
public struct URLQueryItem: Equatable, Hashable, Sendable {
  // https://developer.apple.com/documentation/foundation/urlqueryitem/init(name:value:)
  public init(name: String, value: String?) {}
  // https://developer.apple.com/documentation/foundation/urlqueryitem/name
  public var name: String {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlqueryitem/value
  public var value: String? {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/foundation/personnamecomponents
public struct PersonNameComponents: Hashable, Sendable {}

// https://developer.apple.com/documentation/foundation/personnamecomponentsformatter
open class PersonNameComponentsFormatter: NSObject {
  // https://developer.apple.com/documentation/foundation/personnamecomponentsformatter
  public override init() {}
  // https://developer.apple.com/documentation/foundation/personnamecomponentsformatter/string(from:)
  open func string(from components: PersonNameComponents) -> String { fatalError() }
}
