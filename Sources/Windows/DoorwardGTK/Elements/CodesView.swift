#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// Recovery codes, in two columns, with buttons that copy and save them.
  @MainActor final class CodesView: ElementView {
    private let box = Box(.column, spacing: 12)
    private let card = Box(.row, spacing: 24, role: .list)
    private let buttons = Box(.row, spacing: 12)
    private let input: ScreenInput
    private var codes: [String] = []
    private var labels: [Widget] = []
    private var steps: [StepButton] = []
    var widget: Widget { box }

    init(_ input: ScreenInput) {
      self.input = input
      card.addStyle("card")
      card.addStyle("doorward-codes")
      card.keepLeftToRight()
      buttons.align(horizontally: .center)
      box.add(card)
      box.add(buttons)
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .codes(let list) = element else { return false }
      if card.accessibleLabel != list.label { card.accessibleLabel = list.label }
      if codes != list.codes { drawCodes(list.codes) }
      while steps.count < list.actions.count { steps.append(StepButton(.compact, input)) }
      steps = Array(steps.prefix(list.actions.count))
      for (step, action) in zip(steps, list.actions) { step.draw(action) }
      buttons.setChildren(steps.map(\.widget))
      return true
    }

    private func drawCodes(_ codes: [String]) {
      self.codes = codes
      let half = (codes.count + 1) / 2
      labels = [codes.prefix(half), codes.dropFirst(half)].map { column in
        let box = Box(.column)
        box.expand(vertically: false)
        for code in column {
          let label = Label(code)
          label.addStyle("doorward-recovery")
          label.align(horizontally: .center)
          box.add(label)
        }
        return box
      }
      card.setChildren(labels)
    }
  }
#endif
