import Doorward

/// An outcome that a test does not expect.
struct Unexpected: Error { let outcome: SignInOutcome }

extension SignInOutcome {
  /// The state of a sign-in.
  var state: AuthState {
    get throws {
      guard case .signedIn(let state) = self else { throw Unexpected(outcome: self) }
      return state
    }
  }

  /// The challenge of a sign-in that waits for a second factor.
  var secondFactor: SecondFactorChallenge {
    get throws {
      guard case .secondFactorRequired(let challenge) = self else { throw Unexpected(outcome: self) }
      return challenge
    }
  }
}
