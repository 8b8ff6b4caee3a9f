#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import SwiftUI

  /// A symbol beside a text. Assistive technology reads the text.
  struct SymbolView: View {
    private let symbol: ScreenContent.Symbol

    init(_ symbol: ScreenContent.Symbol) { self.symbol = symbol }

    var body: some View { Image(systemName: symbol.systemName).accessibilityHidden(true) }
  }

  extension ScreenContent.Symbol {
    /// The name of the system's image. All of them are in iOS 17 and macOS 14.
    var systemName: String {
      switch self {
      case .method(let method): method.traits.systemImage
      case .wallet: "diamond"
      case .email: "envelope"
      case .phoneNumber: "phone"
      case .username: "at"
      case .authenticator: "clock.badge.checkmark"
      case .recoveryCode: "lifepreserver"
      case .user: "person.crop.circle"
      case .computer: "desktopcomputer"
      case .phone: "iphone"
      case .app: "app"
      case .add: "plus"
      case .copy: "doc.on.doc"
      case .save: "square.and.arrow.down"
      case .edit: "pencil"
      case .remove: "trash"
      case .signOut: "rectangle.portrait.and.arrow.right"
      case .camera: "camera"
      case .photo: "photo"
      case .success: "checkmark.circle"
      case .warning: "exclamationmark.triangle"
      }
    }
  }
#endif
