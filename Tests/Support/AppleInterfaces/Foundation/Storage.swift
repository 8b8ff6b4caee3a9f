// https://developer.apple.com/documentation/foundation/bundle
open class Bundle: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/bundle/main
  open class var main: Bundle { fatalError() }
  // https://developer.apple.com/documentation/foundation/bundle/bundleidentifier
  open var bundleIdentifier: String? { fatalError() }
  // https://developer.apple.com/documentation/foundation/bundle/url(forresource:withextension:)
  open func url(forResource name: String?, withExtension ext: String?) -> URL? { fatalError() }
  // https://developer.apple.com/documentation/foundation/bundle/localizedstring(forkey:value:table:)
  open func localizedString(forKey key: String, value: String?, table tableName: String?) -> String {
    fatalError()
  }
}

// https://developer.apple.com/documentation/foundation/userdefaults
open class UserDefaults: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/userdefaults/standard
  open class var standard: UserDefaults { fatalError() }
  // https://developer.apple.com/documentation/foundation/userdefaults/data(forkey:)
  open func data(forKey defaultName: String) -> Data? { fatalError() }
  // https://developer.apple.com/documentation/foundation/userdefaults/string(forkey:)
  open func string(forKey defaultName: String) -> String? { fatalError() }
  // https://developer.apple.com/documentation/foundation/userdefaults/set(_:forkey:)
  open func set(_ value: Any?, forKey defaultName: String) {}
  // https://developer.apple.com/documentation/foundation/userdefaults/removeobject(forkey:)
  open func removeObject(forKey defaultName: String) {}
}

// https://developer.apple.com/documentation/foundation/fileattributekey
public struct FileAttributeKey: Hashable, Equatable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/foundation/fileattributekey/posixpermissions
  public static let posixPermissions = FileAttributeKey(rawValue: "NSFilePosixPermissions")
}

// https://developer.apple.com/documentation/foundation/filemanager
open class FileManager: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)
  open func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    fatalError()
  }
  // https://developer.apple.com/documentation/foundation/filemanager/default
  open class var `default`: FileManager { fatalError() }
  // https://developer.apple.com/documentation/foundation/filemanager/createdirectory(at:withintermediatedirectories:attributes:)
  open func createDirectory(
    at url: URL, withIntermediateDirectories createIntermediates: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  // https://developer.apple.com/documentation/foundation/filemanager/urls(for:in:)
  open func urls(for directory: SearchPathDirectory, in domainMask: SearchPathDomainMask) -> [URL] {
    fatalError()
  }
  // https://developer.apple.com/documentation/foundation/filemanager/removeitem(at:)
  open func removeItem(at url: URL) throws {}
  // https://developer.apple.com/documentation/foundation/filemanager/isexecutablefile(atpath:)
  open func isExecutableFile(atPath path: String) -> Bool { fatalError() }
  // https://developer.apple.com/documentation/foundation/filemanager/contentsofdirectory(atpath:)
  open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  // https://developer.apple.com/documentation/foundation/filemanager/subpathsofdirectory(atpath:)
  open func subpathsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  // https://developer.apple.com/documentation/foundation/filemanager/fileexists(atpath:)
  open func fileExists(atPath path: String) -> Bool { fatalError() }
  // https://developer.apple.com/documentation/foundation/filemanager/createdirectory(atpath:withintermediatedirectories:attributes:)
  open func createDirectory(
    atPath path: String, withIntermediateDirectories createIntermediates: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  // https://developer.apple.com/documentation/foundation/filemanager/temporarydirectory
  @available(macOS 10.12, iOS 10.0, *)
  open var temporaryDirectory: URL { fatalError() }

  // https://developer.apple.com/documentation/foundation/filemanager/searchpathdirectory
  public enum SearchPathDirectory: UInt, Sendable {
    case cachesDirectory = 13
    case applicationSupportDirectory = 14
  }

  // https://developer.apple.com/documentation/foundation/filemanager/searchpathdomainmask
  public struct SearchPathDomainMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/foundation/filemanager/searchpathdomainmask/userdomainmask
    public static let userDomainMask = SearchPathDomainMask(rawValue: 1)
  }
}

// https://developer.apple.com/documentation/foundation/jsonencoder
open class JSONEncoder: @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/jsonencoder/init()
  public init() {}
  // https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.property
  open var outputFormatting: OutputFormatting {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/jsonencoder/dateencodingstrategy-swift.property
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/jsonencoder/dateencodingstrategy-swift.enum
  public enum DateEncodingStrategy: Sendable {
    // https://developer.apple.com/documentation/foundation/jsonencoder/dateencodingstrategy-swift.enum/iso8601
    @available(macOS 10.12, iOS 10.0, *)
    case iso8601
  }
  // https://developer.apple.com/documentation/foundation/jsonencoder/encode(_:)
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }

  // https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/prettyprinted
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    // https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/sortedkeys
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    // https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/withoutescapingslashes
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
}

// https://developer.apple.com/documentation/foundation/jsondecoder
open class JSONDecoder: @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/jsondecoder/init()
  public init() {}
  // https://developer.apple.com/documentation/foundation/jsondecoder/datedecodingstrategy-swift.property
  open var dateDecodingStrategy: DateDecodingStrategy {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/jsondecoder/datedecodingstrategy-swift.enum
  public enum DateDecodingStrategy: Sendable {
    // https://developer.apple.com/documentation/foundation/jsondecoder/datedecodingstrategy-swift.enum/iso8601
    @available(macOS 10.12, iOS 10.0, *)
    case iso8601
  }
  // https://developer.apple.com/documentation/foundation/jsondecoder/decode(_:from:)
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

// https://developer.apple.com/documentation/foundation/propertylistdecoder
open class PropertyListDecoder: @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/propertylistdecoder/init()
  public init() {}
  // https://developer.apple.com/documentation/foundation/propertylistdecoder/decode(_:from:)
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nshomedirectory()
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSHomeDirectory() -> String { fatalError() }
