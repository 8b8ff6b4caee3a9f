#if canImport(WebKit)
  /// An answer that a page waits for.
  ///
  /// WebKit raises an exception if a completion handler is called twice or never. So only the first answer counts,
  /// and a question that disappears unanswered is declined: UIKit did not present it, or the app dismissed it. The
  /// buttons of a question therefore own its answer, and nothing else does while it is shown.
  @MainActor final class PendingAnswer<Answer: Sendable> {
    private var give: (@MainActor (Answer?) -> Void)?

    init(_ give: @escaping @MainActor (Answer?) -> Void) { self.give = give }

    /// Whether nothing waits for it any more.
    var isGiven: Bool { give == nil }

    /// Answers; nil declines.
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
