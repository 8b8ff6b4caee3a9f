public import Foundation

// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: UIResponder {
  static let only = UIApplication()
  var opened: [URL] = []
  var hasApp: (URL) -> Bool = { _ in true }

  // https://developer.apple.com/documentation/uikit/uiapplication/shared
  open class var shared: UIApplication { only }
  // https://developer.apple.com/documentation/uikit/uiapplication/connectedscenes
  open var connectedScenes: Set<UIScene> { scenes }
  var scenes: Set<UIScene> = []
  // The result is true if the address was opened.
  // https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)
  open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    opened.append(url)
    return hasApp(url)
  }

  // https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey
  public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

// https://developer.apple.com/documentation/uikit/uiscene
@MainActor open class UIScene: UIResponder {}

// https://developer.apple.com/documentation/uikit/uiwindowscene
@MainActor open class UIWindowScene: UIScene {
  var key: UIWindow?

  // https://developer.apple.com/documentation/uikit/uiwindowscene/keywindow
  open var keyWindow: UIWindow? { key }
}

#if os(Linux)
  // Stand-in: the apps of the device.
  extension UIApplication {
    /// Shows a scene with this window, or none.
    package func show(keyWindow: UIWindow?) {
      let scene = UIWindowScene()
      scene.key = keyWindow
      scenes = [UIScene(), scene]
    }

    package var openedURLs: [URL] { opened }
    package func setApps(_ hasApp: @escaping (URL) -> Bool) {
      opened = []
      self.hasApp = hasApp
    }
  }
#endif
