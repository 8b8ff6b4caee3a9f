@testable import DoorwardFlow

extension SignInFlow {
  /// A flow whose user has proven the first factor.
  static func waiting(
    _ factors: [SecondFactorKind], newFactors: [SecondFactorKind] = []
  ) -> SignInFlow {
    var flow = started(FlowOffer.passwordsAndCodes.choices)
    _ = flow.perform(.continueWith("ada@example.com"))
    _ = flow.perform(.submitPassword("a long password"))
    flow.answer(
      .secondFactorRequired(
        WaitingSignIn(
          ticket: Ticket(3), factors: factors, newFactors: newFactors, expiresAt: FlowEvent.time(900))))
    return flow
  }
}
