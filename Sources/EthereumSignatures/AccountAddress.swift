internal import Secp256k1
internal import SignInWithEthereum

extension Secp256k1 {
  /// The address of the account that holds a key.
  func address(of publicKey: Secp256k1PublicKey) -> EthereumAddress? {
    uncompressed(publicKey).withUnsafeBytes { bytes in
      EthereumAddress(publicKeyCoordinates: UnsafeRawBufferPointer(rebasing: bytes[1...]))
    }
  }
}
