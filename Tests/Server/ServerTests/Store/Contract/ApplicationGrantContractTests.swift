import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

@Suite("Store contract: grants")
struct ApplicationGrantContractTests {
  @Test(
    "A grant is the union of all granted scopes, and is deleted with its user", arguments: StoreKind.allCases)
  func grantsAreUnited(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      try await store.write { transaction in
        for each in [user, other] { try transaction.insert(each) }
        for scopes in ["openid", "openid profile", "user:read"] {
          try transaction.grant(Scopes(scopes), of: user.id, to: "shop")
        }
        try transaction.grant(Scopes("account"), of: user.id, to: "default")
        try transaction.grant(Scopes("account"), of: other.id, to: "game")
      }
      func grant(_ user: User, _ application: String) async throws -> ApplicationGrant? {
        try await store.read { try $0.grant(of: user.id, to: application) }
      }
      let shop = ApplicationGrant(applicationID: "shop", scopes: Scopes("openid profile user:read"))
      #expect(try await grant(user, "shop") == shop)
      #expect(try await grant(user, "game") == nil)
      #expect(try await grant(other, "shop") == nil)
      #expect(
        try await store.read { try $0.grants(of: user.id) } == [
          ApplicationGrant(applicationID: "default", scopes: Scopes("account")), shop,
        ])
      try await store.write { try $0.deleteUser(user.id) }
      #expect(try await grant(user, "shop") == nil)
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { try $0.grant(Scopes("openid"), of: user.id, to: "shop") }
      }
    }
  }

  @Test(
    "Roles belong to one user and one application, survive other changes of the grant, and end with it",
    arguments: StoreKind.allCases)
  func roles(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      try await store.write { transaction in
        for each in [user, other] {
          try transaction.insert(each)
          for application in ["shop", "game"] {
            try transaction.grant(Scopes("openid"), of: each.id, to: application)
          }
        }
        try transaction.setRoles(["admin", "a:b-c_d.e"], of: user.id, to: "shop")
      }
      func roles(_ user: User, _ application: String) async throws -> [String]? {
        try await store.read { try $0.grant(of: user.id, to: application)?.roles }
      }
      #expect(try await roles(user, "shop") == ["admin", "a:b-c_d.e"])
      #expect(try await roles(user, "game") == [])
      #expect(try await roles(other, "shop") == [])
      let entry = try await store.read { try $0.entries(of: [user.id], for: "shop")[user.id] }
      #expect(entry?.grant?.roles == ["admin", "a:b-c_d.e"])
      #expect(
        try await store.read { try $0.grants(of: user.id) }.map(\.roles) == [[], ["admin", "a:b-c_d.e"]])
      try await store.write { transaction in
        let grant = try transaction.grant(Scopes("profile"), of: user.id, to: "shop")
        #expect(grant.roles == ["admin", "a:b-c_d.e"])
        try transaction.update(grant, of: user.id)
      }
      #expect(try await roles(user, "shop") == ["admin", "a:b-c_d.e"])
      try await store.write { try $0.setRoles(["admin"], of: user.id, to: "shop") }
      #expect(try await roles(user, "shop") == ["admin"])
      // The owner of a vouched address claims the account: the roles were given to another party.
      try await store.write { try $0.suspendGrants(of: user.id, except: "shop") }
      #expect(try await roles(user, "shop") == [])
      try await store.write { try $0.setRoles(["admin"], of: user.id, to: "shop") }
      #expect(try await store.write { try $0.withdrawGrant(of: user.id, to: "shop", at: moment(1)) })
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { try $0.setRoles(["admin"], of: user.id, to: "shop") }
      }
      try await store.write { _ = try $0.grant(Scopes("openid"), of: user.id, to: "shop") }
      #expect(try await roles(user, "shop") == [])
    }
  }

  @Test(
    "Shown scopes are those of one user and one application, and end with a claim and with the grant",
    arguments: StoreKind.allCases)
  func shownScopes(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      func grant(_ scopes: String, shown: String, _ application: String = "shop") async throws {
        let expected = try await store.write { transaction in
          try transaction.grant(
            Scopes(scopes), shown: Scopes(shown), of: user.id, to: application)
        }
        #expect(try await store.read { try $0.grant(of: user.id, to: application) } == expected)
        #expect(try await store.read { try $0.grants(of: user.id) }.contains(expected))
        #expect(
          try await store.read { try $0.entries(of: [user.id], for: application)[user.id] }?.grant == expected
        )
      }
      func shown(_ application: String = "shop") async throws -> String? {
        try await store.read { try $0.grant(of: user.id, to: application)?.shown.text }
      }
      try await store.write { try $0.insert(user) }
      try await grant("openid profile email", shown: "openid")
      #expect(try await shown() == "openid")
      // The same scopes, of which the page has now listed another one.
      try await grant("openid profile", shown: "profile")
      #expect(try await shown() == "openid profile")
      try await grant("openid", shown: "")
      try await grant("openid", shown: "openid", "game")
      try await store.write { transaction in
        let grant = try transaction.grant(Scopes("openid"), of: user.id, to: "shop")
        try transaction.update(grant, of: user.id)
        try transaction.setRoles(["admin"], of: user.id, to: "shop")
      }
      #expect(try await shown() == "openid profile")
      // The owner of a vouched address claims the account: the page has shown the scopes to another party.
      try await store.write { try $0.suspendGrants(of: user.id, except: "shop") }
      #expect(try await shown() == "")
      #expect(try await shown("game") == "")
      try await grant("openid", shown: "openid")
      #expect(try await store.write { try $0.withdrawGrant(of: user.id, to: "shop", at: moment(1)) })
      try await grant("openid", shown: "")
      #expect(try await shown() == "")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a withdrawn grant ends the sessions with its application, and no others`(_ kind: StoreKind)
    async throws
  {
    try await kind.withStore { store in
      let (user, other) = (try User.sample(), try User.sample())
      let (shop, game, foreign) = (
        try Session.sample(of: user, applicationID: "shop"),
        try Session.sample(of: user, applicationID: "game"),
        try Session.sample(of: other, applicationID: "shop")
      )
      try await store.write { transaction in
        for each in [user, other] {
          try transaction.insert(each)
          for application in ["shop", "game"] {
            try transaction.grant(Scopes("openid"), of: each.id, to: application)
          }
        }
        for session in [shop, game, foreign] { try transaction.insert(session) }
      }
      func withdraw(at instant: Date) async throws -> Bool {
        try await store.write { try $0.withdrawGrant(of: user.id, to: "shop", at: instant) }
      }
      #expect(try await withdraw(at: moment(1)))
      #expect(try await withdraw(at: moment(2)) == false)
      let (grants, others) = try await store.read {
        (try $0.grants(of: user.id), try $0.grants(of: other.id))
      }
      #expect(grants.map(\.applicationID) == ["game"] && others.count == 2)
      let sessions = try await store.read { snapshot in
        try [shop, game, foreign].map { try snapshot.session($0.id) }
      }
      #expect(sessions[0]?.ending == SessionEnding(at: moment(1), reason: .grantWithdrawn))
      #expect(sessions[1]?.ending == nil && sessions[2]?.ending == nil)
    }
  }

  @Test("The metadata of two applications are separate", arguments: StoreKind.allCases)
  func metadataIsKeptApart(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let user = try User.sample()
      var shop = ApplicationGrant(applicationID: "shop", scopes: Scopes("openid"))
      shop.appMetadata = ["plan": ["seats": 12], "note": .string(awkwardText)]
      let changed = shop
      try await store.write { transaction in
        try transaction.insert(user)
        for application in ["shop", "game"] {
          try transaction.grant(Scopes("openid"), of: user.id, to: application)
        }
        try transaction.update(changed, of: user.id)
        // A later grant does not change the metadata.
        try transaction.grant(Scopes("openid"), of: user.id, to: "shop")
      }
      #expect(try await store.read { try $0.grant(of: user.id, to: "shop") } == changed)
      #expect(try await store.read { try $0.grant(of: user.id, to: "game")?.appMetadata } == [:])
      let unknown = ApplicationGrant(applicationID: "none", scopes: Scopes("openid"))
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { try $0.update(unknown, of: user.id) }
      }
    }
  }
}
