#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A button of a view: an icon or a progress, a label and a badge.
  @MainActor final class StepButton {
    /// The look of a button.
    enum Look {
      /// As wide as the column.
      case wide
      /// A link in the column.
      case link
      /// A line of a card or of a menu.
      case row
      /// Small, at the end of a line.
      case compact
      /// An icon in the header.
      case icon(String)
    }

    let widget: Button
    private let icon = Icon("", size: 16)
    private let spinner = Spinner()
    private let label: Label
    private let badge = Label()
    /// The view that has the button.
    var input: ScreenInput
    private let look: Look
    private var shown: ScreenContent.Button?

    init(_ look: Look, _ input: ScreenInput) {
      self.look = look
      self.input = input
      label = Label(overflow: look.wraps ? .wrap(characters: 40) : nil)
      let line = Box(.row, spacing: look.isCentered ? 8 : 12)
      line.add(spinner)
      line.add(icon)
      line.add(label)
      line.add(badge)
      spinner.setMinimumSize(width: 16, height: 16)
      badge.addStyle("doorward-badge")
      badge.align(vertically: .center)
      line.align(horizontally: look.isCentered ? .center : .fill)
      widget = Button(line)
      for style in look.styles { widget.addStyle(style) }
      if case .icon(let name) = look { icon.show(name) }
      if !look.isCentered { label.alignToStart() }
      widget.onPress = { [weak self] in
        if let self, let shown { self.input.press(shown) }
      }
    }

    func draw(_ button: ScreenContent.Button) {
      if shown?.role != button.role {
        if let old = shown { for style in look.styles(of: old.role) { widget.setStyle(style, false) } }
        for style in look.styles(of: button.role) { widget.addStyle(style) }
      }
      shown = button
      widget.name = button.id
      label.text = button.label
      label.isVisible = look.showsLabel
      let name = [button.accessibilityLabel ?? button.label, button.badge].compactMap(\.self).joined(
        separator: ", ")
      if widget.accessibleLabel != name { widget.accessibleLabel = name }
      widget.accessibleDescription = button.hint
      let tooltip = look.showsLabel ? button.hint : button.label
      if widget.tooltip != tooltip { widget.tooltip = tooltip }
      badge.isVisible = button.badge != nil
      badge.text = button.badge ?? ""
      spinner.isVisible = button.isBusy
      spinner.isSpinning = button.isBusy
      drawIcon(button)
      widget.isWorking = button.isBusy
      // A button that waits keeps the focus, so it stays sensitive. The flow ignores it.
      let isSensitive = button.isBusy || input.isEnabled(button)
      if widget.isSensitive != isSensitive { widget.isSensitive = isSensitive }
    }

    private func drawIcon(_ button: ScreenContent.Button) {
      if case .icon = look {
        icon.isVisible = !button.isBusy
        return
      }
      let name = button.symbol.flatMap(SymbolIcon.name)
      icon.isVisible = name != nil && !button.isBusy
      if let name { icon.show(name) }
    }
  }

  extension StepButton.Look {
    fileprivate var wraps: Bool {
      switch self {
      case .wide, .link, .row: true
      case .compact, .icon: false
      }
    }

    fileprivate var isCentered: Bool { if case .row = self { false } else { true } }
    fileprivate var showsLabel: Bool { if case .icon = self { false } else { true } }

    fileprivate var styles: [String] {
      switch self {
      case .wide: ["doorward-wide"]
      case .link: ["flat", "doorward-link"]
      case .row: ["flat", "doorward-row"]
      case .compact: ["doorward-compact"]
      case .icon: ["flat", "circular"]
      }
    }

    /// The style classes of the theme for a role.
    fileprivate func styles(of role: ScreenContent.Button.Role) -> [String] {
      switch (self, role) {
      case (.wide, .primary), (.compact, .primary): ["suggested-action"]
      case (.wide, .destructive): ["destructive-action"]
      case (.row, .destructive), (.link, .destructive), (.compact, .destructive): ["error"]
      default: []
      }
    }
  }

  /// A button in the column of a view or in a card.
  @MainActor final class ButtonView: ElementView, ButtonHolder {
    private let button: StepButton
    private let isLink: Bool
    private let place: ElementPlace
    private(set) var id: String?
    var widget: Widget { button.widget }

    init(_ button: ScreenContent.Button, in place: ElementPlace, input: ScreenInput) {
      isLink = button.role == .link
      self.place = place
      self.button = StepButton(place == .card ? .row : isLink ? .link : .wide, input)
      if place == .column, isLink { self.button.widget.align(horizontally: .center) }
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .button(let new) = element, place == .card || (new.role == .link) == isLink else {
        return false
      }
      id = new.id
      button.draw(new)
      return true
    }

    func focus() { button.widget.focus() }
  }
#endif
