@_exported public import CoreGraphics
@_exported public import Foundation

// https://developer.apple.com/documentation/appkit/nsresponder
@MainActor open class NSResponder: NSObject {
  nonisolated public override init() {}
}

// https://developer.apple.com/documentation/appkit/nsview
@MainActor open class NSView: NSResponder {
  weak var parent: NSView?
  var children: [NSView] = []
  /// Only the content view of a window has a window of its own.
  weak var ownWindow: NSWindow?

  // https://developer.apple.com/documentation/appkit/nsview/init(frame:)
  public init(frame frameRect: CGRect) { frame = frameRect }
  // https://developer.apple.com/documentation/appkit/nsview/init(coder:)
  public required init?(coder: NSCoder) { nil }
  // https://developer.apple.com/documentation/appkit/nsview/frame
  open var frame = CGRect.zero
  // https://developer.apple.com/documentation/appkit/nsview/bounds
  open var bounds: CGRect {
    // The views of this package are all at the origin of their superview.
    get { frame }
    set { frame = newValue }
  }
  // https://developer.apple.com/documentation/appkit/nsview/window
  open var window: NSWindow? { ownWindow ?? parent?.window }
  // https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.property
  open var autoresizingMask: AutoresizingMask = []
  // https://developer.apple.com/documentation/appkit/nsview/addsubview(_:)
  open func addSubview(_ view: NSView) { view.move(to: self) }
  // https://developer.apple.com/documentation/appkit/nsview/removefromsuperview()
  open func removeFromSuperview() { move(to: nil) }
  // https://developer.apple.com/documentation/appkit/nsview/superview
  open var superview: NSView? { parent }
  // `window` is nil after the view was removed from its window.
  // https://developer.apple.com/documentation/appkit/nsview/viewdidmovetowindow()
  open func viewDidMoveToWindow() {}
  // https://developer.apple.com/documentation/appkit/nsaccessibilityprotocol/setaccessibilitylabel(_:)
  open func setAccessibilityLabel(_ accessibilityLabel: String?) {}

  private func move(to superview: NSView?) {
    let before = window
    parent?.children.removeAll { $0 === self }
    parent = superview
    superview?.children.append(self)
    if window !== before { tellWindowChanged() }
  }

  private func tellWindowChanged() {
    viewDidMoveToWindow()
    for child in children { child.tellWindowChanged() }
  }

  // https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.struct
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.struct/width
    public static let width = AutoresizingMask(rawValue: 2)
    // https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.struct/height
    public static let height = AutoresizingMask(rawValue: 16)
  }
}

// https://developer.apple.com/documentation/appkit/nscontrol
@MainActor open class NSControl: NSView {
  // https://developer.apple.com/documentation/appkit/nscontrol/stringvalue
  open var stringValue = ""
}

// https://developer.apple.com/documentation/appkit/nsbutton
@MainActor open class NSButton: NSControl {}

// https://developer.apple.com/documentation/appkit/nstextfield
@MainActor open class NSTextField: NSControl {}

#if os(Linux)
  extension NSView {
    // Stand-in: for tests. https://developer.apple.com/documentation/appkit/nsview/subviews
    package var subviews: [NSView] { children }
  }
#endif

// https://developer.apple.com/documentation/appkit/nstextcontenttype
public struct NSTextContentType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/appkit/nstextcontenttype/username
  public static let username = NSTextContentType(rawValue: "username")
  // https://developer.apple.com/documentation/appkit/nstextcontenttype/password
  @available(macOS 11.0, *)
  public static let password = NSTextContentType(rawValue: "password")
  // https://developer.apple.com/documentation/appkit/nstextcontenttype/onetimecode
  @available(macOS 11.0, *)
  public static let oneTimeCode = NSTextContentType(rawValue: "oneTimeCode")
  // https://developer.apple.com/documentation/appkit/nstextcontenttype/newpassword
  @available(macOS 14.0, *)
  public static let newPassword = NSTextContentType(rawValue: "newPassword")
  // https://developer.apple.com/documentation/appkit/nstextcontenttype/emailaddress
  @available(macOS 14.0, *)
  public static let emailAddress = NSTextContentType(rawValue: "emailAddress")
  // https://developer.apple.com/documentation/appkit/nstextcontenttype/telephonenumber
  @available(macOS 14.0, *)
  public static let telephoneNumber = NSTextContentType(rawValue: "telephoneNumber")
  // https://developer.apple.com/documentation/appkit/nstextcontenttype/name
  @available(macOS 14.0, *)
  public static let name = NSTextContentType(rawValue: "name")
  // https://developer.apple.com/documentation/appkit/nstextcontenttype/givenname
  @available(macOS 14.0, *)
  public static let givenName = NSTextContentType(rawValue: "givenName")
  // https://developer.apple.com/documentation/appkit/nstextcontenttype/familyname
  @available(macOS 14.0, *)
  public static let familyName = NSTextContentType(rawValue: "familyName")
}
