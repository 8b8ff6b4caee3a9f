#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about requests of clients that wait for a user or for the client.
package protocol ClientRequestReading {
  /// The device authorization whose user code has this hash, in any state.
  func deviceAuthorization(userCodeHash: [UInt8]) throws -> DeviceAuthorization?
}

/// Changes of authorization codes and device authorizations.
package protocol ClientRequestWriting: ClientRequestReading {
  /// The authorization code with this hash, locked until this transaction ends; nil if there is none.
  func lockedAuthorizationCode(hash: [UInt8]) throws -> AuthorizationCode?
  /// Adds an authorization code.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the hash is taken, ``StoreError/Code/missing`` if the page's session
  ///   does not exist.
  func insert(_ code: AuthorizationCode) throws
  /// Updates `usedAt` and `openedSession`. Each is set once.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such code.
  func update(_ code: AuthorizationCode) throws

  /// The device authorization with this device code, locked until this transaction ends; nil if there is none.
  func lockedDeviceAuthorization(deviceCodeHash: [UInt8]) throws -> DeviceAuthorization?
  /// The number of devices of a network that, at `instant`, wait for a decision or have not polled since the
  /// decision.
  func waitingDevices(of network: [UInt8], at instant: Date) throws -> Int
  /// The number of waiting devices of a client whose backend polls for its devices. Such devices have no network.
  func waitingDevices(ofClient applicationID: String, at instant: Date) throws -> Int
  /// Adds a device authorization.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if either hash is taken.
  func insert(_ device: DeviceAuthorization) throws
  /// Updates `interval`, `polledAt`, `decision` with its `pageSession` and `shown`, and `usedAt`. All except the first two are
  /// set once.
  ///
  /// When the page's session is purged, the reference to it is removed and the decision stays.
  ///
  /// - Throws: ``StoreError/Code/missing`` if the authorization, or the session of the page, does not exist.
  func update(_ device: DeviceAuthorization) throws
}
