@_exported public import Darwin
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import ObjectiveC

// The conformances that the compiler requires before Objective-C methods can use these types.

// https://developer.apple.com/documentation/foundation/nsstring
extension NSString {
  // https://developer.apple.com/documentation/foundation/nsstring/deletinglastpathcomponent
  public var deletingLastPathComponent: String { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsdictionary
extension NSDictionary {
  // https://developer.apple.com/documentation/foundation/nsdictionary/init(dictionary:)
  public convenience init(dictionary otherDictionary: [AnyHashable: Any]) { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsarray
@objc(NSArray) open class NSArray: NSObject {}

// https://developer.apple.com/documentation/foundation/nsurl
@objc(NSURL) open class NSURL: NSObject {}

// https://developer.apple.com/documentation/foundation/nsdata
extension NSData {
  // https://developer.apple.com/documentation/foundation/nsdata/init(data:)
  public convenience init(data: Data) { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nscoder
open class NSCoder: NSObject {}

// https://developer.apple.com/documentation/foundation/nserror
@objc(NSError) open class NSError: NSObject, Error, @unchecked Sendable {}

// https://developer.apple.com/documentation/foundation/nsnull
open class NSNull: NSObject {}

// https://developer.apple.com/documentation/swift/string
extension String: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSString { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout String?) -> Bool {
    fatalError()
  }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String { fatalError() }
}

// https://developer.apple.com/documentation/swift/dictionary
extension Dictionary: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDictionary { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSDictionary, result: inout Dictionary?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSDictionary, result: inout Dictionary?)
    -> Bool
  { fatalError() }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDictionary?) -> Dictionary {
    fatalError()
  }
}

// https://developer.apple.com/documentation/swift/array
extension Array: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSArray { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSArray, result: inout Array?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSArray, result: inout Array?) -> Bool {
    fatalError()
  }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSArray?) -> Array { fatalError() }
}

// https://developer.apple.com/documentation/foundation/url
extension URL: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSURL { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSURL, result: inout URL?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSURL, result: inout URL?) -> Bool {
    fatalError()
  }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSURL?) -> URL { fatalError() }
}

// The compiler calls these functions to convert errors.
// https://developer.apple.com/documentation/foundation/nserror
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
// https://developer.apple.com/documentation/foundation/nserror
public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }
