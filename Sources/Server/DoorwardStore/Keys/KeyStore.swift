/// Queries about API keys and signing keys.
package protocol KeyReading {
  /// The API key whose secret has this hash; revoked keys are included.
  func apiKey(hash: [UInt8]) throws -> APIKeyRecord?
  /// Every API key, oldest first; revoked keys are included.
  func apiKeys() throws -> [APIKeyRecord]
  /// Every signing key, oldest first; retired and revoked keys are included.
  func signingKeys() throws -> [SigningKeyRecord]
}

/// Changes of API keys and signing keys.
package protocol KeyWriting: KeyReading {
  /// Adds an API key.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id or the hash is taken.
  func insert(_ key: APIKeyRecord) throws
  /// Updates `revokedAt`, which is set once.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such key.
  func update(_ key: APIKeyRecord) throws

  /// Adds a signing key.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken.
  func insert(_ key: SigningKeyRecord) throws
  /// Updates `sealedPrivateKey`, `retiredAt` and `revokedAt`; the last is set once.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such key.
  func update(_ key: SigningKeyRecord) throws
}
