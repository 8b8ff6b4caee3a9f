internal import Encodings

/// The expectations of a relying party for a signed message. Policies can be combined.
///
/// A policy evaluates a message that any party could have written, so meeting a policy proves nothing by
/// itself. Pass the policy to a `NEP413Verifier`, which also verifies the signature. Texts are compared byte
/// for byte.
///
/// ```swift
/// let policy = NEP413Policy.all(.recipient("example.com"), .nonce(nonce), .message(text))
/// ```
public struct NEP413Policy: Sendable {
  /// The result of a policy.
  public enum Evaluation: Sendable, Equatable {
    /// The message meets the policy.
    case meets
    /// The message does not meet the policy; the error contains the reason.
    case fails(NEARError)
  }

  private let evaluation: @Sendable (NEP413Message) -> Evaluation

  /// Creates a policy from a function.
  public init(_ evaluation: @escaping @Sendable (NEP413Message) -> Evaluation) {
    self.evaluation = evaluation
  }

  /// Creates a policy that fails with this error unless the condition is true.
  private init(
    _ code: NEARError.Code, _ reason: String, unless condition: @escaping @Sendable (NEP413Message) -> Bool
  ) {
    self.init { condition($0) ? .meets : .fails(NEARError(code: code, reason: reason)) }
  }

  /// Evaluates a message.
  public func evaluate(_ message: NEP413Message) -> Evaluation { evaluation(message) }

  /// Requires all of the policies, and fails with the error of the first that fails. An empty list accepts
  /// every message.
  public static func all(_ policies: [NEP413Policy]) -> NEP413Policy {
    NEP413Policy { message in
      for policy in policies {
        let answer = policy.evaluate(message)
        if case .fails = answer { return answer }
      }
      return .meets
    }
  }

  /// Requires all of the policies, and fails with the error of the first that fails.
  public static func all(_ policies: NEP413Policy...) -> NEP413Policy { all(policies) }

  /// Requires this recipient; fails with `wrong_recipient`.
  public static func recipient(_ recipient: String) -> NEP413Policy {
    NEP413Policy(.wrongRecipient, "The message has another recipient.") {
      sameBytes($0.recipient, recipient)
    }
  }

  /// Requires this nonce of 32 bytes; fails with `wrong_nonce`.
  public static func nonce(_ nonce: [UInt8]) -> NEP413Policy {
    NEP413Policy(.wrongNonce, "The message has another nonce.") { $0.nonce == nonce }
  }

  /// Requires this text; fails with `wrong_message`.
  public static func message(_ text: String) -> NEP413Policy {
    NEP413Policy(.wrongMessage, "The message has another text.") {
      sameBytes($0.message, text)
    }
  }

  /// Requires one of these callback URLs; nil means no callback URL. Fails with `wrong_callback_url`.
  ///
  /// Wallets that do not redirect omit the URL. Most relying parties therefore accept their own URL and none:
  /// `.callbackURL(oneOf: [url, nil])`.
  public static func callbackURL(oneOf urls: [String?]) -> NEP413Policy {
    NEP413Policy(.wrongCallbackURL, "The message has another callback URL.") { message in
      urls.contains { sameBytes($0, message.callbackURL) }
    }
  }
}
