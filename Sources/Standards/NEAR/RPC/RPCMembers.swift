internal import Encodings

// Members that several answers have in common.

extension JSONObjectReader {
  /// The block from which an answer was read.
  func block(
    height: String = "block_height", hash: String = "block_hash"
  ) throws -> NEARBlockReference {
    let height = try requiredUInt64(height)
    guard let block = NEARBlockReference(height: height, hash: try requiredString(hash)) else {
      throw JSONError(code: .wrongType, reason: "\(path(of: hash)) must be 32 bytes in base58")
    }
    return block
  }

  /// An amount in yoctoNEAR. It is a string, because JSON numbers cannot represent it exactly.
  func amount(_ key: String) throws -> NEARAmount { try NEARAmount(parsingYocto: requiredString(key)) }

  /// An amount in yoctoNEAR; nil if the member is absent.
  func optionalAmount(_ key: String) throws -> NEARAmount? {
    try optionalString(key).map { try NEARAmount(parsingYocto: $0) }
  }

  /// The hash of a block or transaction.
  func hash(_ key: String) throws -> String {
    let hash = try requiredString(key)
    guard NEARBlockReference.isHash(hash) else {
      throw JSONError(code: .wrongType, reason: "\(path(of: key)) must be 32 bytes in base58")
    }
    return hash
  }
}
