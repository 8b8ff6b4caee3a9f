package import DoorwardStore

/// The users of a query for several users. The statement splits their ids.
struct ChosenUsers {
  let values: [SQLValue]

  init(_ users: Set<User.ID>) {
    values = [.blob(users.flatMap(\.bytes)), .integer(Int64(users.count))]
  }
}

extension SQLReading {
  package func entries(of users: [User.ID], for applicationID: String) throws -> [User.ID: UserEntry] {
    guard !users.isEmpty else { return [:] }
    let chosen = ChosenUsers(Set(users))
    try prefetch([
      .init(UserStatement.chosen, chosen.values, reading: ["users", "photos", "pending_deletions"]),
      .init(IdentityStatement.ofChosenUsers, chosen.values, reading: ["identities"]),
      .init(
        GrantStatement.ofChosenUsers, chosen.values + [.text(applicationID)], reading: ["application_grants"]),
      .init(BanStatement.ofChosenUsers, chosen.values, reading: ["user_bans"]),
    ])
    let found = try self.users(chosen)
    let identities = Dictionary(grouping: try identities(chosen), by: \.userID)
    let (grants, bans) = (try grants(chosen, to: applicationID), try bans(chosen))
    let entries = found.map { user in
      let entry = UserEntry(
        user: user, identities: identities[user.id] ?? [], grant: grants[user.id], ban: bans[user.id])
      return (user.id, entry)
    }
    return Dictionary(entries) { first, _ in first }
  }
}
