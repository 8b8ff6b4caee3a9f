#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// One view in a column: the logo, the heading, the problem, and the elements.
  @MainActor final class ScreenPage {
    let widget = Box(.column, spacing: 24)
    let input: ScreenInput
    private let logo: LogoView
    private let heading: ScreenHeading
    private let problem: MessageView
    private let retry: StepButton
    private let notice = MessageView(.notice)
    private let elements: ElementList

    init(_ content: ScreenContent, layout: ScreenLayout, theme: DoorwardTheme, input: ScreenInput) {
      self.input = input
      logo = LogoView(theme.logo)
      heading = ScreenHeading(layout)
      problem = MessageView(.problem)
      retry = StepButton(.compact, input)
      problem.add(retry.widget)
      elements = ElementList(Box(.column, spacing: layout.spacing), in: .column, input: input)
      for part in [logo.widget, heading.widget, problem.widget, notice.widget, elements.box] {
        widget.add(part)
      }
      widget.addStyle("doorward-page")
      widget.setMargins(horizontal: layout.margin, top: layout.top, bottom: 30)
      widget.name = content.id
      draw()
    }

    /// Draws the present content and the typed texts.
    func draw() {
      let content = input.content
      logo.draw(content.brand)
      heading.draw(content)
      elements.draw(content.elements)
      let isOfField =
        content.problem?.field.map { name in content.fields.contains { $0.name == name } } ?? false
      let own = isOfField ? nil : content.problem
      retry.widget.isVisible = own?.retry != nil
      if let button = own?.retry { retry.draw(button) }
      problem.draw(own?.text, spoken: own?.announcement, id: own?.id)
      notice.draw(content.notice, id: nil)
      widget.align(vertically: content.elements.isEmpty ? .center : .fill)
      widget.setDirection(isRightToLeft: content.isRightToLeft)
    }

    /// Moves the keyboard focus to a field; without such a field to the default button, to the button that changes nothing, or
    /// to the first control.
    func focus(_ name: FieldName?) {
      let fields = elements.all.compactMap { $0 as? any FieldHolder }
      if let field = fields.first(where: { $0.name == name }) { return field.focus() }
      let buttons = elements.all.compactMap { $0 as? any ButtonHolder }
      let content = input.content
      let safe = content.defaultButton ?? content.allElements.flatMap(\.buttons).first { $0.role == .cancel }
      if let button = buttons.first(where: { $0.id == safe?.id }) { return button.focus() }
      elements.box.focusFirst()
    }
  }

  /// The heading of a view, and the sentences below it.
  @MainActor final class ScreenHeading {
    let widget = Box(.column, spacing: 8)
    private let title: Label
    private let lead = Label(overflow: .wrap(characters: 44))

    init(_ layout: ScreenLayout) {
      title = Label(headingLevel: 1, overflow: .wrap(characters: 30))
      title.addStyle(layout.hasSmallHeading ? "title-2" : "title-1")
      widget.add(title)
      widget.add(lead)
    }

    func draw(_ content: ScreenContent) {
      title.text = content.title
      lead.text = content.lead ?? ""
      lead.isVisible = content.lead != nil
    }
  }
#endif
