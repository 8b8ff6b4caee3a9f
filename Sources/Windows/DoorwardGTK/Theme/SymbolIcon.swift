#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The icons of the desktop for the symbols of a view.
  @MainActor enum SymbolIcon {
    /// The name of an icon; nil if the desktop has none, and the control then shows its text alone.
    static func name(_ symbol: ScreenContent.Symbol) -> String? {
      candidates(symbol).first { Icon.exists($0) }
    }

    /// Names of the icon naming specification and of Adwaita's icon theme, the best one first.
    static func candidates(_ symbol: ScreenContent.Symbol) -> [String] {
      switch symbol {
      case .method(let method): method.traits.icons
      case .wallet: ["wallet-symbolic", "application-x-addon-symbolic"]
      case .email: ["mail-unread-symbolic", "mail-send-symbolic"]
      case .phoneNumber: ["call-start-symbolic", "phone-symbolic"]
      case .username: ["avatar-default-symbolic"]
      case .authenticator: ["phone-symbolic", "channel-secure-symbolic"]
      case .recoveryCode: ["view-list-symbolic", "text-x-generic-symbolic"]
      case .user: ["avatar-default-symbolic"]
      case .computer: ["computer-symbolic"]
      case .phone: ["phone-symbolic"]
      case .app: ["application-x-executable-symbolic"]
      case .add: ["list-add-symbolic"]
      case .copy: ["edit-copy-symbolic"]
      case .save: ["document-save-symbolic"]
      case .edit: ["document-edit-symbolic"]
      case .remove: ["user-trash-symbolic", "edit-delete-symbolic"]
      case .signOut: ["system-log-out-symbolic"]
      case .camera: ["camera-photo-symbolic"]
      case .photo: ["image-x-generic-symbolic"]
      case .success: ["emblem-ok-symbolic", "object-select-symbolic"]
      case .warning: ["dialog-warning-symbolic"]
      }
    }
  }
#endif
