internal import BinaryEncodings

// The parts of actions, with their members in nearcore's order.

extension NEARAction.FunctionCall: BorshValue {
  init(from reader: inout BorshReader) throws {
    methodName = try reader.string()
    arguments = try reader.vector()
    gas = try reader.u64()
    deposit = try NEARAmount(from: &reader)
  }

  func write(to writer: inout BorshWriter) {
    writer.string(methodName)
    writer.vector(arguments)
    writer.u64(gas)
    deposit.write(to: &writer)
  }
}

extension NEARAction.AccessKey: BorshValue {
  init(from reader: inout BorshReader) throws {
    nonce = try reader.u64()
    permission = try NEARAction.Permission(from: &reader)
  }

  func write(to writer: inout BorshWriter) {
    writer.u64(nonce)
    permission.write(to: &writer)
  }
}

extension NEARAction.Permission: BorshValue {
  init(from reader: inout BorshReader) throws {
    switch try reader.u8() {
    case 0: self = .functionCall(try NEARAction.FunctionCallPermission(from: &reader))
    case 1: self = .fullAccess
    case 2:
      let gasKey = try NEARAction.GasKey(from: &reader)
      self = .gasKeyFunctionCall(gasKey, try NEARAction.FunctionCallPermission(from: &reader))
    case 3: self = .gasKeyFullAccess(try NEARAction.GasKey(from: &reader))
    case let tag: throw NEARError.unknownCase(tag, of: "permission")
    }
  }

  func write(to writer: inout BorshWriter) {
    switch self {
    case .functionCall(let permission):
      writer.u8(0)
      permission.write(to: &writer)
    case .fullAccess: writer.u8(1)
    case .gasKeyFunctionCall(let gasKey, let permission):
      writer.u8(2)
      gasKey.write(to: &writer)
      permission.write(to: &writer)
    case .gasKeyFullAccess(let gasKey):
      writer.u8(3)
      gasKey.write(to: &writer)
    }
  }
}

extension NEARAction.FunctionCallPermission: BorshValue {
  init(from reader: inout BorshReader) throws {
    allowance = try reader.option { try NEARAmount(from: &$0) }
    receiverID = try reader.string()
    methodNames = try reader.vector(ofElements: 4) { try $0.string() }
  }

  func write(to writer: inout BorshWriter) {
    writer.option(allowance) { $1.write(to: &$0) }
    writer.string(receiverID)
    writer.vector(of: methodNames) { $0.string($1) }
  }
}

extension NEARAction.GasKey: BorshValue {
  init(from reader: inout BorshReader) throws {
    balance = try NEARAmount(from: &reader)
    nonceCount = try reader.u16()
  }

  func write(to writer: inout BorshWriter) {
    balance.write(to: &writer)
    writer.u16(nonceCount)
  }
}

extension NEARAction.GlobalContractDeployMode: BorshValue {
  init(from reader: inout BorshReader) throws {
    switch try reader.u8() {
    case 0: self = .codeHash
    case 1: self = .accountID
    case let tag: throw NEARError.unknownCase(tag, of: "deploy mode")
    }
  }

  func write(to writer: inout BorshWriter) { writer.u8(self == .codeHash ? 0 : 1) }
}

extension NEARAction.GlobalContract: BorshValue {
  init(from reader: inout BorshReader) throws {
    switch try reader.u8() {
    case 0: self = .codeHash(try NEARHash(from: &reader))
    case 1: self = .accountID(try NEARAccountID(from: &reader))
    case let tag: throw NEARError.unknownCase(tag, of: "global contract")
    }
  }

  func write(to writer: inout BorshWriter) {
    switch self {
    case .codeHash(let hash):
      writer.u8(0)
      hash.write(to: &writer)
    case .accountID(let accountID):
      writer.u8(1)
      accountID.write(to: &writer)
    }
  }
}

extension NEARAction.StateInit: BorshValue {
  /// The only version.
  private static let version: UInt8 = 0

  /// Keys out of order are refused, because nodes hash and sign the state with sorted keys.
  init(from reader: inout BorshReader) throws {
    let version = try reader.u8()
    guard version == Self.version else {
      throw NEARError(code: .unsupportedAction, reason: "The initial state version \(version) is unknown.")
    }
    let code = try NEARAction.GlobalContract(from: &reader)
    let data = try reader.vector(ofElements: 8) { reader in
      Entry(key: try reader.vector(), value: try reader.vector())
    }
    try self.init(code: code, ordered: data)
  }

  func write(to writer: inout BorshWriter) {
    writer.u8(Self.version)
    code.write(to: &writer)
    writer.vector(of: data) { writer, entry in
      writer.vector(entry.key)
      writer.vector(entry.value)
    }
  }
}
