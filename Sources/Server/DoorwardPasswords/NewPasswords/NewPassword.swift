internal import DoorwardServerRules
import DoorwardSodium

/// A new password that passed the complete check of a ``NewPasswordPolicy``. Nothing else makes one, so that every hash
/// of a new password is the hash of a checked one.
package struct NewPassword: Sendable, CustomStringConvertible, CustomReflectable {
  /// The UTF-8 bytes, ready for hashing.
  let prepared: WipedBytes

  fileprivate init(prepared: WipedBytes) { self.prepared = prepared }

  /// Hides the password.
  package var description: String { "NewPassword" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The complete check of a new password: rules, the user's own identifiers, a list of known passwords, the estimate of
/// zxcvbn, and a service that knows breached passwords. It also tells a user who types what the check would say.
package struct NewPasswordPolicy: Sendable {
  private let blocklist: PasswordBlocklist?
  private let breaches: BreachedPasswordRange?

  /// Makes a policy.
  ///
  /// `blocklist` is a list of known passwords; nil if the operator has none. `breaches` is the service for breached
  /// passwords; nil if the operator does not use one. An answer that does not arrive refuses no password.
  package init(blocklist: PasswordBlocklist? = nil, breaches: BreachedPasswordRange? = nil) {
    self.blocklist = blocklist
    self.breaches = breaches
  }

  /// Checks a password. The work that computes or reads a file runs on `threads`.
  func check<Network>(
    _ text: String, by rules: PasswordRules, context: PasswordContext, network: Network,
    on threads: FairThreadPool<Network>
  ) async throws -> NewPassword {
    let judged = try await judge(
      rules.enter(text), by: rules, context: context, network: network, on: threads)
    return try judged.accepted.get()
  }

  /// The strength of a password, which may still be incomplete, and the refusal of ``check(_:by:context:network:on:)``.
  func strength<Network>(
    of text: String, by rules: PasswordRules, context: PasswordContext, network: Network,
    on threads: FairThreadPool<Network>
  ) async throws -> PasswordStrength {
    let judged = try await judge(
      EnteredPassword(text), by: rules, context: context, network: network, on: threads)
    return switch judged.accepted {
    case .success: judged.strength
    case .failure(let refusal): judged.strength.refused(refusal.code)
    }
  }

  private struct Judgment {
    let strength: PasswordStrength
    let accepted: Result<NewPassword, PasswordRefusal>
  }

  private func judge<Network>(
    _ entered: EnteredPassword, by rules: PasswordRules, context: PasswordContext, network: Network,
    on threads: FairThreadPool<Network>
  ) async throws -> Judgment {
    let (judged, digest) = try await threads.run(for: network) { [blocklist] in
      let strength = PasswordStrength(of: entered, context: context)
      func refused(_ refusal: PasswordRefusal) -> (Judgment, PasswordDigest?) {
        (Judgment(strength: strength, accepted: .failure(refusal)), nil)
      }
      let prepared: WipedBytes
      do throws(PasswordRefusal) {
        prepared = try rules.prepare(entered, context: context)
      } catch {
        return refused(error)
      }
      let digest = try PasswordDigest(prepared)
      if try blocklist?.contains(digest) == true { return refused(.isListed) }
      if strength.refusal != nil { return refused(PasswordRefusal(strength)) }
      return (Judgment(strength: strength, accepted: .success(NewPassword(prepared: prepared))), digest)
    }
    guard let digest else { return judged }
    let isBreached = if case .listed? = await breaches?.find(digest) { true } else { false }
    try Task.checkCancellation()
    return isBreached ? Judgment(strength: judged.strength, accepted: .failure(.isListed)) : judged
  }
}
