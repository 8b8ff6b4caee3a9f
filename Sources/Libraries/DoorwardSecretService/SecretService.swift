#if os(Linux)
  /// The keyring of the logged-in user, through the Secret Service API of freedesktop.org.
  ///
  /// Each call blocks and opens its own connection to the session bus. No call asks the user to unlock the
  /// keyring. libsecret is loaded when a value is created, so a program also starts if libsecret is not
  /// installed.
  public struct SecretService {
    private static let library = "libsecret-1.so.0"
    private static let bytes = "application/octet-stream"
    // libsecret stores the schema of an item as an attribute.
    private static let schema = "org.doorward.SessionKey"

    private let functions: SecretFunctions

    /// Loads libsecret. Does not connect to the service.
    ///
    /// - Throws: ``SecretServiceError``: `unavailable` if libsecret is not installed.
    public init() throws(SecretServiceError) { functions = try SecretFunctions(SharedLibrary(Self.library)) }

    /// Checks whether a secret can be stored now.
    ///
    /// - Throws: ``SecretServiceError``: `locked`; `unavailable`, also if there is no default keyring.
    public func check() throws(SecretServiceError) {
      try Connection(functions).checkDefaultKeyring()
    }

    /// The secret stored under an identifier; nil if there is none.
    ///
    /// - Throws: ``SecretServiceError``: `locked` if the secret exists and the keyring is locked.
    public func secret(_ id: String) throws(SecretServiceError) -> [UInt8]? {
      let service = try Connection(functions)
      let attributes = attributes(id)
      defer { functions.releaseTable(attributes) }
      var error: UnsafeMutableRawPointer?
      let list = functions.search(
        service.pointer, nil, attributes, SecretFunctions.loadSecrets, nil, &error)
      if let error { throw functions.failure("The search for the key failed", taking: error) }
      let items = functions.objects(taking: list)
      defer { for item in items { functions.release(item) } }
      guard let item = items.first else { return nil }
      guard functions.isItemLocked(item) == 0 else { throw .keyringLocked }
      guard let value = functions.itemSecret(item) else {
        throw SecretServiceError(
          code: .unavailable, reason: "The keyring contains the key but does not return it.")
      }
      defer { functions.releaseValue(value) }
      var length: UInt = 0
      guard let start = functions.valueBytes(value, &length) else { return [] }
      return UnsafeRawBufferPointer(start: start, count: Int(length)).map { $0 }
    }

    /// Stores a secret in the default keyring.
    ///
    /// - Parameters:
    ///   - secret: The bytes.
    ///   - id: The identifier of the secret. A secret with the same identifier is replaced.
    ///   - label: The name that the user sees in the list of passwords.
    /// - Throws: ``SecretServiceError``: `locked`; `unavailable`, also if there is no default keyring.
    public func keep(_ secret: [UInt8], as id: String, label: String) throws(SecretServiceError) {
      let service = try Connection(functions)
      try service.checkDefaultKeyring()
      let value = secret.withUnsafeBytes {
        functions.makeValue($0.bindMemory(to: CChar.self).baseAddress, $0.count, Self.bytes)
      }
      guard let value else {
        throw SecretServiceError(code: .unavailable, reason: "There is not enough memory for the key.")
      }
      defer { functions.releaseValue(value) }
      let attributes = attributes(id)
      defer { functions.releaseTable(attributes) }
      var error: UnsafeMutableRawPointer?
      _ = functions.store(
        service.pointer, nil, attributes, SecretFunctions.defaultKeyring, label, value, nil, &error)
      if let error { throw functions.failure("The key could not be stored", taking: error) }
    }

    /// Deletes the secret stored under an identifier. Does nothing if there is none.
    ///
    /// - Throws: ``SecretServiceError``.
    public func forget(_ id: String) throws(SecretServiceError) {
      let service = try Connection(functions)
      let attributes = attributes(id)
      defer { functions.releaseTable(attributes) }
      var error: UnsafeMutableRawPointer?
      _ = functions.clear(service.pointer, nil, attributes, nil, &error)
      if let error { throw functions.failure("The key could not be deleted", taking: error) }
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

/// An error of the Secret Service. Two errors are equal if their codes are equal.
public struct SecretServiceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of error. The set of kinds is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The keyring is locked.
    public static var locked: Code { Code(rawValue: "locked") }
    /// The service does not exist or does not work correctly.
    public static var unavailable: Code { Code(rawValue: "unavailable") }
  }

  /// The kind of error.
  public var code: Code
  /// The reason and the next step, as a sentence for the user.
  public var reason: String

  /// Creates an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
