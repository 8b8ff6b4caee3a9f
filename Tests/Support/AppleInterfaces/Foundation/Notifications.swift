// https://developer.apple.com/documentation/foundation/notification
public struct Notification {}

// https://developer.apple.com/documentation/foundation/nsnotification
@objc(NSNotification) open class NSNotification: NSObject {}

// https://developer.apple.com/documentation/foundation/notification
extension Notification: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNotification { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNotification, result: inout Notification?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNotification, result: inout Notification?)
    -> Bool
  { fatalError() }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNotification?) -> Notification {
    fatalError()
  }
}
