#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

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
