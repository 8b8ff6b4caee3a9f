internal import Encodings
public import NEAR

/// A key that a wallet adds to the account during the connection. With it the app can call functions of one
/// contract without asking the user each time (near-connect's `addFunctionCallKey`).
///
/// The app creates the key pair and keeps the secret key.
public struct FunctionCallKey: Sendable, Hashable {
  /// The contract whose functions the key may call.
  public var contractId: String
  /// The public key, such as `ed25519:…`.
  public var publicKey: String
  /// The functions that the key may call; empty for every function of the contract.
  public var methodNames: [String]
  /// The total amount that the key may spend on gas; nil for no limit.
  public var allowance: NEARAmount?

  /// near-connect's default allowance: 0.25 NEAR.
  public static let defaultAllowance = NEARAmount(high: 13_552, low: 9_724_313_088_156_499_968)

  /// Creates a description of a key.
  public init(
    contractId: String, publicKey: String, methodNames: [String] = [],
    allowance: NEARAmount? = FunctionCallKey.defaultAllowance
  ) {
    self.contractId = contractId
    self.publicKey = publicKey
    self.methodNames = methodNames
    self.allowance = allowance
  }

  /// The key in the format that the page expects.
  ///
  /// - Throws: `malformed_account_id`, `malformed_public_key`, `unsupported_curve`.
  func json() throws(NEARError) -> JSONValue {
    let methods: JSONValue =
      methodNames.isEmpty ? ["anyMethod": true] : ["anyMethod": false, "methodNames": .strings(methodNames)]
    return [
      "contractId": .string(try NEARAccountID(parsing: contractId).description),
      "publicKey": .string(try NEARPublicKey(parsing: publicKey).description), "allowMethods": methods,
      "gasAllowance": allowance.map { ["kind": "limited", "amount": .string($0.yoctoText)] }
        ?? ["kind": "unlimited"],
    ]
  }
}
