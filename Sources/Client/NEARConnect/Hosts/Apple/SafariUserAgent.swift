#if canImport(WebKit)
  internal import Foundation

  /// The end of Safari's user agent string. The string of a web view lacks it, and some wallet sites refuse
  /// unknown browsers.
  enum SafariUserAgent {
    /// The value for the Safari version of the current system.
    static var applicationName: String {
      applicationName(onSystem: ProcessInfo.processInfo.operatingSystemVersion.majorVersion)
    }

    #if canImport(UIKit)
      /// Safari on iOS has the version of the system.
      static func applicationName(onSystem version: Int) -> String {
        "Version/\(version).0 Mobile/15E148 Safari/604.1"
      }
    #else
      /// macOS 14 contains Safari 17 and macOS 15 contains Safari 18. From version 26 on, both versions are equal.
      static func applicationName(onSystem version: Int) -> String {
        "Version/\(version < 26 ? version + 3 : version).0 Safari/605.1.15"
      }
    #endif
  }
#endif
