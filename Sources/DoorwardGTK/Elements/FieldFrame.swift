#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The label above a control, and the hint and the problem below it.
  @MainActor final class FieldFrame {
    let box = Box(.column, spacing: 6)
    private let control: Widget
    private let label = Label(overflow: .wrap(characters: 40))
    private let hint = Label(overflow: .wrap(characters: 44))
    private let problem = MessageView(.field)

    init(_ control: Widget) {
      self.control = control
      for text in [label, hint] { text.alignToStart() }
      label.addStyle("doorward-label")
      hint.addStyle("caption")
      hint.addStyle("dim-label")
      for part in [label, control, problem.widget, hint] { box.add(part) }
    }

    func draw(_ field: ScreenContent.Field, _ input: ScreenInput) {
      let problem = input.content.problem.flatMap { $0.field == field.name ? $0 : nil }
      let tooLong = field.isTooLong(input.texts[field.name]) ? field.tooLong : nil
      let sentence = tooLong ?? problem?.text
      control.name = field.id
      if control.accessibleLabel != field.label { control.accessibleLabel = field.label }
      control.accessibleDescription = [sentence, field.hint].compactMap(\.self).joined(separator: " ")
      control.isInvalid = sentence != nil
      control.setStyle("error", sentence != nil)
      label.text = field.label
      hint.text = field.hint ?? ""
      hint.isVisible = field.hint != nil
      self.problem.draw(sentence, id: problem?.id)
    }
  }
#endif
