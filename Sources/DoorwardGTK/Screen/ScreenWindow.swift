#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A window that draws contents: a header with the buttons for back and close, and the present view below it.
  @MainActor final class ScreenWindow {
    let window: Window
    /// Called with each button that the user presses, and the texts of the view.
    var onPress: @MainActor (ScreenContent.Button, FieldTexts) -> Void = { _, _ in }

    private let layout: ScreenLayout
    private let theme: DoorwardTheme
    private let header = HeaderBar()
    private let place = Box(.column)
    private let scroller: ScrollView
    private var page: ScreenPage?
    private var back: StepButton?
    private var close: StepButton?

    /// Creates a hidden window; nil if there is no display.
    init?(_ layout: ScreenLayout, _ theme: DoorwardTheme) {
      guard BaseStyle.load() else { return nil }
      self.layout = layout
      self.theme = theme
      let scale = TextScale.factor
      window = Window(
        title: "", width: Int(Double(layout.window.width) * scale),
        height: Int(Double(layout.window.height) * min(scale, 1.25)))
      scroller = ScrollView(Clamp(place, maximumWidth: layout.column + 2 * layout.margin))
      window.addStyle("doorward-window")
      window.addStyle(BaseStyle.className(of: theme))
      header.setTitle(Label())
      window.setHeader(header)
      window.setChild(scroller)
      window.onClose = { [weak self] in self?.press(\.close) }
      window.onEscape = { [weak self] in self?.escape() }
      for keys in ["<Alt>Left", "<Alt>KP_Left"] {
        window.addShortcut(keys) { [weak self] in self?.goBack(false) }
      }
      for keys in ["<Alt>Right", "<Alt>KP_Right"] {
        window.addShortcut(keys) { [weak self] in self?.goBack(true) }
      }
    }

    /// The present content.
    var content: ScreenContent? { page?.input.content }

    /// Draws a content. The same view is drawn in place, so that the focus and the typed texts stay.
    func draw(_ content: ScreenContent) {
      if window.title != content.title { window.title = content.title }
      if let page, page.input.content.name == content.name {
        update(page, content)
      } else {
        replace(content)
      }
      drawHeader(content)
    }

    private func replace(_ content: ScreenContent) {
      let input = ScreenInput(content)
      let new = ScreenPage(content, layout, theme, input)
      input.onPress = { [weak self, weak input] button in
        if let self, let input { onPress(button, input.texts) }
      }
      input.onChange = { [weak new] in new?.draw() }
      input.onFocus = { [weak new] in new?.focus($0) }
      page = new
      place.setChildren([new.widget])
      new.focus(content.problem?.field ?? content.firstFocus)
    }

    private func update(_ page: ScreenPage, _ content: ScreenContent) {
      let old = page.input.content
      let hadFocus = page.widget.hasFocus
      page.input.update(content)
      page.draw()
      if let field = content.problem?.field, content.problem != old.problem {
        page.focus(field)
      } else if hadFocus, !page.widget.hasFocus {
        // The control with the focus is gone.
        page.focus(content.firstFocus)
      }
    }

    // MARK: Header

    private func drawHeader(_ content: ScreenContent) {
      guard let input = page?.input else { return }
      if back == nil { back = headerButton("go-previous-symbolic", input, header.addToStart) }
      if close == nil { close = headerButton("window-close-symbolic", input, header.addToEnd) }
      draw(content.back, in: back, input)
      draw(content.close, in: close, input)
      header.setDirection(isRightToLeft: content.isRightToLeft)
    }

    private func headerButton(_ icon: String, _ input: ScreenInput, _ add: (Widget) -> Void) -> StepButton {
      let button = StepButton(.icon(icon), input)
      add(button.widget)
      return button
    }

    private func draw(_ button: ScreenContent.Button?, in shown: StepButton?, _ input: ScreenInput) {
      shown?.widget.isVisible = button != nil
      shown?.input = input
      if let button { shown?.draw(button) }
    }

    // MARK: Keys

    private func press(_ button: KeyPath<ScreenContent, ScreenContent.Button?>) {
      if let input = page?.input, let button = input.content[keyPath: button] { input.press(button) }
    }

    /// Escape goes back, or closes the first view, as in other apps of the desktop.
    private func escape() {
      press(content?.back == nil ? \.close : \.back)
    }

    /// The key to the start of the line goes back.
    private func goBack(_ isRight: Bool) {
      if content?.isRightToLeft == isRight { press(\.back) }
    }
  }
#endif
