internal import DoorwardSecp256k1
internal import SignInWithEthereum

extension Secp256k1 {
  /// The address of the account that belongs to a public key.
  func address(of publicKey: Secp256k1PublicKey) -> EthereumAddress? {
    withUnsafeTemporaryAllocation(byteCount: Self.uncompressedLength, alignment: 8) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      write(publicKey, uncompressedTo: bytes)
      return EthereumAddress(publicKeyCoordinates: UnsafeRawBufferPointer(rebasing: bytes[1...]))
    }
  }
}
