internal import BinaryEncodings

/// An Ethereum account address: 20 bytes.
///
/// Two texts that differ only in letter case are the same address. The description has the EIP-55 checksum.
public struct EthereumAddress: Sendable, Hashable, CustomStringConvertible {
  /// The length of an address in bytes.
  public static let length = 20

  // Big-endian words, so that comparing and hashing need no heap memory.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Creates an address from its 20 bytes.
  ///
  /// - Throws: `invalid_address` for another number of bytes.
  public init(bytes: [UInt8]) throws(SIWEError) {
    guard let address = bytes.withUnsafeBytes({ EthereumAddress(buffer: $0) }) else {
      throw SIWEError(
        code: .invalidAddress, reason: "An Ethereum address must have 20 bytes, not \(bytes.count).")
    }
    self = address
  }

  /// Creates an address from a buffer of 20 bytes; nil for another length.
  public init?(buffer: UnsafeRawBufferPointer) {
    guard buffer.count == Self.length else { return nil }
    high = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    middle = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    low = UInt32(bigEndian: buffer.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  /// Creates the address of a public key: the last 20 bytes of the Keccak-256 hash of the key's coordinates
  /// (Yellow Paper, appendix F).
  ///
  /// - Parameter coordinates: x and y, 64 bytes, without a leading `0x04`. The result is nil for another
  ///   length.
  public init?(publicKeyCoordinates coordinates: UnsafeRawBufferPointer) {
    guard coordinates.count == 64 else { return nil }
    let digest = Keccak256.digest(of: coordinates)
    guard
      let address = digest.withUnsafeBytes({
        EthereumAddress(buffer: UnsafeRawBufferPointer(rebasing: $0.suffix(Self.length)))
      })
    else { return nil }
    self = address
  }

  /// The 20 bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.length)
    withUnsafeBytes(of: high.bigEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: middle.bigEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: low.bigEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// The address with its EIP-55 checksum, as in `0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed`.
  public var description: String { checksummed }
}
