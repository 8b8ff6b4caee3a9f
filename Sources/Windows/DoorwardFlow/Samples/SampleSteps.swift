#if DEBUG
  package import Foundation

  /// Times of samples.
  package enum SampleTime {
    /// A time some seconds after the present time of the samples.
    package static func after(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
  }

  extension SignInFlow {
    /// A flow that has read an offer.
    static func started(_ choices: SignInChoices) -> SignInFlow {
      var flow = SignInFlow()
      _ = flow.begin()
      flow.answer(.offer(choices))
      return flow
    }

    /// Takes the answer to the pending request.
    mutating func answer(_ answer: SignInAnswer) { _ = receive(answer, to: lastID) }
  }

  extension AccountFlow {
    /// Takes the answer to the pending request.
    mutating func answer(_ answer: AccountAnswer) { _ = receive(answer, to: pending?.id ?? 0) }

    /// Takes a list, or that it could not be read.
    mutating func list(_ list: AccountList, _ content: AccountLists.Content?) {
      _ = receive(
        content, of: list, because: SignInProblem(code: "offline", remedy: .retry), to: reading[list] ?? 0)
    }
  }
#endif
