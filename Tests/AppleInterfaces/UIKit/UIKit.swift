@_exported public import Foundation

// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject {
  nonisolated public override init() {}
}

// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
  // https://developer.apple.com/documentation/uikit/uiview/init(frame:)
  public init(frame: CGRect) {}
  // https://developer.apple.com/documentation/uikit/uiview/init(coder:)
  public required init?(coder: NSCoder) {}
  // https://developer.apple.com/documentation/uikit/uiview/frame
  open var frame: CGRect {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/uikit/uiview/bounds
  open var bounds: CGRect {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/uikit/uiview/window
  open var window: UIWindow? { fatalError() }
  // https://developer.apple.com/documentation/uikit/uiview/autoresizingmask
  open var autoresizingMask: AutoresizingMask {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)
  open func addSubview(_ view: UIView) {}
  // https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()
  open func removeFromSuperview() {}
  // https://developer.apple.com/documentation/uikit/uiview/superview
  open var superview: UIView? { fatalError() }
  // https://developer.apple.com/documentation/uikit/uiview/didmovetowindow()
  open func didMoveToWindow() {}

  // https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.struct
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.struct/flexiblewidth
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    // https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.struct/flexibleheight
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  }
}

// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilityviewismodal
extension NSObject {
  @MainActor @objc open var accessibilityViewIsModal: Bool {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor open class UIWindow: UIView {
  // https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller
  open var rootViewController: UIViewController? {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller
  open var presentedViewController: UIViewController? { fatalError() }
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/isbeingdismissed
  open var isBeingDismissed: Bool { fatalError() }
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/present(_:animated:completion:)
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {}
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/dismiss(animated:completion:)
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}
}

// https://developer.apple.com/documentation/uikit/uialertcontroller
@MainActor open class UIAlertController: UIViewController {
  // https://developer.apple.com/documentation/uikit/uialertcontroller/init(title:message:preferredstyle:)
  public convenience init(title: String?, message: String?, preferredStyle: Style) { self.init() }
  // https://developer.apple.com/documentation/uikit/uialertcontroller/addaction(_:)
  open func addAction(_ action: UIAlertAction) {}
  // https://developer.apple.com/documentation/uikit/uialertcontroller/addtextfield(configurationhandler:)
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {}
  // https://developer.apple.com/documentation/uikit/uialertcontroller/textfields
  open var textFields: [UITextField]? { fatalError() }

  // https://developer.apple.com/documentation/uikit/uialertcontroller/style
  @objc(UIAlertControllerStyle) public enum Style: Int, Sendable { case actionSheet, alert }
}

// https://developer.apple.com/documentation/uikit/uialertaction
@MainActor open class UIAlertAction: NSObject {
  // https://developer.apple.com/documentation/uikit/uialertaction/init(title:style:handler:)
  public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.init()
  }

  // https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum
  @objc(UIAlertActionStyle) public enum Style: Int, Sendable { case `default`, cancel, destructive }
}

// https://developer.apple.com/documentation/uikit/uicontrol
@MainActor open class UIControl: UIView {}

// https://developer.apple.com/documentation/uikit/uitextfield
@MainActor open class UITextField: UIControl {
  // https://developer.apple.com/documentation/uikit/uitextfield/text
  open var text: String? {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: UIResponder {
  // https://developer.apple.com/documentation/uikit/uiapplication/shared
  open class var shared: UIApplication { fatalError() }
  // https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)
  open func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {}

  // https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey
  public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}
