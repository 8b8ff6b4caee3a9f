import DoorwardSignIn
import DoorwardStore

/// The users that a dry run would have added. A run compares the records of a file with each other through the store.
struct PlannedUsers {
  private var imported: Set<ImportID> = []
  private var holders: [IdentityKey: PlannedUser.Holder] = [:]

  /// Decides about a record, and keeps its user if the user can be added.
  mutating func outcome(of user: PlannedUser, _ stored: PlannedUser.Matches) -> PlannedUser.Outcome {
    var matches = stored
    matches.hasUser = matches.hasUser || user.importID.map(imported.contains) ?? false
    for (index, identity) in user.account.identities.enumerated() where matches.holders[index] == nil {
      matches.holders[index] = holders[identity.key]
    }
    let outcome = user.outcome(matches)
    if case .new = outcome {
      if let record = user.importID { imported.insert(record) }
      for identity in user.account.identities {
        holders[identity.key] = PlannedUser.Holder(
          user: user.ids.user, name: identity.shownIdentifier, importID: user.importID,
          hasPassword: user.hasPassword)
      }
    }
    return outcome
  }
}
