#if canImport(WebKit)
  /// The questions of pages to the user, one after the other.
  ///
  /// A question that cannot be seen is declined.
  @MainActor final class PageQuestions {
    /// Removes a question from the screen and declines it.
    typealias TakeAway = @MainActor () -> Void
    /// Shows a question over a view; nil if there is no window to show it in.
    typealias Show<Answer: Sendable> = @MainActor (PlatformView, PendingAnswer<Answer>) -> TakeAway?

    private struct Question {
      let id: Int
      let show: @MainActor (PlatformView) -> TakeAway?
      let decline: @MainActor () -> Void
    }

    private struct Shown {
      let id: Int
      var takeAway: TakeAway = {}
    }

    private weak var stack: BridgeStack?
    private var waiting: [Question] = []
    private var shown: Shown?
    private var lastID = 0

    init(over stack: BridgeStack) { self.stack = stack }

    /// Asks; the answer is nil if the user declines.
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
      shown?.takeAway()
      for question in declined { question.decline() }
    }

    private func showNext() {
      guard shown == nil, !waiting.isEmpty else { return }
      let question = waiting.removeFirst()
      shown = Shown(id: question.id)
      guard let takeAway = stack.flatMap(question.show) else { return question.decline() }
      if shown?.id == question.id { shown?.takeAway = takeAway }
    }

    private func end(_ id: Int) {
      guard shown?.id == id else { return }
      shown = nil
      showNext()
    }
  }
#endif
