import DoorwardServerRules
import DoorwardStore

/// The limits of an account and of waiting devices.
package struct AccountLimits: Sendable, Equatable {
  /// Live sessions of one user. If the user opens another one, the least recently used session ends.
  package var sessionsPerUser: Int64 = 100
  /// Identities of one user. An additional identity is refused.
  package var identitiesPerUser = StandardLimits.identities
  /// The time for which a newly added identity cannot remove an older one or delete the account, in seconds.
  package var newIdentityHold = StandardLimits.newIdentityHold
  /// The time in which a user can undo the deletion of the account, in seconds; 0 to delete accounts at once.
  package var deletionGrace = StandardLimits.deletionGrace
  /// Devices of one network that wait for a decision. An additional device is refused.
  package var waitingDevicesPerNetwork: Int64 = 50
  /// Waiting devices of one confidential client, whose backend makes the requests for all of its devices.
  package var waitingDevicesPerClient: Int64 = 1000

  /// The defaults.
  package init() {}
}
