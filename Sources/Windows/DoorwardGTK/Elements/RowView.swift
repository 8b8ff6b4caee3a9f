#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// An item of a list: an icon, two lines, a badge, and its steps as a button or a menu.
  @MainActor final class RowView: ElementView {
    private let box = Box(.row, spacing: 12, role: .group)
    private let icon = Icon("", size: 16)
    private let title = Label(overflow: .wrap(characters: 40))
    private let detail = Label(overflow: .wrap(characters: 50))
    private let badge = Label()
    private let end = Box(.row)
    private let input: ScreenInput
    private var steps: [StepButton] = []
    private var menu: MenuButton?
    private var isIdentifier: Bool?
    var widget: Widget { box }

    init(_ input: ScreenInput) {
      self.input = input
      let lines = Box(.column, spacing: 2)
      let first = Box(.row, spacing: 8)
      for label in [title, detail] { label.alignToStart() }
      detail.addStyle("caption")
      detail.addStyle("dim-label")
      badge.addStyle("doorward-badge")
      badge.align(vertically: .center)
      first.setMinimumSize(height: 20)
      first.add(title)
      first.add(badge)
      lines.add(first)
      lines.add(detail)
      lines.expand(vertically: false)
      lines.align(vertically: .center)
      end.align(vertically: .center)
      for part in [icon, lines, end] { box.add(part) }
      box.addStyle("doorward-row")
      box.setMinimumSize(height: 50)
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .row(let row) = element, isIdentifier == nil || isIdentifier == row.isIdentifier else {
        return false
      }
      if isIdentifier == nil, row.isIdentifier { title.keepLeftToRight() }
      isIdentifier = row.isIdentifier
      title.text = row.title
      detail.text = row.detail ?? ""
      detail.isVisible = row.detail != nil
      badge.text = row.badge ?? ""
      badge.isVisible = row.badge != nil
      let name = [row.title, row.badge, row.detail].compactMap(\.self).joined(separator: ", ")
      if box.accessibleLabel != name { box.accessibleLabel = name }
      let symbol = row.symbol.flatMap(SymbolIcon.name)
      icon.isVisible = symbol != nil
      if let symbol { icon.show(symbol) }
      drawSteps(row)
      return true
    }

    private func drawSteps(_ row: ScreenContent.Row) {
      if steps.count != row.actions.count { makeSteps(row) }
      for (step, action) in zip(steps, row.actions) { step.draw(action) }
      if let menu, let label = row.menuLabel, menu.accessibleLabel != label {
        menu.accessibleLabel = label
        menu.tooltip = label
      }
    }

    private func makeSteps(_ row: ScreenContent.Row) {
      menu = nil
      if row.actions.count > 1 {
        steps = row.actions.map { _ in StepButton(.row, input) }
        let items = Box(.column)
        for step in steps { items.add(step.widget) }
        let menu = MenuButton(icon: "view-more-symbolic", label: row.menuLabel ?? row.title, items)
        menu.addStyle("flat")
        self.menu = menu
        for step in steps {
          let press = step.widget.onPress
          step.widget.onPress = { [weak menu] in
            menu?.close()
            press()
          }
        }
        end.setChildren([menu])
      } else {
        steps = row.actions.map { _ in StepButton(.compact, input) }
        end.setChildren(steps.map(\.widget))
      }
    }
  }
#endif
