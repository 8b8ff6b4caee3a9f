import DoorwardStore

/// The most of each thing that may exist.
package struct AccountLimits: Sendable, Equatable {
  /// Live sessions of one user. If another one opens, the least recently used session ends.
  package var sessionsPerUser: Int64 = 100
  /// Identities of one user. Another one is refused.
  package var identitiesPerUser: Int64 = 100
  /// How long a newly added identity cannot remove an older one or delete the account, in seconds.
  package var newIdentityHold: Int64 = 24 * 3600
  /// Devices of one network that wait for a decision. Another one is refused.
  package var waitingDevicesPerNetwork: Int64 = 50
  /// The same for one confidential client, whose backend asks for all of its devices.
  package var waitingDevicesPerClient: Int64 = 1000

  /// The defaults.
  package init() {}
}
