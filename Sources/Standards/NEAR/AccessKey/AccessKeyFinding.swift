/// An endpoint's answer about a key of an account.
enum AccessKeyFinding: Sendable {
  case fullAccess(NEARBlockReference)
  case functionCall
  case otherPermission
  /// The account does not exist at this block, and the key owns it implicitly.
  case implicitOwner(NEARBlockReference)
  case refused(NEARError)

  /// The part of the answer in which two endpoints must agree. Blocks and nonces may differ between them.
  var code: NEARError.Code? {
    switch self {
    case .fullAccess: nil
    case .functionCall: .functionCallKey
    case .otherPermission: .notFullAccessKey
    case .implicitOwner: .unknownAccount
    case .refused(let error): error.code
    }
  }
}

extension RPCEndpoint {
  /// Finds out whether a key has full access to an account.
  ///
  /// Nodes look up only the key, and report an unknown key also if the account does not exist. A second request
  /// tells whether the account exists, which decides whether the key may be derived from the account id.
  func finding(for key: NEARPublicKey, of account: NEARAccountID) async throws(RPCProblem) -> AccessKeyFinding
  {
    do throws(RPCProblem) {
      let view: NEARAccessKeyView = try await self.view(.accessKey(key, of: account))
      switch view.permission {
      case .fullAccess: return .fullAccess(view.block)
      case .functionCall, .gasKeyFunctionCall: return .functionCall
      case .gasKeyFullAccess, .other: return .otherPermission
      }
    } catch {
      guard case .chain(let answer, let block) = error else { throw error }
      return try await finding(for: key, of: account, afterError: answer, at: block)
    }
  }

  private func finding(
    for key: NEARPublicKey, of account: NEARAccountID, afterError answer: NEARError,
    at block: NEARBlockReference?
  ) async throws(RPCProblem) -> AccessKeyFinding {
    do throws(RPCProblem) {
      var (answer, block) = (answer, block)
      if answer.code == .unknownAccessKey {
        guard let absence = try await absence(of: account) else { return .refused(answer) }
        (answer, block) = absence
      }
      guard answer.code == .unknownAccount, account.isImplicitlyOwned(by: key) else {
        return .refused(answer)
      }
      if let block { return .implicitOwner(block) }
      return .implicitOwner(try await finalBlock(without: account))
    } catch {
      // The endpoint answered the first request, so it does not count as unreachable. An unknown block in a later
      // request is also not an answer to the caller's question.
      if case .endpoint(let cause) = error, cause.isUnreachable || cause.code == .unknownBlock {
        throw failure(
          .incompleteAnswer, "It does not know the key and did not answer whether it knows the account.")
      }
      throw error
    }
  }

  /// The error and the block with which the endpoint reports that the account is unknown; nil if the account
  /// exists.
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

  /// The final block, if the endpoint reports for this block that the account does not exist.
  ///
  /// Answers in the older format name no block. They can come from a node that stopped synchronizing before the
  /// account was created, so the request is repeated for the final block.
  private func finalBlock(without account: NEARAccountID) async throws(RPCProblem) -> NEARBlockReference {
    let final = try await block(.final).block
    guard let (answer, block) = try await absence(of: account, at: .hash(final.hash)) else {
      throw failure(.malformedAnswer, "It contradicted its earlier answer that the account is unknown.")
    }
    guard answer.code == .unknownAccount, block == nil || block == final else {
      throw failure(.malformedAnswer, "It answered for another block than the requested one.")
    }
    return final
  }
}

extension NEARAccountID {
  /// Whether an account is implicit and owned by a key without any transaction on the chain.
  func isImplicitlyOwned(by key: NEARPublicKey) -> Bool {
    key.curve == .ed25519 && key.implicitAccountID == self
  }
}
