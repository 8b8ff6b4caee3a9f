// https://developer.apple.com/documentation/accessibility/accessibilitynotification
@available(macOS 14.0, iOS 17.0, *)
public enum AccessibilityNotification {
  // https://developer.apple.com/documentation/accessibility/accessibilitynotification/announcement
  public struct Announcement: Sendable {
    let text: String
    // https://developer.apple.com/documentation/accessibility/accessibilitynotification/announcement/init(_:)
    public init(_ announcement: String) { text = announcement }
    // https://developer.apple.com/documentation/accessibility/accessibilitynotification/announcement/post()
    public func post() { Announcements.posted.append(text) }
  }
}

/// Stand-in: what assistive technology has read aloud.
package enum Announcements {
  // Only the main actor posts.
  nonisolated(unsafe) package internal(set) static var posted: [String] = []
}
