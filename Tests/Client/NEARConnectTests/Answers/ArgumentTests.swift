import Encodings
import Foundation
import NEARConnect
import Sampling
import Testing

/// The arguments of a call reach the wallet unchanged: each value keeps its JSON type and all its digits.
@MainActor struct ArgumentTests {
  private let scene: TestScene

  init() throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
    scene = try TestScene(accounts: [.mainnet: account])
    scene.host.reply = { _, _ in .value(.null) }
  }

  /// The action that the wallet receives for a dictionary.
  private func given(_ params: [String: Any], type: String = "FunctionCall") async throws -> JSONValue {
    // The wallet answers without a hash, which these tests ignore.
    await #expect(throws: NEARError(code: .malformedWalletAnswer, reason: "")) {
      try await scene.manager.signAndSendTransaction(
        receiverId: "app.near", actions: [["type": type, "params": params]])
    }
    let call = try #require(scene.host.calls.last { $0.name == "signAndSendTransactions" })
    return try #require(call.arguments["transactions"]?[0]?["actions"]?[0])
  }

  /// The arguments in the form that the contract receives: the object as JavaScript serializes it, or the
  /// bytes.
  private func arguments(_ value: Any) async throws -> JSONValue {
    let given = try await given(["methodName": "set", "args": value, "gas": "1", "deposit": "0"])
    let args = try #require(given["action"]?["params"]?["args"])
    guard given["bytes"] == ["args"] else { return args }
    return try JSONParser.parse(Base64.decode(try #require(args.string)))
  }

  nonisolated static let texts: [String] = [
    #"{"one":1,"zero":0,"yes":true,"no":false,"nothing":null}"#, #"{"list":[0,1,true,false,null,"1",1.5]}"#,
    #"{"most":18446744073709551615,"more":9223372036854775808,"least":-9223372036854775808}"#,
    #"{"large":123456789012345678901234567890}"#, #"{"tenth":0.1,"small":1e-7,"sum":0.30000000000000004}"#,
    #"{"exact":9007199254740992,"rounded":9007199254740993}"#, #"{"__proto__":{"n":1}}"#,
    #"{"":"","a\u0000b":"\u2028\ud83d\ude00"}"#, #"{"deep":{"deep":[[[{"n":1}]]]}}"#,
  ]

  @Test(arguments: texts) func valuesOfJSONSerializationKeepTypeAndDigits(_ text: String) async throws {
    let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(try await arguments(object).hasSameValues(as: JSONParser.parse(text)))
  }

  /// JSON text goes to the contract byte for byte unless a wallet can show it unchanged.
  @Test(arguments: texts + [#"{"n":1.0}"#, #"{"n":-0}"#, #"{"n":1e2}"#, #"{"n":1e20}"#])
  func textArgumentsAreNotChanged(_ text: String) async throws {
    #expect(try await arguments(text) == JSONParser.parse(text))
  }

  @Test func swiftValuesKeepTypeAndDigits() async throws {
    let values: [String: Any] = [
      "yes": true, "no": false, "one": 1, "int8": Int8(1), "most": UInt64.max, "float": Float(0.1),
      "double": 0.1,
      "decimal": Decimal(string: "0.1") as Any, "none": Optional<Int>.none as Any,
      "some": Optional(true) as Any,
      "negativeZero": -0.0, "number": NSNumber(value: 1), "truth": NSNumber(value: true),
      "byte": NSNumber(value: Int8(1)), "unsigned": NSNumber(value: UInt64.max),
      "long": NSDecimalNumber(string: "123456789012345678901234567890"), "null": NSNull(),
    ]
    let expected: JSONValue = [
      "yes": true, "no": false, "one": 1, "int8": 1, "most": .integer(UInt64.max), "float": 0.1,
      "double": 0.1,
      "decimal": 0.1, "none": nil, "some": true, "negativeZero": .number(try #require(JSONNumber("-0.0"))),
      "number": 1, "truth": true, "byte": 1, "unsigned": .integer(UInt64.max),
      "long": .number(try #require(JSONNumber("123456789012345678901234567890"))), "null": nil,
    ]
    #expect(try await arguments(values) == expected)
  }

  /// A property: random JSON values as arguments, converted by `JSONSerialization` or written as Swift values,
  /// reach the wallet unchanged.
  @Test(arguments: CaseSample.of(0..<40 as Range<UInt64>, oneIn: 4))
  func anyJSONValueReachesTheWalletUnchanged(_ seed: UInt64) async throws {
    var source = SplitMix64(seed: seed)
    for _ in 0..<25 {
      let value = JSONValue.object(["value": .random(using: &source, depth: 4)])
      let text = value.serializedString()
      let read = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(try await arguments(read).hasSameValues(as: value), "seed \(seed): \(text)")
      #expect(try await arguments(value.swiftValue).hasSameValues(as: value), "seed \(seed): \(text)")
      #expect(try await arguments(text).hasSameValues(as: value), "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan]) func infinityAndNaNAreRefused(_ value: Double) async {
    for value in [value as Any, NSNumber(value: value)] {
      await #expect(throws: NEARError(code: .invalidTransaction, reason: "")) {
        try await scene.manager.callFunction(contractId: "app.near", methodName: "set", args: ["n": value])
      }
    }
  }

  // MARK: Gas, deposits and other amounts

  @Test func gasAndDepositCanBeNumbers() async throws {
    let numbers: [(Any, String)] = [
      (5, "5"), (UInt64.max, "18446744073709551615"), (NSNumber(value: 5), "5"), (5.0, "5"),
      (NSNumber(value: UInt64.max), "18446744073709551615"), ("5", "5"),
    ]
    for (number, digits) in numbers {
      let given = try await given(["methodName": "set", "gas": number, "deposit": number])
      #expect(given["action"]?["params"]?["gas"]?.string == digits)
      #expect(given["action"]?["params"]?["deposit"]?.string == digits)
    }
    let deposit = NSDecimalNumber(string: "1000000000000000000000000")
    let given = try await given(["deposit": deposit], type: "Transfer")
    #expect(given["action"]?["params"]?["deposit"]?.string == "1000000000000000000000000")
  }

  @Test func gasAndDepositOfJSONSerializationWork() async throws {
    let text = #"{"methodName":"set","gas":30000000000000,"deposit":1,"args":{"n":1}}"#
    let params = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let given = try await given(params)
    #expect(given["action"]?["params"]?["gas"]?.string == "30000000000000")
    #expect(given["action"]?["params"]?["deposit"]?.string == "1")
    #expect(given["action"]?["params"]?["args"] == ["n": 1])
  }

  nonisolated static let noAmounts: [any Sendable] = [
    1.5, -1, 1e24, 9_007_199_254_740_994.0, true, "1.0", [1],
  ]

  @Test(arguments: noAmounts.indices) func valueThatIsNotWholeNumberIsRefusedAsAmount(_ index: Int) async {
    for name in ["gas", "deposit"] {
      var params: [String: Any] = ["methodName": "set", "gas": 1, "deposit": 1]
      params[name] = Self.noAmounts[index]
      let actions: [[String: Any]] = [["type": "FunctionCall", "params": params]]
      await #expect(throws: NEARError(code: .invalidTransaction, reason: "")) {
        try await scene.manager.signAndSendTransaction(receiverId: "app.near", actions: actions)
      }
    }
  }

  private nonisolated static let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"

  private func addKey(_ scope: [String: Any], nonce: Any = 0) async throws -> JSONValue {
    let access: [String: Any] = ["nonce": nonce, "permission": scope]
    return try await given(["publicKey": Self.key, "accessKey": access], type: "AddKey")
  }

  @Test func allowanceAndNonceOfKeyCanBeNumbers() async throws {
    let scope: [String: Any] = [
      "receiverId": "app.near", "allowance": NSNumber(value: 7), "methodNames": ["a"],
    ]
    let given = try await addKey(scope, nonce: NSNumber(value: 3))["action"]?["params"]?["accessKey"]
    #expect(given?["nonce"] == 3)
    #expect(given?["permission"] == ["receiverId": "app.near", "allowance": "7", "methodNames": ["a"]])
  }

  /// A key without an allowance can spend the whole balance, and a key without methods can call every method.
  @Test func malformedKeyRestrictionIsRefused() async throws {
    for member in [["allowance": 1.5], ["allowance": [1]], ["methodNames": "a"], ["methodNames": [1]]]
      as [[String: Any]]
    {
      let scope = member.merging(["receiverId": "app.near"]) { $1 }
      let access: [String: Any] = ["permission": scope]
      let actions: [[String: Any]] = [
        ["type": "AddKey", "params": ["publicKey": Self.key, "accessKey": access]]
      ]
      await #expect(throws: NEARError(code: .invalidTransaction, reason: "")) {
        try await scene.manager.signAndSendTransaction(receiverId: "alice.near", actions: actions)
      }
    }
  }

  // MARK: The chain's answer

  @Test(arguments: [
    ("9223372036854775808", "9223372036854775809"), ("18446744073709551616", "18446744073709551617"),
    ("123456789012345678901234567890", "123456789012345678901234567891"), ("1", "true"), ("0", "-0"),
    ("0.1", "0.10000000000000001"),
  ])
  func argumentsWithDifferentNumberOnChainAreAnError(_ asked: String, _ shown: String) async throws {
    let hash = "7AfonAhbK4ZbdBU9VPcQdrTZVZBXE25HmZAMEABs9To1"
    let actions: JSONValue = [
      [
        "FunctionCall": [
          "method_name": "set", "args": .string(Base64.encode(Array("{\"n\":\(shown)}".utf8))), "gas": 1,
          "deposit": "0",
        ]
      ]
    ]
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
    let scene = try TestScene(
      accounts: [.mainnet: account],
      rpc: {
        TestNode.answer($0, result: TestNode.transaction(hash, receiver: "app.near", actions: actions))
      })
    scene.host.reply = { call, _ in .value(call == "signAndSendTransactions" ? [.string(hash)] : .null) }
    let action: [String: Any] = [
      "type": "FunctionCall",
      "params": ["methodName": "set", "args": "{\"n\":\(asked)}", "gas": "1", "deposit": "0"],
    ]
    await #expect(throws: NEARError(code: .mismatchedWalletAnswer, reason: "")) {
      try await scene.manager.signAndSendTransaction(receiverId: "app.near", actions: [action])
    }
  }
}
