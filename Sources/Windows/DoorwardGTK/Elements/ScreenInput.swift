#if os(Linux)
  internal import DoorwardFlow

  /// The texts that the user types into a view, and what the user does with it.
  @MainActor final class ScreenInput {
    private(set) var content: ScreenContent
    /// The texts of the fields.
    private(set) var texts: FieldTexts
    /// The strength of the new password.
    var meter = PasswordMeter()
    /// Called with each button that the user presses.
    var onPress: @MainActor (ScreenContent.Button) -> Void = { _ in }
    /// Called with the texts of a new view, and when the user has typed.
    var onType: @MainActor (FieldTexts, ScreenContent) -> Void = { _, _ in }
    /// Called when a text has changed what the user can do.
    var onChange: @MainActor () -> Void = {}
    /// Moves the keyboard focus to a field.
    var onFocus: @MainActor (FieldName) -> Void = { _ in }

    init(_ content: ScreenContent) {
      self.content = content
      texts = content.initialTexts
    }

    /// Takes the next content of the same view.
    func update(_ new: ScreenContent) {
      texts = new.texts(after: content, typed: texts)
      content = new
    }

    func type(_ text: String, into field: FieldName) {
      let old = texts
      guard old[field] != text else { return }
      texts[field] = text
      onType(texts, content)
      onChange()
      if let button = content.button(pressedByTyping: texts, after: old) { onPress(button) }
    }

    func isEnabled(_ button: ScreenContent.Button) -> Bool { content.isEnabled(button, with: texts) }

    func press(_ button: ScreenContent.Button) {
      if isEnabled(button) { onPress(button) }
    }

    /// The user has pressed Return in a field: presses the default button, or moves to the first field that it still needs.
    func submit() {
      guard let button = content.defaultButton else { return }
      guard !isEnabled(button), button.isEnabled else { return press(button) }
      let missing = content.fields.first {
        button.required.contains($0.name) && !$0.isComplete(texts[$0.name])
      }
      if let missing { onFocus(missing.name) }
    }
  }
#endif
