/// What an endpoint says of a key and an account.
enum AccessKeyVerdict: Sendable {
  case fullAccess(NEARBlockReference)
  case functionCall
  case otherPermission
  /// There is no such account at this block, and the key is the one that owns it from the start.
  case ownerFromTheStart(NEARBlockReference)
  case refused(NEARError)

  /// What two endpoints must say alike; blocks and nonces move on between them.
  var code: NEARError.Code? {
    switch self {
    case .fullAccess: nil
    case .functionCall: .functionCallKey
    case .otherPermission: .notFullAccessKey
    case .ownerFromTheStart: .unknownAccount
    case .refused(let error): error.code
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
      return try await judge(key, of: account, whereUnknown: answer, at: block)
    }
  }

  private func judge(
    _ key: NEARPublicKey, of account: NEARAccountID, whereUnknown answer: NEARError,
    at block: NEARBlockReference?
  ) async throws(RPCProblem) -> AccessKeyVerdict {
    do throws(RPCProblem) {
      var (answer, block) = (answer, block)
      if answer.code == .unknownAccessKey {
        guard let absence = try await absence(of: account) else { return .refused(answer) }
        (answer, block) = absence
      }
      guard answer.code == .unknownAccount, account.isOwnedFromTheStart(by: key) else {
        return .refused(answer)
      }
      if let block { return .ownerFromTheStart(block) }
      return .ownerFromTheStart(try await finalBlock(without: account))
    } catch {
      // The chain has spoken: this endpoint no longer counts as one that cannot be reached, and a block it
      // does not have was nobody's question.
      if case .endpoint(let cause) = error, cause.isUnreachable || cause.code == .unknownBlock {
        throw failure(
          .incompleteAnswer, "It does not have the key and did not say whether it has the account.")
      }
      throw error
    }
  }

  /// What the endpoint says instead of showing an account, and where it read so; nil when it shows it.
  private func absence(
    of account: NEARAccountID, at selector: NEARBlockSelector = .final
  ) async throws(RPCProblem) -> (NEARError, NEARBlockReference?)? {
    do throws(RPCProblem) {
      let _: NEARAccountView = try await view(.query("view_account", account: account, at: selector))
      return nil
    } catch {
      guard case .chain(let answer, let block) = error else { throw error }
      return (answer, block)
    }
  }

  /// The final block, at which the endpoint says that there is no such account.
  ///
  /// An answer of the older style names no block, so it may come from a node that has been stuck since
  /// before the account was made; and its key may be gone by now.
  private func finalBlock(without account: NEARAccountID) async throws(RPCProblem) -> NEARBlockReference {
    let final = try await block(.final).block
    guard let (answer, block) = try await absence(of: account, at: .hash(final.hash)) else {
      throw failure(.malformedAnswer, "It did not know the account, and then it did.")
    }
    guard answer.code == .unknownAccount, block == nil || block == final else {
      throw failure(.malformedAnswer, "It answered for another block than the one asked about.")
    }
    return final
  }
}

extension NEARAccountID {
  /// Whether an account belongs to a key without anyone having said so on the chain.
  func isOwnedFromTheStart(by key: NEARPublicKey) -> Bool {
    key.curve == .ed25519 && key.implicitAccountID == self
  }
}
