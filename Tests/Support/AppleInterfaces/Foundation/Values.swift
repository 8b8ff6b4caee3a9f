// https://developer.apple.com/documentation/foundation/timeinterval
public typealias TimeInterval = Double

// https://developer.apple.com/documentation/foundation/data
@frozen
public struct Data: Equatable, Hashable, Sendable, Codable, RandomAccessCollection, RangeReplaceableCollection
{
  // https://developer.apple.com/documentation/foundation/data/index
  public typealias Index = Int
  // https://developer.apple.com/documentation/foundation/data/init()
  public init() {}
  // https://developer.apple.com/documentation/foundation/data
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  // https://developer.apple.com/documentation/foundation/data/init(referencing:)
  public init(referencing reference: NSData) {}
  // https://developer.apple.com/documentation/foundation/data/init(contentsof:options:)
  public init(contentsOf url: URL, options: Data.ReadingOptions = []) throws {}
  // https://developer.apple.com/documentation/foundation/data/write(to:options:)
  public func write(to url: URL, options: Data.WritingOptions = []) throws {}
  // https://developer.apple.com/documentation/foundation/data/append(_:)
  public mutating func append(_ other: Data) {}
  // https://developer.apple.com/documentation/foundation/data/replacesubrange(_:with:)
  public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C)
  where C.Element == UInt8 {}
  // https://developer.apple.com/documentation/foundation/data/startindex
  public var startIndex: Int { fatalError() }
  // https://developer.apple.com/documentation/foundation/data/endindex
  public var endIndex: Int { fatalError() }
  // https://developer.apple.com/documentation/foundation/data
  public subscript(index: Int) -> UInt8 { fatalError() }

  // https://developer.apple.com/documentation/foundation/nsdata/readingoptions
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  // https://developer.apple.com/documentation/foundation/nsdata/writingoptions
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/foundation/nsdata/writingoptions/atomic
    public static let atomic = WritingOptions(rawValue: 1)
    // https://developer.apple.com/documentation/foundation/nsdata/writingoptions/nofileprotection
    @available(macOS 11.0, iOS 4.0, *)
    public static let noFileProtection = WritingOptions(rawValue: 1 << 28)
  }
}

// https://developer.apple.com/documentation/foundation/date
public struct Date: Equatable, Hashable, Comparable, Sendable {
  // https://developer.apple.com/documentation/foundation/date/distantpast
  public static let distantPast = Date()
  // https://developer.apple.com/documentation/foundation/date/distantfuture
  public static let distantFuture = Date()
  // https://developer.apple.com/documentation/foundation/date/init()
  public init() {}
  // https://developer.apple.com/documentation/foundation/date/init(timeintervalsince1970:)
  public init(timeIntervalSince1970: TimeInterval) {}
  // https://developer.apple.com/documentation/foundation/date/timeintervalsince1970-swift.property
  public var timeIntervalSince1970: TimeInterval { fatalError() }
  // https://developer.apple.com/documentation/foundation/date/timeintervalsince(_:)
  public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
  // https://developer.apple.com/documentation/foundation/date/addingtimeinterval(_:)
  public func addingTimeInterval(_ timeInterval: TimeInterval) -> Date { fatalError() }
  // https://developer.apple.com/documentation/foundation/date/addtimeinterval(_:)
  public mutating func addTimeInterval(_ timeInterval: TimeInterval) {}
  // https://developer.apple.com/documentation/foundation/date/_(_:_:)
  public static func < (lhs: Date, rhs: Date) -> Bool { fatalError() }
}

// https://developer.apple.com/documentation/foundation/uuid
public struct UUID: Hashable, Equatable, Sendable {
  // https://developer.apple.com/documentation/foundation/uuid/init()
  public init() {}
  // https://developer.apple.com/documentation/foundation/uuid/init(uuidstring:)
  public init?(uuidString string: String) { fatalError() }
  // https://developer.apple.com/documentation/foundation/uuid/uuidstring
  public var uuidString: String { fatalError() }
  // https://developer.apple.com/documentation/foundation/uuid/init(uuid:)
  public init(uuid: uuid_t) {}
}

// https://developer.apple.com/documentation/kernel/uuid_t
public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8
)

