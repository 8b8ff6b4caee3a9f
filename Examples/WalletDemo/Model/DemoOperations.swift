import NEARConnect

// The operations of the demo's buttons.
extension DemoModel {
  func connect() async {
    await record("connect", "") {
      let account = try await wallets.signIn().account
      return "account: \(account.accountId), wallet: \(account.walletId)"
    }
    await refreshBalance()
  }

  func connectAndSign() async {
    await record("connectAndSignMessage", "message: \(message), recipient: \(recipient)") {
      let result = try await wallets.connectAndSignMessage(message: message, recipient: recipient)
      var lines = ["account: \(result.account.accountId), wallet: \(result.account.walletId)"]
      if let key = result.publicKey { lines.append("publicKey: \(key)") }
      lines.append(
        result.signedMessage.map { "signedMessage: \($0)" } ?? "This wallet connects without signing.")
      return lines.joined(separator: "\n")
    }
    await refreshBalance()
  }

  func disconnect() {
    let account = wallets.currentAccount?.accountId ?? ""
    isSigningOut = true
    Task {
      await record("signOut", "") {
        try await wallets.signOut()
        return "\(account) is signed out"
      }
      isSigningOut = false
      await refreshBalance()
    }
  }

  func signMessage() async {
    await record("signMessage", "message: \(message), recipient: \(recipient)") {
      let result = try await wallets.signMessage(message: message, recipient: recipient)
      return "publicKey: \(result.publicKey)\nsignature: \(result.signature)\nnonce: \(result.nonceBase64)"
    }
  }

  func send() async {
    await record("sendNEAR", "to: \(receiver), amount: \(amount) NEAR") {
      guard let yocto = NEARWalletManager.toYoctoNEAR(amount) else {
        throw NEARError(code: .invalidTransaction, reason: "\(amount) is not an amount of NEAR.")
      }
      return described(try await wallets.sendNEAR(to: receiver, amountYocto: yocto))
    }
    await refreshBalance()
  }

  func callContract() async {
    await record("callFunction", "contract: \(contract), method: \(method), args: \(arguments)") {
      // Uses the text of the field unchanged: the dictionary format accepts JSON as text.
      let call: [String: Any] = [
        "type": "FunctionCall",
        "params": ["methodName": method, "args": arguments, "gas": "30000000000000", "deposit": "0"],
      ]
      return described(try await wallets.signAndSendTransaction(receiverId: contract, actions: [call]))
    }
  }

  func signDelegateAction() async {
    await record("signDelegateActions", "receiver: \(receiver), transfer: 1 yoctoNEAR") {
      let transfer: [String: Any] = ["type": "Transfer", "params": ["deposit": "1"]]
      let result = try await wallets.signDelegateActions(delegateActions: [
        ["receiverId": receiver, "actions": [transfer]]
      ])
      return result.signedDelegateActions.joined(separator: "\n")
    }
  }

  private func described(_ result: TransactionResult) -> String {
    let hashes = result.transactionHashes.joined(separator: "\n")
    return result.isChecked ? hashes : "\(hashes)\nThe chain has not confirmed it yet."
  }
}
