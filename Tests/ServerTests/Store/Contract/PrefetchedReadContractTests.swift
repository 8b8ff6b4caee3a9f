import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import Foundation
import Testing

@Suite("Store contract: prefetched reads")
struct PrefetchedReadContractTests {
  private struct Scene {
    let user: User
    let identity: Identity
    let session: Session

    init() throws {
      user = try User.sample()
      identity = try Identity.sample(
        of: user, key: IdentityKey(kind: .ethereum, identifier: user.id.text))
      session = try Session.sample(of: user)
    }

    func insert(in store: any Store) async throws {
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(identity)
        try transaction.insert(session)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func readsAreThoseOfTransactionInWhateverOrder(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (scene, other) = (try Scene(), try Scene())
      try await scene.insert(in: store)
      try await other.insert(in: store)
      try await store.writeAtRepeatableRead(
        prefetching: .signIn(
          by: scene.identity.key, applicationID: "default", repeating: other.session.id, at: moment(0))
      ) { (transaction) throws in
        // Another user than the prefetched one.
        #expect(try transaction.user(other.user.id) == other.user)
        #expect(try transaction.session(scene.session.id) == scene.session)
        #expect(try transaction.grant(of: other.user.id, to: "default") == nil)
        #expect(try transaction.identities(ofUserWith: scene.identity.key) == [scene.identity])
        #expect(try transaction.user(scene.user.id) == scene.user)
        #expect(try transaction.user(scene.user.id) == scene.user)
        #expect(try transaction.secondFactors(of: scene.user.id) == [])
      }
      try await store.writeAtRepeatableRead(
        prefetching: .refresh(of: scene.session.id, applicationID: "default")
      ) { (transaction) throws in
        #expect(try transaction.lockedSession(scene.session.id) == scene.session)
        #expect(try transaction.identities(of: scene.user.id) == [scene.identity])
        #expect(try transaction.user(scene.user.id) == scene.user)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func readAfterChangeOfSameTransactionSeesIt(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let scene = try Scene()
      try await scene.insert(in: store)
      try await store.writeAtRepeatableRead(
        prefetching: .signIn(
          by: scene.identity.key, applicationID: "default", repeating: scene.session.id, at: moment(0))
      ) { (transaction) throws in
        try transaction.noteSignIn(of: scene.user.id, at: moment(5))
        #expect(try transaction.user(scene.user.id)?.lastSignInAt == moment(5))
        #expect(try transaction.end(scene.session.id, because: .replaced, at: moment(0)))
        #expect(try transaction.session(scene.session.id)?.ending?.reason == .replaced)
        #expect(
          try transaction.endSessions(of: scene.user.id, areBrief: false, leaving: 0, at: moment(0)) == 0)
        _ = try transaction.grant(.whole, of: scene.user.id, to: "default")
        #expect(try transaction.grant(of: scene.user.id, to: "default") != nil)
        try transaction.deleteIdentity(scene.identity.id)
        #expect(try transaction.identities(ofUserWith: scene.identity.key) == [])
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func userWhoDoesNotExistIsNotFound(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let scene = try Scene()
      try await store.writeAtRepeatableRead(
        prefetching: .signIn(by: scene.identity.key, applicationID: "default", repeating: nil, at: moment(0))
      ) { (transaction) throws in
        #expect(try transaction.identities(ofUserWith: scene.identity.key) == [])
        try transaction.insert(scene.user)
        #expect(try transaction.user(scene.user.id) == scene.user)
        #expect(try transaction.grant(of: scene.user.id, to: "default") == nil)
      }
    }
  }
}