// https://developer.apple.com/documentation/foundation/url
public struct URL: Equatable, Hashable, Sendable {
  // https://developer.apple.com/documentation/foundation/url/init(string:)
  public init?(string: String) {}
  // https://developer.apple.com/documentation/foundation/url/init(string:relativeto:)
  public init?(string: String, relativeTo url: URL?) {}
  // https://developer.apple.com/documentation/foundation/url/absoluteurl
  public var absoluteURL: URL { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/init(filepath:directoryhint:relativeto:)
  @available(macOS 13.0, iOS 16.0, *)
  public init(
    filePath path: String, directoryHint: URL.DirectoryHint = .inferFromPath, relativeTo base: URL? = nil
  ) {}
  // https://developer.apple.com/documentation/foundation/url/init(fileurlwithpath:)
  public init(fileURLWithPath path: String) {}
  // https://developer.apple.com/documentation/foundation/url/init(fileurlwithpath:isdirectory:)
  public init(fileURLWithPath path: String, isDirectory: Bool) {}
  // https://developer.apple.com/documentation/foundation/url/appendingpathcomponent(_:isdirectory:)
  public func appendingPathComponent(_ pathComponent: String, isDirectory: Bool) -> URL { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/appendingpathcomponent(_:)
  public func appendingPathComponent(_ pathComponent: String) -> URL { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/standardizedfileurl
  public var standardizedFileURL: URL { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/path
  public var path: String { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/path(percentencoded:)
  @available(macOS 13.0, iOS 16.0, *)
  public func path(percentEncoded: Bool = true) -> String { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/pathextension
  public var pathExtension: String { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/appendingpathextension(_:)
  public func appendingPathExtension(_ pathExtension: String) -> URL { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/lastpathcomponent
  public var lastPathComponent: String { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/host
  public var host: String? { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/port
  public var port: Int? { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/absolutestring
  public var absoluteString: String { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/scheme
  public var scheme: String? { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/deletinglastpathcomponent()
  public func deletingLastPathComponent() -> URL { fatalError() }
  // https://developer.apple.com/documentation/foundation/url/appending(path:directoryhint:)
  @available(macOS 13.0, iOS 16.0, *)
  public func appending<S: StringProtocol>(path: S, directoryHint: URL.DirectoryHint = .inferFromPath) -> URL
  {
    fatalError()
  }

  // https://developer.apple.com/documentation/foundation/url/directoryhint
  @available(macOS 13.0, iOS 16.0, *)
  public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
}

// https://developer.apple.com/documentation/foundation/urlcomponents
public struct URLComponents: Equatable, Hashable, Sendable {
  // https://developer.apple.com/documentation/foundation/urlcomponents/init(string:)
  public init?(string: String) {}
  // https://developer.apple.com/documentation/foundation/urlcomponents/init(url:resolvingagainstbaseurl:)
  public init?(url: URL, resolvingAgainstBaseURL resolve: Bool) {}
  // https://developer.apple.com/documentation/foundation/urlcomponents/url
  public var url: URL? { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlcomponents/string
  public var string: String? { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlcomponents/queryitems
  public var queryItems: [URLQueryItem]? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlcomponents/fragment
  public var fragment: String? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlcomponents/percentencodedpath
  public var percentEncodedPath: String {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlcomponents/percentencodedquery
  public var percentEncodedQuery: String? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlcomponents/scheme
  public var scheme: String? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlcomponents/user
  public var user: String? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlcomponents/password
  public var password: String? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlcomponents/host
  public var host: String? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlcomponents/port
  public var port: Int? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlcomponents/path
  public var path: String {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/foundation/localizederror
public protocol LocalizedError: Error {
  // https://developer.apple.com/documentation/foundation/localizederror/errordescription
  var errorDescription: String? { get }
  // https://developer.apple.com/documentation/foundation/localizederror/failurereason
  var failureReason: String? { get }
  // https://developer.apple.com/documentation/foundation/localizederror/recoverysuggestion
  var recoverySuggestion: String? { get }
  // https://developer.apple.com/documentation/foundation/localizederror/helpanchor
  var helpAnchor: String? { get }
}

// https://developer.apple.com/documentation/foundation/localizederror
extension LocalizedError {
  public var errorDescription: String? { fatalError() }
  public var failureReason: String? { fatalError() }
  public var recoverySuggestion: String? { fatalError() }
  public var helpAnchor: String? { fatalError() }
}

// https://developer.apple.com/documentation/swift/error/localizeddescription
extension Error {
  public var localizedDescription: String { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nslocalizedstring(_:tablename:bundle:value:comment:)
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSLocalizedString(
  _ key: String, tableName: String? = nil, bundle: Bundle = Bundle.main, value: String = "", comment: String
) -> String { fatalError() }

// https://developer.apple.com/documentation/foundation/contiguousbytes
public protocol ContiguousBytes {
  // https://developer.apple.com/documentation/foundation/contiguousbytes/withunsafebytes(_:)
  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}

// https://developer.apple.com/documentation/foundation/dataprotocol
public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}

// https://developer.apple.com/documentation/foundation/data
extension Data: ContiguousBytes, DataProtocol {
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

// https://developer.apple.com/documentation/foundation/contiguousbytes
extension Array: ContiguousBytes where Element == UInt8 {}

// https://developer.apple.com/documentation/foundation/dataprotocol
extension Array: DataProtocol where Element == UInt8 {}

// https://developer.apple.com/documentation/foundation/urlresourcekey
public struct URLResourceKey: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/foundation/urlresourcekey/isregularfilekey
  public static let isRegularFileKey = URLResourceKey(rawValue: "NSURLIsRegularFileKey")
}
// https://developer.apple.com/documentation/foundation/urlresourcevalues
public struct URLResourceValues {
  // https://developer.apple.com/documentation/foundation/urlresourcevalues/isregularfile
  public var isRegularFile: Bool? { fatalError() }
}
// https://developer.apple.com/documentation/foundation/url/resourcevalues(forkeys:)
extension URL {
  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues { fatalError() }
}

// https://developer.apple.com/documentation/foundation/cocoaerror
public struct CocoaError: Error {
  // https://developer.apple.com/documentation/foundation/cocoaerror/code-swift.property
  public var code: Code { fatalError() }
  // https://developer.apple.com/documentation/foundation/cocoaerror/code-swift.struct
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/foundation/cocoaerror/filereadnosuchfile
    public static var fileReadNoSuchFile: CocoaError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/cocoaerror/filenosuchfile
    public static var fileNoSuchFile: CocoaError.Code { fatalError() }
  }
}
