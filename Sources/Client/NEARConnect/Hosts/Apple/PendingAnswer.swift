#if canImport(WebKit)
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
