#if canImport(SwiftUI)
  #if canImport(Accessibility)
    internal import Accessibility
  #endif

  /// Sentences that assistive technology reads although the focus is elsewhere.
  @MainActor enum Announcement {
    static func post(_ text: String) {
      #if canImport(Accessibility)
        AccessibilityNotification.Announcement(text).post()
      #endif
    }
  }
#endif
