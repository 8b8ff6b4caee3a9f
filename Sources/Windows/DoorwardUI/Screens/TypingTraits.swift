#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import SwiftUI

  #if canImport(UIKit)
    internal import UIKit
  #else
    internal import AppKit
  #endif

  /// The content type, the keyboard and the corrections of a field.
  struct TypingTraits: ViewModifier {
    let field: ScreenContent.Field

    func body(content: Content) -> some View {
      #if canImport(UIKit)
        content
          .textContentType(type)
          .keyboardType(keyboard)
          .textInputAutocapitalization(isName ? .words : .never)
          .autocorrectionDisabled()
      #else
        content
          .textContentType(type)
          .autocorrectionDisabled()
      #endif
    }

    private var isName: Bool {
      switch field.kind {
      case .name, .firstName, .lastName: true
      default: false
      }
    }

    #if canImport(UIKit)
      private typealias ContentType = UITextContentType
    #else
      private typealias ContentType = NSTextContentType
    #endif

    private var type: ContentType? {
      switch field.kind {
      // Autofill offers user names and passkeys for this type only.
      case .identifier, .username: .username
      case .email: .emailAddress
      case .phoneNumber: .telephoneNumber
      case .password: .password
      case .newPassword: .newPassword
      case .oneTimeCode: .oneTimeCode
      case .name: .name
      case .firstName: .givenName
      case .lastName: .familyName
      case .recoveryCode, .label, .choice: nil
      }
    }

    #if canImport(UIKit)
      private var keyboard: UIKeyboardType {
        switch field.kind {
        case .email: .emailAddress
        case .phoneNumber: .phonePad
        case .oneTimeCode: .numberPad
        case .recoveryCode: .asciiCapable
        case .identifier(let kinds):
          kinds == [.phoneNumber] ? .phonePad : kinds.contains(.email) ? .emailAddress : .default
        default: .default
        }
      }
    #endif
  }
#endif
