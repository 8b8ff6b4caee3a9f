#if canImport(SwiftUI)
  internal import Doorward
  internal import DoorwardFlow
  internal import SwiftUI

  /// The views of the previews, which the checks of the package compile. `Previews.swift` shows them.
  @MainActor enum PreviewViews {
    /// A view with each kind of field and button.
    static var form: some View {
      screen(
        title: "Sign in to Notes",
        elements: [
          .field(field(.identifier, "Email", .identifier([.email]))),
          .field(field(.password, "Password", .password)), .button(button("Sign in", .primary)),
          .divider("or"), .button(button("Sign in with a passkey", .secondary)),
          .button(button("Forgot password?", .link)),
        ])
    }

    /// A view with a problem and a notice.
    static var trouble: some View {
      screen(title: "Enter the code", elements: [.field(field(.code, "Code", .oneTimeCode(length: 6)))]) {
        $0.notice = "Another code is on its way."
        $0.problem = ScreenContent.Problem(
          id: "preview.problem", text: "The code is wrong. Check it.", field: .code, retry: nil)
      }
    }

    /// A view with a list.
    static var list: some View {
      let row = ScreenContent.Row(
        id: "preview.row", title: "Phone", detail: "Last used yesterday", badge: "This device",
        symbol: .passkey,
        actions: [button("Remove", .destructive)])
      return screen(
        title: "Your account",
        elements: [
          .section(
            ScreenContent.Section(
              id: "preview.section", title: "Passkeys", elements: [.row(row)], footer: "A footer"))
        ])
    }

    static func window(_ state: DoorwardAuthState) -> some View {
      DoorwardRequiredAuthWindow { Text(verbatim: "The app") }.environment(\.doorward, .preview(state))
    }

    static func user(_ state: DoorwardAuthState) -> some View {
      VStack {
        DoorwardUserButton()
        DoorwardProfilePhotoWell()
      }
      .doorward(.preview(state))
    }

    private static func screen(
      title: String, elements: [ScreenContent.Element], _ change: (inout ScreenContent) -> Void = { _ in }
    ) -> some View {
      var content = ScreenContent(
        name: "preview", id: "preview", language: "en", title: title, elements: elements)
      change(&content)
      return NavigationStack { ScreenView(content) { _, _ in } }
    }

    private static func field(
      _ name: FieldName, _ label: String, _ kind: ScreenContent.Field.Kind
    ) -> ScreenContent.Field {
      ScreenContent.Field(name: name, id: "preview.\(name.rawValue)", label: label, kind: kind)
    }

    private static func button(
      _ label: String, _ role: ScreenContent.Button.Role
    ) -> ScreenContent.Button {
      ScreenContent.Button(id: "preview.\(label)", label: label, role: role, action: .signIn(.retry))
    }
  }
#endif
