#if canImport(SwiftUI)
  public import Doorward
  #if canImport(UIKit)
    public import UIKit

    /// The app delegate that keeps the client of an app.
    ///
    /// ```swift
    /// @UIApplicationDelegateAdaptor private var appDelegate: DoorwardAppDelegate
    /// ```
    ///
    /// An app with a delegate of its own inherits from this class.
    @MainActor open class DoorwardAppDelegate: NSObject, UIApplicationDelegate {
      let client = ClientHolder()
      /// The client; nil before the first window was made.
      public var doorward: Doorward? { client.doorward }

      nonisolated public override required init() { super.init() }
    }
  #else
    public import AppKit

    /// The app delegate that keeps the client of an app.
    ///
    /// ```swift
    /// @NSApplicationDelegateAdaptor private var appDelegate: DoorwardAppDelegate
    /// ```
    ///
    /// An app with a delegate of its own inherits from this class.
    @MainActor open class DoorwardAppDelegate: NSObject, NSApplicationDelegate {
      let client = ClientHolder()
      /// The client; nil before the first window was made.
      public var doorward: Doorward? { client.doorward }

      nonisolated public override required init() { super.init() }
    }
  #endif
#endif
