// https://developer.apple.com/documentation/foundation/nsvalue
open class NSValue: NSObject {
  // https://developer.apple.com/documentation/foundation/nsvalue/objctype
  open var objCType: UnsafePointer<CChar> { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsnumber
open class NSNumber: NSValue {
  // https://developer.apple.com/documentation/foundation/nsnumber/init(value:)-9hwr1
  public init(value: Bool) {}
  // https://developer.apple.com/documentation/foundation/nsnumber/boolvalue
  open var boolValue: Bool { fatalError() }
  // https://developer.apple.com/documentation/foundation/nsnumber/int64value
  open var int64Value: Int64 { fatalError() }
  // https://developer.apple.com/documentation/foundation/nsnumber/uint64value
  open var uint64Value: UInt64 { fatalError() }
  // https://developer.apple.com/documentation/foundation/nsnumber/floatvalue
  open var floatValue: Float { fatalError() }
  // https://developer.apple.com/documentation/foundation/nsnumber/doublevalue
  open var doubleValue: Double { fatalError() }
  // https://developer.apple.com/documentation/foundation/nsnumber/stringvalue
  open var stringValue: String { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsdecimalnumber
open class NSDecimalNumber: NSNumber {}

// https://developer.apple.com/documentation/foundation/decimal
public struct Decimal: Hashable, Sendable {
  // https://developer.apple.com/documentation/foundation/decimal/description
  public var description: String { fatalError() }
}

// https://developer.apple.com/documentation/foundation/jsonserialization
open class JSONSerialization: NSObject {
  // https://developer.apple.com/documentation/foundation/jsonserialization/writingoptions
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  // https://developer.apple.com/documentation/foundation/jsonserialization/data(withjsonobject:options:)
  open class func data(withJSONObject obj: Any, options opt: JSONSerialization.WritingOptions = []) throws
    -> Data
  { fatalError() }
}

// https://developer.apple.com/documentation/swift/string/encoding
extension String {
  public struct Encoding: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/swift/string/encoding/utf8
    public static let utf8 = Encoding(rawValue: 4)
  }
}

// https://developer.apple.com/documentation/swift/stringprotocol/data(using:allowlossyconversion:)
extension StringProtocol {
  public func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data? {
    fatalError()
  }
}
