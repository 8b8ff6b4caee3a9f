import Encodings
import NEAR
import Testing

@testable import NEARConnect

/// An action in a node's answer is compared with the requested action.
struct ActionViewTests {
  private static let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"
  private static let otherKey = "ed25519:11111111111111111111111111111111"

  private static func keyView(
    key: String = key, receiver: JSONValue = "app.near", methods: JSONValue = ["get", "set"],
    allowance: JSONValue = "7"
  ) -> JSONValue {
    [
      "AddKey": [
        "public_key": .string(key),
        "access_key": [
          "nonce": 0,
          "permission": [
            "FunctionCall": ["receiver_id": receiver, "method_names": methods, "allowance": allowance]
          ],
        ],
      ]
    ]
  }

  private static func addKey(_ permission: NEARAction.Permission) throws -> NEARAction {
    .addKey(publicKey: try NEARPublicKey(parsing: key), accessKey: .init(permission: permission))
  }

  private static func functionCallKey(allowance: String? = "7", methods: [String] = ["get", "set"]) throws
    -> NEARAction
  {
    try addKey(
      .functionCall(
        .init(
          allowance: try allowance.map { try NEARAmount(parsingYocto: $0) }, receiverID: "app.near",
          methodNames: methods)))
  }

  @Test func requestedFunctionCallKeyIsConfirmed() throws {
    #expect(ActionView(Self.keyView()).matches(try Self.functionCallKey()) == true)
    #expect(ActionView(Self.keyView(methods: ["set", "get"])).matches(try Self.functionCallKey()) == true)
    let unlimited = ActionView(Self.keyView(methods: [], allowance: .null))
    #expect(unlimited.matches(try Self.functionCallKey(allowance: nil, methods: [])) == true)
  }

  @Test(
    arguments: [
      keyView(key: otherKey), keyView(receiver: "mallory.near"), keyView(methods: ["get"]),
      keyView(methods: ["get", "set", "drain"]), keyView(methods: []), keyView(allowance: "8"),
      keyView(allowance: .null),
      ["AddKey": ["public_key": .string(key), "access_key": ["nonce": 0, "permission": "FullAccess"]]],
      [
        "AddKey": [
          "public_key": .string(key),
          "access_key": ["nonce": 0, "permission": ["GasKeyFullAccess": ["balance": "0", "num_nonces": 1]]],
        ]
      ],
    ] as [JSONValue])
  func differentFunctionCallKeyDoesNotMatch(_ view: JSONValue) throws {
    #expect(ActionView(view).matches(try Self.functionCallKey()) == false)
  }

  @Test func limitedKeyDoesNotMatchRequestedUnlimitedKey() throws {
    #expect(ActionView(Self.keyView()).matches(try Self.functionCallKey(allowance: nil)) == false)
    #expect(ActionView(Self.keyView()).matches(try Self.functionCallKey(methods: [])) == false)
    #expect(ActionView(Self.keyView()).matches(try Self.addKey(.fullAccess)) == false)
  }

  @Test(arguments: ["receiver_id", "method_names", "allowance"])
  func functionCallKeyWithMissingMemberIsNotCompared(_ name: String) throws {
    var scope: JSONObject = [
      "receiver_id": "app.near", "method_names": ["get", "set"], "allowance": "7",
    ]
    scope[name] = nil
    let view: JSONValue = [
      "AddKey": [
        "public_key": .string(Self.key), "access_key": ["permission": ["FunctionCall": .object(scope)]],
      ]
    ]
    #expect(ActionView(view).matches(try Self.functionCallKey()) == nil)
  }

  @Test func createAccountHasNothingToCompare() {
    #expect(ActionView("CreateAccount").matches(.createAccount) == true)
    #expect(ActionView("CreateAccount").matches(.deployContract(code: [])) == false)
  }

  /// Nodes show only the hash of a contract, which is not compared.
  @Test(
    arguments: [
      (["DeployContract": ["code": "AA=="]], .deployContract(code: [1])),
      (["DeployGlobalContract": ["code": "AA=="]], .deployGlobalContract(code: [1], mode: .codeHash)),
      (
        ["DeployGlobalContractByAccountId": ["code": "AA=="]],
        .deployGlobalContract(code: [1], mode: .accountID)
      ),
      (
        ["UseGlobalContract": ["code_hash": "11111111111111111111111111111111"]],
        .useGlobalContract(.codeHash(NEARHash(of: [1])))
      ),
    ] as [(JSONValue, NEARAction)])
  func contractIsNotConfirmed(_ view: JSONValue, _ action: NEARAction) {
    #expect(ActionView(view).matches(action) == nil)
  }

  @Test(
    arguments: [
      (["public_key": .string(key), "deposit": "5"], true),
      (["public_key": .string(key), "deposit": "6"], false),
      (["public_key": .string(otherKey), "deposit": "5"], false),
    ] as [(JSONValue, Bool)])
  func transferToGasKeyIsCompared(_ members: JSONValue, _ isSame: Bool) throws {
    let action = NEARAction.transferToGasKey(
      publicKey: try NEARPublicKey(parsing: Self.key), deposit: try NEARAmount(parsingYocto: "5"))
    #expect(ActionView(["TransferToGasKey": members]).matches(action) == isSame)
  }
}
