#if canImport(SwiftUI)
  public import DoorwardFlow
  public import SwiftUI

  /// A view of the sign-in, for an app that draws it itself.
  ///
  /// ```swift
  /// DoorwardAuthenticationFlowConfig.default.replacing("start") { screen in
  ///   VStack {
  ///     Text(screen.content.title)
  ///     TextField("Email", text: screen.text(.identifier))
  ///     ForEach(screen.content.buttons, id: \.id) { button in
  ///       Button(button.label) { screen.press(button) }.disabled(!screen.isEnabled(button))
  ///     }
  ///   }
  /// }
  /// ```
  @MainActor public struct DoorwardScreen {
    /// The controls and texts.
    public let content: ScreenContent
    /// The texts that the user has typed.
    @Binding public var texts: FieldTexts
    /// The field that has the keyboard, or gets it.
    @Binding public var focus: FieldName?
    /// The strength of the new password that the user types.
    public let meter: PasswordMeter
    private let perform: (ScreenContent.Button, FieldTexts) -> Void

    init(
      content: ScreenContent, texts: Binding<FieldTexts>, focus: Binding<FieldName?>, meter: PasswordMeter,
      perform: @escaping (ScreenContent.Button, FieldTexts) -> Void
    ) {
      self.content = content
      _texts = texts
      _focus = focus
      self.meter = meter
      self.perform = perform
    }

    /// The text of a field.
    public func text(_ field: FieldName) -> Binding<String> {
      $texts[dynamicMember: \.[field]]
    }

    /// Whether a button can be pressed with the typed texts.
    public func isEnabled(_ button: ScreenContent.Button) -> Bool { content.isEnabled(button, with: texts) }

    /// Presses a button. A button that is not enabled does nothing.
    public func press(_ button: ScreenContent.Button) {
      if isEnabled(button) { perform(button, texts) }
    }

    /// Does what the Return key does in a field: goes to the next field, or presses the main button.
    public func submit(_ field: FieldName) {
      let names = content.fields.map(\.name)
      if let next = names.drop(while: { $0 != field }).dropFirst().first {
        focus = next
      } else if let button = content.defaultButton {
        press(button)
      }
    }

    /// Doorward's own view of the content.
    public var standard: some View { StandardScreen(screen: self) }
  }
#endif
