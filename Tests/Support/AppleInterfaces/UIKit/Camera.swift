public import Foundation

// https://developer.apple.com/documentation/uikit/uinavigationcontroller
@MainActor open class UINavigationController: UIViewController {}

// https://developer.apple.com/documentation/uikit/uinavigationcontrollerdelegate
@MainActor @objc public protocol UINavigationControllerDelegate: NSObjectProtocol {}

// https://developer.apple.com/documentation/uikit/uiimagepickercontroller
@MainActor open class UIImagePickerController: UINavigationController {
  /// Stand-in: whether the device has a camera.
  package static var hasCamera = true

  // https://developer.apple.com/documentation/uikit/uiimagepickercontroller/issourcetypeavailable(_:)
  open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { hasCamera }
  // https://developer.apple.com/documentation/uikit/uiimagepickercontroller/sourcetype-swift.property
  open var sourceType = SourceType.photoLibrary
  // https://developer.apple.com/documentation/uikit/uiimagepickercontroller/delegate
  open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?

  // https://developer.apple.com/documentation/uikit/uiimagepickercontroller/sourcetype-swift.enum
  public enum SourceType: Int, Sendable {
    // https://developer.apple.com/documentation/uikit/uiimagepickercontroller/sourcetype-swift.enum/photolibrary
    case photoLibrary = 0
    // https://developer.apple.com/documentation/uikit/uiimagepickercontroller/sourcetype-swift.enum/camera
    case camera = 1
  }
  // https://developer.apple.com/documentation/uikit/uiimagepickercontroller/infokey
  public struct InfoKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/uikit/uiimagepickercontroller/infokey/originalimage
    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
  }
}

#if !os(Linux)
  // https://developer.apple.com/documentation/uikit/uiimagepickercontroller/infokey
  extension UIImagePickerController.InfoKey: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSString { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
      fatalError()
    }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self { fatalError() }
  }
#endif

// https://developer.apple.com/documentation/uikit/uiimagepickercontrollerdelegate
@MainActor @objc public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
  // https://developer.apple.com/documentation/uikit/uiimagepickercontrollerdelegate/imagepickercontroller(_:didfinishpickingmediawithinfo:)
  @objc(imagePickerController:didFinishPickingMediaWithInfo:)
  optional func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  // https://developer.apple.com/documentation/uikit/uiimagepickercontrollerdelegate/imagepickercontrollerdidcancel(_:)
  @objc(imagePickerControllerDidCancel:)
  optional func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

// https://developer.apple.com/documentation/uikit/uiimage
open class UIImage: NSObject, @unchecked Sendable {
  let data: Data

  package init(jpeg: Data) { data = jpeg }

  // https://developer.apple.com/documentation/uikit/uiimage/jpegdata(compressionquality:)
  open func jpegData(compressionQuality: CGFloat) -> Data? { data }
}
