#if os(Linux)
  /// The keyring of the person who is logged in, over the Secret Service API of freedesktop.org.
  ///
  /// Each call blocks, and opens a connection of its own to the session bus. Nobody is asked to unlock anything.
  /// libsecret, which speaks for us, is loaded when one is made: a program starts without it.
  public struct SecretService {
    private static let library = "libsecret-1.so.0"
    private static let bytes = "application/octet-stream"
    // What libsecret calls an item's schema is one more attribute of it.
    private static let schema = "org.doorward.SessionKey"

    private let functions: SecretFunctions

    /// Loads libsecret; nothing is connected to yet.
    ///
    /// - Throws: ``SecretServiceError`` `unavailable` where it is not installed.
    public init() throws(SecretServiceError) { functions = try SecretFunctions(SharedLibrary(Self.library)) }

    /// Looks whether a secret could be kept now.
    ///
    /// - Throws: ``SecretServiceError`` `locked`; `unavailable` also where there is no default keyring.
    public func check() throws(SecretServiceError) {
      try Connection(functions).checkDefaultKeyring()
    }

    /// The secret that was kept under an identifier; nil when there is none.
    ///
    /// - Throws: ``SecretServiceError`` `locked` when it is there and the keyring is locked.
    public func secret(_ id: String) throws(SecretServiceError) -> [UInt8]? {
      let service = try Connection(functions)
      let attributes = attributes(id)
      defer { functions.releaseTable(attributes) }
      var error: UnsafeMutableRawPointer?
      let list = functions.search(
        service.pointer, nil, attributes, SecretFunctions.loadSecrets, nil, &error)
      if let error { throw functions.failure("The key cannot be looked for", taking: error) }
      let items = functions.objects(taking: list)
      defer { for item in items { functions.release(item) } }
      guard let item = items.first else { return nil }
      guard functions.isItemLocked(item) == 0 else { throw .keyringLocked }
      guard let value = functions.itemSecret(item) else {
        throw SecretServiceError(code: .unavailable, reason: "The keyring has the key and does not give it.")
      }
      defer { functions.releaseValue(value) }
      var length: UInt = 0
      guard let start = functions.valueBytes(value, &length) else { return [] }
      return UnsafeRawBufferPointer(start: start, count: Int(length)).map { $0 }
    }

    /// Keeps a secret in the default keyring.
    ///
    /// - Parameters:
    ///   - secret: the bytes.
    ///   - id: what it is found by; what was kept under it is replaced.
    ///   - label: what a person sees of it in their list of passwords.
    /// - Throws: ``SecretServiceError`` `locked`; `unavailable` also where there is no default keyring.
    public func keep(_ secret: [UInt8], as id: String, label: String) throws(SecretServiceError) {
      let service = try Connection(functions)
      try service.checkDefaultKeyring()
      let value = secret.withUnsafeBytes {
        functions.makeValue($0.bindMemory(to: CChar.self).baseAddress, $0.count, Self.bytes)
      }
      guard let value else {
        throw SecretServiceError(code: .unavailable, reason: "There is no memory for the key.")
      }
      defer { functions.releaseValue(value) }
      let attributes = attributes(id)
      defer { functions.releaseTable(attributes) }
      var error: UnsafeMutableRawPointer?
      _ = functions.store(
        service.pointer, nil, attributes, SecretFunctions.defaultKeyring, label, value, nil, &error)
      if let error { throw functions.failure("The key cannot be kept", taking: error) }
    }

    /// Forgets what was kept under an identifier; nothing happens when there is none.
    ///
    /// - Throws: ``SecretServiceError``.
    public func forget(_ id: String) throws(SecretServiceError) {
      let service = try Connection(functions)
      let attributes = attributes(id)
      defer { functions.releaseTable(attributes) }
      var error: UnsafeMutableRawPointer?
      _ = functions.clear(service.pointer, nil, attributes, nil, &error)
      if let error { throw functions.failure("The key cannot be forgotten", taking: error) }
    }

    private func attributes(_ id: String) -> SecretFunctions.Object {
      let table = functions.makeTable(
        functions.hashText, functions.compareTexts, functions.freeText, functions.freeText)
      for (name, value) in [("xdg:schema", Self.schema), ("id", id)] {
        _ = functions.insert(table, functions.copyText(name), functions.copyText(value))
      }
      return table
    }
  }
#endif
