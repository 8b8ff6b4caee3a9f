#if canImport(WebKit)
  internal import Foundation

  /// What a page asks the person with `alert`, `confirm` or `prompt`.
  struct ScriptPanel {
    enum Kind: Equatable {
      case alert
      case confirm
      case prompt(String)
    }

    let kind: Kind
    /// Who asks: the host of the frame, not what the page calls itself.
    let title: String
    let message: String
  }

  /// The questions of pages, one after the other, each answered once, and by the person alone.
  ///
  /// The page waits for its answer, and WebKit ends an app that gives none. So a question that can no longer
  /// be seen is answered as if the person had declined.
  @MainActor final class ScriptPanels {
    private struct Question {
      let id: Int
      let panel: ScriptPanel
      let answer: @MainActor (String?) -> Void
    }

    private weak var stack: BridgeStack?
    private var waiting: [Question] = []
    private var shown: Int?
    private var takeAway: @MainActor () -> Void = {}
    private var lastID = 0

    init(over stack: BridgeStack) { self.stack = stack }

    /// Asks; the answer is the text that was entered, empty where none was asked for, and nil for a refusal.
    func ask(_ panel: ScriptPanel, answer: @escaping @MainActor (String?) -> Void) {
      lastID += 1
      waiting.append(Question(id: lastID, panel: panel, answer: answer))
      showNext()
    }

    /// Declines every question.
    func declineAll() {
      let declined = waiting
      waiting = []
      if shown != nil { takeAway() }
      shown = nil
      for question in declined { question.answer(nil) }
    }

    private func showNext() {
      guard shown == nil, let question = waiting.first else { return }
      shown = question.id
      let takeAway = stack.flatMap { stack in
        question.panel.show(over: stack) { [weak self] text in self?.end(question.id, text) }
      }
      if let takeAway { self.takeAway = takeAway } else { end(question.id, nil) }
    }

    private func end(_ id: Int, _ text: String?) {
      guard shown == id, let question = waiting.first, question.id == id else { return }
      shown = nil
      waiting.removeFirst()
      question.answer(text)
      showNext()
    }
  }
#endif
