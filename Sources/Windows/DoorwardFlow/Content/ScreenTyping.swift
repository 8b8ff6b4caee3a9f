/// The texts of a view while the user types and the view changes.
extension ScreenContent {
  /// The button that typing has pressed. A code is sent as soon as it has all its digits, if the button needs nothing else. After a
  /// refusal, the user changes the code before it is sent again.
  ///
  /// - Parameters:
  ///   - texts: The texts with what the user has just typed, pasted or filled in.
  ///   - old: The texts before.
  /// - Returns: The button; nil if the user has to press one.
  public func button(pressedByTyping texts: FieldTexts, after old: FieldTexts) -> Button? {
    guard let button = defaultButton, isEnabled(button, with: texts),
      let field = fields.first(where: { button.required == [$0.name] }),
      case .oneTimeCode(let length?) = field.kind
    else { return nil }
    let digits = { (texts: FieldTexts) in TypedCode.digits(texts[field.name], length: length) }
    return digits(texts) == digits(old) ? nil : button
  }

  /// The texts when this content takes the place of another one in the same view. Those that the user has typed are kept, except
  /// for a secret or a code that was refused.
  ///
  /// - Parameters:
  ///   - old: The content before.
  ///   - typed: The texts in it.
  /// - Returns: The texts.
  public func texts(after old: ScreenContent, typed: FieldTexts) -> FieldTexts {
    var texts = typed
    for field in fields where !old.fields.contains(where: { $0.name == field.name }) {
      texts[field.name] = field.initialText
    }
    guard let problem, problem != old.problem else { return texts }
    if let field = fields.first(where: { $0.name == problem.field }), field.isTypedAgain {
      texts[field.name] = ""
    }
    return texts
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
