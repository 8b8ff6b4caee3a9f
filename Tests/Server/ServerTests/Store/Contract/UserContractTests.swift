import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings
import Foundation
import Testing

@Suite("Store contract: users")
struct UserContractTests {
  @Test(arguments: StoreKind.allCases)
  func `a user is read exactly as it was stored, with no optional value and with all of them`(
    _ kind: StoreKind
  )
    async throws
  {
    let bare = try User.sample()
    var full = try User.sample(at: moment(1))
    full.kind = .anonymous
    let values = [awkwardText, "", "O'Brien", "he-IL"]
    for (index, text) in ProfileText.allCases.enumerated() {
      full.profile[text] = values[index % values.count]
    }
    full.metadata = JSONObject([
      ("theme", .string(awkwardText)), ("", .null), ("list", .array([.bool(true), 1, "x", .null])),
    ])
    full.lastSignInAt = moment(77)
    let users = [bare, full]

    try await kind.withStore { store in
      try await store.write { transaction in for user in users { try transaction.insert(user) } }
      let read = try await store.read { snapshot in try users.map { try snapshot.user($0.id) } }
      #expect(read == users)
      #expect(isSame(read[1]?.profile[.name], awkwardText))
      #expect(read[1]?.metadata.keys == ["theme", "", "list"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a time before 1970 and one in the year 9999 keep their milliseconds`(_ kind: StoreKind)
    async throws
  {
    let moments = [-1.001, -62_135_596_800, 253_402_300_799.999, 0]
    let users = try moments.map { try User.sample(at: Date(timeIntervalSince1970: $0)) }
    try await kind.withStore { store in
      try await store.write { transaction in for user in users { try transaction.insert(user) } }
      let read = try await store.read { snapshot in try users.map { try snapshot.user($0.id) } }
      #expect(read == users)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the last change of a profile is kept until the next one, and an update of the user keeps it`(
    _ kind: StoreKind
  ) async throws {
    let (user, other) = (try User.sample(), try User.sample())
    try await kind.withStore { store in
      try await store.write { transaction in
        for user in [user, other] { try transaction.insert(user) }
        #expect(try transaction.profileChange(of: user.id) == nil)
        try transaction.noteProfileChange(of: user.id, at: moment(5))
        try transaction.noteProfileChange(of: user.id, at: moment(7))
        try transaction.update(user)
      }
      #expect(try await store.read { try $0.profileChange(of: user.id) } == moment(7))
      #expect(try await store.read { try $0.profileChange(of: other.id) } == nil)
      // No user has this id.
      try await store.write { try $0.noteProfileChange(of: User.sample().id, at: moment(9)) }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a time outside the calendar is refused without a trap`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
        let user = try User.sample(at: Date(timeIntervalSince1970: seconds))
        await #expect(throws: StoreError(.malformed, "")) { try await store.write { try $0.insert(user) } }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an update changes everything except the creation time; nil deletes a value`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      var user = try User.sample()
      for text in ProfileText.allCases { user.profile[text] = text.rawValue }
      user.metadata = JSONObject([("a", 1)])
      let inserted = user
      try await store.write { try $0.insert(inserted) }

      user.kind = .anonymous
      user.profile = [.name: "Ä"]
      user.metadata = JSONObject()
      user.lastSignInAt = moment(5)
      let updated = user
      try await store.write { try $0.update(updated) }
      #expect(try await store.read { try $0.user(updated.id) } == updated)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the same user twice is a conflict; an update of an unknown user is refused`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let user = try User.sample()
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.update(user) } }
      try await store.write { try $0.insert(user) }
      await #expect(throws: StoreError(.conflict, "")) { try await store.write { try $0.insert(user) } }
      let stranger = try User.ID(at: moment(0), random: .system)
      #expect(try await store.read { try $0.user(stranger) } == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `deleting a user deletes the user's identities and sessions, and no others`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let gone = try User.sample()
      let other = try User.sample()
      let session = try Session.sample(of: gone)
      let otherSession = try Session.sample(of: other)
      let otherKey = IdentityKey(kind: .near, identifier: "alice.near", realm: "mainnet")
      let identity = try Identity.sample(of: gone, key: .wallet)
      let otherIdentity = try Identity.sample(of: other, key: otherKey)
      try await store.write { transaction in
        for user in [gone, other] { try transaction.insert(user) }
        for each in [identity, otherIdentity] { try transaction.insert(each) }
        for each in [session, otherSession] { try transaction.insert(each) }
      }
      try await store.write { try $0.deleteUser(gone.id) }
      #expect(try await store.read { try $0.user(gone.id) } == nil)
      #expect(try await store.read { try $0.identity(.wallet) } == nil)
      #expect(try await store.read { try $0.session(session.id) } == nil)
      #expect(try await store.read { try $0.identities(of: other.id) } == [otherIdentity])
      #expect(try await store.read { try $0.session(otherSession.id) } == otherSession)
      // The key is free again, and a second deletion has no effect.
      let again = try Identity.sample(of: other, key: .wallet)
      try await store.write { transaction in
        try transaction.deleteUser(gone.id)
        try transaction.insert(again)
      }
    }
  }
}
