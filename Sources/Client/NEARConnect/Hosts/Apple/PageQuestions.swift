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

  /// A completion handler of WebKit that waits for an answer.
  ///
  /// WebKit raises an exception if a completion handler is called twice or never. Only the first answer counts. A
  /// question that disappears unanswered, because UIKit did not present it or the app dismissed it, is declined in
  /// `deinit`. For this reason only the buttons of a visible question own the answer.
  @MainActor final class PendingAnswer<Answer: Sendable> {
    private var give: (@MainActor (Answer?) -> Void)?

    init(_ give: @escaping @MainActor (Answer?) -> Void) { self.give = give }

    /// Whether the answer was already given.
    var isGiven: Bool { give == nil }

    /// Gives the answer; nil declines.
    func callAsFunction(_ answer: Answer?) {
      let give = give
      self.give = nil
      give?(answer)
    }

    deinit {
      if let give { Task { @MainActor in give(nil) } }
    }
  }
#endif
