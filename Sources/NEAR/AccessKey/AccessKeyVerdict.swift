/// What an endpoint says of a key and an account.
enum AccessKeyVerdict: Sendable {
  case fullAccess(NEARBlockReference)
  case functionCall
  case otherPermission
  case unknownKey(NEARError)
  case unknownAccount(NEARError, NEARBlockReference?)
  case refused(NEARError)

  /// What two endpoints must say alike; blocks and nonces move on between them.
  var code: NEARError.Code? {
    switch self {
    case .fullAccess: nil
    case .functionCall: .functionCallKey
    case .otherPermission: .notFullAccessKey
    case .unknownKey(let error), .unknownAccount(let error, _), .refused(let error): error.code
    }
  }
}

extension RPCEndpoint {
  /// Judges a key of an account.
  ///
  /// Nodes look for the key alone and answer that it is unknown where the account is; whether the
  /// account exists is a second question, and it decides whether the key may be derived.
  func judge(_ key: NEARPublicKey, of account: NEARAccountID) async throws(RPCProblem) -> AccessKeyVerdict {
    do throws(RPCProblem) {
      let view: NEARAccessKeyView = try await self.view(.accessKey(key, of: account))
      switch view.permission {
      case .fullAccess: return .fullAccess(view.block)
      case .functionCall, .gasKeyFunctionCall: return .functionCall
      case .gasKeyFullAccess, .other: return .otherPermission
      }
    } catch {
      guard case .chain(let answer, let block) = error else { throw error }
      switch answer.code {
      case .unknownAccount: return .unknownAccount(answer, block)
      case .unknownAccessKey: return try await judgeWithoutKey(account, answer)
      default: return .refused(answer)
      }
    }
  }

  private func judgeWithoutKey(
    _ account: NEARAccountID, _ unknownKey: NEARError
  ) async throws(RPCProblem) -> AccessKeyVerdict {
    do throws(RPCProblem) {
      let _: NEARAccountView = try await view(.query("view_account", account: account))
      return .unknownKey(unknownKey)
    } catch {
      // The chain has spoken of the key: this endpoint no longer counts as one that cannot be reached.
      if case .endpoint(let cause) = error, cause.isUnreachable {
        throw failure(
          .incompleteAnswer, "It does not have the key and did not say whether it has the account.")
      }
      guard case .chain(let answer, let block) = error else { throw error }
      return answer.code == .unknownAccount ? .unknownAccount(answer, block) : .refused(answer)
    }
  }
}
