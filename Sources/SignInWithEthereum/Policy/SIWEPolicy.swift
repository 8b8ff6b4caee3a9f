/// What a relying party expects of a message, as a value that can be combined with others.
///
/// A policy looks at a message that anyone could have written, so meeting one proves nothing by
/// itself: give it to a `SIWEVerifier`, which also checks the signature. A backend that issued a nonce
/// for its own domain asks for
///
/// ```swift
/// let policy = SIWEPolicy.all(
///   .domain("example.com"), .uri("https://example.com/login"), .chain(1), .nonce(nonce),
///   .time(at: now, clockSkew: .seconds(30)), .noRecapResources)
/// ```
public struct SIWEPolicy: Sendable {
  /// The answer of a policy.
  public enum Evaluation: Sendable, Equatable {
    /// The message is as expected.
    case meets
    /// The message is not as expected, because.
    case fails(SIWEError)
  }

  private let evaluation: @Sendable (SIWEMessage) -> Evaluation

  /// A policy of one's own.
  public init(_ evaluation: @escaping @Sendable (SIWEMessage) -> Evaluation) {
    self.evaluation = evaluation
  }

  /// A policy that a message meets when a condition holds, and else fails with this error.
  init(_ error: SIWEError, unless condition: @escaping @Sendable (SIWEMessage) -> Bool) {
    self.init { condition($0) ? .meets : .fails(error) }
  }

  /// Whether a message meets the policy, and if not, why.
  public func evaluate(_ message: SIWEMessage) -> Evaluation { evaluation(message) }

  /// What meets every one of the policies; fails as the first that fails. None expect nothing.
  public static func all(_ policies: [SIWEPolicy]) -> SIWEPolicy {
    SIWEPolicy { message in
      for policy in policies {
        let answer = policy.evaluate(message)
        if case .fails = answer { return answer }
      }
      return .meets
    }
  }

  /// What meets every one of the policies; fails as the first that fails.
  public static func all(_ policies: SIWEPolicy...) -> SIWEPolicy { all(policies) }

  /// What meets at least one of the policies; fails with the code of the first and the reasons of all.
  /// Of none, nothing can be met.
  public static func any(_ policies: [SIWEPolicy]) -> SIWEPolicy {
    SIWEPolicy { message in
      var failures: [SIWEError] = []
      for policy in policies {
        switch policy.evaluate(message) {
        case .meets: return .meets
        case .fails(let error): failures.append(error)
        }
      }
      let code = failures.first?.code ?? .policyNotMet
      let reasons = failures.map(\.reason).joined(separator: " ")
      return .fails(SIWEError(code: code, reason: failures.isEmpty ? "Nothing is accepted." : reasons))
    }
  }

  /// What meets at least one of the policies.
  public static func any(_ policies: SIWEPolicy...) -> SIWEPolicy { any(policies) }
}
