// https://developer.apple.com/documentation/uikit/uikeyboardtype
public enum UIKeyboardType: Int, @unchecked Sendable {
  // https://developer.apple.com/documentation/uikit/uikeyboardtype/default
  case `default` = 0
  // https://developer.apple.com/documentation/uikit/uikeyboardtype/asciicapable
  case asciiCapable = 1
  // https://developer.apple.com/documentation/uikit/uikeyboardtype/numberpad
  case numberPad = 4
  // https://developer.apple.com/documentation/uikit/uikeyboardtype/phonepad
  case phonePad = 5
  // https://developer.apple.com/documentation/uikit/uikeyboardtype/emailaddress
  case emailAddress = 7
}

// https://developer.apple.com/documentation/uikit/uiapplicationdelegate
@MainActor @objc public protocol UIApplicationDelegate: NSObjectProtocol {}

// https://developer.apple.com/documentation/uikit/uipasteboard
@MainActor open class UIPasteboard: NSObject {
  static let only = UIPasteboard()
  var items: [[String: Any]] = []
  var options: [OptionsKey: Any] = [:]

  // https://developer.apple.com/documentation/uikit/uipasteboard/general
  open class var general: UIPasteboard { only }
  // https://developer.apple.com/documentation/uikit/uipasteboard/setitems(_:options:)
  open func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) {
    self.items = items
    self.options = options
  }
  // https://developer.apple.com/documentation/uikit/uipasteboard/optionskey
  public struct OptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/uikit/uipasteboard/optionskey/localonly
    public static let localOnly = OptionsKey(rawValue: "localOnly")
    // https://developer.apple.com/documentation/uikit/uipasteboard/optionskey/expirationdate
    public static let expirationDate = OptionsKey(rawValue: "expirationDate")
  }
}

#if os(Linux)
  // Stand-in: what is on the pasteboard.
  extension UIPasteboard {
    package var copied: String? { items.first?["public.utf8-plain-text"] as? String }
    package var isLocal: Bool { options[.localOnly] as? Bool == true }
  }
#endif
