#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The label above a control, and the problem, the advice and the hint below it.
  @MainActor final class FieldFrame {
    let box = Box(.column, spacing: 6)
    private let control: Widget
    private let label = Label(overflow: .wrap(characters: 40))
    private let hint = Label(overflow: .wrap(characters: 44))
    private let advice = Label(overflow: .wrap(characters: 44))
    private let meter = MeterView()
    private let problem = MessageView(.field)
    private let retry: StepButton
    private let input: ScreenInput

    init(_ control: Widget, _ input: ScreenInput) {
      self.control = control
      self.input = input
      retry = StepButton(.compact, input)
      problem.add(retry.widget)
      for text in [label, advice, hint] { text.alignToStart() }
      advice.addStyle("caption")
      label.addStyle("doorward-label")
      hint.addStyle("caption")
      hint.addStyle("dim-label")
      for part in [label, control, meter.widget, problem.widget, advice, hint] { box.add(part) }
    }

    func draw(_ field: ScreenContent.Field) {
      let problem = input.content.problem.flatMap { $0.field == field.name ? $0 : nil }
      let tooLong = field.isTooLong(input.texts[field.name]) ? field.tooLong : nil
      let sentence = tooLong ?? problem?.text
      control.name = field.id
      if control.accessibleLabel != field.label { control.accessibleLabel = field.label }
      let estimated = field.advice == nil ? nil : input.meter.advice
      let advised = sentence == nil ? estimated ?? field.advice(with: input.texts) : nil
      meter.draw(field.advice == nil ? nil : input.meter)
      control.accessibleDescription = [sentence, advised, field.hint].compactMap(\.self).joined(
        separator: " ")
      control.isInvalid = sentence != nil
      control.setStyle("error", sentence != nil)
      label.text = field.label
      advice.text = advised ?? ""
      advice.isVisible = advised != nil
      hint.text = field.hint ?? ""
      hint.isVisible = field.hint != nil
      let repetition = tooLong == nil ? problem?.retry : nil
      retry.widget.isVisible = repetition != nil
      if let repetition { retry.draw(repetition) }
      self.problem.draw(sentence, spoken: tooLong ?? problem?.announcement, id: problem?.id)
    }
  }
#endif
