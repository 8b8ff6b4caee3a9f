@_exported public import ObjectiveC

// https://developer.apple.com/documentation/objectivec/selector
@frozen public struct Selector: Equatable, Hashable, ExpressibleByStringLiteral, @unchecked Sendable {
  // https://developer.apple.com/documentation/objectivec/selector/init(_:)
  public init(_ str: String) {}
  // https://developer.apple.com/documentation/objectivec/selector/init(stringliteral:)
  public init(stringLiteral value: String) {}
}

// https://developer.apple.com/documentation/objectivec/objcbool
@frozen public struct ObjCBool: Sendable {
  // https://developer.apple.com/documentation/objectivec/objcbool/boolvalue
  public var boolValue: Bool { fatalError() }
}

// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
extension NSObject: Equatable, Hashable {
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/==(_:_:)
  public static func == (lhs: NSObject, rhs: NSObject) -> Bool { fatalError() }
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/hashvalue
  @objc open var hashValue: Int { fatalError() }
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/hash(into:)
  public func hash(into hasher: inout Hasher) {}
}

// The compiler calls these functions to convert Booleans; part of Swift's own open-source overlay.
// https://developer.apple.com/documentation/objectivec/objcbool
public func _convertBoolToObjCBool(_ x: Bool) -> ObjCBool { fatalError() }
// https://developer.apple.com/documentation/objectivec/objcbool
public func _convertObjCBoolToBool(_ x: ObjCBool) -> Bool { fatalError() }
