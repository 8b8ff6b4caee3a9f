@_exported public import CoreGraphics
@_exported public import Foundation

// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject {
  nonisolated public override init() {}
}

// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
  weak var parent: UIView?
  var children: [UIView] = []

  // https://developer.apple.com/documentation/uikit/uiview/init(frame:)
  public init(frame: CGRect) { self.frame = frame }
  // https://developer.apple.com/documentation/uikit/uiview/init(coder:)
  public required init?(coder: NSCoder) { nil }
  // https://developer.apple.com/documentation/uikit/uiview/frame
  open var frame = CGRect.zero
  // https://developer.apple.com/documentation/uikit/uiview/bounds
  open var bounds: CGRect {
    // The views of this package are all at the origin of their superview.
    get { frame }
    set { frame = newValue }
  }
  // https://developer.apple.com/documentation/uikit/uiview/window
  open var window: UIWindow? { parent.flatMap { $0 as? UIWindow ?? $0.window } }
  // https://developer.apple.com/documentation/uikit/uiview/autoresizingmask
  open var autoresizingMask: AutoresizingMask = []
  // A view has one superview and is removed from the previous one.
  // https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)
  open func addSubview(_ view: UIView) { view.move(to: self) }
  // https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()
  open func removeFromSuperview() { move(to: nil) }
  // https://developer.apple.com/documentation/uikit/uiview/superview
  open var superview: UIView? { parent }
  // Called when the window of the view has changed.
  // https://developer.apple.com/documentation/uikit/uiview/didmovetowindow()
  open func didMoveToWindow() {}

  private func move(to superview: UIView?) {
    let before = window
    parent?.children.removeAll { $0 === self }
    parent = superview
    superview?.children.append(self)
    if window !== before { tellWindowChanged() }
  }

  private func tellWindowChanged() {
    didMoveToWindow()
    for child in children { child.tellWindowChanged() }
  }

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
  @MainActor @objc public var accessibilityViewIsModal: Bool {
    get { false }
    set {}
  }
}

// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor open class UIWindow: UIView {
  // https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.isRoot = false
      rootViewController?.isRoot = true
    }
  }
}

// https://developer.apple.com/documentation/uikit/uicontrol
@MainActor open class UIControl: UIView {}

// https://developer.apple.com/documentation/uikit/uitextfield
@MainActor open class UITextField: UIControl {
  // https://developer.apple.com/documentation/uikit/uitextfield/text
  open var text: String?
}

// https://developer.apple.com/documentation/uikit/uitextcontenttype
public struct UITextContentType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/username
  public static let username = UITextContentType(rawValue: "username")
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/password
  public static let password = UITextContentType(rawValue: "password")
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/newpassword
  public static let newPassword = UITextContentType(rawValue: "newPassword")
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/onetimecode
  public static let oneTimeCode = UITextContentType(rawValue: "oneTimeCode")
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/emailaddress
  public static let emailAddress = UITextContentType(rawValue: "emailAddress")
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/telephonenumber
  public static let telephoneNumber = UITextContentType(rawValue: "telephoneNumber")
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/name
  public static let name = UITextContentType(rawValue: "name")
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/givenname
  public static let givenName = UITextContentType(rawValue: "givenName")
  // https://developer.apple.com/documentation/uikit/uitextcontenttype/familyname
  public static let familyName = UITextContentType(rawValue: "familyName")
}

#if os(Linux)
  extension UIView {
    // Stand-in: for tests. https://developer.apple.com/documentation/uikit/uiview/subviews
    package var subviews: [UIView] { children }
  }
#endif
