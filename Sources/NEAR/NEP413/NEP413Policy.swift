internal import Encodings

/// What a relying party expects of a signed message, as a value that can be combined with others.
///
/// A policy looks at a message that anyone could have written, so meeting one proves nothing by itself:
/// give it to a `NEP413Verifier`, which also checks the signature. Texts are compared byte for byte.
///
/// ```swift
/// let policy = NEP413Policy.all(.recipient("example.com"), .nonce(nonce), .message(text))
/// ```
public struct NEP413Policy: Sendable {
  /// The answer of a policy.
  public enum Evaluation: Sendable, Equatable {
    /// The message is as expected.
    case meets
    /// The message is not as expected, because.
    case fails(NEARError)
  }

  private let evaluation: @Sendable (NEP413Message) -> Evaluation

  /// A policy of one's own.
  public init(_ evaluation: @escaping @Sendable (NEP413Message) -> Evaluation) {
    self.evaluation = evaluation
  }

  /// A policy that a message meets when a condition holds, and else fails with this error.
  private init(
    _ code: NEARError.Code, _ reason: String, unless condition: @escaping @Sendable (NEP413Message) -> Bool
  ) {
    self.init { condition($0) ? .meets : .fails(NEARError(code: code, reason: reason)) }
  }

  /// Whether a message meets the policy, and if not, why.
  public func evaluate(_ message: NEP413Message) -> Evaluation { evaluation(message) }

  /// What meets every one of the policies; fails as the first that fails. None expect nothing.
  public static func all(_ policies: [NEP413Policy]) -> NEP413Policy {
    NEP413Policy { message in
      for policy in policies {
        let answer = policy.evaluate(message)
        if case .fails = answer { return answer }
      }
      return .meets
    }
  }

  /// What meets every one of the policies; fails as the first that fails.
  public static func all(_ policies: NEP413Policy...) -> NEP413Policy { all(policies) }

  /// The message is for this recipient; fails with `wrong_recipient`.
  public static func recipient(_ recipient: String) -> NEP413Policy {
    NEP413Policy(.wrongRecipient, "The message is for another recipient.") {
      sameBytes($0.recipient, recipient)
    }
  }

  /// The message carries this nonce of 32 bytes; fails with `wrong_nonce`.
  public static func nonce(_ nonce: [UInt8]) -> NEP413Policy {
    NEP413Policy(.wrongNonce, "The message carries another nonce.") { $0.nonce == nonce }
  }

  /// The message says this; fails with `wrong_message`.
  public static func message(_ text: String) -> NEP413Policy {
    NEP413Policy(.wrongMessage, "The message says something else.") {
      sameBytes($0.message, text)
    }
  }

  /// The message names one of these callback URLs, nil standing for none; fails with
  /// `wrong_callback_url`.
  ///
  /// Wallets that do not redirect leave the URL out, so most relying parties accept the one they gave
  /// and none: `.callbackURL(oneOf: [url, nil])`.
  public static func callbackURL(oneOf urls: [String?]) -> NEP413Policy {
    NEP413Policy(.wrongCallbackURL, "The message names another callback URL.") { message in
      urls.contains { sameBytes($0, message.callbackURL) }
    }
  }
}
