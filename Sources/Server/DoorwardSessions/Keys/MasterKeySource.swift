import DoorwardStore

/// The location of the master key.
package enum MasterKeySource: Sendable, Equatable {
  /// A file of mode 0600. The first start makes it.
  case file(String)
  /// The key itself, 32 bytes in base64url.
  case value(String)
}
