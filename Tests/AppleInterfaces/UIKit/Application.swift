public import Foundation

// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: UIResponder {
  static let only = UIApplication()
  var opened: [URL] = []
  var hasApp: (URL) -> Bool = { _ in true }

  // https://developer.apple.com/documentation/uikit/uiapplication/shared
  open class var shared: UIApplication { only }
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

#if os(Linux)
  // Stand-in: the apps of the device.
  extension UIApplication {
    package var openedURLs: [URL] { opened }
    package func setApps(_ hasApp: @escaping (URL) -> Bool) {
      opened = []
      self.hasApp = hasApp
    }
  }
#endif
