import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings
import Foundation
import Sampling
import Testing

@Suite("Store contract: prefetched reads")
struct PrefetchedReadContractTests {
  private struct Scene {
    let user: User
    let identity: Identity
    let session: Session
    let userName: Identity
    let factor: SecondFactorRecord

    init() throws {
      user = try User.sample()
      identity = try Identity.sample(
        of: user, key: IdentityKey(kind: .ethereum, identifier: user.id.text))
      session = try Session.sample(of: user)
      userName = try Identity.sample(of: user, key: IdentityKey(kind: .userName, identifier: user.id.text))
      factor = SecondFactorRecord(
        id: try SecondFactorRecord.ID(at: moment(0), random: .system), userID: user.id,
        kind: .authenticator(.init(sealedSecret: [1], lastStep: 0)), createdAt: moment(0))
    }

    /// The identity with another name.
    var renamed: Identity {
      var renamed = identity
      renamed.attributes["name"] = "new"
      return renamed
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

  /// A change between the check of a proof and the sign-in that follows.
  enum Change: CaseIterable {
    case none
    case newPassword
    case newProfile
    case photo, removedPhoto
    case deletion, canceledDeletion
    case ban, removedBan, removedBans, removedBansOfApplications
    case secondFactor, removedSecondFactor
    case otherSignIn
    case endedSession
    case renamedIdentity, confirmedIdentity, addedIdentity, removedIdentity, removedUserName
    case grantData, suspendedGrant, withdrawnGrant, removedApplication
    case removedUser
  }

  /// Stores what the change removes or replaces.
  private func prepare(_ change: Change, of scene: Scene, in transaction: any StoreWriting) throws {
    let user = scene.user.id
    switch change {
    case .removedPhoto: try transaction.setPhoto(photo(), of: user)
    case .canceledDeletion: try transaction.schedule(deletion, of: user)
    case .removedBan, .removedBansOfApplications:
      try transaction.setBan(
        UserBan(reason: nil, bannedAt: moment(0), endsAt: nil, owner: "default"), of: user)
    case .removedBans: try transaction.setBan(ban, of: user)
    case .removedSecondFactor: try transaction.insert(scene.factor)
    case .removedUserName: try transaction.insert(scene.userName)
    case .grantData, .suspendedGrant, .withdrawnGrant, .removedApplication:
      _ = try transaction.grant(.whole, of: user, to: "default")
    default: break
    }
  }

  private func make(_ change: Change, of scene: Scene, in transaction: any StoreWriting) throws {
    let user = scene.user.id
    switch change {
    case .none: break
    case .newPassword: try transaction.setPasswordHash("new", of: user)
    case .newProfile:
      var renamed = scene.user
      renamed.profile[.name] = "new"
      try transaction.update(renamed)
    case .photo: try transaction.setPhoto(photo(), of: user)
    case .removedPhoto: try transaction.deletePhoto(of: user)
    case .deletion: try transaction.schedule(deletion, of: user)
    case .canceledDeletion: try transaction.cancelDeletion(of: user)
    case .ban: try transaction.setBan(ban, of: user)
    case .removedBan: try transaction.removeBan(of: user, by: "default")
    case .removedBans: #expect(try transaction.removeBans(of: user))
    case .removedBansOfApplications: try transaction.removeBansOfApplications(of: user)
    case .secondFactor: try transaction.insert(scene.factor)
    case .removedSecondFactor: try transaction.delete(scene.factor)
    case .otherSignIn: try transaction.noteSignIn(of: user, at: moment(7))
    case .endedSession: _ = try transaction.end(scene.session.id, because: .replaced, at: moment(0))
    case .renamedIdentity: try transaction.update(scene.renamed)
    case .confirmedIdentity:
      var confirmed = scene.identity
      confirmed.verifiedAt = moment(8)
      try transaction.confirm(confirmed)
    case .addedIdentity: try transaction.insert(scene.userName)
    case .removedIdentity: try transaction.deleteIdentity(scene.identity.id)
    case .removedUserName: try transaction.deleteIdentity(scene.userName.id)
    case .grantData:
      try transaction.update(
        ApplicationGrant(applicationID: "default", scopes: .whole, appMetadata: ["plan": "pro"]), of: user)
    case .suspendedGrant: try transaction.suspendGrants(of: user, except: nil)
    case .withdrawnGrant: #expect(try transaction.withdrawGrant(of: user, to: "default", at: moment(0)))
    case .removedApplication: try transaction.endApplication("default", at: moment(0))
    case .removedUser: try transaction.deleteUser(user)
    }
  }

  private var ban: UserBan { UserBan(reason: nil, bannedAt: moment(0), endsAt: nil) }
  private var deletion: PendingDeletion { PendingDeletion(requestedAt: moment(0), dueAt: moment(9)) }

  private func photo() throws -> PhotoRecord {
    PhotoRecord(id: try PhotoID(random: .system), createdAt: moment(0), renditions: [])
  }

  /// The rows of a sign-in.
  private struct Seen: Sendable, Equatable {
    let identities: [Identity]
    let user: User?
    let ban: UserBan?
    let factors: [SecondFactorRecord.ID]
    let grant: ApplicationGrant?
    let isSessionEnded: Bool

    init(of scene: Scene, in snapshot: any StoreReading) throws {
      identities = try snapshot.identities(ofUserWith: scene.identity.key)
      user = try snapshot.user(scene.user.id)
      ban = try snapshot.ban(of: scene.user.id)
      factors = try snapshot.secondFactors(of: scene.user.id).map(\.id)
      grant = try snapshot.grant(of: scene.user.id, to: "default")
      isSessionEnded = try snapshot.session(scene.session.id)?.ending != nil
    }
  }

  @Test(.takesLong("Each case has a database of its own."), arguments: StoreKind.allCases, Change.allCases)
  func signInDoesNotUseRowsThatHaveChangedSinceItsProof(_ kind: StoreKind, _ change: Change) async throws {
    try await kind.withStore { store in
      let (scene, clock) = (try Scene(), moment(0))
      try await scene.insert(in: store)
      try await store.write { try prepare(change, of: scene, in: $0) }
      let before = try await store.read { try Seen(of: scene, in: $0) }
      let key = scene.identity.key
      let signIn = SignInReads(by: key, applicationID: "default", repeating: scene.session.id, at: clock)
      let ahead = try await store.writeAtRepeatableRead(
        prefetching: .proof(ProofReads(of: key, readsPassword: true, before: signIn))
      ) { (transaction) throws in
        #expect(try transaction.identity(key) == scene.identity)
        return try transaction.readAhead
      }
      try await store.write { try make(change, of: scene, in: $0) }
      let expected = try await store.read { try Seen(of: scene, in: $0) }
      #expect((expected != before) == (change != .none))
      let seen = try await store.writeAtRepeatableRead(prefetching: .signIn(signIn), continuing: ahead) {
        transaction in
        let seen = try Seen(of: scene, in: transaction)
        if var identity = seen.identities.first(where: { $0.id == scene.identity.id }) {
          identity.lastUsedAt = moment(9)
          try transaction.noteUse(identity)
          try transaction.noteSignIn(of: identity.userID, at: moment(9))
        }
        return seen
      }
      #expect(seen == expected)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func callReadsWhatIsAnnouncedAndMore(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (scene, other) = (try Scene(), try Scene())
      try await scene.insert(in: store)
      try await other.insert(in: store)
      try await store.read(prefetching: .call(by: scene.session.id)) { (snapshot) throws in
        #expect(try snapshot.session(scene.session.id) == scene.session)
        #expect(try snapshot.user(scene.user.id) == scene.user)
        #expect(try snapshot.user(other.user.id) == other.user)
        #expect(try snapshot.identities(of: other.user.id) == [other.identity])
        let entries = try snapshot.entries(of: [scene.user.id, other.user.id], for: "default")
        #expect(entries.count == 2)
      }
      // A caller that hides the error of a read gets the rows too.
      let hidden = try await store.read(prefetching: .call(by: scene.session.id)) { snapshot in
        try? snapshot.user(other.user.id)
      }
      #expect(hidden == other.user)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func guessesAreCountedUpToTheLimit(_ kind: StoreKind) async throws {
    try await kind.withStore { (store) async throws in
      let subject = GuessSubject(bytes: [UInt8](repeating: 1, count: 32))
      let count = { @Sendable (instant: Int64) in
        try await store.write {
          try $0.count(subject, at: moment(instant), until: moment(instant + 100), limit: 2)
        }
      }
      for (instant, isCounted) in [(0, true), (1, true), (2, false)] {
        #expect(try await count(Int64(instant)) == isCounted)
      }
      let kept = GuessCount(count: 2, lastAt: moment(1), expiresAt: moment(101))
      #expect(try await store.read { try $0.guesses(of: subject) } == kept)
      // They are forgotten.
      #expect(try await count(100) == false)
      #expect(try await count(101))
      #expect(
        try await store.read { try $0.guesses(of: subject) }
          == GuessCount(count: 1, lastAt: moment(101), expiresAt: moment(201)))
    }
  }
}
