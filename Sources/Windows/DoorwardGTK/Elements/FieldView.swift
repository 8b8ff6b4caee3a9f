#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A field: its label, the text, a hint, and the problem of the text.
  @MainActor final class FieldView: ElementView, FieldHolder {
    let name: FieldName
    private let frame: FieldFrame
    private let entry: TextField
    private let kind: ScreenContent.Field.Kind
    private let input: ScreenInput
    var widget: Widget { frame.box }

    init(_ field: ScreenContent.Field, _ input: ScreenInput) {
      name = field.name
      kind = field.kind
      self.input = input
      entry = Self.makeEntry(field)
      frame = FieldFrame(entry, input)
      if field.isLeftToRight { entry.keepLeftToRight() }
      entry.text = input.texts[field.name]
      entry.onChange = { [weak self] in
        if let self { self.input.type($0, into: name) }
      }
      entry.onSubmit = { [weak self] in self?.input.submit() }
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .field(let field) = element, field.kind == kind, field.name == name else { return false }
      frame.draw(field)
      if entry.text != input.texts[name] { entry.text = input.texts[name] }
      return true
    }

    func focus() { entry.focus() }

    private static func makeEntry(_ field: ScreenContent.Field) -> TextField {
      if field.isSecret { return PasswordEntry() }
      let entry = Entry()
      switch field.kind {
      case .identifier(let kinds):
        entry.purpose = kinds == [.email] ? .email : kinds == [.phoneNumber] ? .phoneNumber : .username
      case .email: entry.purpose = .email
      case .phoneNumber: entry.purpose = .phoneNumber
      case .username: entry.purpose = .username
      case .name, .firstName, .lastName: entry.purpose = .name
      case .oneTimeCode: entry.purpose = .digits
      case .recoveryCode: entry.purpose = .code
      case .label, .choice, .password, .newPassword: break
      }
      if case .oneTimeCode = field.kind {
        entry.addStyle("doorward-code")
        entry.centerText()
      }
      if case .recoveryCode = field.kind { entry.addStyle("doorward-secret") }
      return entry
    }
  }

  /// A field with some options.
  @MainActor final class ChoiceView: ElementView, FieldHolder {
    let name: FieldName
    private let frame: FieldFrame
    private let list = DropDown()
    private let input: ScreenInput
    private var options: [ScreenContent.Field.Option] = []
    var widget: Widget { frame.box }

    init(_ field: ScreenContent.Field, _ input: ScreenInput) {
      name = field.name
      self.input = input
      frame = FieldFrame(list, input)
      list.onChange = { [weak self] index in
        if let self, options.indices.contains(index) { self.input.type(options[index].id, into: name) }
      }
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .field(let field) = element, case .choice(let options) = field.kind, field.name == name
      else {
        return false
      }
      frame.draw(field)
      let chosen = options.firstIndex { $0.id == input.texts[name] }
      self.options = options
      list.texts = options.map(\.label)
      if let chosen, list.selected != chosen { list.selected = chosen }
      return true
    }

    func focus() { list.focus() }
  }
#endif
