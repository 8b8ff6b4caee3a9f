#if canImport(WebKit)
  #if canImport(UIKit)
    internal import UIKit
  #endif

  extension WKBridgeHost {
    /// The user sees the page in a ``WalletBridgeSheet`` or a ``BridgeWebViewContainer``.
    public var presentsPage: Bool { true }

    #if canImport(UIKit)
      /// The system suspends the pages of an app in the background, for example while the user answers in a
      /// wallet's app.
      public var isSuspended: Bool { UIApplication.shared.applicationState == .background }
    #endif
  }
#endif
