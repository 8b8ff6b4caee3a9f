#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A window that draws contents: a header with the buttons for back and close, and the present view below it.
  @MainActor final class ScreenWindow {
    let window: Window
    /// Called with each button that the user presses, and the texts of the view.
    var onPress: @MainActor (ScreenContent.Button, FieldTexts) -> Void = { _, _ in }
    /// Called with the texts of a new view, and when the user has typed.
    var onType: @MainActor (FieldTexts, ScreenContent) -> Void = { _, _ in }

    private let layout: ScreenLayout
    private let theme: DoorwardTheme
    private let header: ScreenHeader
    private let place: Box
    private let column: Clamp
    private var page: ScreenPage?
    /// The height of the view and the header for which a dialog was last made as high.
    private var fittedHeight = 0
    /// The style class of the application's color; nil if the theme has a color.
    private var accent: String?
    private var scheme: ColorSchemeObserver?

    /// Creates a hidden window; nil if there is no display.
    init?(_ layout: ScreenLayout, _ theme: DoorwardTheme) {
      guard BaseStyle.load() else { return nil }
      self.layout = layout
      self.theme = theme
      // Widgets need the display.
      place = Box(.column)
      let size = layout.window(TextScale.factor)
      window = Window(title: "", width: size.width, height: size.height)
      header = ScreenHeader(layout)
      column = Clamp(place, maximumWidth: layout.column + 2 * layout.margin)
      let scroller = ScrollView(column)
      if layout.fitsHeight { scroller.fitHeight() }
      window.addStyle("doorward-window")
      window.addStyle(BaseStyle.className(of: theme))
      window.setHeader(header.bar)
      window.setChild(scroller)
      window.onClose = { [weak self] in self?.press { $0.closing } }
      // Escape goes back, or closes the first view, as in other apps of the desktop.
      window.onEscape = { [weak self] in self?.press { $0.back ?? $0.closing } }
      for keys in ["<Alt>Left", "<Alt>KP_Left"] {
        window.addShortcut(keys) { [weak self] in self?.goBack(false) }
      }
      for keys in ["<Alt>Right", "<Alt>KP_Right"] {
        window.addShortcut(keys) { [weak self] in self?.goBack(true) }
      }
      scheme = ColorSchemeObserver { [weak self] in
        if let self { color(content?.colors) }
      }
    }

    /// Shows the desktop's own buttons of the window, for a view without buttons.
    func showWindowButtons() {
      header.bar.showWindowButtons()
    }

    /// The present content.
    var content: ScreenContent? { page?.input.content }

    /// Draws a content. The same view is drawn in place, so that the focus and the typed texts stay.
    ///
    /// `meter` is the strength of the new password that the user types.
    func draw(_ content: ScreenContent, meter: PasswordMeter = PasswordMeter()) {
      if window.title != content.title { window.title = content.title }
      color(content.colors)
      let page: ScreenPage
      if let present = self.page, present.input.content.name == content.name {
        page = present
        update(page, content, meter)
      } else {
        page = replace(content)
      }
      header.draw(content, page.input)
      fitHeight()
    }

    /// Makes a dialog as high as its view if that has another height now. Otherwise the user decides about the height.
    private func fitHeight() {
      guard layout.fitsHeight else { return }
      let width = layout.window(TextScale.factor).width
      let height = header.bar.naturalHeight() + column.naturalHeight(forWidth: width)
      guard height != fittedHeight else { return }
      fittedHeight = height
      window.fitHeight(width: width)
    }

    /// Draws in the color of the application, unless the theme has one.
    private func color(_ colors: ScreenColors?) {
      // When libadwaita changes its colors, the texts of a window still have the old one.
      let shown = Adwaita.isDark ?? window.isDark ? colors?.dark : colors?.light
      let new = theme.accent == nil ? shown.map(BaseStyle.className(of:)) : nil
      guard new != accent else { return }
      if let accent { window.setStyle(accent, false) }
      if let new { window.setStyle(new, true) }
      accent = new
    }

    private func replace(_ content: ScreenContent) -> ScreenPage {
      let input = ScreenInput(content)
      let new = ScreenPage(content, layout: layout, theme: theme, input: input)
      input.onPress = { [weak self, weak input] button in
        if let self, let input { onPress(button, input.texts) }
      }
      input.onChange = { [weak self, weak new] in
        new?.draw()
        self?.fitHeight()
      }
      input.onType = { [weak self] in self?.onType($0, $1) }
      input.onFocus = { [weak new] in new?.focus($0) }
      page = new
      place.setChildren([new.widget])
      new.focus(content.problem?.field ?? content.firstFocus)
      onType(input.texts, content)
      return new
    }

    private func update(_ page: ScreenPage, _ content: ScreenContent, _ meter: PasswordMeter) {
      let old = page.input.content
      let hadFocus = page.widget.hasFocus
      page.input.update(content)
      page.input.meter = meter
      page.draw()
      if let field = content.problem?.field, content.problem != old.problem {
        page.focus(field)
      } else if hadFocus, !page.widget.hasFocus {
        // The control with the focus is gone.
        page.focus(content.firstFocus)
      }
    }

    // MARK: Keys

    private func press(_ button: (ScreenContent) -> ScreenContent.Button?) {
      if let input = page?.input, let button = button(input.content) { input.press(button) }
    }

    /// The key to the start of the line goes back.
    private func goBack(_ isRight: Bool) {
      if content?.isRightToLeft == isRight { press { $0.back } }
    }
  }

  extension ScreenContent {
    /// The button that closes the view.
    fileprivate var closing: Button? { close ?? buttons.first { $0.role == .cancel } }
  }
#endif
