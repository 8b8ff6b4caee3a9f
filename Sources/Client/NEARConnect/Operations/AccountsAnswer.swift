internal import Encodings
internal import NEAR

/// A wallet's answer to a connection: accounts, and optionally a signed message.
struct AccountsAnswer {
  let account: NEARAccount
  /// The message that the wallet signed in the same approval, not parsed yet.
  let signedMessage: JSONValue?

  /// Parses the first account of an answer. Wallets with several accounts put the chosen one first.
  init(_ value: JSONValue, walletId: String) throws(NEARError) {
    let answer = WalletAnswer(value)
    let list = answer.value["accounts"].map { WalletAnswer($0) } ?? answer
    guard let first = list.elements.first else {
      throw .malformedAnswer("it names no account")
    }
    let object = first.object ?? [:]
    guard let text = first.string ?? WalletAnswer.text(object, "accountId", "account_id", "accountID", "id"),
      let accountId = try? NEARAccountID(parsing: text)
    else { throw .malformedAnswer("it names no account") }
    let key = WalletAnswer.text(object, "publicKey", "public_key").flatMap { try? NEARPublicKey(parsing: $0) }
    account = NEARAccount(
      accountId: accountId.description, publicKey: key?.description, walletId: walletId)
    signedMessage = object["signedMessage"] ?? (object["signature"] == nil ? nil : first)
  }
}
