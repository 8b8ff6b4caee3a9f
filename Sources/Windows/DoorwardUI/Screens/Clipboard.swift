#if canImport(SwiftUI)
  #if canImport(UIKit)
    internal import Foundation
    internal import UIKit
  #else
    internal import AppKit
  #endif

  /// Copies secrets so that they stay on this device, and leave the clipboard of an iPhone or iPad after a time.
  @MainActor enum Clipboard {
    static func copy(_ secret: String) {
      #if canImport(UIKit)
        UIPasteboard.general.setItems(
          [["public.utf8-plain-text": secret]],
          options: [.localOnly: true, .expirationDate: Date().addingTimeInterval(120)])
      #else
        NSPasteboard.general.prepareForNewContents(with: .currentHostOnly)
        NSPasteboard.general.setString(secret, forType: .string)
        // Clipboard managers do not keep what has this type (http://nspasteboard.org).
        NSPasteboard.general.setString("", forType: .init(rawValue: "org.nspasteboard.ConcealedType"))
      #endif
    }
  }
#endif
