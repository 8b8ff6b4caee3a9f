#if os(Linux)
  internal import DoorwardFlow

  /// The texts that the user types into a view, and what the user does with it.
  @MainActor final class ScreenInput {
    private(set) var content: ScreenContent
    /// The texts of the fields.
    private(set) var texts: FieldTexts
    /// Called with each button that the user presses.
    var onPress: @MainActor (ScreenContent.Button) -> Void = { _ in }
    /// Called when a text has changed what the user can do.
    var onChange: @MainActor () -> Void = {}
    /// Moves the keyboard focus to a field.
    var onFocus: @MainActor (FieldName) -> Void = { _ in }

    init(_ content: ScreenContent) {
      self.content = content
      texts = content.initialTexts
    }

    /// Takes the next content of the same view. The typed texts are kept, except for a secret or a code that was wrong.
    func update(_ new: ScreenContent) {
      let old = content
      content = new
      for field in new.fields where !old.fields.contains(where: { $0.name == field.name }) {
        texts[field.name] = field.initialText
      }
      guard let problem = new.problem, problem != old.problem else { return }
      if let field = new.fields.first(where: { $0.name == problem.field }), field.isTypedAgain {
        texts[field.name] = ""
      }
    }

    func type(_ text: String, into field: FieldName) {
      guard texts[field] != text else { return }
      texts[field] = text
      onChange()
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

  extension ScreenContent.Field {
    /// Whether the user types the text again after a mistake.
    fileprivate var isTypedAgain: Bool {
      switch kind {
      case .oneTimeCode, .recoveryCode: true
      default: isSecret
      }
    }
  }
#endif
