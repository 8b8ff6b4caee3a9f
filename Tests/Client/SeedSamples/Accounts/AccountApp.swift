// The app that the guide to authentication assumes: it has the app delegate of the windows.
import DoorwardUI
import SwiftUI

#if canImport(UIKit)
  struct AccountApp: App {
    @UIApplicationDelegateAdaptor private var appDelegate: DoorwardAppDelegate

    var body: some Scene { OptionalWindowSample(appDelegate: appDelegate) }
  }
#else
  struct AccountApp: App {
    @NSApplicationDelegateAdaptor private var appDelegate: DoorwardAppDelegate

    var body: some Scene { OptionalWindowSample(appDelegate: appDelegate) }
  }
#endif
