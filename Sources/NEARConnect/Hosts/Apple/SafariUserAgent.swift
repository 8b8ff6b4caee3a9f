#if canImport(WebKit)
  internal import Foundation

  /// The end of Safari's user agent string. The string of a web view ends before it, and sites of wallets refuse
  /// browsers that they do not know.
  enum SafariUserAgent {
    /// The Safari of the system that runs the app.
    static var applicationName: String {
      applicationName(onSystem: ProcessInfo.processInfo.operatingSystemVersion.majorVersion)
    }

    #if canImport(UIKit)
      /// Safari has the version of iOS.
      static func applicationName(onSystem version: Int) -> String {
        "Version/\(version).0 Mobile/15E148 Safari/604.1"
      }
    #else
      /// Safari 17 belongs to macOS 14 and Safari 18 to macOS 15; since 26 both have the same version.
      static func applicationName(onSystem version: Int) -> String {
        "Version/\(version < 26 ? version + 3 : version).0 Safari/605.1.15"
      }
    #endif
  }
#endif
