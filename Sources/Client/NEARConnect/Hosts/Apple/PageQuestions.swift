#if canImport(WebKit)
  /// Shows the questions of pages to the user, one at a time.
  ///
  /// A question that cannot be shown is declined.
  @MainActor final class PageQuestions {
    /// Removes a question from the screen and declines it.
    typealias Dismiss = @MainActor () -> Void
    /// Shows a question over a view; nil if the view is in no window.
    typealias Show<Answer: Sendable> = @MainActor (PlatformView, PendingAnswer<Answer>) -> Dismiss?

    private struct Question {
      let id: Int
      let show: @MainActor (PlatformView) -> Dismiss?
      let decline: @MainActor () -> Void
    }

    private struct Shown {
      let id: Int
      var dismiss: Dismiss = {}
    }

    private weak var stack: BridgeStack?
    private var waiting: [Question] = []
    private var shown: Shown?
    private var lastID = 0

    init(over stack: BridgeStack) { self.stack = stack }

    /// Shows a question. The answer is nil if the user declines.
    func ask<Answer>(_ show: @escaping Show<Answer>, answer: @escaping @MainActor (Answer?) -> Void) {
      lastID += 1
      let id = lastID
      let pending = PendingAnswer<Answer> { [weak self] given in
        answer(given)
        self?.end(id)
      }
      waiting.append(Question(id: id, show: { show($0, pending) }, decline: { pending(nil) }))
      showNext()
    }

    /// Declines every question.
    func declineAll() {
      let declined = waiting
      waiting = []
      shown?.dismiss()
      for question in declined { question.decline() }
    }

    private func showNext() {
      guard shown == nil, !waiting.isEmpty else { return }
      let question = waiting.removeFirst()
      shown = Shown(id: question.id)
      guard let dismiss = stack.flatMap(question.show) else { return question.decline() }
      if shown?.id == question.id { shown?.dismiss = dismiss }
    }

    private func end(_ id: Int) {
      guard shown?.id == id else { return }
      shown = nil
      showNext()
    }
  }
#endif
