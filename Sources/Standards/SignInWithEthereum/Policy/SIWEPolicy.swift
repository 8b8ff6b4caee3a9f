/// The expectations of a relying party for a message. Policies can be combined.
///
/// A policy evaluates a message that any party could have written, so meeting a policy proves nothing by
/// itself. Pass the policy to a `SIWEVerifier`, which also verifies the signature. A backend that issued a
/// nonce for its own domain uses
///
/// ```swift
/// let policy = SIWEPolicy.all(
///   .domain("example.com"), .uri("https://example.com/login"), .chain(1), .nonce(nonce),
///   .time(at: now, clockSkew: .seconds(30)), .noRecapResources)
/// ```
public struct SIWEPolicy: Sendable {
  /// The result of a policy.
  public enum Evaluation: Sendable, Equatable {
    /// The message meets the policy.
    case meets
    /// The message does not meet the policy; the error contains the reason.
    case fails(SIWEError)
  }

  private let evaluation: @Sendable (SIWEMessage) -> Evaluation

  /// Creates a policy from a function.
  public init(_ evaluation: @escaping @Sendable (SIWEMessage) -> Evaluation) {
    self.evaluation = evaluation
  }

  /// Creates a policy that fails with this error unless the condition is true. The error is made only then.
  init(
    _ error: @escaping @autoclosure @Sendable () -> SIWEError,
    unless condition: @escaping @Sendable (SIWEMessage) -> Bool
  ) {
    self.init { condition($0) ? .meets : .fails(error()) }
  }

  /// Evaluates a message.
  public func evaluate(_ message: SIWEMessage) -> Evaluation { evaluation(message) }

  /// Requires all of the policies, and fails with the error of the first that fails. An empty list accepts
  /// every message.
  public static func all(_ policies: [SIWEPolicy]) -> SIWEPolicy {
    SIWEPolicy { message in
      for policy in policies {
        let answer = policy.evaluate(message)
        if case .fails = answer { return answer }
      }
      return .meets
    }
  }

  /// Requires all of the policies, and fails with the error of the first that fails.
  public static func all(_ policies: SIWEPolicy...) -> SIWEPolicy { all(policies) }

  /// Requires at least one of the policies. Fails with the code of the first policy and the reasons of all. An
  /// empty list accepts no message.
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
      return .fails(
        SIWEError(code: code, reason: failures.isEmpty ? "The policy accepts no message." : reasons))
    }
  }

  /// Requires at least one of the policies.
  public static func any(_ policies: SIWEPolicy...) -> SIWEPolicy { any(policies) }
}

extension SIWEPolicy {
  /// Refuses messages with a ReCap resource (ERC-5573). A `urn:recap:` URI delegates capabilities to the holder
  /// of the signed message, which a user does not intend with a sign-in.
  ///
  /// `urn` and the namespace are compared without letter case (RFC 8141 §3.1). Fails with `recap_refused`.
  public static let noRecapResources = SIWEPolicy(
    SIWEError(code: .recapRefused, reason: "A resource of the message delegates capabilities (urn:recap:).")
  ) { message in
    guard let resources = message.outline.resources else { return true }
    return message.withBytes(resources) { bytes in
      !bytes.split(separator: UInt8(ascii: "\n")).contains { line in
        line.dropFirst(2).lazy.map { $0 | 0x20 }.starts(with: "urn:recap:".utf8)
      }
    }
  }
}
